// Time that people have at a table: how much is left, and how it is said.

import { listText, t } from "../text/i18n.svelte";
import type { SeatClock } from "../wire/wire.gen";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const two = (n: number): string => String(n).padStart(2, "0");

/** Seconds a seat has left now; `passed` since it was told. */
export function leftNow(clock: SeatClock, passed: number): number {
  return clock.runs ? Math.max(0, clock.left - passed) : clock.left;
}

/** As it stands on a clock: 4:05, 2:30 h, 3 d. A second that has begun counts. */
export function onClock(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}:${two(whole % MINUTE)}`;
  if (whole < DAY) return t("clockHours", { time: `${Math.floor(whole / HOUR)}:${two(Math.floor((whole % HOUR) / MINUTE))}` });
  return t("clockDays", { n: Math.floor(whole / DAY) });
}

/** In words, for those who do not see it, and for sentences: the two largest units. */
export function inWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [
    [Math.floor(whole / DAY), "nDays"],
    [Math.floor((whole % DAY) / HOUR), "nHours"],
    [Math.floor((whole % HOUR) / MINUTE), "nMinutes"],
    [whole % MINUTE, "nSeconds"],
  ] as const;
  const said = parts.filter(([n]) => n > 0).slice(0, 2).map(([n, key]) => t(key, { n }));
  return said.length ? listText(said) : t("nSeconds", { n: 0 });
}

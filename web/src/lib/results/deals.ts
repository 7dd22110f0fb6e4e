// Deals by their code, the game of the day, and a finished game of one as a line to share.

import { ask, createTable } from "../wire/api";
import { t } from "../text/i18n.svelte";
import { keepTable, recall, remember } from "../page/keep";
import { levelTitle } from "../text/levels.svelte";
import { more } from "../text/more";
import { settings } from "../page/settings.svelte";
import { mapName } from "../text/names";
import type { DailyGame, DealInfo, GameView, LogEntry, SeatRequest, TableInfo } from "../wire/wire.gen";

const KEY = "smallworld.daily"; // the table of each day
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"; // none that is taken for another

export const getDaily = (): Promise<DailyGame> => ask("/api/daily");
export const getDeal = (code: string): Promise<DealInfo> => ask(`/api/deals/${encodeURIComponent(code)}`);

/** A code nobody has had before, for a board. */
export function newCode(map: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${map}-${[...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join("")}`;
}

/** Sets a table for a deal: oneself in a seat, computers of a level in all others. The address to go to. */
export async function playDeal(deal: { code: string; map: string; players: number }, seat: number, level: string): Promise<string> {
  const seats = Array.from({ length: deal.players }, (_, n): SeatRequest => {
    if (n === seat) return { kind: "device", name: settings.name || t("someone") };
    return { kind: "computer", level, name: t("kind_computer") + (deal.players > 2 ? ` ${String.fromCharCode(65 + n)}` : "") };
  });
  const made = await createTable({ map: deal.map, seats, start: { deal: deal.code } });
  keepTable(made);
  return `/t/${made.table}`;
}

export function tableOfDay(day: string): string | null {
  return recall<Record<string, string>>(KEY, {})[day] ?? null;
}

export async function playDaily(daily: DailyGame): Promise<string> {
  const there = tableOfDay(daily.day);
  if (there) return there;
  const path = await playDeal(daily, 0, daily.level);
  remember(KEY, { [daily.day]: path }); // what was before is over
  return path;
}

const BARS = "▁▂▃▄▅▆▇█";

/** Coins of each turn as bars, the highest for the best of them. */
export function bars(coins: number[]): string {
  const most = Math.max(1, ...coins);
  return coins.map((n) => BARS[Math.max(0, Math.ceil((Math.max(0, n) / most) * BARS.length) - 1)]).join("");
}

/** The game of a deal as the seat's player may tell it: a line of text. */
export function shareLine(info: TableInfo, view: GameView, events: LogEntry[], seat: string): string {
  const index = view.seats.findIndex((each) => each.name === seat);
  const coins = view.result?.coins ?? [];
  const own = coins[index] ?? 0;
  const place = view.result?.places?.[index] ?? 0;
  const scored = events.filter((event) => event.kind === "scored" && event.seat === seat).map((event) => event.coins ?? 0);
  const levels = [...new Set(info.seats.filter((each) => each.seat !== seat && each.kind === "computer").map((each) => levelTitle(each.level ?? "")))];
  const others = coins.filter((_, n) => n !== index).toSorted((a, b) => b - a).join(", ");
  const against = levels.length ? ` · ${more("shareAgainst", { level: levels.join(", ") })}` : "";
  return `${t("title")} · ${info.deal} · ${mapName(info.map)}${against} · ${more("shareResult", { coins: own, others, place, of: coins.length })} ${bars(scored)}`;
}

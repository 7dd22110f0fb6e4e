// What the server refuses, in the reader's language: by its name and its facts.

import { ApiError } from "../wire/api";
import { has, listText, maybe, nameOf, t } from "./i18n.svelte";
import { mapName } from "./names";
import type { ErrorMessage } from "../wire/wire.gen";

type Facts = ErrorMessage["facts"];
type Fact = Facts[string];

/** What the server refused, or what the page itself knows to be impossible. */
export interface Problem {
  code: string;
  why: string;
  facts: Facts;
  text: string;
}

type SeatNamer = (seat: string) => string;

/** A fact in words: seats, races, pieces, maps and levels have names; the rest is said as it is. */
function say(key: string, fact: Fact, seatName: SeatNamer): string | number {
  if (Array.isArray(fact)) return listText(fact.map((each) => String(say(key, each, seatName))));
  if (typeof fact === "number") return fact;
  if (["seat", "now"].includes(key)) return seatName(fact);
  if (["race", "trait", "pieces"].includes(key)) return nameOf(fact);
  if (key === "map") return mapName(fact);
  if (key === "level") return maybe(`level_${fact}`, fact);
  return fact;
}

/** Why something was refused; without a text for it, the server's own English. */
export function whyText(why: string, facts: Facts, otherwise: string, seatName: SeatNamer = (seat) => seat): string {
  const key = `why_${why}`;
  if (!has(key)) return otherwise;
  return t(key, Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, say(name, fact, seatName)])));
}

export function problemText(problem: Problem, seatName?: SeatNamer): string {
  const text = whyText(problem.why, problem.facts, problem.text, seatName);
  const key = `err_${problem.code}`;
  return has(key) ? t(key, { text }) : t("error", { text });
}

/** Whatever went wrong while the server was asked by HTTP. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t("error", { text: String(error) });
  return error.code === "offline" ? t("offline") : problemText(error);
}

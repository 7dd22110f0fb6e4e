// Reads the text of a legal action into what the screen needs. No rule lives here.

import type { Legal } from "./types";

export type Verb =
  | "pick" | "expand" | "decline" | "abandon" | "conquer" | "roll" | "stop"
  | "deploy" | "give up" | "pass" | "done" | "use";

export interface Action {
  legal: Legal;
  verb: Verb;
  region: string | null;
  amount: number;
  swap: number; // of `pick 3 swap 5`
  ways: string[]; // of `conquer 4 with Sorcerers + Shiny Orb`
  word: string; // of a trait's own action: `place hero`, `ally`
  seat: string | null; // of `ally P2`
}

const PLAIN: Verb[] = ["expand", "stop", "pass", "done"];

function blank(legal: Legal, verb: Verb): Action {
  return { legal, verb, region: null, amount: 0, swap: 0, ways: [], word: "", seat: null };
}

/** One legal action, read; `regions` and `seats` are the names that may occur in it. */
export function readAction(legal: Legal, regions: Set<string>, seats: Set<string>): Action {
  const text = legal.do;
  for (const verb of PLAIN) if (text === verb) return blank(legal, verb);
  let match = /^pick (\d+)(?: swap (\d+))?$/.exec(text);
  if (match) {
    return { ...blank(legal, "pick"), amount: Number(match[1]), swap: Number(match[2] ?? 0) };
  }
  match = /^decline(?: with (.+))?$/.exec(text);
  if (match) return { ...blank(legal, "decline"), ways: match[1] ? [match[1]] : [] };
  match = /^(abandon|give up) (.+)$/.exec(text);
  if (match) return { ...blank(legal, match[1] as Verb), region: match[2] ?? null };
  match = /^deploy (.+) (\d+)$/.exec(text);
  if (match) return { ...blank(legal, "deploy"), region: match[1] ?? null, amount: Number(match[2]) };
  if (text === "roll") return blank(legal, "roll");
  match = /^(conquer|roll) (.+?)(?: with (.+))?$/.exec(text);
  if (match) {
    const ways = match[3] ? match[3].split(" + ") : [];
    return { ...blank(legal, match[1] as Verb), region: match[2] ?? null, ways };
  }
  return readUse(legal, regions, seats);
}

function readUse(legal: Legal, regions: Set<string>, seats: Set<string>): Action {
  const words = legal.do.split(" ");
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  const found = blank(legal, "use");
  if (/^\d+$/.test(last) && regions.has(before)) {
    return { ...found, word: words.slice(0, -2).join(" "), region: before, amount: Number(last) };
  }
  if (regions.has(last)) return { ...found, word: words.slice(0, -1).join(" "), region: last };
  if (seats.has(last)) return { ...found, word: words.slice(0, -1).join(" "), seat: last };
  return { ...found, word: legal.do };
}

/** What a trait's own action puts down or uses: `place Magic as Froggy's Ring` is about the ring. */
export function subjectOf(word: string): string {
  const through = / as (.+)$/.exec(word);
  if (through?.[1]) return through[1];
  if (word === "ally") return "Diplomat";
  if (word === "sacrifice") return "Altar of Souls";
  if (word === "replace") return "Reborn";
  return word.replace(/^(place|use) /, "");
}

/** The chance, in per cent, that the die helps with at least that many pips. */
export function oddsOf(short: number, die: number[]): number {
  return Math.round((100 * die.filter((pips) => pips >= short).length) / die.length);
}

export interface Pool {
  race: string;
  regions: string[];
  tokens: number;
}

/** Who may put down how many tokens, and where, by race: read from the `deploy` actions. */
export function poolsOf(actions: Action[], raceIn: (region: string) => string): Pool[] {
  const pools = new Map<string, Pool>();
  for (const action of actions) {
    if (action.verb !== "deploy" || action.region === null) continue;
    const race = raceIn(action.region);
    const pool = pools.get(race) ?? { race, regions: [], tokens: 0 };
    pools.set(race, pool);
    if (!pool.regions.includes(action.region)) pool.regions.push(action.region);
    pool.tokens = Math.max(pool.tokens, action.amount);
  }
  return [...pools.values()];
}

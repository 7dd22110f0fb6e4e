// Where every coin came from and went to, from what everybody saw happen.

import type { GameEvent } from "./types";

export interface Entry {
  seat: string;
  turn: number; // 0: before the first
  source: string; // the name of a part of a score, or one of those below
  coins: number;
}

export const START = "start";
export const PAID = "combos: paid";
export const FOUND = "combos: found";
export const GIVEN = "given";

/** The coins of a whole game, entry by entry; `start`: what each seat began with. */
export function ledgerOf(events: GameEvent[], start: Map<string, number>): Entry[] {
  const entries: Entry[] = [...start].map(([seat, coins]) => ({ seat, turn: 0, source: START, coins }));
  let taken: Entry[] = []; // from other players, in the scoring that is going on: its parts name it again
  for (const event of events) {
    const { kind, seat = "", turn, amount = 0, name = "", other = "" } = event;
    if (kind === "paid") {
      const gain = { seat: other, turn, source: name, coins: amount };
      entries.push(gain);
      if (!seat) continue;
      entries.push({ seat, turn, source: GIVEN, coins: -amount });
      taken.push(gain);
      continue;
    }
    if (kind === "scored") {
      for (const gain of taken) if (gain.seat === seat) gain.coins = 0;
      for (const [source, coins] of event.parts ?? []) entries.push({ seat, turn, source, coins });
    } else if (kind === "picked") {
      for (const [what, coins] of event.parts ?? []) entries.push({ seat, turn, source: `combos: ${what}`, coins });
    }
    taken = [];
  }
  return entries.filter((entry) => entry.coins !== 0);
}

export function sumOf(entries: Entry[]): number {
  return entries.reduce((sum, entry) => sum + entry.coins, 0);
}

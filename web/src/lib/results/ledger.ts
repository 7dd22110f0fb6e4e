// Where every coin came from and went to, from what everybody saw happen.

import type { LogEntry, Part } from "../wire/wire.gen";

/** Where coins came from: a part of a score or of a pick, or one of the ledger's own. */
export interface Source {
  code: Part["code"] | "start" | "given";
  name?: string;
}

export interface LedgerEntry {
  seat: string;
  turn: number; // 0: before the first
  source: Source;
  coins: number;
}

/** Equal for equal sources. */
export const sourceKey = ({ code, name = "" }: Source): string => `${code}/${name}`;

/** The coins of a whole game, entry by entry; `start`: what each seat began with. */
export function ledgerOf(log: LogEntry[], start: Map<string, number>): LedgerEntry[] {
  const entries: LedgerEntry[] = [...start].map(([seat, coins]) => ({ seat, turn: 0, source: { code: "start" }, coins }));
  let taken: LedgerEntry[] = []; // from other players, in the scoring that is going on: its parts name it again
  for (const { kind, seat = "", turn, coins = 0, thing = "", other = "", parts = [] } of log) {
    if (kind === "paid") {
      const gain: LedgerEntry = { seat: other, turn, source: { code: "trait", name: thing }, coins };
      entries.push(gain);
      if (!seat) continue;
      entries.push({ seat, turn, source: { code: "given" }, coins: -coins });
      taken.push(gain);
      continue;
    }
    if (kind === "scored") for (const gain of taken) if (gain.seat === seat) gain.coins = 0;
    if (kind === "scored" || kind === "picked") {
      for (const { code, name, amount } of parts) entries.push({ seat, turn, source: { code, name }, coins: amount });
    }
    taken = [];
  }
  return entries.filter((entry) => entry.coins !== 0);
}

export function sumOf(entries: LedgerEntry[]): number {
  return entries.reduce((sum, entry) => sum + entry.coins, 0);
}

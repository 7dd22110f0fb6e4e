// Looking things up: what is called so comes before what only speaks of it.

import type { EntryOf, TextEntry } from "../wire/wire.gen";

export interface Row {
  key: string;
  name: string; // as the game calls it
  file: string; // of home-made ones
  entry: TextEntry;
}

export const KINDS = ["race", "power", "relic", "place", "piece", "term"] as const satisfies EntryOf[];

const NOT_FOUND = 9;

/** How well a row answers what is wanted, 0 best: it is its name, begins its name, is in its name, or in its text. */
function rank({ name, file, entry }: Row, wanted: string, words: string[]): number {
  const names = [name, entry.name].map((each) => each.toLowerCase());
  if (names.includes(wanted)) return 0;
  if (names.some((each) => each.startsWith(wanted))) return 1;
  if (words.every((word) => names.some((each) => each.includes(word)))) return 2;
  const text = `${names.join(" ")} ${file} ${entry.text} ${(entry.rulings ?? []).join(" ")}`.toLowerCase();
  if (!words.every((word) => text.includes(word))) return NOT_FOUND;
  return words.some((word) => names.some((each) => each.includes(word))) ? 3 : 4;
}

/** What answers, best first; the words of the game before what they are used for. All of it if nothing is wanted. */
export function search(rows: Row[], wanted: string): Row[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return rows;
  return rows
    .map((row) => ({ row, rank: rank(row, words.join(" "), words) }))
    .filter((each) => each.rank < NOT_FOUND)
    .toSorted((a, b) => a.rank - b.rank || Number(b.row.entry.kind === "term") - Number(a.row.entry.kind === "term"))
    .map((each) => each.row);
}

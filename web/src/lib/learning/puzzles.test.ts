import { expect, test } from "vitest";
import { answered, chosenPuzzles, nextPuzzle, type PuzzleProgress } from "./puzzles";
import type { PuzzleSummary } from "../wire/wire.gen";

const none: PuzzleProgress = { solved: {}, later: [], streak: 0, longest: 0 };
const puzzle = (name: string, grade: number, map = "base-2"): PuzzleSummary =>
  ({ puzzle: name, map, world: "base", question: "combo", grade, players: 2, turn: 1, turns: 10 });

test("a streak grows with every first try that was right, and ends with one that was not", () => {
  let progress = answered(answered(none, "a", true), "b", true);
  expect([progress.streak, progress.longest]).toEqual([2, 2]);
  progress = answered(progress, "c", false);
  expect([progress.streak, progress.longest]).toEqual([0, 2]);
  progress = answered(progress, "d", true);
  expect([progress.streak, progress.longest]).toEqual([1, 2]);
});

test("another try of the same puzzle changes no streak, but it is noted as solved", () => {
  const failed = answered(answered(none, "a", true), "b", false);
  const later = answered(failed, "b", true);
  expect(later.streak).toBe(0);
  expect(later.later).toEqual(["b"]);
  expect(answered(later, "b", true)).toBe(later);
  expect(answered(later, "a", false)).toBe(later);
});

test("puzzles are chosen by grade, board, world and question", () => {
  const all = [puzzle("a", 1), puzzle("b", 2), puzzle("c", 1, "base-3"), { ...puzzle("d", 3), world: "mixed" }];
  const names = (choice: Parameters<typeof chosenPuzzles>[1]): string[] => chosenPuzzles(all, choice).map((one) => one.puzzle);
  expect(names({ grade: 1, map: "", world: "", question: "" })).toEqual(["a", "c"]);
  expect(names({ grade: 0, map: "base-3", world: "", question: "combo" })).toEqual(["c"]);
  expect(names({ grade: 0, map: "", world: "mixed", question: "" })).toEqual(["d"]);
  expect(names({ grade: 0, map: "", world: "", question: "decline" })).toEqual([]);
});

test("the next puzzle is the first after this one that was not tried, then one before it", () => {
  const all = [puzzle("a", 1), puzzle("b", 1), puzzle("c", 1)];
  expect(nextPuzzle(all, none)).toBe("a");
  expect(nextPuzzle(all, none, "a")).toBe("b");
  expect(nextPuzzle(all, { ...none, solved: { c: true } }, "b")).toBe("a");
  expect(nextPuzzle(all, { ...none, solved: { a: true, b: false, c: true } })).toBeNull();
});

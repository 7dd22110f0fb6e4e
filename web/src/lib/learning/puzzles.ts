// The puzzles as this browser has solved them, and how many in a row.

import { recall, remember } from "../page/keep";
import type { PuzzleSummary, PuzzleVerdict } from "../wire/wire.gen";

export interface PuzzleProgress {
  solved: Record<string, boolean>; // by puzzle: at the first try
  later: string[]; // solved at another try
  streak: number; // solved at the first try, one after another, up to now
  longest: number;
}

const KEY = "smallworld.puzzles";
const NONE: PuzzleProgress = { solved: {}, later: [], streak: 0, longest: 0 };

export const isSolved = (verdict: PuzzleVerdict): boolean => verdict.answer !== "other";

export function puzzleProgress(): PuzzleProgress {
  return { ...NONE, ...recall<Partial<PuzzleProgress>>(KEY, {}) };
}

/** What becomes of it when a puzzle has been answered; only the first try of each counts for the streak. */
export function answered(progress: PuzzleProgress, puzzle: string, solved: boolean): PuzzleProgress {
  if (puzzle in progress.solved) {
    const late = solved && !progress.solved[puzzle] && !progress.later.includes(puzzle);
    return late ? { ...progress, later: [...progress.later, puzzle] } : progress;
  }
  const streak = solved ? progress.streak + 1 : 0;
  return { ...progress, solved: { ...progress.solved, [puzzle]: solved }, streak, longest: Math.max(progress.longest, streak) };
}

export function noteAnswer(puzzle: string, solved: boolean): PuzzleProgress {
  const progress = answered(puzzleProgress(), puzzle, solved);
  remember(KEY, progress);
  return progress;
}

export interface PuzzleChoice {
  grade: number; // 0: any
  map: string; // empty: any
  world: string; // empty: any
  question: string; // empty: any
}

/** The puzzles that are chosen, in their order. */
export function chosenPuzzles(all: PuzzleSummary[], { grade, map, world, question }: PuzzleChoice): PuzzleSummary[] {
  return all.filter((one) => (!grade || one.grade === grade) && (!map || one.map === map) && (!world || one.world === world) && (!question || one.question === question));
}

/** The first that has not been tried; null if all have. */
export function nextPuzzle(chosen: PuzzleSummary[], progress: PuzzleProgress, after = ""): string | null {
  const from = chosen.findIndex((one) => one.puzzle === after) + 1;
  const untried = (one: PuzzleSummary): boolean => !(one.puzzle in progress.solved) && one.puzzle !== after;
  return (chosen.slice(from).find(untried) ?? chosen.find(untried))?.puzzle ?? null;
}

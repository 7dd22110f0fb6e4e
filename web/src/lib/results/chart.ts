// The expected coins of every seat over a game, as points of a drawing.

import type { GameReview } from "../wire/wire.gen";

export interface ChartBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Chart {
  ticks: number[];
  moves: number; // how many there are
  x: (move: number) => number;
  y: (coins: number) => number;
  moveAt: (x: number) => number;
}

/** What a seat could expect after a move; after move 0: before the first. */
export function expectedAt(review: GameReview, move: number): number[] {
  return (move > 0 ? review.steps[Math.min(move, review.steps.length) - 1]?.expected : undefined) ?? review.start;
}

/** The first move of each round. */
export function roundStarts(review: GameReview): { turn: number; move: number }[] {
  const found: { turn: number; move: number }[] = [];
  for (const step of review.steps) {
    if (found.at(-1)?.turn !== step.turn) found.push({ turn: step.turn, move: step.move });
  }
  return found;
}

/** What each seat could expect when a round was over. */
export function roundEnds(review: GameReview): { turn: number; expected: number[] }[] {
  const last = new Map(review.steps.map((step) => [step.turn, step.expected]));
  return [...last].map(([turn, expected]) => ({ turn, expected }));
}

export function chartOf(review: GameReview, box: ChartBox): Chart {
  const all = [review.start, ...review.steps.map((step) => step.expected)].flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const step = roundStep(Math.max(4, high - low));
  const [least, most] = [Math.floor(low / step) * step, Math.max(Math.ceil(high / step), Math.floor(low / step) + 1) * step];
  const moves = review.steps.length;
  const wide = (box.right - box.left) / Math.max(1, moves);
  return {
    ticks: Array.from({ length: Math.round((most - least) / step) + 1 }, (_, i) => least + i * step),
    moves,
    x: (move) => box.left + wide * move,
    y: (coins) => box.bottom - ((coins - least) / (most - least)) * (box.bottom - box.top),
    moveAt: (x) => Math.max(0, Math.min(moves, Math.round((x - box.left) / wide))),
  };
}

/** A round distance that gives at most six lines. */
function roundStep(span: number): number {
  for (const step of [1, 2, 5, 10, 20, 50, 100]) if (span / step <= 5) return step;
  return 200;
}

/** Heights for labels that would touch: moved apart, in their order. */
export function apart(heights: number[], least: number, bottom: number): number[] {
  const order = heights.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  let above = -Infinity;
  for (const each of order) above = each.y = Math.max(each.y, above + least);
  let below = bottom;
  for (const each of order.toReversed()) {
    each.y = Math.min(each.y, below);
    below = each.y - least;
  }
  const found = [...heights];
  for (const { y, i } of order) found[i] = y;
  return found;
}

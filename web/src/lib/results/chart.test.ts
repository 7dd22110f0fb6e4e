import { expect, test } from "vitest";
import { apart, chartOf, expectedAt, roundEnds, roundStarts } from "./chart";
import type { GameReview } from "../wire/wire.gen";

const step = (move: number, turn: number, expected: number[]): GameReview["steps"][number] => ({
  move, turn, seat: "P1", kind: "play", expected, change: [0, 0],
});
const review: GameReview = {
  seats: ["P1", "P2"], turns: 2, simulations: 10, start: [33.2, 31.0], end: [41.0, 28.0], luck: [0, 0], own: [0, 0], others: [0, 0],
  steps: [step(1, 1, [33.2, 31.0]), step(2, 1, [36.0, 30.5]), step(3, 2, [40.4, 28.9]), step(4, 2, [41.0, 28.0])],
  mistakes: [],
};
const box = { left: 30, right: 330, top: 10, bottom: 210 };

test("all expectations lie within the ticks", () => {
  const { ticks, y } = chartOf(review, box);
  expect(ticks).toEqual([25, 30, 35, 40, 45]);
  for (const coins of [33.2, 31, 41, 28]) expect(y(coins)).toBeCloseTo(210 - 10 * (coins - 25));
});

test("a tap finds the move it shows", () => {
  const { x, moveAt } = chartOf(review, box);
  const all = [0, 1, 2, 3, 4];
  expect(all.map(x)).toEqual([30, 105, 180, 255, 330]);
  expect(all.map((move) => moveAt(x(move) + 30))).toEqual(all);
  expect([-50, 900].map(moveAt)).toEqual([0, 4]);
});

test("expectations by move and by round", () => {
  expect(expectedAt(review, 0)).toEqual(review.start);
  expect(expectedAt(review, 9)).toEqual(review.end);
  expect(roundStarts(review)).toEqual([{ turn: 1, move: 1 }, { turn: 2, move: 3 }]);
  expect(roundEnds(review)).toEqual([{ turn: 1, expected: [36, 30.5] }, { turn: 2, expected: [41, 28] }]);
});

test("letters that would touch move apart", () => {
  expect(apart([100, 20, 103], 17, 200)).toEqual([100, 20, 117]);
  expect(apart([198, 199, 200], 17, 200)).toEqual([166, 183, 200]);
});

test("a game that changed nothing has a chart", () => {
  const { ticks, y } = chartOf({ ...review, start: [0, 0], end: [0, 0], steps: [step(1, 1, [0, 0])] }, box);
  expect(ticks).toEqual([0, 1]);
  expect(y(0)).toBe(210);
});

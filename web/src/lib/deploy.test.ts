import { expect, test } from "vitest";
import { asBefore, bordersFirst, evenly } from "./deploy";

const there = (region: string): number => ({ a: 1, b: 3, c: 1 })[region] ?? 0;

test("tokens even out stacks", () => {
  expect(evenly(["a", "b", "c"], 5, there)).toEqual({ a: 3, b: 0, c: 2 });
  expect(evenly([], 5, there)).toEqual({});
});

test("borders are filled first, the most threatened most", () => {
  expect(bordersFirst(["a", "b", "c"], 3, there, (region) => ({ a: 8, c: 1 })[region] ?? 0)).toEqual({ a: 3, b: 0, c: 0 });
  expect(bordersFirst(["a", "c"], 2, there, () => 0)).toEqual({ a: 1, c: 1 });
});

test("tokens go back to where they stood, and what is left over is spread", () => {
  expect(asBefore(["a", "b", "c"], 4, there, (region) => ({ a: 3 })[region] ?? 0)).toEqual({ a: 2, b: 0, c: 2 });
});

import { expect, test } from "vitest";
import { keepInside, planSteppers } from "./steppers";
import type { Point } from "./geometry";

const BOARD: Point = [1000, 500];

test("steppers are as large as their neighbours allow", () => {
  expect(planSteppers([[200, 200], [600, 200]], BOARD, false)).toMatchObject({ button: 44, single: false });
  expect(planSteppers([[200, 200], [321, 200]], BOARD, false)).toMatchObject({ button: 40, single: false });
  expect(planSteppers([[200, 200], [290, 200]], BOARD, false)).toMatchObject({ button: 28, single: false });
  expect(planSteppers([[200, 200], [230, 250]], BOARD, false)).toMatchObject({ button: 44, single: false });
});

test("where they would touch, only the chosen region has one; under a finger none is small", () => {
  expect(planSteppers([[200, 200], [250, 210]], BOARD, false)).toMatchObject({ button: 44, single: true });
  expect(planSteppers([[200, 200], [320, 200]], BOARD, true)).toMatchObject({ button: 44, single: true });
});

test("none leaves the board", () => {
  expect(keepInside([10, 490], [128, 44], BOARD)).toEqual([66, 476]);
  expect(keepInside([500, 250], [128, 44], BOARD)).toEqual([500, 250]);
});

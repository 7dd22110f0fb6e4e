// Where − n + lie on the board while tokens are placed.

import type { Point } from "./geometry";

export interface StepperPlan {
  button: number; // pixels
  width: number;
  single: boolean; // there is room for that of the chosen region only
}

const SIZES = [44, 40, 36, 32, 28];
const FINGER = 44;
const APART = 4;
const RIM = 2;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const widthFor = (button: number): number => 2 * button + Math.max(26, button * 0.9);

/** The largest steppers of which no two touch; where there are none, that of one region at a time. */
export function planSteppers(spots: Point[], board: Point, touch: boolean): StepperPlan {
  const free = (button: number): boolean => {
    const width = widthFor(button);
    const held = spots.map((spot) => keepInside(spot, [width, button], board));
    return held.every(([x, y], i) => held.every(([ox, oy], j) => j <= i || Math.abs(x - ox) > width + APART || Math.abs(y - oy) > button + APART));
  };
  const button = (touch ? [FINGER] : SIZES).find(free);
  return { button: button ?? FINGER, width: widthFor(button ?? FINGER), single: button === undefined };
}

/** The middle of something of that size which must not leave the board. */
export function keepInside([x, y]: Point, [width, height]: Point, [wide, high]: Point): Point {
  return [clamp(x, width / 2 + RIM, wide - width / 2 - RIM), clamp(y, height / 2 + RIM, high - height / 2 - RIM)];
}

// Where things are on the board, lying or turned upright for narrow screens.

import type { Drawing } from "../wire/wire.gen";

export type Point = [x: number, y: number];
export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const HEADINGS: Record<Direction, Point> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export const MARGIN = 4; // around the drawing

/** Width and height of a board with its margin, lying or upright. */
export function boxOf(drawing: Drawing, upright: boolean): Point {
  const [width, height] = upright ? [drawing.height, drawing.width] : [drawing.width, drawing.height];
  return [width + 2 * MARGIN, height + 2 * MARGIN];
}

/** A point of the drawing on a board that may stand upright. */
export function place(drawing: Drawing, upright: boolean, [x, y]: Point): Point {
  return upright ? [drawing.height - y, x] : [x, y];
}

/** The neighbour an arrow key leads to, or null where no border lies that way. */
export function neighbourTowards(
  drawing: Drawing,
  upright: boolean,
  from: string,
  key: Direction,
): string | null {
  const start = drawing.regions[from];
  if (!start) return null;
  const [x, y] = place(drawing, upright, start.center);
  const [dx, dy] = HEADINGS[key];
  let best: string | null = null;
  let bestTurn = 0.35; // the cosine of the greatest turn from the key's own direction
  for (const name of drawing.facts[from]?.neighbours ?? []) {
    const other = drawing.regions[name];
    if (!other) continue;
    const [ox, oy] = place(drawing, upright, other.center);
    const length = Math.hypot(ox - x, oy - y) || 1;
    const turn = ((ox - x) * dx + (oy - y) * dy) / length;
    if (turn > bestTurn) {
      best = name;
      bestTurn = turn;
    }
  }
  return best;
}

export const FINGER = 22; // pixels from the middle of a target that still mean it

/** The region a finger means: of those that can be chosen the one whose middle is nearest, if that is near; else where it is. */
export function meantRegion(finger: Point, under: string, lit: Iterable<[name: string, middle: Point]>): string {
  let [best, least] = [under, FINGER];
  for (const [name, [x, y]] of lit) {
    const far = Math.hypot(finger[0] - x, finger[1] - y);
    if (far <= least) [best, least] = [name, far];
  }
  return best;
}

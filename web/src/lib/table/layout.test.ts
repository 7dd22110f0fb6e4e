import { describe, expect, test } from "vitest";
import { layoutFor, sizeFor, type Layout, type LayoutName } from "./layout";

const WIDE: [number, number] = [1608, 858];
const SQUARE: [number, number] = [1208, 1208];
const at = (width: number, height: number, board: [number, number], seats = 4, touch = false): Layout => layoutFor({ width, height, touch }, board, seats);
const share = (layout: Layout, width: number, height: number): number => (layout.board[0] * layout.board[1]) / width / height;

// Window, its layout for wide and for square boards, and the least share of the window those get, in percent.
const WINDOWS: [width: number, height: number, wide: LayoutName, ofWide: number, square: LayoutName, ofSquare: number][] = [
  [390, 844, "pocket", 68, "stack", 45],
  [844, 390, "edge", 64, "rail", 45],
  [820, 1180, "rail", 63, "stack", 63],
  [1180, 820, "stack", 50, "rail", 63],
  [1280, 720, "corner", 52, "wings", 51],
  [1366, 768, "corner", 54, "wings", 51],
  [1920, 1080, "corner", 60, "wings", 51],
  [2560, 1440, "corner", 63, "wings", 52],
  [960, 540, "corner", 48, "rail", 51],
];
const MORE: [number, number][] = [
  [360, 640], [640, 360], [667, 375], [932, 430], [768, 1024], [1024, 768], [1280, 800], [1440, 900], [1600, 900], [3440, 1440], [5120, 1440],
];

describe("the layout", () => {
  test.each(WINDOWS)("%i × %i: the board comes first", (width, height, wide, ofWide, square, ofSquare) => {
    const [lying, quadratic] = [at(width, height, WIDE, 2), at(width, height, SQUARE, 5)];
    expect([lying.name, quadratic.name]).toEqual([wide, square]);
    expect(100 * share(lying, width, height)).toBeGreaterThanOrEqual(ofWide);
    expect(100 * share(quadratic, width, height)).toBeGreaterThanOrEqual(ofSquare);
  });

  test.each([...WINDOWS.map(([width, height]): [number, number] => [width, height]), ...MORE])("%i × %i: all of it lies within the window", (width, height) => {
    for (const board of [WIDE, SQUARE]) {
      for (let seats = 2; seats <= 5; seats += 1) {
        const { board: [wide, high], left, right, above, below } = at(width, height, board, seats);
        expect(left + wide + right).toBeLessThanOrEqual(width);
        expect(above + high + below).toBeLessThanOrEqual(height);
      }
    }
  });

  test.each([...WINDOWS.map(([width, height]): [number, number] => [width, height]), ...MORE])("%i × %i: everything has one place", (width, height) => {
    for (const board of [WIDE, SQUARE]) {
      const layout = at(width, height, board);
      const parts = [...layout.before, ...layout.beside, ...layout.under];
      expect(parts.length).toBe(new Set(parts).size);
      for (const part of ["top", "seats", "turn"] as const) expect(parts).toContain(part);
      expect(parts.includes("combos")).toBe(layout.combos !== "none");
      expect(parts.includes("log")).toBe(layout.log);
      expect(parts.includes("caption")).toBe(!layout.log);
    }
  });

  test("combos and log are only hidden where there is no room at all", () => {
    for (const [width, height] of [...WINDOWS, ...MORE] as unknown as [number, number][]) {
      if (Math.min(width, height) < 500) continue;
      for (const board of [WIDE, SQUARE]) expect(at(width, height, board).combos).not.toBe("none");
    }
  });

  test("a wide board stands in a tall window, a square one never does", () => {
    expect(at(390, 844, WIDE).upright).toBe(true);
    expect(at(844, 390, WIDE).upright).toBe(false);
    expect(at(390, 844, SQUARE).upright).toBe(false);
  });

  test("a very wide window leaves the panels their width", () => {
    const layout = at(5120, 1440, SQUARE, 5);
    expect(layout.name).toBe("wings");
    expect(layout.left).toBeLessThanOrEqual(420 * layout.size);
    expect(layout.right).toBeLessThanOrEqual(460 * layout.size);
  });

  test("a window too small for anything is scrolled", () => {
    const layout = at(200, 150, WIDE);
    expect([layout.width, layout.height]).toEqual([320, 480]);
    expect(layout.board[0]).toBeGreaterThan(100);
  });

  test("its size grows with the window, within bounds", () => {
    expect(sizeFor(390, 844)).toBe(1);
    expect(sizeFor(1280, 720)).toBe(1);
    expect(sizeFor(1920, 1080)).toBeCloseTo(1.2);
    expect(sizeFor(2560, 1440)).toBeCloseTo(1.4);
    expect(sizeFor(9000, 9000)).toBe(1.6);
  });
});

import { expect, test } from "vitest";
import { placeBubble, type ScreenBox } from "./bubble";

const SIZE = { width: 300, height: 140 };
const LAPTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };
const box = (left: number, top: number, width = 80, height = 60): ScreenBox => ({ left, top, width, height });

function covers(place: { left: number; top: number }, mark: ScreenBox): boolean {
  return place.left < mark.left + mark.width && mark.left < place.left + SIZE.width
    && place.top < mark.top + mark.height && mark.top < place.top + SIZE.height;
}

test("on wide screens it stands at the side, on upright ones above or below", () => {
  expect(placeBubble(SIZE, [box(200, 300)], LAPTOP).side).toBe("right");
  expect(placeBubble(SIZE, [box(1150, 300)], LAPTOP).side).toBe("left");
  expect(placeBubble(SIZE, [box(150, 300)], PHONE).side).toBe("below");
  expect(placeBubble(SIZE, [box(150, 760)], PHONE).side).toBe("above");
});

test("it lies upon no mark, and stays in the window", () => {
  for (const window of [LAPTOP, PHONE, { width: 844, height: 390 }]) {
    for (let x = 0; x < window.width - 80; x += 60) {
      for (let y = 0; y < window.height - 60; y += 60) {
        const marks = [box(x, y), box(Math.max(0, x - 320), y), box(x, Math.max(0, y - 180))];
        const place = placeBubble(SIZE, marks, window);
        expect(place.left).toBeGreaterThanOrEqual(0);
        expect(place.left + SIZE.width).toBeLessThanOrEqual(window.width);
        expect(place.top + SIZE.height).toBeLessThanOrEqual(window.height);
        if (place.side !== "docked") for (const mark of marks) expect(covers(place, mark)).toBe(false);
      }
    }
  }
});

test("without a mark it is docked at the bottom, or at the top if a mark is there", () => {
  expect(placeBubble(SIZE, [], LAPTOP)).toEqual({ left: 490, top: 572, side: "docked" });
  const wide = [box(0, 200, 1280, 500)];
  expect(placeBubble(SIZE, wide, LAPTOP).top).toBeLessThan(60);
});

test("a card that is open stays free, on a phone on its side, too", () => {
  const side = { width: 844, height: 390 };
  const card = box(324, 144, 306, 188);
  const ring = box(215, 220, 92, 92);
  const place = placeBubble({ width: 280, height: 205 }, [ring], side, [card]);
  expect(place.left + 280 <= card.left || place.top + 205 <= card.top).toBe(true);
  expect(place.top + 205 <= ring.top || place.left >= ring.left + ring.width).toBe(true);
  // Where there is no room for both, the mark is covered and not the card.
  const crowded = placeBubble({ width: 280, height: 300 }, [ring], side, [card]);
  expect(crowded.left + 280 <= card.left || crowded.top + 300 <= card.top).toBe(true);
});

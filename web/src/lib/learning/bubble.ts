// Where the bubble of a lesson stands: beside what it points at, never upon it.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placed {
  left: number;
  top: number;
  side: "left" | "right" | "above" | "below" | "docked";
}

const GAP = 14;
const MARGIN = 8;

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** A place of that size in the window: beside the first mark, upon none of them; else docked at the bottom. */
export function placeBubble(size: { width: number; height: number }, marks: Box[], window: { width: number; height: number }): Placed {
  const { width, height } = size;
  const right = window.width - width - MARGIN;
  const bottom = window.height - height - MARGIN;
  const first = marks[0];
  if (first && right >= MARGIN && bottom >= MARGIN) {
    const middle = clamp(first.top + first.height / 2 - height / 2, MARGIN, bottom);
    const centre = clamp(first.left + first.width / 2 - width / 2, MARGIN, right);
    const tall = window.height > window.width;
    const aside: Placed[] = [
      { left: first.left + first.width + GAP, top: middle, side: "right" },
      { left: first.left - width - GAP, top: middle, side: "left" },
    ];
    const stacked: Placed[] = [
      { left: centre, top: first.top + first.height + GAP, side: "below" },
      { left: centre, top: first.top - height - GAP, side: "above" },
    ];
    for (const place of tall ? [...stacked, ...aside] : [...aside, ...stacked]) {
      const box = { left: place.left, top: place.top, width, height };
      const fits = place.left >= MARGIN && place.left <= right && place.top >= MARGIN && place.top <= bottom;
      if (fits && !marks.some((mark) => overlaps(box, mark))) return place;
    }
  }
  const docked: Placed = { left: clamp((window.width - width) / 2, 0, Math.max(0, right)), top: Math.max(0, bottom), side: "docked" };
  const hidden = marks.some((mark) => overlaps({ left: docked.left, top: docked.top, width, height }, mark));
  return hidden ? { ...docked, top: MARGIN } : docked;
}

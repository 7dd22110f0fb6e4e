// Where the bubble of a lesson stands: beside what it points at, never upon it.

export interface ScreenBox {
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

const overlaps = (a: ScreenBox, b: ScreenBox): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/**
 * A place of that size in the window: beside the first mark, upon none of them nor upon an open card; else docked at the bottom, the
 * top or in a corner. Where there is no room for all of it, a card stays free: what is done next is done there.
 */
export function placeBubble(size: { width: number; height: number }, marks: ScreenBox[], window: { width: number; height: number }, cards: ScreenBox[] = []): Placed {
  const { width, height } = size;
  const right = window.width - width - MARGIN;
  const bottom = window.height - height - MARGIN;
  const first = marks[0];
  const free = ({ left, top }: Placed, from: ScreenBox[]): boolean => !from.some((box) => overlaps({ left, top, width, height }, box));
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
      const fits = place.left >= MARGIN && place.left <= right && place.top >= MARGIN && place.top <= bottom;
      if (fits && free(place, [...marks, ...cards])) return place;
    }
  }
  const centre = clamp((window.width - width) / 2, 0, Math.max(0, right));
  const spots = [centre, MARGIN, Math.max(0, right)].flatMap((left): Placed[] => [
    { left, top: Math.max(0, bottom), side: "docked" },
    { left, top: MARGIN, side: "docked" },
  ]);
  const [docked, above] = spots as [Placed, Placed];
  const best = spots.find((spot) => free(spot, [...marks, ...cards])) ?? spots.find((spot) => free(spot, cards));
  return best ?? (free(docked, marks) ? docked : above);
}

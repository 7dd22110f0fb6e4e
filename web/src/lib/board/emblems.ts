// Pictures: those of races, powers, places, relics and pieces are in the art, and their texts say which; the page
// has some of its own, and home-made races may bring theirs.

import { reference } from "../text/reference.svelte";

/** One of: a symbol of the art, on a plate perhaps; a drawing; paths and lines in a box from -12 to 12; letters. */
export interface Picture {
  symbol: string;
  plate: string;
  drawing: string; // as an address that an image can show
  fill: string;
  line: string;
  letters: string;
}

const NOTHING: Picture = { symbol: "", plate: "", drawing: "", fill: "", line: "", letters: "" };
const picture = (fill: string, line = "", letters = ""): Picture => ({ ...NOTHING, fill, line, letters });
const symbol = (name: string): Picture => ({ ...NOTHING, symbol: name });

/** The page's own. */
export const ICONS = {
  coin: symbol("piece-coin-1"),
  die: symbol("piece-die"),
  shield: picture("M-8-10H8V0c0 6-4 9-8 11C-4 9-8 6-8 0zM0-7V8C3 6 5 4 5 0V-7z"),
  crown: picture("M-10 7L-11-6L-5 0L0-9L5 0L11-6L10 7zM-10 8.5h20V11h-20z"),
  whole: picture("", "M-9-3V-9H-3M3-9H9V-3M9 3V9H3M-3 9H-9V3"),
  closer: picture("", "M-3-9V-3H-9M9-3H3V-9M3 9V3H9M-9 3H-3V9"),
  bulb: picture("M-3.5 8.5h7V10c0 1.2-1 2-2 2h-3c-1 0-2-.8-2-2z", "M-3 5.5V4C-5.5 2.5-7-.5-7-3a7 7 0 0 1 14 0c0 2.5-1.5 5.5-4 7v1.5z"),
  chart: picture("", "M-10-10V10H11M-6 4L-2-2L3 2L10-7"),
  cards: picture("M-5.500-3.500a2.500 2.500 0 1 1-.01 0zM-8.500 5c0-4 6-4 6 0z", "M-10-7h9v14h-9zM3-7h7v14h-7"),
  menu: picture("", "M-9-6h18M-9 0h18M-9 6h18"),
  back: picture("", "M4-8L-5 0L4 8"),
  undo: picture("", "M-3-9L-9-3L-3 3M-9-3H3a6 6 0 0 1 0 12H-4"),
  undoAll: picture("", "M-1-9L-7-3L-1 3M5-9L-1-3L5 3M-7-3H4a5.500 5.500 0 0 1 0 11H-4"),
  again: picture("", "M7-6A9 9 0 1 0 9 1M8-11V-5H2"),
  skip: picture("", "M-9-7L-1 0L-9 7M0-7L8 0L0 7"),
  gear: picture("M-2-11h4l.7 2.800 2.300 1L7.500-8.700 10-6 8.400-3.500l.9 2.300L11-.500v3l-2.500.700-1 2.300L9 8l-2.300 2.500-2.600-1.400-2.100.9L1.500 11h-3L-2 9.300-4.300 8.400-7 10-9.500 7.500-8 5l-1-2.400L-11.500 2v-3.500L-9-2.200-8-4.500-9.500-7-7-9.500l2.600 1.400 2-.8zM0-4.500A4.500 4.500 0 1 0 .01-4.500z"),
  keys: picture("", "M-11-6h22v13h-22zM-7-2h.1M-2-2h.1M3-2h.1M8-2h-.1M-5 3h10"),
  pile: picture("", "M-9-4h13v13h-13zM-5-5V-9H9V5H6"),
  bell: picture("M-3 9.500h6a3 3 0 0 1-6 0z", "M0-10.500V-9M-9 7C-6.500 4-7 1-7-2a7 7 0 0 1 14 0c0 3-.500 6 2 9z"),
  log: picture("", "M-9-7h18M-9 0h18M-9 7h12"),
  link: picture("", "M-2 4L-5 7A5 5 0 0 1-11 1L-6-4A5 5 0 0 1 1-4M2-4L5-7A5 5 0 0 1 11-1L6 4A5 5 0 0 1-1 4"),
} as const;

export type Icon = keyof typeof ICONS;

// Outlines for those that bring no picture; their first letters tell them apart.
const OUTLINES = [
  "M0-11A11 11 0 1 0 .01-11z", // a disc
  "M0-12L12 0L0 12L-12 0z", // a diamond
  "M-6-10.5H6L12 0L6 10.5H-6L-12 0z", // six corners
  "M-10-10H10V10H-10z", // a square
  "M-10-11H10V2C10 8 5 11 0 12C-5 11-10 8-10 2z", // a shield
  "M0-12L10.5-6V6L0 12L-10.5 6V-6z", // six corners, upright
];

/** A picture for a name that has none: an outline by the sum of its letters, with the first two. */
export function drawLetters(name: string): Picture {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return picture("", OUTLINES[sum % OUTLINES.length], [...name].slice(0, 2).join(""));
}

/** The picture of a race, power, place, relic, piece or of natives. */
export function emblemOf(name: string): Picture {
  const entry = reference.find(name);
  const given = entry?.emblem;
  if (!given) return drawLetters(entry?.name ?? name);
  return {
    ...NOTHING,
    symbol: given.symbol ?? "",
    plate: given.plate ?? "",
    fill: given.fill ?? "",
    drawing: given.drawing ? `data:image/svg+xml,${encodeURIComponent(given.drawing)}` : "",
  };
}

/** Whether it is a portrait, which is drawn to its edge and needs a frame. */
export function isPortrait(shown: Picture): boolean {
  return /^(race|spare)-/.test(shown.symbol) || shown.drawing !== "";
}

/** How thick ink is, so that its lines stay about as thick on the screen: by pixels, for a canvas of 96 or of 48. */
export function inkFor(size: number, canvas: 96 | 48): number {
  const step = size <= 28 ? 0 : size <= 56 ? 1 : size <= 110 ? 2 : 3;
  return ([[3.6, 3, 2.5, 2.2], [2.3, 2, 1.8, 1.7]] as const)[canvas === 96 ? 0 : 1][step];
}

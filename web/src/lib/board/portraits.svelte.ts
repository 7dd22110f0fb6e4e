// Faces as pixels: a board has dozens of them, and their hundreds of lines would be drawn again with everything that changes beside them.

import { SvelteMap } from "svelte/reactivity";
import { boardArt } from "./art";
import { asPixels } from "./pixels";

const STEPS = [32, 48, 64, 96, 128]; // pixels of the page
const FINER = 1.4; // than the screen, for they stand between its pixels
const SIZE = 96;
/** How pale the face of a race in decline is. */
export const PALE = { saturation: 0.14, wash: "#e6e0d6", strength: 0.3 };

const made = new SvelteMap<string, string>();
const asked = new Set<string>();
let making = Promise.resolve();

const whenIdle = (): Promise<void> => new Promise((resolve) => {
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 2000 });
  else setTimeout(resolve, 50);
});

/** The source of a portrait of the art, cut as its frame wants it. */
function portraitSource(symbol: string, ink: number, pale: boolean): string {
  const art = boardArt();
  const wash = pale ? `<rect width="${SIZE}" height="${SIZE}" fill="${PALE.wash}" opacity="${PALE.strength}"/>` : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}"><style>${art.rules}</style>` +
    `<defs>${art.find("clip-portrait")}${art.find(symbol)}</defs><g clip-path="url(#clip-portrait)"${pale ? ` style="filter:saturate(${PALE.saturation})"` : ""}>` +
    `<use href="#${symbol}" x="4" y="3" width="88" height="88" stroke-width="${ink}"/>${wash}</g></svg>`
  );
}

/** That portrait as pixels for a place so wide; null as long as they are not there. */
export function portraitPixels(symbol: string, ink: number, pale: boolean, wide: number): string | null {
  const step = STEPS.find((each) => each >= wide * FINER) ?? STEPS[STEPS.length - 1]!;
  const key = [symbol, ink, pale, step, devicePixelRatio].join(" ");
  if (!asked.has(key)) {
    asked.add(key);
    making = making.then(whenIdle).then(async () => {
      const found = await asPixels(portraitSource(symbol, ink, pale), step, step);
      if (found) made.set(key, found);
    });
  }
  return made.get(key) ?? null;
}

// What never changes on a board (ground, rims, borders, marks, symbols) as one picture: as hundreds of elements it would be
// laid out and painted again with everything that moves upon it.

import { MARGIN, boxOf, place } from "./geometry";
import type { Drawing } from "../wire/wire.gen";

/** The art of the boards: its rules of style, and the source of a pattern, mark or symbol. */
export interface BoardArt {
  rules: string;
  find: (id: string) => string;
}

const WATER = ["sea", "lake", "river"];
const SURF: [width: number, strength: number][] = [[34, 0.16], [22, 0.24], [11, 0.42]];
export const PRINTED = ["mine", "magic", "cavern", "volcano"]; // symbols; others are things that stand there
const SYMBOL = 36;

/** The source of that picture, in the colours of a theme. */
export function drawGround(drawing: Drawing, upright: boolean, theme: string, art: BoardArt): string {
  const [width, height] = boxOf(drawing, upright);
  const needed = new Set<string>();
  const need = (id: string): string => {
    needed.add(id);
    return id;
  };
  const regions = Object.entries(drawing.regions).map(([name, region]) => ({ ...region, facts: drawing.facts[name] }));

  const ground = regions.map(({ path, facts }, i) => {
    const terrain = facts?.terrain ?? "farmland";
    const rim = WATER.includes(terrain)
      ? SURF.map(([wide, strength]) => `<path class="board-surf" d="${path}" stroke-width="${wide}" opacity="${strength}"/>`).join("")
      : `<path class="board-rim" d="${path}"/><path class="board-rim-thin" d="${path}"/>`;
    return (
      `<clipPath id="cut-${i}"><path d="${path}"/></clipPath><g class="art-${terrain}"><path class="board-ground" d="${path}"/>` +
      `<path fill="url(#${need(`terrain-${terrain}`)})" d="${path}"/><g clip-path="url(#cut-${i})">${rim}</g></g>`
    );
  });
  const halos = drawing.borders.filter(({ kind }) => kind !== "water").map(({ path }) => `<path class="board-halo" d="${path}"/>`);
  const borders = drawing.borders.map(({ kind, path }) => `<path class="board-border ${kind}" d="${path}"/>`);

  const size = SYMBOL * drawing.scale;
  const furnished = regions.flatMap(({ marks, spots, center, facts }) => [
    ...marks.map(([mx, my, variant]) => {
      const [x, y] = place(drawing, upright, [mx, my]);
      return `<use href="#${need(`mark-${facts?.terrain}-${variant}`)}" transform="translate(${x} ${y}) scale(${drawing.scale})"/>`;
    }),
    ...(facts?.symbols ?? []).filter((symbol) => PRINTED.includes(symbol)).map((symbol, i) => {
      const [x, y] = place(drawing, upright, spots[i] ?? center);
      return `<use href="#${need(`symbol-${symbol}`)}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"/>`;
    }),
  ]);

  const turn = upright ? ` transform="matrix(0 1 -1 0 ${drawing.height} 0)"` : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}" width="${width}" height="${height}" data-theme="${theme}">` +
    `<style>${art.rules}</style><defs>${[...needed].map(art.find).join("")}</defs>` +
    `<g${turn}>${[...ground, ...halos, ...borders].join("")}</g>${furnished.join("")}</svg>`
  );
}

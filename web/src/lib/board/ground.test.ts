import { expect, test } from "vitest";
import { drawGround } from "./ground";
import type { Drawing } from "../wire/wire.gen";

const DRAWING = {
  map: "small", width: 200, height: 100, scale: 1,
  regions: {
    "1": { path: "M0 0H100V100H0Z", center: [50, 50], spots: [[30, 40]], marks: [[20, 80, 2]] },
    "2": { path: "M100 0H200V100H100Z", center: [150, 50], spots: [], marks: [] },
  },
  borders: [{ kind: "land", path: "M100 0V60" }, { kind: "water", path: "M100 60V100" }],
  facts: { "1": { terrain: "hill", symbols: ["mine", "lost_tribe"] }, "2": { terrain: "lake", symbols: [] } },
} as unknown as Drawing;
const ART = { rules: ".art-hill{}", find: (id: string) => `<i id="${id}"/>` };

test("a picture of the ground brings what it needs of the art and nothing else", () => {
  const drawn = drawGround(DRAWING, false, "dark", ART);
  expect(drawn).toContain('data-theme="dark"');
  expect([...drawn.matchAll(/<i id="([^"]+)"/g)].map(([, id]) => id)).toEqual(["terrain-hill", "terrain-lake", "mark-hill-2", "symbol-mine"]);
  expect(drawn.match(/board-ground/g)).toHaveLength(2);
  expect(drawn.match(/board-surf/g)).toHaveLength(3);
  expect(drawn.match(/board-rim"/g)).toHaveLength(1);
  expect(drawn.match(/board-halo/g)).toHaveLength(1); // none beside water
  expect(drawn).toContain("translate(20 80)");
  expect(drawn).toContain('x="12" y="22"'); // the symbol in its spot
});

test("upright the land is turned, and what lies on it stands", () => {
  const drawn = drawGround(DRAWING, true, "light", ART);
  expect(drawn).toContain('viewBox="-4 -4 108 208"');
  expect(drawn).toContain('<g transform="matrix(0 1 -1 0 100 0)">');
  expect(drawn).toContain("translate(20 20)");
});

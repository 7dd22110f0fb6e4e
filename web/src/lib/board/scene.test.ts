import { expect, test } from "vitest";
import { land, openScene, stepScene, type LivingScene } from "./scene";
import type { Drawing } from "../wire/wire.gen";

const facts = (terrain: string, neighbours: string[]) => ({ terrain, symbols: [], edge: false, neighbours });
const shape = { path: "", center: [0, 0] as [number, number], radius: 1, spots: [], marks: [] };
const names = ["1", "2", "3", "4", "5", "6", "7", "8"];
const drawing: Drawing = {
  map: "ring", width: 10, height: 10, scale: 1, borders: [],
  regions: Object.fromEntries(names.map((name) => [name, shape])),
  facts: Object.fromEntries(names.map((name, i) => [name, facts(name === "8" ? "sea" : "hill", [names[(i + 7) % 8] ?? "", names[(i + 1) % 8] ?? ""])])),
};

function chances(): () => number {
  let n = 1;
  return () => (n = (n * 16807) % 2147483647) / 2147483647;
}

test("peoples spread over the land, one region after the other, and make room in the end", () => {
  const chance = chances();
  let scene: LivingScene = openScene(["Orcs", "Elves", "Trolls"], 2, chance);
  const seen = new Set<string>();
  let declined = false;
  for (let i = 0; i < 60; i += 1) {
    const before = scene.held;
    scene = stepScene(scene, drawing, i % 2, chance);
    const changed = names.filter((name) => scene.held.get(name) !== before.get(name));
    const faded = [...scene.held.values()].some((each) => each.declined);
    if (!faded) expect(changed.length).toBeLessThanOrEqual(1);
    declined ||= faded;
    for (const each of scene.held.values()) seen.add(each.race);
  }
  expect(declined).toBe(true);
  expect(seen).toEqual(new Set(["Orcs", "Elves", "Trolls"]));
  expect(scene.held.has("8")).toBe(false);
  expect(land(drawing)).not.toContain("8");
});

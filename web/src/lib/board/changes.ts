import type { GameView, RegionView } from "../wire/wire.gen";

const look = (region: RegionView): string =>
  [region.holder, region.race, region.natives, region.tokens, region.declined, JSON.stringify(region.pieces), region.markers.join()].join("|");

/** The regions that look different now. */
export function changesBetween(then: GameView, now: GameView): Set<string> {
  const before = new Map(then.regions.map((region) => [region.name, look(region)]));
  return new Set(now.regions.filter((region) => before.get(region.name) !== look(region)).map((region) => region.name));
}

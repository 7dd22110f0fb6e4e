// Regions in words: "Region 14: hill, mine, 2 Orcs of Anna, costs 5".

import { maybe, nameOf, nativesName, t, terrainName, thingOf, troops, wayName, waysText } from "./i18n.svelte";
import type { Target } from "../turn/play.svelte";
import type { ActionView, RegionView } from "../wire/wire.gen";

export interface Circumstances {
  seatName: (seat: string | null) => string;
  target: Target | undefined;
  planned: number;
  changed: boolean;
  hinted: boolean;
  ghosts?: ActionView[]; // what is proposed to stand there
}

export function occupantText(region: RegionView, seatName: (seat: string | null) => string): string {
  if (region.natives) return t("natives", { race: nativesName(region.natives), n: region.tokens });
  if (!region.tokens || !region.race) return t("emptyRegion");
  const values = { troops: troops(region.tokens, region.race), name: seatName(region.holder) };
  return t(region.declined ? "ofDeclined" : "of", values);
}

export function symbolName(symbol: string): string {
  return maybe(`symbol_${symbol}`, "");
}

export function spokenRegion(region: RegionView, now: Circumstances): string {
  const facts = [terrainName(region.terrain)];
  facts.push(...region.symbols.map(symbolName).filter((name) => name !== "" && name !== facts[0]));
  facts.push(occupantText(region, now.seatName));
  for (const [name, count] of Object.entries(region.pieces)) {
    facts.push(count > 1 ? `${count} × ${nameOf(name)}` : nameOf(name));
  }
  facts.push(...region.markers.map(nameOf));
  if (region.immune) facts.push(t("immune"));
  const target = now.target;
  if (target?.kind === "deploy") facts.push(t("canPlace", { n: now.planned }));
  else if (target) {
    if (target.price === null) facts.push(t("canChoose"));
    else if (target.way) facts.push(t("costsBy", { price: target.price, way: wayName(target.way) }));
    else facts.push(t("costs", { price: target.price }));
    for (const other of target.others) {
      if (other.verb !== "conquer") continue;
      const way = waysText(other.ways);
      facts.push(other.price ? t("orBy", { price: other.price, way }) : t("orWay", { way }));
    }
    if (target.short > 0) facts.push(t("costsDie", { odds: target.odds }));
    if (target.final) facts.push(t("costsFinal"));
  }
  for (const action of now.ghosts ?? []) {
    const name = nameOf(thingOf(action));
    facts.push(t("proposedHere", { what: (action.pieces ?? 1) > 1 ? `${action.pieces} × ${name}` : name }));
  }
  if (now.hinted) facts.push(t("hintHere"));
  if (now.changed) facts.push(t("changed"));
  return t("spoken", { n: region.name, what: facts.join(", ") });
}

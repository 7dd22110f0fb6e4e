// Texts in the reader's language, and the names of races, powers and pieces.

import { CATALOGUES, fill, type Key } from "./languages";
import { reference } from "./reference.svelte";
import { settings } from "../page/settings.svelte";
import type { ActionView, Natives, Part, PartCode, WayTaken } from "../wire/wire.gen";

export type { Key };
type Values = Record<string, string | number>;

export function t(key: Key, values: Values = {}): string {
  return fill(CATALOGUES[settings.lang]?.[key] ?? key, values, settings.lang);
}

export function has(key: string): key is Key {
  return key in (CATALOGUES[settings.lang] ?? {});
}

/** A text whose key is put together, with something to say if there is none. */
export function maybe(key: string, fallback: string): string {
  return has(key) ? t(key) : fallback;
}

// ---- names ----

/** The name of a race, power, place, relic or piece in the reader's language. */
export function nameOf(name: string): string {
  return reference.find(name)?.name ?? name;
}

const NATIVES: Record<Natives, Key> = { "Lost Tribe": "natives_tribe", Monsters: "natives_monsters" };

export function nativesName(natives: Natives): string {
  return t(NATIVES[natives]);
}

/** "2 Orcs", "1 token of the Orcs". */
export function troops(n: number, race: string): string {
  return t(n === 1 ? "troopsOne" : "troops", { n, race: nameOf(race) });
}

/** A way to conquer, also where another stands in for it: "Magic → Shiny Orb". */
export function wayName(way: WayTaken): string {
  return way.stands_for ? t("standsFor", { what: nameOf(way.trait), other: nameOf(way.stands_for) }) : nameOf(way.trait);
}

export function waysText(ways: WayTaken[] = []): string {
  return ways.map(wayName).join(" + ");
}

/** What a trait's own action is about: the name under which its text and its picture are found. */
export function subjectOf(action: ActionView): string {
  const way = action.ways?.at(-1);
  return action.stands_for ?? action.piece ?? action.trait ?? way?.stands_for ?? way?.trait ?? "";
}

/** What stands on the board when it is done: a piece, or the trait's own marker. */
export function thingOf(action: ActionView): string {
  return action.piece ?? action.trait ?? "";
}

/** What a trait's own action is called: "hero", "Magic → Shiny Orb", "Otters: dive". */
export function subjectName(action: ActionView): string {
  const { trait = "", stands_for } = action;
  if (stands_for) return wayName({ trait, stands_for });
  if (action.ways?.length) return waysText(action.ways);
  const own = action.piece ? "" : (reference.find(trait)?.action ?? "");
  return own ? t("ownAction", { what: nameOf(trait), action: own }) : nameOf(subjectOf(action));
}

export function terrainName(terrain: string): string {
  return maybe(`terrain_${terrain}`, terrain);
}

/** "Flying Orcs". */
export function comboName(race: string, power: string | null | undefined): string {
  return power ? t("combo", { race: nameOf(race), power: nameOf(power) }) : nameOf(race);
}

// ---- prices and scores ----

const PARTS: Partial<Record<PartCode, Key>> = {
  land: "part_land",
  one_token: "part_one",
  at_least_one: "part_least",
  die: "part_die",
  own_decline: "part_own",
  as_if_empty: "part_empty",
  regions: "part_regions",
};

/** What a part of a price or score is called. */
export function partName({ code, name = "" }: Pick<Part, "code" | "name">): string {
  if (code === "terrain") return terrainName(name);
  if (code === "natives") return nativesName(name as Natives);
  const key = PARTS[code];
  return key ? t(key, { name: nameOf(name) }) : nameOf(name);
}

export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`;
}

export function partsText(parts: Part[]): string {
  return parts.map((part) => `${partName(part)} ${part.amount < 0 ? signed(part.amount) : part.amount}`).join(", ");
}

export function listText(items: string[]): string {
  return new Intl.ListFormat(settings.lang, { type: "conjunction" }).format(items);
}

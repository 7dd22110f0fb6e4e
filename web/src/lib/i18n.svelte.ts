// Texts in the reader's language, and the names of races, powers and pieces.

import { de } from "../texts/de";
import { en, type Key } from "../texts/en";
import { getTexts } from "./api";
import { settings, type Lang } from "./settings.svelte";
import type { Entry, Part, Texts } from "./types";

export type { Key };
type Values = Record<string, string | number>;

const CATALOGUES: Record<Lang, Record<Key, string>> = { en, de };

/** A text with its gaps filled: {name}, and {n|one|many} by number. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, key: string, one?: string, many?: string) => {
    const value = values[key];
    if (one !== undefined && many !== undefined) return value === 1 ? one : many;
    return String(value ?? "");
  });
}

export function t(key: Key, values: Values = {}): string {
  return fill(CATALOGUES[settings.lang][key], values);
}

export function has(key: string): key is Key {
  return key in en;
}

/** A text whose key is put together, with something to say if there is none. */
export function maybe(key: string, fallback: string): string {
  return has(key) ? t(key) : fallback;
}

class Reference {
  texts = $state<Texts | null>(null);
  #wanted: Lang | null = null;

  async load(lang: Lang): Promise<void> {
    if (this.#wanted === lang && this.texts) return;
    this.#wanted = lang;
    const texts = await getTexts(lang);
    if (this.#wanted === lang) this.texts = texts;
  }

  find(name: string): Entry | null {
    const all = this.texts;
    if (!all) return null;
    const plain = name.replaceAll("_", " ");
    return all.traits[name] ?? all.pieces[name] ?? all.terms[plain] ?? all.terms[plain.toLowerCase()] ?? null;
  }
}

export const reference = new Reference();

/** The name of a race, power, place, relic or piece in the reader's language. */
export function nameOf(name: string): string {
  if (name === "Monster" || name === "Monsters") return t("part_monsters");
  if (name === "Lost Tribe") return t("part_tribe");
  return reference.find(name)?.name ?? name;
}

/** "2 Orcs", "1 token of the Orcs". */
export function troops(n: number, race: string): string {
  return t(n === 1 ? "troopsOne" : "troops", { n, race: nameOf(race) });
}

/** A way or a piece, also where another stands in for it: "Magic as Shiny Orb". */
export function wayName(way: string): string {
  return way.split(" as ").map(nameOf).join(" → ");
}

export function terrainName(terrain: string): string {
  return maybe(`terrain_${terrain.replaceAll(" ", "_")}`, terrain);
}

/** "Flying Orcs"; German badges follow the race, as in the German texts. */
export function comboName(race: string, power: string | null): string {
  if (power === null) return nameOf(race);
  return settings.lang === "de" ? `${nameOf(race)} (${nameOf(power)})` : `${nameOf(power)} ${nameOf(race)}`;
}

const FIXED: Record<string, Key> = {
  land: "part_land",
  "one token": "part_one",
  "at least one token": "part_least",
  die: "part_die",
  "own race in decline": "part_own",
};

/** The name of a part of a price or score. */
export function partName(name: string): string {
  const fixed = FIXED[name];
  if (fixed) return t(fixed);
  const emptied = /^(.+): as if empty$/.exec(name);
  if (emptied?.[1]) return t("part_empty", { name: nameOf(emptied[1]) });
  const regions = /^(.+): regions$/.exec(name);
  if (regions?.[1]) return t("part_regions", { name: nameOf(regions[1]) });
  const terrain = `terrain_${name.replaceAll(" ", "_")}`;
  if (has(terrain)) return t(terrain);
  return name.split(", ").map(nameOf).join(", ");
}

export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`;
}

export function partsText(parts: Part[]): string {
  return parts.map(([name, n]) => `${partName(name)} ${n < 0 ? signed(n) : n}`).join(", ");
}

export function listText(items: string[]): string {
  return new Intl.ListFormat(settings.lang, { type: "conjunction" }).format(items);
}

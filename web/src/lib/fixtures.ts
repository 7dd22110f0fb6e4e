// A small position and a few texts for the unit tests.

import { LANGUAGES, loadLanguage } from "./text/languages";
import { reference } from "./text/reference.svelte";
import { settings } from "./page/settings.svelte";
import type { GameView, LegalAction, RegionView, TextEntry, Texts } from "./wire/wire.gen";

await Promise.all(LANGUAGES.map(loadLanguage));

const race = (name: string, more: Partial<TextEntry> = {}): TextEntry => ({ name, kind: "race", text: `${name} text`, tokens: 6, supply: 11, ...more });
const power = (name: string, more: Partial<TextEntry> = {}): TextEntry => ({ name, kind: "power", text: `${name} text`, tokens: 4, ...more });
const other = (name: string, kind: TextEntry["kind"]): TextEntry => ({ name, kind, text: `${name} text` });

/** Texts as the server sends them, with a home-made file beside those of the box. */
export function someTexts(lang: string): Texts {
  const german = lang === "de";
  return {
    lang,
    traits: {
      Orcs: race(german ? "Orks" : "Orcs", { emblem: { symbol: "race-orcs" } }),
      Flying: power(german ? "Fliegend" : "Flying"),
      Magic: power("Magic"),
      "Shiny Orb": other("Shiny Orb", "relic"),
    },
    pieces: { hero: other(german ? "Held" : "hero", "piece") },
    terms: { hill: other("hill", "term"), "black mountain": other("black mountain", "term") },
    natives: { "Lost Tribe": other("Lost Tribe", "term"), Monsters: other("Monsters", "term") },
    settings: {},
    customs: {
      "otters.py": {
        traits: {
          Otters: race(german ? "Otter" : "Otters", { action: german ? "tauchen" : "dive", emblem: { symbol: "spare-otter" } }),
          Lamplit: power("Lamplit"),
          Weasels: race("Weasels", { emblem: { drawing: "<svg>#</svg>" } }),
        },
        pieces: { lamp: other(german ? "Laterne" : "lamp", "piece") },
      },
      "others.py": { traits: { Otters: race("Other otters") }, pieces: {} },
    },
  };
}

/** As if that language were chosen, at a table with these home-made files. */
export function speak(lang: string, files: string[] | null = ["otters.py"]): void {
  settings.set({ lang });
  reference.texts = someTexts(lang);
  reference.files = files;
}

export function region(name: string, more: Partial<RegionView> = {}): RegionView {
  return {
    name, terrain: "hill", symbols: [], holder: null, race: null, natives: null, tokens: 0, declined: false, pieces: {},
    markers: [], immune: false, ...more,
  };
}

export function view(more: Partial<GameView> = {}): GameView {
  return {
    seat: "P1", map: "base-2", coins: "hidden", turn: 1, turns: 10, current: "P1", phase: { kind: "conquest" }, to_act: "P1",
    die: null, seats: [], regions: [region("1"), region("2", { terrain: "black_mountain" })], row: [],
    stacks: { races: 0, powers: 0, bottom: [], finds: 0 }, discards: { powers: [] }, notes: {}, legal: [], ahead: [], hand: null, pools: [], placements: [], score: null,
    result: null, ...more,
  };
}

export function action(verb: LegalAction["verb"], more: Partial<LegalAction> = {}): LegalAction {
  return { do: `${verb} ${more.region ?? ""}`.trim(), verb, ...more };
}

export const seatName = (seat: string | null | undefined): string => (seat ? ({ P1: "Ann", P2: "Ben" }[seat] ?? seat) : "");

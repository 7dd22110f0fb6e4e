// What can be seen to move, and how long it takes.

import type { GameView, LogEntry, RegionView } from "../wire/wire.gen";

export type Place = { region: string } | { hand: string } | { coins: string } | { row: string } | "board"; // hand and coins: of a seat; row: of a race

/** What a token looks like; without a seat those of natives. */
export interface TokenLook {
  name: string;
  seat: string | null;
  declined: boolean;
}

export type Sound = "token" | "fall" | "die" | "coins" | "find" | "turn";

interface Timed {
  at: number; // ms from the beginning of the scene
  ms: number;
}
export interface Travel extends Timed {
  kind: "travel";
  token: TokenLook | null; // null: the piece of that name
  piece: string;
  from: Place;
  to: Place;
  stay: number; // ms it lies there until the board itself shows it
  pay?: boolean; // a coin
}
export interface Loss extends Timed {
  kind: "loss";
  token: TokenLook;
  region: string;
  tokens: number;
}
export interface DieRoll extends Timed {
  kind: "die";
  region: string | null;
  faces: number[]; // shown one after the other; the last was rolled
  hold: number;
}
export interface Find extends Timed {
  kind: "card";
  region: string;
  name: string;
  hold: number;
}
export interface Ribbon extends Timed {
  kind: "ribbon";
  seat: string;
}
export interface Fade extends Timed {
  kind: "fade";
  token: TokenLook;
  region: string;
  tokens: number;
}
export type Motion = Travel | Loss | DieRoll | Find | Ribbon | Fade;

/** How a region looks from a time on. */
export interface Turning {
  at: number;
  region: string;
  look: RegionView | null; // null: as it is in the view
}

export interface Scene {
  motions: Motion[];
  turnings: Turning[]; // regions look as before until then
  counts: { at: number; seat: string; coins: number }[];
  sounds: { at: number; sound: Sound }[];
  reveal: number; // until then nothing may tell how the die falls
  placing: boolean; // tokens fly to where they are proposed to lie
  ms: number;
}

export interface Spectator {
  you: string[];
  factor: number; // of all times: 1.6 slow, 1 normal
  still: boolean; // nothing travels
  brief: boolean; // a step of a replay
  ribbon: boolean;
  distance: (from: Place, to: Place) => number; // in pixels
}

export const MS = {
  travel: 320, apart: 60, further: 4, far: 400, slower: 0.4, settle: 120,
  redeploy: 360, redeployApart: 40,
  shake: 90, fall: 260, tag: 900,
  die: 900, face: 110, hold: 500, back: 260,
  coin: 500, coinApart: 45, coins: 8,
  cardIn: 260, card: 2600, cardBrief: 900, cardOut: 220,
  ribbonIn: 220, ribbon: 660, ribbonOut: 220,
  fade: 150,
} as const;

/** Everything at once: no motion at all. */
export const NOTHING: Scene = { motions: [], turnings: [], counts: [], sounds: [], reveal: 0, placing: false, ms: 0 };

export const lookOf = (region: RegionView): TokenLook => ({ name: region.race ?? region.natives ?? "", seat: region.holder, declined: region.declined });
export const byName = (view: GameView): Map<string, RegionView> => new Map(view.regions.map((region) => [region.name, region]));
export const same = (a: RegionView, b: RegionView): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The region the die of that entry is rolled for: the one that is then won or not, else the one that was named. */
export function rolledFor(events: LogEntry[], index: number): string | null {
  const end = events.slice(index + 1).find(({ kind }) => kind === "conquered" || kind === "repelled" || kind === "rolled");
  if (end?.region && end.kind !== "rolled") return end.region;
  return events.slice(0, index).findLast(({ action }) => action?.verb === "roll")?.action?.region ?? null;
}

/** Faces a tumbling die shows: never the same twice in a row, at the end what was rolled. */
export function tumble(pips: number, count: number): number[] {
  const faces = [pips];
  while (faces.length < count) faces.unshift((faces[0]! + 1 + (faces.length % 3)) % 4);
  return faces;
}

export const dieOf = (events: LogEntry[], index: number, at: number, still: boolean): DieRoll => {
  const pips = events[index]?.pips ?? 0;
  const hold = MS.hold;
  return { kind: "die", at, ms: (still ? 0 : MS.die) + hold, hold, region: rolledFor(events, index), faces: still ? [pips] : tumble(pips, Math.floor(MS.die / MS.face)) };
};

/** What was found, or given to a place that was found before. */
export const cardOf = (events: LogEntry[], index: number, at: number, brief: boolean): Find => {
  const hold = brief ? MS.cardBrief : MS.card;
  const entry = events[index];
  const region = entry?.region ?? events.slice(0, index).findLast(({ kind }) => kind === "found")?.region ?? "";
  return { kind: "card", at, ms: MS.cardIn + hold + MS.cardOut, hold, region, name: entry?.thing ?? entry?.power ?? "" };
};

export const ribbonFor = (events: LogEntry[], { you, ribbon }: Spectator): string | null => {
  const seat = events.findLast(({ kind }) => kind === "turn")?.seat;
  return ribbon && seat !== undefined && you.includes(seat) ? seat : null;
};

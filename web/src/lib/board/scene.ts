// A little scene for the start page: peoples who spread over a board for ever. It is decoration, no game.

import type { Drawing } from "../wire/wire.gen";

export interface Holding {
  seat: number;
  race: string;
  tokens: number;
  declined: boolean;
}

export interface LivingScene {
  held: Map<string, Holding>;
  races: string[]; // of each seat
  waiting: string[]; // those who come next
}

type Chance = () => number; // from 0 to 1

const WATER = ["sea", "lake", "river", "chasm"];
const CROWDED = 0.72; // of the land; then somebody goes into decline

const pick = <T>(from: T[], chance: Chance): T | undefined => from[Math.floor(chance() * from.length)];

export function land(drawing: Drawing): string[] {
  return Object.keys(drawing.regions).filter((name) => !WATER.includes(drawing.facts[name]?.terrain ?? "sea"));
}

function shuffled(from: string[], chance: Chance): string[] {
  return from.map((each): [number, string] => [chance(), each]).sort(([a], [b]) => a - b).map(([, each]) => each);
}

/** An empty board, and as many peoples as there are seats. */
export function openScene(races: string[], seats: number, chance: Chance): LivingScene {
  const all = shuffled(races, chance);
  return { held: new Map(), races: all.slice(0, seats), waiting: all.slice(seats) };
}

/** One step: the people of one seat take a region more, or make room for others. */
export function stepScene(scene: LivingScene, drawing: Drawing, seat: number, chance: Chance): LivingScene {
  const held = new Map(scene.held);
  const places = land(drawing);
  const own = places.filter((name) => held.get(name)?.seat === seat && !held.get(name)?.declined);
  const [next] = scene.waiting;
  if (own.length > 2 && next !== undefined && held.size > CROWDED * places.length) {
    for (const [name, each] of held) {
      if (each.seat !== seat) continue;
      if (each.declined) held.delete(name);
      else held.set(name, { ...each, tokens: 1, declined: true });
    }
    const races = scene.races.with(seat, next);
    return { held, races, waiting: [...scene.waiting.slice(1), scene.races[seat] ?? next] };
  }
  const around = own.flatMap((name) => drawing.facts[name]?.neighbours ?? []);
  const free = (own.length ? around : places).filter((name) => places.includes(name) && !own.includes(name));
  const empty = free.filter((name) => !held.has(name));
  const wanted = pick(empty.length ? empty : free, chance);
  if (wanted !== undefined) held.set(wanted, { seat, race: scene.races[seat] ?? "", tokens: 1 + Math.floor(chance() * 3), declined: false });
  return { ...scene, held };
}

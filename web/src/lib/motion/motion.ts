// What is seen to move when something has happened: a list of motions with their times, made from the events of a
// message and the views before and after. Nothing here touches the page; keyframes.ts and Motion.svelte play it.

import { Director } from "./director";
import { MS, NOTHING, byName, cardOf, dieOf, lookOf, ribbonFor, same, type Motion, type Scene, type Spectator } from "./motions";
import type { GameView, LogEntry } from "../wire/wire.gen";

export function sceneOf(then: GameView, now: GameView, events: LogEntry[], spectator: Spectator): Scene {
  const scene = spectator.still ? stillScene(then, now, events, spectator) : new Director(then, now, events, spectator).scene();
  const last = Math.max(0, ...scene.motions.map(({ at, ms }) => at + ms), ...scene.counts.map(({ at }) => at));
  return scaled({ ...scene, ms: last }, spectator.factor);
}

function scaled(scene: Scene, factor: number): Scene {
  if (factor === 1) return scene;
  const stretch = <T extends { at: number }>(timed: T): T => {
    const longer = { ...timed, at: timed.at * factor } as T & { ms?: number; hold?: number; stay?: number };
    for (const key of ["ms", "hold", "stay"] as const) if (longer[key] !== undefined) longer[key] *= factor;
    return longer;
  };
  return {
    ...scene, motions: scene.motions.map(stretch), turnings: scene.turnings.map(stretch), counts: scene.counts.map(stretch),
    sounds: scene.sounds.map(stretch), reveal: scene.reveal * factor, ms: scene.ms * factor,
  };
}

/** Without travel: what was there fades, the die shows its face, what was found is told. */
function stillScene(then: GameView, now: GameView, events: LogEntry[], spectator: Spectator): Scene {
  const after = byName(now);
  const motions: Motion[] = [];
  const sounds: Scene["sounds"] = [];
  let at = 0;
  let reveal = 0;
  events.forEach((entry, index) => {
    if (entry.kind !== "rolled") return;
    const die = dieOf(events, index, at, true);
    motions.push(die);
    sounds.push({ at, sound: "die" });
    at += die.ms;
    if (!spectator.brief) reveal = at;
  });
  for (const region of then.regions) {
    const later = after.get(region.name);
    if (region.tokens && later && !same(region, later)) motions.push({ kind: "fade", at, ms: MS.fade, token: lookOf(region), region: region.name, tokens: region.tokens });
  }
  events.forEach((entry, index) => {
    if (entry.kind === "conquered") sounds.push({ at, sound: "token" });
    if (entry.kind === "scored" && entry.coins) sounds.push({ at, sound: "coins" });
    if (entry.kind !== "found" && entry.kind !== "granted") return;
    const card = cardOf(events, index, at, spectator.brief);
    motions.push(card);
    sounds.push({ at, sound: "find" });
    at += card.ms;
  });
  const seat = ribbonFor(events, spectator);
  if (seat !== null) {
    motions.push({ kind: "ribbon", at, ms: MS.ribbonIn + MS.ribbon + MS.ribbonOut, seat });
    sounds.push({ at, sound: "turn" });
  }
  return { ...NOTHING, motions, sounds, reveal };
}

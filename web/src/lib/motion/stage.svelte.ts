// What is being shown as moving on one table, and how the board looks meanwhile.

import { sceneOf } from "./motion";
import { Clock } from "./clock";
import { NOTHING, type Place, type Scene, type Spectator } from "./motions";
import { settings, type Speed } from "../page/settings.svelte";
import { speaker } from "./sound";
import type { GameView, LogEntry, RegionView } from "../wire/wire.gen";

const FACTOR: Record<Exclude<Speed, "instant">, number> = { slow: 1.6, normal: 1 };
const BRIEF = 0.6; // a step of a replay

export class Stage {
  scene = $state.raw<Scene>(NOTHING);
  still = $state(false); // nothing travels
  held = $state.raw<Map<string, RegionView>>(new Map()); // regions that look otherwise than they are
  coins = $state.raw<Map<string, number>>(new Map()); // of seats that are being paid
  number = $state(0); // of the scene
  raising = $state(false); // a scene is put up; nothing moves yet
  moved = $state(false); // whether what is shown was seen to come about
  busy = $derived(this.scene.ms > 0);
  placing = $derived(this.scene.placing);
  prepare: () => void = () => undefined; // whoever draws looks where everything is
  raise: (begin: () => unknown) => unknown = (begin) => begin(); // whoever draws puts all of it up, and begins
  distance: (from: Place, to: Place) => number = () => 0; // known to whoever draws
  readonly clock = new Clock(); // stands still while a scene is put up
  ribbon = true;

  #timers: (() => void)[] = [];
  #silence: () => void = () => undefined;

  /** Begin to show how one view became another; how long that takes, and when the result may be known. */
  begin(then: GameView, now: GameView, events: LogEntry[], you: string[], brief = false): Scene {
    this.finish();
    this.moved = false;
    if (settings.speed === "instant" || document.hidden) return NOTHING;
    this.prepare();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const spectator: Spectator = {
      you, still, brief, ribbon: this.ribbon && !brief, factor: FACTOR[settings.speed] * (brief ? BRIEF : 1), distance: this.distance,
    };
    const scene = sceneOf(then, now, events, spectator);
    if (scene.ms === 0) return NOTHING;
    this.#set(scene, still, then);
    return scene;
  }

  #set(scene: Scene, still: boolean, then: GameView): void {
    const later = scene.turnings.filter(({ at, look }) => at > 0 || look);
    const waiting = new Set(later.map(({ region }) => region));
    this.held = new Map(then.regions.filter(({ name }) => waiting.has(name)).map((region) => [region.name, region]));
    this.coins = new Map(scene.counts.filter(({ at }) => at === 0).map(({ seat, coins }) => [seat, coins]));
    this.still = still;
    this.moved = !still;
    this.scene = scene;
    this.number += 1;
    this.clock.stop();
    this.raising = true;
    for (const at of new Set(later.map((turning) => turning.at))) {
      this.#after(at, () => {
        const held = new Map(this.held);
        for (const { region, look } of later.filter((turning) => turning.at === at)) {
          if (look) held.set(region, look);
          else held.delete(region);
        }
        this.held = held;
      });
    }
    for (const { at, seat, coins } of scene.counts) if (at > 0) this.#after(at, () => (this.coins = new Map(this.coins).set(seat, coins)));
    this.#after(scene.ms, () => this.#clear());
    const { number } = this;
    this.raise(() => {
      if (number !== this.number || !this.clock.stands) return;
      this.raising = false;
      if (settings.sound) this.#silence = speaker.play(scene.sounds);
      this.clock.start();
    });
  }

  #after(ms: number, run: () => void): void {
    this.#timers.push(this.clock.after(ms, run));
  }

  #clear(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
    this.#silence = () => undefined;
    if (this.scene === NOTHING) return;
    this.clock.start();
    this.raising = false;
    this.scene = NOTHING;
    this.held = new Map();
    this.coins = new Map();
  }

  /** End what runs: everything is as it is. */
  finish(): void {
    this.#silence();
    this.#clear();
  }

  /** A view as it is to be seen while things move. */
  seen(view: GameView): GameView {
    if (this.held.size === 0 && this.coins.size === 0) return view;
    const { held, coins } = this;
    return {
      ...view,
      regions: held.size ? view.regions.map((region) => held.get(region.name) ?? region) : view.regions,
      seats: coins.size ? view.seats.map((seat) => ({ ...seat, coins: coins.get(seat.name) ?? seat.coins })) : view.seats,
    };
  }
}

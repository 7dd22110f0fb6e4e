// What is shown of a table: views one after the other, what is seen to move between them, and old positions that are looked at.

import { goesOn } from "./frames";
import { settings } from "../page/settings.svelte";
import { Stage } from "../motion/stage.svelte";
import { tips } from "../page/tips.svelte";
import type { GameView, LogEntry } from "../wire/wire.gen";

export interface Frame {
  view: GameView;
  line: number;
  events: LogEntry[];
}

const PACE_MS = { slow: 1500, normal: 650, instant: 0 }; // for what is read only
const BREATH_MS = { slow: 320, normal: 200, instant: 0 }; // after what was seen to move

export abstract class Showing {
  readonly stage = new Stage();
  you = $state.raw<string[]>([]);
  events = $state.raw<LogEntry[]>([]); // all that happened, also what is not shown yet
  shown = $state.raw<GameView | null>(null);
  shownLine = $state(0);
  shownEvents = $state.raw<LogEntry[]>([]);
  waiting = $state(0); // frames not yet shown
  rolling = $state(false); // a die is being seen to fall; what came of it is not shown yet
  looking = $state.raw<{ line: number; view: GameView } | null>(null);
  film = $state.raw<{ line: number; until: number } | null>(null); // being watched again

  #frames: Frame[] = [];
  #pending: Frame | null = null; // its result is not told before the die has fallen
  #cancel: (() => void) | null = null; // what comes next
  #filmTimer: ReturnType<typeof setTimeout> | null = null;

  /** The view on the board: an old position when one is looked at, else the newest shown. */
  board = $derived(this.looking?.view ?? this.shown);
  live = $derived(this.looking === null && this.waiting === 0);

  /** An old position, asked for. */
  abstract position(line: number): Promise<GameView | null>;

  /** A view came. What the person did is shown at once, what others did in its turn; `calm`: without any motion. */
  protected receive(frame: Frame, { own, calm }: { own: boolean; calm: boolean }): void {
    if (calm || settings.speed === "instant") {
      this.skip();
      this.stage.moved = false;
      this.#show(frame);
    } else if (own && this.#frames.length === 0 && this.#pending === null) {
      this.skip();
      this.#present(frame);
    } else {
      this.#frames.push(frame);
      this.waiting = this.#frames.length;
      if (this.#cancel === null) this.#next();
    }
  }

  protected stopShowing(): void {
    this.#cancel?.();
    this.stage.finish();
    this.stopFilm();
  }

  #show(frame: Frame): void {
    if (tips.free) tips.hide(); // nothing lies over what happens
    this.shown = frame.view;
    this.shownLine = frame.line;
    this.shownEvents = frame.events;
  }

  #next(): void {
    this.#cancel = null;
    const frame = this.#frames.shift();
    while (frame && this.#frames[0] && goesOn(frame.events, this.#frames[0].events)) {
      const { view, line, events } = this.#frames.shift() as Frame;
      Object.assign(frame, { view, line, events: [...frame.events, ...events] });
    }
    this.waiting = this.#frames.length;
    if (frame) this.#present(frame);
  }

  /** Show a frame with what moves in it; the next one comes when that is over. */
  #present(frame: Frame): void {
    const then = this.looking ? null : this.shown;
    const { reveal, ms } = then ? this.stage.begin(then, frame.view, frame.events, this.you) : { reveal: 0, ms: 0 };
    if (reveal > 0) {
      this.#pending = frame;
      this.rolling = true;
      this.#cancel = this.stage.clock.after(reveal, () => this.#reveal(ms - reveal));
    } else {
      this.#show(frame);
      this.#pace(ms);
    }
  }

  #reveal(ms: number): void {
    const frame = this.#pending;
    this.#pending = null;
    this.rolling = false;
    if (frame) this.#show(frame);
    this.#pace(ms);
  }

  #pace(moved: number): void {
    const quick = this.shownEvents.every((event) => ["move", "deployed"].includes(event.kind));
    const read = PACE_MS[settings.speed] * (quick ? 0.4 : 1);
    const seen = moved + BREATH_MS[settings.speed];
    const pause = this.stage.moved ? seen : Math.max(read, moved && seen);
    this.#cancel = this.stage.clock.after(pause, () => this.#next());
  }

  /** End what moves, show what came of it, and go on. */
  hurry(): void {
    if (!this.stage.busy) return;
    this.#cancel?.();
    this.#cancel = null;
    this.stage.finish();
    if (this.#pending) this.#reveal(0);
    else if (this.looking === null) this.#next();
  }

  /** Show at once all that is still to be shown. */
  skip(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.stage.finish();
    const last = this.#frames.at(-1) ?? this.#pending;
    this.#frames = [];
    this.#pending = null;
    this.rolling = false;
    this.waiting = 0;
    if (last) this.#show(last);
  }

  // ---- looking back ----

  async lookAt(line: number): Promise<void> {
    const view = await this.position(line);
    if (view) this.stepTo(line, view);
  }

  /** Look at that position; what the one step to it changed is seen to move, briefly. */
  stepTo(line: number, view: GameView): void {
    const before = this.looking;
    if (before && line === before.line + 1) this.stage.begin(before.view, view, this.events.filter((event) => event.line === line), [], true);
    else if (before?.line !== line) {
      this.stage.finish();
      this.stage.moved = false;
    }
    this.looking = { line, view };
  }

  now(): void {
    this.stopFilm();
    this.stage.finish();
    this.looking = null;
  }

  /** The line after which the turn before this one of that seat had ended; null if it had none. */
  endOfLastTurn(seat: string): number | null {
    const turns = this.events.filter((event) => event.kind === "turn");
    let index = turns.length - 1;
    while (index >= 0 && turns[index]?.seat !== seat) index -= 1;
    if (index >= 0 && this.shown?.current === seat) {
      index -= 1;
      while (index >= 0 && turns[index]?.seat !== seat) index -= 1;
    }
    return index >= 0 ? (turns[index + 1]?.line ?? null) : null;
  }

  startOfTurn(): number {
    return this.events.findLast((event) => event.kind === "turn")?.line ?? 0;
  }

  /** Watch again what the others did since that line. */
  watchAgain(from: number, until: number): void {
    this.stopFilm();
    this.film = { line: from, until };
    void this.#roll();
  }

  async #roll(): Promise<void> {
    const film = this.film;
    if (!film) return;
    if (film.line > film.until) {
      this.now();
      return;
    }
    await this.lookAt(film.line);
    if (this.film !== film) return;
    this.#filmTimer = setTimeout(() => {
      this.film = { line: film.line + 1, until: film.until };
      void this.#roll();
    }, PACE_MS[settings.speed === "slow" ? "slow" : "normal"]);
  }

  stopFilm(): void {
    if (this.#filmTimer) clearTimeout(this.#filmTimer);
    this.#filmTimer = null;
    this.film = null;
  }
}

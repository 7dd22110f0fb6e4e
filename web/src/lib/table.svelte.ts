// One table as this page sees it: what the server last said, and what is shown of it.

import { goesOn } from "./frames";
import { keepTable, keptFor, newSecret, ownSecrets } from "./keep";
import type { Problem } from "./problems";
import { reference } from "./reference.svelte";
import { settings } from "./settings.svelte";
import { keptIfAlike, sharedView } from "./sharing";
import { Stage } from "./stage.svelte";
import { tips } from "./tips.svelte";
import { Wire, type LineState } from "./wire";
import type {
  AckMessage, AnswerBody, AnswerMessage, AttackView, GameReview, GameView, HintAnswer, LearnRequest, LegalAction, LessonMessage, LevelInfo, LogEntry, PageRequest,
  PastPosition, RegionAnswer, ReviewAnswer, SeatStatus, ServerMessage, StepRequest, TableInfo, ThreatsAnswer, Trial, UndoRange, ViewMessage, WelcomeMessage,
} from "./wire.gen";

interface Frame {
  view: GameView;
  line: number;
  events: LogEntry[];
}

/** A lesson that is played at a table of its own: how it is joined, and who hears what its voice says. */
export interface Course {
  join(): LearnRequest;
  heard(message: LessonMessage): void;
}

type Question = Exclude<PageRequest, { t: "join" | "learn" | "ping" }>;
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never; // of each of a union

interface Request {
  message: Question;
  resolve: (answer: AckMessage | AnswerMessage) => void;
  reject: (error: Problem) => void;
  again: boolean; // sent anew after the line was lost
}

const PACE_MS = { slow: 1500, normal: 650, instant: 0 }; // for what is read only
const BREATH_MS = { slow: 320, normal: 200, instant: 0 }; // after what was seen to move
const NO_UNDO: UndoRange = { step: null, turn: null };

export class TableLink {
  readonly stage = new Stage();
  state = $state<LineState>("connecting");
  info = $state.raw<TableInfo | null>(null);
  you = $state.raw<string[]>([]);
  latest = $state.raw<GameView | null>(null);
  shown = $state.raw<GameView | null>(null);
  shownLine = $state(0);
  shownEvents = $state.raw<LogEntry[]>([]);
  events = $state.raw<LogEntry[]>([]);
  undo = $state.raw<UndoRange>(NO_UNDO);
  waiting = $state(0); // frames not yet shown
  rolling = $state(false); // a die is being seen to fall; what came of it is not shown yet
  busy = $state(0); // own moves on their way
  looking = $state.raw<{ line: number; view: GameView } | null>(null);
  film = $state.raw<{ line: number; until: number } | null>(null); // being watched again
  rematch = $state.raw<{ table: string; watch: string } | null>(null);
  problem = $state.raw<Problem | null>(null);
  review = $state.raw<GameReview | null>(null);
  reviewing = $state(false); // asked for, not there yet
  reviewPercent = $state(0); // of what is being made
  n = 0;
  line = 0;
  seatsAt = 0; // when the seats were last told: `away` counts on from there

  #wire: Wire;
  #frames: Frame[] = [];
  #pending: Frame | null = null; // its result is not told before the die has fallen
  #timer: ReturnType<typeof setTimeout> | null = null;
  #requests = new Map<string, Request>();
  #awaited: { n: number; resolve: () => void }[] = [];
  #positions = new Map<number, GameView>();
  #filmTimer: ReturnType<typeof setTimeout> | null = null;

  /** The view on the board: an old position when one is looked at, else the newest shown. */
  board = $derived(this.looking?.view ?? this.shown);
  live = $derived(this.looking === null && this.waiting === 0);
  mine = $derived(this.shown?.to_act != null && this.you.includes(this.shown.to_act));
  canAct = $derived(this.live && this.mine && this.state === "open" && this.busy === 0 && !this.rolling);
  over = $derived(this.shown?.result != null);
  actions = $derived.by((): LegalAction[] => (this.live && this.mine ? (this.shown?.legal ?? []) : []));

  constructor(
    readonly id: string,
    private readonly watch: string,
    readonly course: Course | null = null,
  ) {
    this.#wire = new Wire(id, {
      joinMessage: () => this.course?.join() ?? ({
        t: "join",
        secrets: this.watch ? [] : ownSecrets(id),
        watch: this.watch || keptFor(id)?.watch || null,
        after: this.info ? this.n : null,
      }),
      heard: (message) => this.#hear(message),
      stateChanged: (state) => {
        this.state = state;
      },
    });
  }

  close(): void {
    this.#wire.close();
    if (this.#timer) clearTimeout(this.#timer);
    this.stage.finish();
    this.stopFilm();
    reference.files = null;
  }

  seatName(seat: string | null | undefined): string {
    return this.info?.seats.find((other) => other.seat === seat)?.name || (seat ?? "");
  }

  /** Whether a computer may be asked to play on for the person of that seat. */
  mayTakeOver(seat: string): boolean {
    const info = this.info?.seats.find((other) => other.seat === seat);
    if (!info || info.kind === "computer" || info.computer || info.warning || !this.you.length || this.over) return false;
    if (this.you.includes(seat)) return true;
    const away = info.away === null ? 0 : info.away + (Date.now() - this.seatsAt) / 1000;
    return away >= (this.info?.takeover_after ?? 60);
  }

  // ---- asking ----

  /** A decision, with those that have to come first. */
  async do(text: string, first: string[] = []): Promise<boolean> {
    const seat = this.shown?.to_act;
    if (!seat || this.state !== "open") return false;
    return this.#command({ t: "do", seat, at: this.n, do: text, first });
  }

  async takeBack(to: number): Promise<boolean> {
    const seat = this.you.find((own) => own === this.latest?.to_act) ?? this.you[0];
    return seat !== undefined && this.#command({ t: "undo", seat, at: this.n, to });
  }

  async takeover(seat: string, level: string | null): Promise<boolean> {
    return this.#command({ t: "takeover", seat, level });
  }

  /** The levels that may play that seat: any in one's own, none too weak in somebody else's. */
  takeoverLevels(seat: string, all: LevelInfo[]): LevelInfo[] {
    if (this.you.includes(seat)) return all;
    return all.filter((level) => this.info?.takeover_levels.includes(level.name));
  }

  /** Go on in a lesson, or back. */
  async step(act: StepRequest["act"]): Promise<boolean> {
    return this.#command({ t: "step", act });
  }

  async here(seat: string): Promise<boolean> {
    return this.#command({ t: "here", seat });
  }

  /** Asks a guest to go; the new link of the seat is kept as the old one was. */
  async removeGuest(seat: string): Promise<void> {
    const secret = newSecret();
    if (!(await this.#command({ t: "remove", seat, secret }))) return;
    keepTable({ table: this.id, watch: this.info?.watch ?? "", seats: [{ seat, kind: "link", name: "", secret }] });
  }

  async rename(seat: string, name: string): Promise<boolean> {
    return this.#command({ t: "name", seat, name });
  }

  async why(region: string): Promise<RegionAnswer | null> {
    return this.#ask<RegionAnswer>({ t: "why", seat: this.shown?.to_act ?? "", region }).catch(() => null);
  }

  async try(text: string, first: string[] = []): Promise<Trial | null> {
    return this.#ask<Trial>({ t: "try", seat: this.shown?.to_act ?? "", do: text, first }).catch(() => null);
  }

  /** Who could attack which regions of that seat. */
  async threats(seat: string): Promise<AttackView[]> {
    return this.#ask<ThreatsAnswer>({ t: "threats", seat }).then(({ threats }) => threats, () => []);
  }

  /** What a strong player would do; a `Problem` says why that cannot be told. */
  async hint(): Promise<HintAnswer> {
    return this.#ask<HintAnswer>({ t: "hint", seat: this.shown?.to_act ?? "" });
  }

  /** Have the finished game looked through; `review` holds what came of it, sooner or later. */
  async lookThrough(): Promise<void> {
    if (this.review) return;
    this.problem = null;
    this.reviewing = true;
    try {
      const answer = await this.#ask<ReviewAnswer>({ t: "review" });
      this.reviewPercent = answer.percent;
      if (answer.review) this.#reviewed(answer.review);
    } catch (error) {
      const refused = error as Problem;
      if (refused.code === "lost") return; // asked again when the line is back
      this.reviewing = false;
      this.problem = refused;
    }
  }

  #reviewed(review: GameReview): void {
    this.review = review;
    this.reviewing = false;
  }

  async position(line: number): Promise<GameView | null> {
    const known = this.#positions.get(line);
    if (known) return known;
    const answer = await this.#ask<PastPosition>({ t: "position", line }).catch(() => null);
    if (answer) this.#positions.set(line, answer.view);
    return answer?.view ?? null;
  }

  async #command(message: WithoutId<Question>): Promise<boolean> {
    this.problem = null;
    this.busy += 1;
    this.skip();
    try {
      const answer = await this.#send(message, true);
      if (answer.t === "ack") await this.#arrival(answer.n);
      return true;
    } catch (error) {
      this.problem = error as Problem;
      return false;
    } finally {
      this.busy -= 1;
    }
  }

  /** The acknowledgement comes before the new view; until that is here, nothing else is sent. */
  #arrival(n: number): Promise<void> {
    if (this.n >= n) return Promise.resolve();
    return new Promise((resolve) => {
      this.#awaited.push({ n, resolve });
      setTimeout(resolve, 3000); // a lost line repairs itself by the welcome that follows
    });
  }

  /** A question, and the answer that belongs to it: what kind that is follows from what is asked. */
  async #ask<T extends AnswerBody>(message: WithoutId<Question>): Promise<T> {
    return (await this.#send(message, false)) as unknown as T;
  }

  #send(message: WithoutId<Question>, again: boolean): Promise<AckMessage | AnswerMessage> {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const named = { ...message, id } as Question;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { message: named, resolve, reject, again });
      this.#wire.send(named);
    });
  }

  // ---- hearing ----

  #hear(message: ServerMessage): void {
    if (message.t === "welcome") this.#welcome(message);
    else if (message.t === "view") this.#view(message);
    else if (message.t === "lesson") this.course?.heard(message);
    else if (message.t === "seats") this.#seats(message.seats);
    else if (message.t === "rematch") this.rematch = { table: message.table, watch: message.watch };
    else if (message.t === "reviewing") this.reviewPercent = message.percent;
    else if (message.t === "review") this.#reviewed(message.review);
    else if (message.t === "error" && message.id === null) {
      if (message.why === "no_review" || message.why === "busy") this.reviewing = false;
      this.problem = message;
    }
    else if (message.t === "ack" || message.t === "answer" || message.t === "error") {
      const request = this.#requests.get(message.id ?? "");
      if (request?.again && message.t === "error" && message.why === "busy") {
        setTimeout(() => this.#wire.send(request.message), Number(message.facts.seconds) * 1000);
        return;
      }
      this.#requests.delete(message.id ?? "");
      if (message.t === "error") request?.reject(message);
      else request?.resolve(message);
    }
  }

  #seats(seats: SeatStatus[]): void {
    this.seatsAt = Date.now();
    if (this.info && keptIfAlike(this.info.seats, seats) !== this.info.seats) this.info = { ...this.info, seats };
  }

  #welcome(message: WelcomeMessage): void {
    const returning = this.info !== null;
    this.info = message.table;
    reference.files = message.table.options.custom;
    this.seatsAt = Date.now();
    this.you = message.you;
    if (message.table.rematch) this.rematch = { table: message.table.rematch, watch: "" };
    this.#take(message, returning);
    for (const [id, request] of this.#requests) {
      if (request.again) this.#wire.send(request.message);
      else {
        this.#requests.delete(id);
        request.reject({ code: "lost", why: "", facts: {}, text: "" });
      }
    }
    if (returning && this.reviewing) void this.lookThrough(); // it may have been told meanwhile
  }

  #view(message: ViewMessage): void {
    if (message.n < this.n) return; // an older one that was overtaken
    this.#seats(message.seats);
    if (this.problem?.why === "busy") this.problem = null; // the computer has had its turn
    this.#take(message, true);
  }

  #take(message: WelcomeMessage | ViewMessage, step: boolean): void {
    const cut = message.from < this.line;
    this.n = message.n;
    this.line = message.line;
    if (cut) {
      for (const line of [...this.#positions.keys()]) if (line > message.from) this.#positions.delete(line);
    }
    const kept = this.events.filter((event) => event.line <= message.from);
    this.events = [...kept, ...message.events];
    this.undo = message.undo;
    const view = sharedView(this.latest, message.view);
    this.latest = view;
    // All that was missed is in the log; what is told aloud is the last of it.
    const told = message.t === "view" ? message.events : message.events.filter((event) => event.line === message.line);
    const frame: Frame = { view, line: message.line, events: told };
    const own = message.events.some((event) => event.kind === "move" && this.you.includes(event.seat ?? ""));
    const calm = settings.speed === "instant" || document.hidden || !step || cut;
    if (calm) {
      this.skip();
      this.stage.moved = false;
      this.#show(frame);
    } else if (own && this.#frames.length === 0 && this.#pending === null) {
      this.skip();
      this.#present(frame);
    } else {
      this.#frames.push(frame);
      this.waiting = this.#frames.length;
      if (this.#timer === null) this.#next();
    }
    if (message.over && message.view.result) this.#positions.clear();
    for (const waiting of this.#awaited) if (waiting.n <= this.n) waiting.resolve();
    this.#awaited = this.#awaited.filter((waiting) => waiting.n > this.n);
  }

  #show(frame: Frame): void {
    if (tips.free) tips.hide(); // nothing lies over what happens
    this.shown = frame.view;
    this.shownLine = frame.line;
    this.shownEvents = frame.events;
  }

  #next(): void {
    this.#timer = null;
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
      this.#timer = setTimeout(() => this.#reveal(ms - reveal), reveal);
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
    this.#timer = setTimeout(() => this.#next(), pause);
  }

  /** End what moves, show what came of it, and go on. */
  hurry(): void {
    if (!this.stage.busy) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.stage.finish();
    if (this.#pending) this.#reveal(0);
    else if (this.looking === null) this.#next();
  }

  /** Show at once all that is still to be shown. */
  skip(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
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

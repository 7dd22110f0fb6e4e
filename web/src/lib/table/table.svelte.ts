// One table as this page is connected with it: what the server last said, and what it is asked. showing.svelte.ts has what is shown of it.

import { keepTable, keptFor, newSecret, ownSecrets, personKey } from "../page/keep";
import type { Problem } from "../text/problems";
import { reference } from "../text/reference.svelte";
import { keptIfAlike, sharedView } from "./sharing";
import { Showing, type Frame } from "./showing.svelte";
import { Wire, type LineState } from "../wire/wire";
import type {
  AckMessage, AnswerBody, AnswerMessage, AttackView, ChatLine, GameReview, GameView, HintAnswer, LearnRequest, LegalAction, LessonMessage, LevelInfo, OrdersRequest, PageRequest,
  PastPosition, PuzzleMessage, PuzzleRequest, RegionAnswer, ReviewAnswer, SayRequest, SeatStatus, ServerMessage, SolveRequest, StepRequest, TableInfo, ThreatsAnswer, Trial, TurnPlan, UndoRange, ViewMessage, WelcomeMessage,
} from "../wire/wire.gen";

/** A lesson or a puzzle, played at a table of its own: how it is joined, and who hears what is said of it. */
export interface Exercise {
  join(): LearnRequest | PuzzleRequest;
  heard(message: LessonMessage | PuzzleMessage): void;
}

type Question = Exclude<PageRequest, { t: "join" | "learn" | "puzzle" | "ping" }>;
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never; // of each of a union

interface Request {
  message: Question;
  resolve: (answer: AckMessage | AnswerMessage) => void;
  reject: (error: Problem) => void;
  again: boolean; // sent anew after the line was lost
}

const NO_UNDO: UndoRange = { step: null, turn: null };

export class TableLink extends Showing {
  state = $state<LineState>("connecting");
  info = $state.raw<TableInfo | null>(null);
  latest = $state.raw<GameView | null>(null);
  undo = $state.raw<UndoRange>(NO_UNDO);
  busy = $state(0); // own moves on their way
  rematch = $state.raw<{ table: string; watch: string } | null>(null);
  problem = $state.raw<Problem | null>(null);
  review = $state.raw<GameReview | null>(null);
  orders = $state.raw<Record<string, string>>({}); // the standing orders of one's own seats
  reviewing = $state(false); // asked for, not there yet
  reviewPercent = $state(0); // of what is being made
  n = 0;
  line = 0;
  seatsAt = 0; // when the seats were last told: `away` counts on from there

  #wire: Wire;
  #requests = new Map<string, Request>();
  #awaited: { n: number; resolve: () => void }[] = [];
  #positions = new Map<number, GameView>();

  #actor = $derived(this.info?.seats.find((seat) => seat.seat === this.shown?.to_act));
  /** Whether time is over for who is to act, and a computer plays on: this turn, or all of it. */
  late = $derived(this.#actor?.clock?.late || this.#actor?.clock?.lost || false);
  closed = $derived(this.info?.closed ?? false); // by the host
  mine = $derived(this.shown?.to_act != null && this.you.includes(this.shown.to_act) && !this.late && !this.closed);
  canAct = $derived(this.live && this.mine && this.state === "open" && this.busy === 0 && !this.rolling);
  over = $derived(this.shown?.result != null);
  actions = $derived.by((): LegalAction[] => (this.live && this.mine ? (this.shown?.legal ?? []) : []));

  constructor(
    readonly id: string,
    private readonly watch: string,
    readonly exercise: Exercise | null = null,
  ) {
    super();
    this.#wire = new Wire(id, {
      joinMessage: () => this.exercise?.join() ?? ({
        t: "join",
        secrets: this.watch ? [] : ownSecrets(id),
        watch: this.watch || keptFor(id)?.watch || null,
        after: this.info ? this.n : null,
        person: this.watch ? null : personKey(),
      }),
      heard: (message) => this.#hear(message),
      stateChanged: (state) => {
        this.state = state;
      },
    });
  }

  close(): void {
    this.#wire.close();
    this.stopShowing();
    reference.files = null;
  }

  seatName(seat: string | null | undefined): string {
    return this.info?.seats.find((other) => other.seat === seat)?.name || (seat ?? "");
  }

  /** Whether a computer may be asked to play on for the person of that seat. */
  mayTakeOver(seat: string): boolean {
    const info = this.info?.seats.find((other) => other.seat === seat);
    if (!info || info.kind === "computer" || info.computer || info.warning || info.clock?.late || !this.you.length || this.over || this.closed) return false;
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

  /** Go on in a lesson, or back; begin a puzzle again, or have it solved. */
  async step(request: Omit<StepRequest, "id"> | Omit<SolveRequest, "id">): Promise<boolean> {
    return this.#command(request);
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

  /** Lets whoever sits there be host. */
  async makeHost(seat: string): Promise<boolean> {
    return this.#command({ t: "host", seat }, false);
  }

  /** Ends the game for all. */
  async closeTable(): Promise<boolean> {
    return this.#command({ t: "close", seat: this.info?.host ?? "" });
  }

  async say(text: string, phrase: SayRequest["phrase"] = null): Promise<boolean> {
    const seat = this.you[0];
    return seat !== undefined && this.#command({ t: "say", seat, text, phrase }, false);
  }

  async switchChat(on: boolean): Promise<boolean> {
    return this.#command({ t: "chat", seat: this.info?.host ?? "", on }, false);
  }

  /** What a seat answers by itself, from now on, when it has to regroup in another's turn. */
  async order(seat: string, orders: OrdersRequest["orders"]): Promise<void> {
    if (await this.#command({ t: "orders", seat, orders })) this.orders = { ...this.orders, [seat]: orders };
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

  /** What would come of conquering these regions, in this order. */
  async plan(regions: string[]): Promise<TurnPlan | null> {
    return this.#ask<TurnPlan>({ t: "plan", seat: this.shown?.to_act ?? "", regions }).catch(() => null);
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

  /** `moves`: it changes the game, so that nothing else is done meanwhile. */
  async #command(message: WithoutId<Question>, moves = true): Promise<boolean> {
    this.problem = null;
    if (moves) {
      this.busy += 1;
      this.skip();
    }
    try {
      const answer = await this.#send(message, true);
      if (answer.t === "ack") await this.#arrival(answer.n);
      return true;
    } catch (error) {
      this.problem = error as Problem;
      return false;
    } finally {
      if (moves) this.busy -= 1;
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
    else if (message.t === "said") this.#heardChat(true, [...(this.info?.said ?? []), message.line]);
    else if (message.t === "chat") this.#heardChat(message.on, []);
    else if (message.t === "lesson" || message.t === "puzzle") this.exercise?.heard(message);
    else if (message.t === "host") this.#hosted({ host: message.host });
    else if (message.t === "closed") this.#hosted({ closed: true });
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

  #hosted(news: Partial<Pick<TableInfo, "host" | "closed">>): void {
    if (this.info) this.info = { ...this.info, ...news };
  }

  #heardChat(chat: boolean, said: ChatLine[]): void {
    if (this.info) this.info = { ...this.info, chat, said };
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
    this.orders = Object.fromEntries(message.you.map((seat, i) => [seat, message.orders[i] ?? "ask"]));
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
    this.receive(frame, { own, calm: document.hidden || !step || cut });
    if (message.over && message.view.result) this.#positions.clear();
    for (const waiting of this.#awaited) if (waiting.n <= this.n) waiting.resolve();
    this.#awaited = this.#awaited.filter((waiting) => waiting.n > this.n);
  }
}

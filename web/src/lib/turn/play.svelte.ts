// What the person at the screen is about to do: the chosen region, the plan of tokens, the next question.

import { ownKey } from "../text/actions";
import { filled, moved, proposed, taken, type Plan } from "./deploy";
import { Picking } from "./picking.svelte";
import { settings } from "../page/settings.svelte";
import type { TableLink } from "../table/table.svelte";
import type { ActionView, LegalAction, Pool, ProposedUse, ScorePreview, WayTaken } from "../wire/wire.gen";

export interface Target {
  kind: "conquest" | "choose" | "deploy";
  actions: LegalAction[];
  price: number | null; // of an ordinary conquest where there is one, else the lowest of the ways
  way: WayTaken | null; // by which that price is to be had; null: by an ordinary conquest
  others: LegalAction[]; // further ways, at prices of their own
  short: number; // what the die must bring, if only a roll is left
  odds: number; // ... and how likely it does
  final: boolean;
}

export interface Question {
  action: LegalAction;
  kind: "end" | "final"; // end: something would be lost
  unused: string[]; // that
  run: () => Promise<void>; // what is done if the answer is yes
}

const waysIn = (action: LegalAction): number => action.ways?.length ?? 0;
const isConquest = (action: LegalAction): boolean => action.verb === "conquer" || action.verb === "roll";

/** What can be done in one region, at a glance. */
export function targetOf(actions: LegalAction[]): Target {
  const first = actions[0]?.verb;
  const sure = actions.filter((action) => action.verb !== "roll");
  const priced = (sure.length ? sure : actions).filter((action) => action.price !== undefined);
  const told = priced.toSorted((a, b) => waysIn(a) - waysIn(b) || (a.price ?? 0) - (b.price ?? 0))[0];
  const likely = sure.length ? undefined : actions.toSorted((a, b) => (a.short ?? 0) - (b.short ?? 0))[0];
  return {
    kind: first === "conquer" || first === "roll" ? "conquest" : first === "deploy" ? "deploy" : "choose",
    actions,
    price: told?.price ?? null,
    way: told?.ways?.at(-1) ?? null,
    others: told ? actions.filter((action) => action !== told && waysIn(action) > 0) : [],
    short: likely?.short ?? 0,
    odds: likely?.odds ?? 0,
    final: actions.every((action) => action.final),
  };
}

/** What a click on a region means, if that is beyond doubt: the conquest its price is for, one more piece. */
export function clearChoice(actions: LegalAction[]): LegalAction | null {
  const sure = actions.filter((action) => action.verb !== "roll");
  const plain = sure.filter((action) => waysIn(action) === 0);
  const meant = plain.length ? actions.filter((action) => waysIn(action) === 0) : sure;
  const counted = meant.every((action) => action.pieces !== undefined);
  const only = meant.length === 1 ? meant[0] : counted ? meant.find((action) => action.pieces === 1) : undefined;
  return only && only.verb !== "roll" && only.verb !== "give up" ? only : null;
}

/** Always the same, so that a board on which nothing can be chosen stays as it is. */
export const NO_TARGETS: Map<string, Target> = new Map();

const NO_USES: ProposedUse[] = [];
const NO_GHOSTS = new Map<string, ActionView[]>();

const TRY_MS = 200; // a plan is tried when it has been left alone for so long

export class Play {
  selected = $state<string | null>(null);
  own = $state<string | null>(null); // what is being chosen of a trait's own, null: the phase's own moves
  plan = $state.raw<Plan>({});
  question = $state.raw<Question | null>(null);
  sending = $state(false);
  at = $state<string | null>(null); // where tokens were last put down
  #tried = $state.raw<ScorePreview | null>(null); // what the turn would score with the plan of the person
  #planned = ""; // for which tokens the plan was made
  #timer: ReturnType<typeof setTimeout> | null = null;

  readonly picking = new Picking(this);

  constructor(readonly link: TableLink) {}

  // ---- what is possible ----

  /** All that can be done by one click: at once, or with what has to be done first and goes without saying. */
  offered = $derived.by((): LegalAction[] => {
    const ahead = this.link.actions.length ? (this.link.shown?.ahead ?? []) : [];
    const unsaid = new Set(ahead.map((action) => action.first?.[0]));
    const now = this.link.actions.filter((action) => action.region !== undefined || action.verb === "use" || !unsaid.has(action.do));
    const said = new Set(ahead.map((action) => action.do));
    return [...now.filter((action) => !said.has(action.do)), ...ahead];
  });

  /** What traits offer of their own, as an action or a way to conquer: one action of each, to name it by. */
  specials = $derived.by((): LegalAction[] => {
    const found = new Map<string, LegalAction>();
    for (const action of this.offered) {
      const key = ownKey(action);
      if (key !== null && !found.has(key)) found.set(key, action);
    }
    return [...found.values()];
  });

  hasMain = $derived.by((): boolean => this.offered.some((action) => ownKey(action) === null && action.region !== undefined && action.verb !== "abandon"));

  /** What of a trait's own the regions now stand for. */
  special = $derived.by((): LegalAction | null => {
    const chosen = this.specials.find((action) => ownKey(action) === this.own);
    return chosen ?? (this.hasMain ? null : (this.specials[0] ?? null));
  });

  pools = $derived.by((): Pool[] => (this.link.actions.length ? (this.link.shown?.pools ?? []) : []));

  placing = $derived(this.pools.length > 0);

  /** What traits offer, as a good player would take it: pieces to put down, somebody to name. */
  placements = $derived.by((): ProposedUse[] => (this.link.actions.length ? (this.link.shown?.placements ?? NO_USES) : NO_USES));

  /** What is done in the phase that runs, and what after it. */
  #now = $derived(this.placements.filter(({ later }) => !later).map(({ action }) => action));
  later = $derived(this.placements.filter(({ later }) => later).map(({ action }) => action));

  /** Where pieces would stand. */
  ghosts = $derived.by((): Map<string, ActionView[]> => {
    if (this.placements.length === 0) return NO_GHOSTS;
    const found = new Map<string, ActionView[]>();
    for (const { action } of this.placements) if (action.region !== undefined) found.set(action.region, [...(found.get(action.region) ?? []), action]);
    return found;
  });

  targets = $derived.by((): Map<string, Target> => {
    if (!this.link.canAct && !this.sending) return NO_TARGETS;
    const own = this.special && ownKey(this.special);
    const found = new Map<string, LegalAction[]>();
    for (const action of this.offered) {
      // Beside the moves of the phase other ways lead to the same regions; abandoning is asked for.
      const fits = own === null ? ownKey(action) === null || isConquest(action) : ownKey(action) === own;
      if (action.region === undefined || action.verb === "abandon" || !fits) continue;
      found.set(action.region, [...(found.get(action.region) ?? []), action]);
    }
    return new Map([...found].map(([region, actions]) => [region, targetOf(actions)]));
  });

  plain = $derived.by((): LegalAction[] => this.offered.filter((action) => action.region === undefined && action.verb !== "use"));

  /** What can be done in a region by whoever asks for it. */
  onRequest(region: string): LegalAction[] {
    return this.link.canAct ? this.offered.filter((action) => action.verb === "abandon" && action.region === region) : [];
  }

  score = $derived.by((): ScorePreview | null => {
    const view = this.link.shown;
    if (!view || view.current !== view.to_act) return null;
    return this.#tried ?? view.score;
  });

  // ---- acting ----

  /** A view came: tokens lie where a good player would put them; what was changed stays while it fits. */
  refresh(): void {
    const planned = JSON.stringify(this.pools.map(({ race, tokens, regions }) => [race, tokens, regions.map(({ region }) => region)]));
    this.#tried = null;
    if (planned !== this.#planned) {
      this.#planned = planned;
      this.at = null;
      this.propose();
    } else if (this.changed) this.#change(this.plan);
    if (this.placements.length) void this.#try();
  }

  /** Tap or Enter on a region: do what is clear, else show what there is to choose. */
  async act(region: string): Promise<void> {
    const target = this.link.canAct ? this.targets.get(region) : undefined;
    if (!target) {
      this.selected = this.selected === region ? null : region;
      return;
    }
    if (target.kind === "deploy") {
      this.add(region, 1);
      this.selected = null;
      return;
    }
    const clear = clearChoice(target.actions);
    if (clear) await this.send(clear);
    else this.selected = region;
  }

  /** `end`: with what else has to be answered for the turn to end. */
  async send(action: LegalAction, { end = true } = {}): Promise<void> {
    this.question = null;
    this.selected = null;
    if (this.redeploying && action.verb === "done") await this.place({ end });
    else if (end && action.then) await this.#put([...(action.first ?? []), action.do, ...action.then]);
    else await this.link.do(action.do, action.first);
  }

  /** Ask once before something is lost; the reader may have switched that off. */
  async ask(action: LegalAction, kind: Question["kind"], how = { end: true }): Promise<void> {
    const unused = kind === "end" && !this.redeploying ? (action.unused ?? []) : [];
    const loses = kind === "end" ? unused.length > 0 : action.final === true;
    if (loses && settings.confirm) this.question = { action, kind, unused, run: () => this.send(action, how) };
    else await this.send(action, how);
  }

  /** Whether nothing else is left to be done in the turn, so that it ends with it. */
  isLast(action: LegalAction): boolean {
    return this.link.shown?.phase.kind === "placements" && this.#done !== undefined && this.specials.every((each) => ownKey(each) === ownKey(action));
  }

  /** Somebody is named. */
  async name(action: LegalAction): Promise<void> {
    if (this.isLast(action)) await this.#put([action.do, this.#done?.do ?? [], this.#done?.then ?? []].flat());
    else await this.ask(action, "final");
  }

  // ---- placing tokens ----

  left(pool: Pool): number {
    return pool.tokens - pool.regions.reduce((sum, { region }) => sum + (this.plan[region] ?? 0), 0);
  }

  #poolOf(region: string): Pool | undefined {
    return this.pools.find((pool) => pool.regions.some((each) => each.region === region));
  }

  /** Whether there is a token for that region: one that is left, or lies in another. */
  canAdd(region: string): boolean {
    const pool = this.#poolOf(region);
    return pool !== undefined && (this.plan[region] ?? 0) < pool.tokens;
  }

  /** One token more, if none is left from the largest heap; or one fewer, which is then left. */
  add(region: string, tokens: 1 | -1): void {
    const pool = this.#poolOf(region);
    if (!pool || this.sending) return;
    this.at = region;
    if (tokens > 0 && this.canAdd(region)) this.#change(taken(pool, this.plan, region));
    else if (tokens < 0 && (this.plan[region] ?? 0) > 0) this.#change({ ...this.plan, [region]: (this.plan[region] ?? 0) - 1 });
  }

  /** A token that was dragged from one region to another. */
  move(from: string, to: string): void {
    const pool = this.#poolOf(from);
    if (pool && pool === this.#poolOf(to) && !this.sending) {
      this.at = to;
      this.#change(moved(this.plan, from, to));
    }
  }

  /** Whether a token that lies there can be taken elsewhere. */
  canMove(from: string): boolean {
    return (this.plan[from] ?? 0) > 0 && !this.sending;
  }

  /** As a good player would. */
  propose(): void {
    this.plan = proposed(this.pools);
    this.#tried = null;
  }

  changed = $derived.by((): boolean => this.pools.some((pool) => pool.regions.some((each) => (this.plan[each.region] ?? 0) !== each.proposed)));

  #change(plan: Plan): void {
    this.plan = plan;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(), TRY_MS);
  }

  /** The table is left: nothing is tried any more. */
  leave(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** What the turn would score with this plan. */
  async #try(): Promise<void> {
    const plan = this.plan;
    const texts = this.#texts(true, true);
    const last = texts.pop();
    if (last === undefined || this.link.shown?.current !== this.link.shown?.to_act) return;
    const trial = await this.link.try(last, texts);
    if (trial && this.plan === plan) this.#tried = trial.score;
  }

  /** What is shown as decisions; what is left goes where a good player would put it. `later`: also pieces of the phase after it; `end`: also what else ends the turn. */
  #texts(later: boolean, end: boolean): string[] {
    const plan = filled(this.pools, this.plan);
    const deploys = this.link.actions.filter((action) => action.verb === "deploy" && action.tokens === plan[action.region ?? ""]);
    const put = [...deploys, ...this.#now].map((action) => action.do);
    const done = this.redeploying ? [this.#done?.do ?? []].flat() : this.finishing ? ["done"] : [];
    const after = later && this.later.length ? [...this.later.map((action) => action.do), ...done] : []; // a phase of its own
    return [...put, ...done, ...after, ...(end && done.length ? (this.#done?.then ?? []) : [])];
  }

  redeploying = $derived.by(() => this.link.shown?.phase.kind === "redeploy");
  /** Whether the turn has nothing left but what is proposed, so that who does it has ended the turn. */
  finishing = $derived.by(() => {
    const shown = new Set(this.#now.map((action) => ownKey(action)));
    return this.link.shown?.phase.kind === "placements" && shown.size > 0 && this.specials.every((action) => shown.has(ownKey(action)));
  });
  #done = $derived.by((): LegalAction | undefined => this.offered.find((action) => action.verb === "done"));

  /** What ending the redeployment would lose: nothing that is put down before. */
  #lost(): string[] {
    const used = new Set(this.#now.map(({ trait }) => trait));
    return this.redeploying || this.finishing ? (this.#done?.unused ?? []).filter((name) => !used.has(name)) : [];
  }

  /** Put everything down as it is shown, and end what that ends. */
  async place({ later = true, end = true } = {}): Promise<void> {
    const texts = this.#texts(later, later && end);
    const lost = this.#lost();
    if (lost.length && this.#done && settings.confirm) this.question = { action: this.#done, kind: "end", unused: lost, run: () => this.#put(texts) };
    else await this.#put(texts);
  }

  async #put(texts: string[]): Promise<void> {
    const last = texts.at(-1);
    this.question = null;
    if (last === undefined) return;
    this.sending = true;
    try {
      await this.link.do(last, texts.slice(0, -1));
    } finally {
      this.sending = false;
    }
  }
}

// What the person at the screen is about to do: the chosen region, the plan of tokens, the next question.

import { poolsOf, type Action, type Pool } from "./actions";
import { asBefore, bordersFirst, evenly, type Plan } from "./deploy";
import { settings } from "./settings.svelte";
import type { TableLink } from "./table.svelte";
import type { Drawing, RegionView } from "./types";

export interface Target {
  kind: "conquest" | "choose" | "deploy";
  actions: Action[];
  price: number | null; // of an ordinary conquest where there is one, else the lowest of the ways
  way: string | null; // by which that price is to be had; null: by an ordinary conquest
  others: Action[]; // further ways, at prices of their own
  short: number; // what the die must bring, if only a roll is left
  final: boolean;
}

export interface Question {
  action: Action;
  kind: "end" | "decline" | "pick" | "final";
}

export class Play {
  selected = $state<string | null>(null);
  word = $state<string | null>(null); // the special placement being made, null: the phase's own moves
  plan = $state.raw<Plan>({});
  question = $state.raw<Question | null>(null);
  sending = $state(false);

  constructor(
    readonly link: TableLink,
    readonly drawing: () => Drawing | null,
  ) {}

  // ---- what is possible ----

  words = $derived.by((): string[] => {
    const found: string[] = [];
    for (const action of this.link.actions) {
      if (action.verb === "use" && !found.includes(action.word)) found.push(action.word);
    }
    return found;
  });

  hasMain = $derived.by((): boolean =>
    this.link.actions.some((action) => action.verb !== "use" && action.region !== null),
  );

  /** The special placement that the regions now stand for. */
  current = $derived.by((): string | null => {
    if (this.word !== null && this.words.includes(this.word)) return this.word;
    return this.hasMain ? null : (this.words[0] ?? null);
  });

  pools = $derived.by((): Pool[] => {
    const races = new Map(this.link.shown?.regions.map((region) => [region.name, region.race ?? ""]));
    return poolsOf(this.link.actions, (region) => races.get(region) ?? "");
  });

  placing = $derived(this.pools.length > 0);

  targets = $derived.by((): Map<string, Target> => {
    const found = new Map<string, Target>();
    if (!this.link.canAct && !this.sending) return found;
    for (const action of this.link.actions) {
      if (action.region === null) continue;
      if ((action.verb === "use") !== (this.current !== null)) continue;
      if (action.verb === "use" && action.word !== this.current) continue;
      const conquest = action.verb === "conquer" || action.verb === "roll";
      const kind = conquest ? "conquest" : action.verb === "deploy" ? "deploy" : "choose";
      const target = found.get(action.region) ?? { kind, actions: [], price: null, way: null, others: [], short: 0, final: true };
      target.actions.push(action);
      found.set(action.region, target);
    }
    for (const target of found.values()) {
      const sure = target.actions.filter((action) => action.verb !== "roll");
      const priced = (sure.length ? sure : target.actions).filter(({ legal }) => legal.price !== undefined);
      const told = priced.toSorted((a, b) => a.ways.length - b.ways.length || (a.legal.price ?? 0) - (b.legal.price ?? 0))[0];
      target.price = told?.legal.price ?? null;
      target.way = told?.ways.at(-1) ?? null;
      target.others = told ? target.actions.filter((action) => action !== told && action.ways.length > 0) : [];
      target.short = sure.length ? 0 : Math.min(...target.actions.map(({ legal }) => legal.short ?? 0));
      target.final = target.actions.every(({ legal }) => legal.final === true);
    }
    return found;
  });

  plain = $derived.by((): Action[] =>
    this.link.actions.filter((action) => action.region === null && action.verb !== "use"),
  );

  // ---- acting ----

  /** A view came: plans for tokens that are no longer in hand are dropped. */
  refresh(): void {
    const open = new Set(this.pools.flatMap((pool) => pool.regions));
    const kept = Object.entries(this.plan).filter(([region, n]) => open.has(region) && n > 0);
    const fits = this.pools.every((pool) => this.left(pool) >= 0);
    if (Object.keys(this.plan).length === 0) return;
    if (!this.placing || !fits) this.plan = {};
    else if (kept.length !== Object.keys(this.plan).length) this.plan = Object.fromEntries(kept);
  }

  /** Tap or Enter on a region: do what is clear, else show what there is to choose. */
  async act(region: string): Promise<void> {
    const target = this.link.canAct ? this.targets.get(region) : undefined;
    const only = target?.actions[0];
    if (!target || !only) {
      this.selected = this.selected === region ? null : region;
      return;
    }
    if (target.kind === "deploy") {
      this.add(region, 1);
      this.selected = null;
      return;
    }
    const clear = target.actions.length === 1 && !only.legal.final && only.verb !== "abandon";
    if (clear) await this.send(only);
    else this.selected = region;
  }

  async send(action: Action): Promise<void> {
    this.question = null;
    this.selected = null;
    await this.link.do(action.legal.do);
  }

  /** Ask once before what is final; the reader may have switched that off. */
  async ask(action: Action, kind: Question["kind"]): Promise<void> {
    const wanted = kind === "pick" || kind === "decline" || action.legal.final === true;
    if (wanted && (settings.confirm || kind === "pick")) this.question = { action, kind };
    else await this.send(action);
  }

  // ---- placing tokens ----

  left(pool: Pool): number {
    return pool.tokens - pool.regions.reduce((sum, region) => sum + (this.plan[region] ?? 0), 0);
  }

  leftFor(region: string): number {
    const pool = this.pools.find((each) => each.regions.includes(region));
    return pool ? this.left(pool) : 0;
  }

  add(region: string, tokens: number): void {
    const planned = (this.plan[region] ?? 0) + tokens;
    if (planned < 0 || tokens > this.leftFor(region)) return;
    this.plan = { ...this.plan, [region]: planned };
  }

  clear(): void {
    this.plan = {};
  }

  even(): void {
    this.#spread((pool) => evenly(pool.regions, pool.tokens, this.#there));
  }

  borders(): void {
    this.#spread((pool) => bordersFirst(pool.regions, pool.tokens, this.#there, (region) => this.#threat(region)));
  }

  async before(): Promise<void> {
    const view = await this.link.position(this.link.startOfTurn());
    const stood = new Map(view?.regions.map((region) => [region.name, region]));
    const mine = this.link.shown?.to_act;
    this.#spread((pool) =>
      asBefore(pool.regions, pool.tokens, this.#there, (region) => {
        const then = stood.get(region);
        return then && then.holder === mine ? then.tokens : 0;
      }),
    );
  }

  async commit(): Promise<void> {
    this.sending = true;
    const wanted = Object.entries(this.plan).filter(([, tokens]) => tokens > 0);
    try {
      for (const [region, tokens] of wanted) {
        if (!(await this.link.do(`deploy ${region} ${tokens}`))) return;
        const { [region]: _, ...rest } = this.plan;
        this.plan = rest;
      }
      const done = this.link.actions.find((action) => action.verb === "done");
      if (done && !done.legal.final && this.words.length === 0) await this.link.do("done");
    } finally {
      this.sending = false;
      this.plan = {};
    }
  }

  #spread(plan: (pool: Pool) => Plan): void {
    this.plan = Object.assign({}, ...this.pools.map(plan)) as Plan;
  }

  #regionView(name: string): RegionView | undefined {
    return this.link.shown?.regions.find((region) => region.name === name);
  }

  #there = (region: string): number => this.#regionView(region)?.tokens ?? 0;

  /** How much foreign land is around: that of other races counts more. */
  #threat(region: string): number {
    const mine = this.link.shown?.to_act;
    let sum = 0;
    for (const name of this.drawing()?.facts[region]?.neighbours ?? []) {
      const other = this.#regionView(name);
      if (!other || other.holder === mine) continue;
      if (["sea", "lake", "chasm"].includes(other.terrain) && other.holder === null) continue;
      sum += other.holder === null ? 1 : other.declined ? 1 : 4;
    }
    return sum;
  }
}

// What the person at the screen is about to do: the chosen region, the plan of tokens, the next question.

import { ownKey } from "./actions";
import { asBefore, bordersFirst, evenly, type Plan } from "./deploy";
import { settings } from "./settings.svelte";
import type { TableLink } from "./table.svelte";
import type { LegalAction, Pool, WayTaken } from "./wire.gen";

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
  kind: "end" | "decline" | "pick" | "final";
}

const waysIn = (action: LegalAction): number => action.ways?.length ?? 0;

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

export class Play {
  selected = $state<string | null>(null);
  own = $state<string | null>(null); // what is being chosen of a trait's own, null: the phase's own moves
  plan = $state.raw<Plan>({});
  question = $state.raw<Question | null>(null);
  sending = $state(false);

  constructor(readonly link: TableLink) {}

  // ---- what is possible ----

  /** What traits offer of their own: one action of each kind, to name it by. */
  specials = $derived.by((): LegalAction[] => {
    const found = new Map<string, LegalAction>();
    for (const action of this.link.actions) {
      if (action.verb === "use" && !found.has(ownKey(action))) found.set(ownKey(action), action);
    }
    return [...found.values()];
  });

  hasMain = $derived.by((): boolean =>
    this.link.actions.some((action) => action.verb !== "use" && action.region !== undefined),
  );

  /** What of a trait's own the regions now stand for. */
  special = $derived.by((): LegalAction | null => {
    const chosen = this.specials.find((action) => ownKey(action) === this.own);
    return chosen ?? (this.hasMain ? null : (this.specials[0] ?? null));
  });

  pools = $derived.by((): Pool[] => (this.link.actions.length ? (this.link.shown?.pools ?? []) : []));

  placing = $derived(this.pools.length > 0);

  targets = $derived.by((): Map<string, Target> => {
    if (!this.link.canAct && !this.sending) return new Map();
    const own = this.special && ownKey(this.special);
    const found = new Map<string, LegalAction[]>();
    for (const action of this.link.actions) {
      if (action.region === undefined || (action.verb === "use" ? ownKey(action) : null) !== own) continue;
      found.set(action.region, [...(found.get(action.region) ?? []), action]);
    }
    return new Map([...found].map(([region, actions]) => [region, targetOf(actions)]));
  });

  plain = $derived.by((): LegalAction[] =>
    this.link.actions.filter((action) => action.region === undefined && action.verb !== "use"),
  );

  // ---- acting ----

  /** A view came: plans for tokens that are no longer in hand are dropped. */
  refresh(): void {
    const open = new Set(this.pools.flatMap(regionsOf));
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
    const clear = target.actions.length === 1 && !only.final && only.verb !== "abandon";
    if (clear) await this.send(only);
    else this.selected = region;
  }

  async send(action: LegalAction): Promise<void> {
    this.question = null;
    this.selected = null;
    await this.link.do(action.do);
  }

  /** Ask once before what is final; the reader may have switched that off. */
  async ask(action: LegalAction, kind: Question["kind"]): Promise<void> {
    const wanted = kind === "pick" || kind === "decline" || action.final === true;
    if (wanted && (settings.confirm || kind === "pick")) this.question = { action, kind };
    else await this.send(action);
  }

  // ---- placing tokens ----

  left(pool: Pool): number {
    return pool.tokens - regionsOf(pool).reduce((sum, region) => sum + (this.plan[region] ?? 0), 0);
  }

  leftFor(region: string): number {
    const pool = this.pools.find((each) => regionsOf(each).includes(region));
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
    this.#spread((pool) => evenly(regionsOf(pool), pool.tokens, this.#there));
  }

  borders(): void {
    this.#spread((pool) => {
      const threats = new Map(pool.regions.map(({ region, threat }) => [region, threat]));
      return bordersFirst(regionsOf(pool), pool.tokens, this.#there, (region) => threats.get(region) ?? 0);
    });
  }

  async before(): Promise<void> {
    const view = await this.link.position(this.link.startOfTurn());
    const stood = new Map(view?.regions.map((region) => [region.name, region]));
    const mine = this.link.shown?.to_act;
    this.#spread((pool) =>
      asBefore(regionsOf(pool), pool.tokens, this.#there, (region) => {
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
        const action = this.link.actions.find((each) => each.verb === "deploy" && each.region === region && each.tokens === tokens);
        if (!action || !(await this.link.do(action.do))) return;
        const { [region]: _, ...rest } = this.plan;
        this.plan = rest;
      }
      const done = this.link.actions.find((action) => action.verb === "done");
      if (done && !done.final && this.specials.length === 0) await this.link.do(done.do);
    } finally {
      this.sending = false;
      this.plan = {};
    }
  }

  #spread(plan: (pool: Pool) => Plan): void {
    this.plan = Object.assign({}, ...this.pools.map(plan)) as Plan;
  }

  #there = (region: string): number => this.link.shown?.regions.find((each) => each.name === region)?.tokens ?? 0;
}

function regionsOf(pool: Pool): string[] {
  return pool.regions.map(({ region }) => region);
}

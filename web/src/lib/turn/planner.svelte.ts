// A campaign drawn before it is fought: regions in order, what would be left after each, and how the turn would end.

import { targetOf, type Target } from "./play.svelte";
import type { TableLink } from "../table/table.svelte";
import type { LegalAction, PlanStep, TurnPlan } from "../wire/wire.gen";

/** A region more at the end; the last one again takes it away, an earlier one goes back to before it. */
export function chosenAgain(regions: string[], region: string): string[] {
  const at = regions.indexOf(region);
  return at < 0 ? [...regions, region] : regions.slice(0, at);
}

export function targetsOf(open: LegalAction[], planned: PlanStep[]): Map<string, Target> {
  const found = new Map<string, LegalAction[]>();
  for (const action of open) if (action.region) found.set(action.region, [...(found.get(action.region) ?? []), action]);
  const targets = new Map([...found].map(([region, actions]) => [region, targetOf(actions)]));
  // What is planned can be chosen again, to take it away.
  for (const { region } of planned) if (!targets.has(region)) targets.set(region, { ...targetOf([]), final: false });
  return targets;
}

export class Planner {
  regions = $state.raw<string[]>([]);
  plan = $state.raw<TurnPlan | null>(null);
  running = $state(false);
  stopped = $state.raw<PlanStep | null>(null); // where carrying it out had to end
  #asked = 0; // counts, so that an answer to an earlier question is not shown

  constructor(readonly link: TableLink) {
    void this.#ask();
  }

  targets = $derived.by((): Map<string, Target> => targetsOf(this.plan?.open ?? [], this.plan?.steps ?? []));
  possible = $derived.by((): boolean => this.regions.length > 0 && (this.plan?.steps.every((step) => step.do !== "") ?? false));
  /** How likely all of it comes true, in per cent. */
  odds = $derived.by((): number => this.plan?.steps.at(-1)?.odds ?? 100);

  toggle(region: string): void {
    if (this.running) return;
    this.regions = chosenAgain(this.regions, region);
    this.stopped = null;
    void this.#ask();
  }

  back(): void {
    const last = this.regions.at(-1);
    if (last !== undefined) this.toggle(last);
  }

  clear(): void {
    if (this.running) return;
    this.regions = [];
    void this.#ask();
  }

  /** The game went on otherwise: the same plan from there. */
  refresh(): void {
    if (!this.running) void this.#ask();
  }

  /** Carries the plan out, conquest by conquest, as long as each is still possible; whether all of them were. */
  async run(): Promise<boolean> {
    this.running = true;
    this.stopped = null;
    try {
      while (this.regions.length) {
        // Asked anew each time: luck may have decided otherwise.
        const [step] = (await this.link.plan(this.regions.slice(0, 1)))?.steps ?? [];
        if (!step?.do) {
          this.stopped = step ?? null;
          return false;
        }
        if (!(await this.link.do(step.do, step.first))) return false;
        this.regions = this.regions.slice(1);
      }
      return true;
    } finally {
      this.running = false;
      void this.#ask();
    }
  }

  async #ask(): Promise<void> {
    const asked = (this.#asked += 1);
    const plan = this.link.mine ? await this.link.plan(this.regions) : null;
    if (asked === this.#asked) this.plan = plan;
  }
}

// The race of the row that is marked: what it does is shown, and the main button takes it.

import type { Play } from "./play.svelte";
import type { Combo, LegalAction } from "../wire/wire.gen";

export class Picking {
  #race = $state<string | null>(null);
  #swap = $state<number | null>(null); // the power that is taken instead of its own

  constructor(readonly play: Play) {}

  /** All that may be taken now. */
  #picks = $derived.by((): LegalAction[] => this.play.plain.filter((action) => action.verb === "pick"));

  open = $derived(this.#picks.length > 0);

  combo = $derived.by((): Combo | null => (this.open && this.play.link.shown?.row.find((combo) => combo.race === this.#race)) || null);

  /** The ways to take it: as it lies there, or with another power. */
  #ways = $derived.by((): LegalAction[] => this.#picks.filter((action) => action.combo === this.combo?.number));

  swaps = $derived(this.#ways.filter((action) => action.swap));

  /** What the main button does. */
  action = $derived.by((): LegalAction | null => this.#ways.find((action) => (action.swap ?? null) === this.#swap) ?? this.#ways[0] ?? null);

  canMark(combo: Combo): boolean {
    return this.#picks.some((action) => action.combo === combo.number);
  }

  mark(combo: Combo | null): void {
    this.#race = combo?.race ?? null;
    this.#swap = null;
  }

  exchange(action: LegalAction | null): void {
    this.#swap = action?.swap ?? null;
  }

  async take(): Promise<void> {
    if (this.action) await this.play.send(this.action);
    this.mark(null);
  }
}

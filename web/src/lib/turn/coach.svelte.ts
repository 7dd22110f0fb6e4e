// What a coach shows beside the board, where hints are allowed: who could attack what, what each combo is worth, and
// whether to go on or decline. Each is switched on by itself.

import type { Problem } from "../text/problems";
import { settings, type Overlay } from "../page/settings.svelte";
import type { TableLink } from "../table/table.svelte";
import type { AttackView, ComboForecast, DeclineForecast } from "../wire/wire.gen";

const FORECASTS: Partial<Record<string, Overlay>> = { pick: "market", choose: "clock", start: "clock" }; // by phase

export class Coach {
  threats = $state.raw<AttackView[]>([]);
  market = $state.raw<ComboForecast[]>([]);
  clock = $state.raw<DeclineForecast | null>(null);
  thinking = $state(false);
  #asked = 0; // counts, so that an answer to an earlier question is not shown

  constructor(readonly link: TableLink) {}

  allowed = $derived.by(() => this.link.info?.options.hints === true && this.link.you.length > 0);

  /** The seat it is shown for: whose turn it is of those that play here, else the first. */
  seat = $derived.by((): string => this.link.you.find((own) => own === this.link.shown?.to_act) ?? this.link.you[0] ?? "");

  /** The cheapest attack on each region, the most dangerous first. */
  worst = $derived.by((): AttackView[] => {
    const found = new Map<string, AttackView>();
    for (const threat of this.threats) if (!found.has(threat.region)) found.set(threat.region, threat);
    return [...found.values()].sort((a, b) => a.tokens - b.tokens);
  });

  shows(overlay: Overlay): boolean {
    return this.allowed && settings.coach.includes(overlay);
  }

  /** A view came, or something was switched: what was said of the one before is no longer true. */
  refresh(): void {
    this.#asked += 1;
    this.thinking = false;
    this.threats = [];
    this.market = [];
    this.clock = null;
    if (!this.link.shown || this.link.over || !this.link.live) return;
    if (this.shows("threats")) void this.#askThreats(this.#asked);
    const wanted = this.link.mine ? FORECASTS[this.link.shown.phase.kind] : undefined;
    if (wanted && this.shows(wanted)) void this.#askForecast(this.#asked);
  }

  async #askThreats(asked: number): Promise<void> {
    const threats = await this.link.threats(this.seat);
    if (asked === this.#asked) this.threats = threats;
  }

  async #askForecast(asked: number): Promise<void> {
    this.thinking = true;
    try {
      const { market, clock } = await this.link.hint();
      if (asked !== this.#asked) return;
      this.market = market;
      this.clock = clock;
    } catch (error) {
      void (error as Problem); // the game went on, or too much is thought about: there is nothing to show then
    } finally {
      if (asked === this.#asked) this.thinking = false;
    }
  }
}

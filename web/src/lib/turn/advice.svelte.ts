// A hint: asked for, told, done or dismissed; it is about one position and goes with it.

import { actionText, upper } from "../text/actions";
import { has, nameOf, t } from "../text/i18n.svelte";
import { decimal } from "../text/numbers";
import type { Play } from "./play.svelte";
import type { Problem } from "../text/problems";
import type { HintAnswer, HintReason, LegalAction } from "../wire/wire.gen";

const QUIET = ["stale", "lost"]; // the game went on, or the line is down, which is told elsewhere

export class Advice {
  thinking = $state(false);
  hint = $state.raw<HintAnswer | null>(null);
  #asked = 0; // counts, so that an answer to a question that was dismissed is not shown

  constructor(readonly play: Play) {}

  /** Whether this table has hints, for whoever decides there. */
  allowed = $derived.by(() => this.play.link.info?.options.hints === true);

  /** What is suggested, as one of the actions that are possible now. */
  action = $derived.by((): LegalAction | null => this.#offered(this.hint?.do));

  region = $derived(this.action?.region ?? null);

  /** The suggested combo, counted from 1. */
  combo = $derived(this.action?.combo ?? null);

  text = $derived.by((): string => (this.action ? upper(this.#actionText(this.action)) : ""));

  gains = $derived.by((): string => this.#list(this.hint?.gains ?? []));
  risks = $derived.by((): string => this.#list(this.hint?.risks ?? []));

  /** All of it, for those who do not see it. */
  spoken = $derived.by((): string => {
    if (this.thinking) return t("hintThinking");
    if (!this.action) return "";
    const said = [`${t("hint")}: ${this.text}.`, t("hintGains", { text: this.gains })];
    if (this.risks) said.push(t("hintRisks", { text: this.risks }));
    return said.join(" ");
  });

  async ask(): Promise<void> {
    const { link } = this.play;
    if (this.thinking || !link.you.length) return;
    link.problem = this.#refusal();
    if (link.problem) return;
    if (link.looking) link.now();
    link.skip();
    const asked = (this.#asked += 1);
    this.hint = null;
    this.thinking = true;
    this.play.selected = null;
    try {
      const hint = await link.hint();
      if (asked === this.#asked && hint.n === link.n) this.hint = hint;
    } catch (error) {
      const refused = error as Problem;
      if (asked === this.#asked && !QUIET.includes(refused.code)) link.problem = refused;
    } finally {
      if (asked === this.#asked) this.thinking = false;
    }
  }

  dismiss(): void {
    this.#asked += 1;
    this.thinking = false;
    this.hint = null;
  }

  /** A view came: what was said of the one before is no longer true. */
  refresh(): void {
    if (this.hint ? this.hint.n !== this.play.link.n : this.thinking && !this.play.link.mine) this.dismiss();
  }

  async follow(): Promise<void> {
    const action = this.action;
    if (!action) return;
    // What comes after it may be decided otherwise: it is asked for again.
    if (["done", "stop", "pass"].includes(action.verb)) await this.play.ask(action, "end", { end: false });
    else if (action.region === undefined && action.verb !== "pick") await this.play.ask(action, "final");
    else await this.play.send(action);
  }

  /** Why there is no hint here or now, as the server would say it. */
  #refusal(): Problem | null {
    const { link } = this.play;
    const no = (code: string, why: string, facts = {}): Problem => ({ code, why, facts, text: why });
    if (link.over) return no("over", "ended");
    if (!this.allowed) return no("forbidden", "hints_off");
    if (!link.mine) return no("forbidden", "not_your_turn", { seat: link.you[0] ?? "", now: link.shown?.to_act ?? "" });
    return null;
  }

  #offered(text: string | undefined): LegalAction | null {
    return this.play.offered.find((action) => action.do === text) ?? this.play.link.actions.find((action) => action.do === text) ?? null;
  }

  #seatName = (seat: string): string => this.play.link.seatName(seat);

  #actionText(action: LegalAction): string {
    const view = this.play.link.shown;
    return view ? actionText(action, view, this.#seatName) : "";
  }

  #list(reasons: HintReason[]): string {
    return reasonsText(reasons, this.#seatName, (text) => {
      const action = this.#offered(text);
      return action ? this.#actionText(action) : text;
    });
  }
}

/** What speaks for something, or against it, in the reader's language. */
export function reasonsText(reasons: HintReason[], seatName: (seat: string) => string, actionName: (text: string) => string): string {
  const told = (name: string, fact: number | string): string | number => {
    if (typeof fact === "number") return Number.isInteger(fact) ? fact : decimal(fact);
    if (name === "seat") return seatName(fact);
    if (name === "other") return actionName(fact);
    return ["race", "power"].includes(name) ? nameOf(fact) : fact;
  };
  const say = ({ code, facts }: HintReason): string => {
    const key = `hint_${code}`;
    return has(key) ? t(key, Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, told(name, fact)]))) : code;
  };
  return reasons.map(say).join(", ");
}

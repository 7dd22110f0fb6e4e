// The computer players there are, asked for once.

import { getSetup } from "../wire/api";
import { maybe, t } from "./i18n.svelte";
import { settings } from "../page/settings.svelte";
import type { LevelInfo } from "../wire/wire.gen";

class Levels {
  all = $state.raw<LevelInfo[]>([]);
  beginners = $state(""); // whom to meet first
  #asked = false;

  async load(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const setup = await getSetup();
      this.beginners = setup.beginners;
      this.all = setup.levels;
    } catch {
      this.#asked = false; // whoever needs them next asks again
    }
  }

  /** The one the reader last chose, if there still is such a one; who has chosen none meets the beginners'. */
  get usual(): string {
    return this.all.find((level) => level.name === settings.level)?.name ?? this.beginners;
  }
}

export const levels = new Levels();

const STEP = /^level:(\d+)$/; // of the scale in even steps

/** How strong it is stands before what it does, where narrow lists cut the line: "Greedy (1500): takes what pays now". */
export function levelName(level: LevelInfo): string {
  const title = levelTitle(level.name);
  return `${level.rating === null ? title : `${title} (${level.rating})`}: ${levelText(level)}`;
}

/** What it does: "takes what pays now". */
export function levelText(level: LevelInfo): string {
  return STEP.test(level.name) ? t("levelStepDoes") : maybe(`levelDoes_${level.name}`, level.text);
}

/** Only what it is called: "Greedy". */
export function levelTitle(name: string): string {
  const step = STEP.exec(name)?.[1];
  return step ? t("levelStep", { n: step }) : maybe(`level_${name}`, name);
}

/** Without what it does, with how strong it is where that was measured: "Greedy, rating 1500". */
export function levelShort(name: string): string {
  const short = levelTitle(name);
  const rating = levels.all.find((level) => level.name === name)?.rating ?? null;
  return rating === null ? short : `${short}, ${t("rating", { n: rating })}`;
}

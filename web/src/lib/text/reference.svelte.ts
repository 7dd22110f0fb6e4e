// What is known of every race, power, place, relic, piece and word, in the reader's language.

import { ApiError, getTexts } from "../wire/api";
import { ENGLISH } from "./languages";
import type { TextEntry, Texts } from "../wire/wire.gen";

class Reference {
  texts = $state.raw<Texts | null>(null);
  files = $state.raw<string[] | null>(null); // home-made files of the table at hand; null: all there are
  failed = $state(false); // then names stay as they are on the wire
  #wanted = "";

  ready = $derived(this.texts !== null || this.failed);

  async load(lang: string): Promise<void> {
    if (this.#wanted === lang && this.texts) return;
    this.#wanted = lang;
    try {
      const texts = await getTexts(lang).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === "unknown") return getTexts(ENGLISH);
        throw error;
      });
      if (this.#wanted === lang) this.texts = texts;
    } catch {
      this.failed = true;
    }
  }

  /** What is said of a name of the game. */
  find(name: string): TextEntry | null {
    const all = this.texts;
    if (!all) return null;
    for (const file of this.files ?? Object.keys(all.customs)) {
      const found = all.customs[file]?.traits[name] ?? all.customs[file]?.pieces[name];
      if (found) return found;
    }
    const natives: Record<string, TextEntry> = all.natives;
    return all.traits[name] ?? all.pieces[name] ?? natives[name] ?? all.terms[name.replaceAll("_", " ")] ?? null;
  }

  /** Its effect in a few words, for where there is little room. */
  short(name: string): string {
    return this.find(name)?.short ?? "";
  }
}

export const reference = new Reference();

/** The names of the races of the box. */
export function racesOf(texts: Texts | null): string[] {
  return Object.entries(texts?.traits ?? {}).flatMap(([name, entry]) => (entry.kind === "race" ? name : []));
}

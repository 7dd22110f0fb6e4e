// The reader's choices: language, theme, contrast, speed, sound, confirmations, shortcuts.

import { recall, remember } from "./keep";
import { LANGUAGES, bestLanguage } from "../text/languages";

export type Theme = "auto" | "light" | "dark";
export type Contrast = "auto" | "usual" | "more";
export const OVERLAYS = ["threats", "market", "clock"] as const; // of the coach
export type Overlay = (typeof OVERLAYS)[number];
export type Speed = "slow" | "normal" | "instant";

const KEY = "smallworld.settings";

interface Stored {
  lang?: string;
  theme?: Theme;
  contrast?: Contrast;
  speed?: Speed;
  confirm?: boolean;
  keys?: boolean;
  tips?: boolean;
  sound?: boolean;
  coach?: Overlay[];
  name?: string;
  level?: string;
}

class Settings {
  #stored = $state.raw<Stored>(recall<Stored>(KEY, {}));

  // Asked for with every text: worked out once.
  lang = $derived.by((): string => {
    const chosen = this.#stored.lang ?? "";
    return LANGUAGES.includes(chosen) ? chosen : bestLanguage(navigator.languages);
  });

  get theme(): Theme {
    return this.#stored.theme ?? "auto";
  }
  get contrast(): Contrast {
    return this.#stored.contrast ?? "auto";
  }
  get speed(): Speed {
    return this.#stored.speed ?? "normal";
  }
  get confirm(): boolean {
    return this.#stored.confirm ?? true;
  }
  get keys(): boolean {
    return this.#stored.keys ?? true;
  }
  get tips(): boolean {
    return this.#stored.tips ?? true;
  }
  get sound(): boolean {
    return this.#stored.sound ?? true;
  }
  get coach(): Overlay[] {
    return this.#stored.coach ?? [];
  }
  get name(): string {
    return this.#stored.name ?? "";
  }
  get level(): string {
    return this.#stored.level ?? "";
  }

  set(change: Stored): void {
    this.#stored = { ...this.#stored, ...change };
    remember(KEY, this.#stored);
  }
}

export const settings = new Settings();

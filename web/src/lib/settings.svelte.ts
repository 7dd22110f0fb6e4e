// The reader's choices: language, theme, speed of others' turns, confirmations, shortcuts.

import { recall, remember } from "./keep";

export type Lang = "en" | "de";
export type Theme = "auto" | "light" | "dark";
export type Speed = "slow" | "normal" | "instant";

const KEY = "smallworld.settings";

interface Stored {
  lang?: Lang;
  theme?: Theme;
  speed?: Speed;
  confirm?: boolean;
  keys?: boolean;
  name?: string;
  level?: string;
}

function browserLang(): Lang {
  for (const lang of navigator.languages ?? [navigator.language]) {
    if (lang.startsWith("de")) return "de";
    if (lang.startsWith("en")) return "en";
  }
  return "en";
}

class Settings {
  #stored = $state<Stored>(recall<Stored>(KEY, {}));

  get lang(): Lang {
    return this.#stored.lang ?? browserLang();
  }
  get theme(): Theme {
    return this.#stored.theme ?? "auto";
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

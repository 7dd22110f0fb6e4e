// How the home in this browser is: loading, ready, failed; whether it can keep games. Shown by components/setup/LocalStatus.svelte.

import { mount } from "svelte";

class LocalStatus {
  phase = $state<"idle" | "loading" | "ready" | "failed">("idle");
  part = $state(0); // of what is loaded
  waiting = $state(false); // somebody waits for an answer
  problem = $state(""); // why it failed
  storageProblem = $state(""); // why games are not kept
  update = $state<(() => void) | null>(null); // a newer version waits
  goOn = $state<(() => void) | null>(null); // the server is gone, and the game can go on here
  #shown = false;
  #understood = false; // that games are not kept: said once is enough

  begin(): void {
    this.phase = "loading";
    this.part = 0;
    this.show();
  }
  progress(part: number): void {
    this.part = part;
  }
  ready(): void {
    this.phase = "ready";
  }
  fail(text: string): void {
    this.phase = "failed";
    this.problem = text;
    this.show();
  }
  storage(ok: boolean, text: string): void {
    if (ok) this.#understood = false;
    this.storageProblem = ok || this.#understood ? "" : text;
    this.show();
  }
  understand(): void {
    this.#understood = true;
    this.storageProblem = "";
  }
  /** A newer version waits; the player decides when. */
  offer(update: () => void): void {
    this.update = update;
    this.show();
  }
  wait(): void {
    this.waiting = true;
  }
  done(): void {
    this.waiting = false;
  }

  show(): void {
    if (this.#shown) return;
    this.#shown = true;
    void import("../../components/setup/LocalStatus.svelte").then(({ default: shown }) => mount(shown, { target: document.body }));
  }
}

export const status = new LocalStatus();

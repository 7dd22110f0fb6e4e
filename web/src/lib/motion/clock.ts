// Time that can stand still: what is planned for later waits until it goes on.

interface Planned {
  ms: number;
  run: () => void;
  timer: ReturnType<typeof setTimeout> | null;
}

export class Clock {
  #waiting: Set<Planned> | null = null;

  get stands(): boolean {
    return this.#waiting !== null;
  }

  /** Do that so long after the clock goes; how to call it off. */
  after(ms: number, run: () => void): () => void {
    const planned: Planned = { ms, run, timer: null };
    if (this.#waiting) this.#waiting.add(planned);
    else this.#plan(planned);
    return () => {
      this.#waiting?.delete(planned);
      if (planned.timer !== null) clearTimeout(planned.timer);
    };
  }

  #plan(planned: Planned): void {
    planned.timer = setTimeout(planned.run, planned.ms);
  }

  stop(): void {
    this.#waiting ??= new Set();
  }

  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const planned of waiting) this.#plan(planned);
  }
}

// Jobs for the worker that thinks: the most urgent first; one that nobody wants any more is stopped.

import type { Engine } from "./engine";

export interface Job {
  ticket: number;
  urgency: number; // the lower, the sooner
  job: string;
}
type OnThought = (ticket: number, thought: string) => void;

const GRACE_MS = 300; // what is nearly done may finish: a new worker takes longer to start

export class Thinking {
  #waiting: Job[] = [];
  #now: Job | null = null;
  #worker: Worker | null = null;
  #ready = false;

  constructor(
    private readonly engine: Engine,
    private readonly told: OnThought,
    private readonly keep: (memory: Blob) => void,
  ) {}

  /** Start the worker, so that the first job need not wait for it. */
  warmUp(): void {
    if (this.#worker) return;
    const worker = new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    this.#ready = false;
    worker.onmessage = ({ data }: MessageEvent<{ ready?: boolean; memory?: Blob | null; thought?: string; failed?: string }>) => {
      if (worker !== this.#worker) return;
      if (data.memory !== undefined) return this.#remember(data.memory);
      if (data.ready) this.#ready = true;
      else this.#done(data.thought ?? "null");
      this.#next();
    };
    worker.onerror = () => {
      if (worker === this.#worker) this.#end();
    };
    worker.postMessage({ engine: this.engine });
  }

  #remember(memory: Blob | null): void {
    this.engine.memory = memory;
    if (memory) this.keep(memory);
  }

  add(job: Job): void {
    this.#waiting.push(job);
    this.#waiting.sort((one, other) => one.urgency - other.urgency || one.ticket - other.ticket);
    this.warmUp();
    this.#next();
  }

  /** Nobody wants to know any more. */
  stop(ticket: number): void {
    this.#waiting = this.#waiting.filter((job) => job.ticket !== ticket);
    const now = this.#now;
    if (now?.ticket !== ticket) return;
    setTimeout(() => {
      if (this.#now === now) this.#end();
    }, GRACE_MS);
  }

  #next(): void {
    if (this.#now || !this.#ready) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#now = job;
    this.#worker?.postMessage({ job: job.job });
  }

  #done(thought: string): void {
    const now = this.#now;
    this.#now = null;
    if (now) this.told(now.ticket, thought);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#done("null");
    this.warmUp();
  }
}

// A lesson as this page plays it: its table, what the voice says, how far one has come.

import { ApiError } from "../wire/api";
import { request } from "../wire/home";
import { keepProgress, progressOf } from "./progress";
import { settings } from "../page/settings.svelte";
import { TableLink, type Exercise } from "../table/table.svelte";
import type { LessonList, LessonMessage, PuzzleMessage, StepRequest } from "../wire/wire.gen";

const TAKEN_BACK_MS = 2600; // what was tried is looked at for so long

export class LessonPlay implements Exercise {
  readonly link: TableLink;
  told = $state.raw<LessonMessage | null>(null);
  refusals = $state(0); // so that the same words are said again
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(readonly id: string) {
    this.link = new TableLink(`lesson-${id}`, "", this);
  }

  /** What is said waits until what happened has been seen. */
  quiet = $derived.by((): boolean => this.link.waiting > 0 || this.link.rolling || this.link.stage.busy);

  join(): { t: "learn"; lang: string; played: string[]; digest: string } {
    const { played, digest } = this.told ?? progressOf(this.id);
    return { t: "learn", lang: settings.lang, played, digest };
  }

  heard(message: LessonMessage | PuzzleMessage): void {
    if (message.t !== "lesson") return;
    if (message.refused) this.refusals += 1;
    this.told = message;
    const { played, digest } = message;
    const done = progressOf(this.id).done || message.said === "end";
    keepProgress(this.id, { played: message.said === "end" ? [] : played, digest, done });
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = message.said === "tried" ? setTimeout(() => void this.step("next"), TAKEN_BACK_MS) : null;
  }

  async step(act: StepRequest["act"]): Promise<boolean> {
    return this.link.step({ t: "step", act });
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.link.close();
  }
}

export async function getLessons(): Promise<LessonList> {
  const answer = await request("/api/lessons").catch(() => null);
  if (!answer?.ok) throw new ApiError("offline", "no connection");
  return (await answer.json()) as LessonList;
}

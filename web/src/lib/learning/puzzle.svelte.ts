// A puzzle as this page plays it: its table, and what was said of the turn.

import { ask } from "../wire/api";
import { isSolved, noteAnswer, puzzleProgress } from "./puzzles";
import { settings } from "../page/settings.svelte";
import { TableLink, type Exercise } from "../table/table.svelte";
import type { LessonMessage, PuzzleList, PuzzleMessage, PuzzleRequest, SolveRequest } from "../wire/wire.gen";

export class PuzzlePlay implements Exercise {
  readonly link: TableLink;
  told = $state.raw<PuzzleMessage | null>(null);
  progress = $state.raw(puzzleProgress());
  #noted = false; // of this try

  constructor(readonly id: string) {
    this.link = new TableLink(`puzzle-${id}`, "", this);
  }

  /** What is said waits until what happened has been seen. */
  quiet = $derived.by((): boolean => this.link.waiting > 0 || this.link.rolling || this.link.stage.busy);

  join(): PuzzleRequest {
    return { t: "puzzle", lang: settings.lang, played: this.told?.state === "play" ? this.told.played : [] };
  }

  heard(message: LessonMessage | PuzzleMessage): void {
    if (message.t !== "puzzle") return;
    this.told = message;
    if (message.state === "play") this.#noted = false;
    if (message.state === "judged" && message.verdict && !this.#noted) {
      this.#noted = true;
      this.progress = noteAnswer(this.id, isSolved(message.verdict));
    }
  }

  async step(act: SolveRequest["act"]): Promise<boolean> {
    return this.link.step({ t: "solve", act });
  }

  close(): void {
    this.link.close();
  }
}

export const getPuzzles = (): Promise<PuzzleList> => ask("/api/puzzles");

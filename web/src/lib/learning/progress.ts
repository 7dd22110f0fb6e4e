// How far this browser has come in the lessons.

import { recall, remember } from "../page/keep";

export interface LessonProgress {
  played: string[]; // what the learner did, to come back to
  digest: string; // of the lesson it was done in
  done: boolean; // once finished it stays so
}

const KEY = "smallworld.lessons";
const DISMISSED = "smallworld.lessons.dismissed";
export const FIRST_LESSONS = ["first-land", "hold-on", "let-go", "last-round"];

export function allProgress(): Record<string, LessonProgress> {
  return recall<Record<string, LessonProgress>>(KEY, {});
}

export function progressOf(lesson: string): LessonProgress {
  return allProgress()[lesson] ?? { played: [], digest: "", done: false };
}

export function keepProgress(lesson: string, progress: LessonProgress): void {
  remember(KEY, { ...allProgress(), [lesson]: progress });
}

/** Whether learning stands beside playing: until it was finished, or is not wanted. */
export function offersLessons(): boolean {
  const all = allProgress();
  return !recall(DISMISSED, false) && !FIRST_LESSONS.every((lesson) => all[lesson]?.done);
}

export function dismissLessons(): void {
  remember(DISMISSED, true);
}

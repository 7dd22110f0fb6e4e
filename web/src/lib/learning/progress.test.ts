import { beforeEach, expect, test, vi } from "vitest";
import { dismissLessons, FIRST_LESSONS, keepProgress, offersLessons, progressOf } from "./progress";

function emptyStorage(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
}
beforeEach(emptyStorage);

test("what was played is there again", () => {
  expect(progressOf("hold-on")).toEqual({ played: [], digest: "", done: false });
  keepProgress("hold-on", { played: ["next"], digest: "d", done: false });
  keepProgress("let-go", { played: [], digest: "e", done: true });
  expect(progressOf("hold-on").played).toEqual(["next"]);
  expect(progressOf("let-go").done).toBe(true);
});

test("lessons are offered until the first four are finished, or nobody wants them", () => {
  expect(offersLessons()).toBe(true);
  for (const lesson of FIRST_LESSONS) keepProgress(lesson, { played: [], digest: "", done: true });
  expect(offersLessons()).toBe(false);
  emptyStorage();
  dismissLessons();
  expect(offersLessons()).toBe(false);
});

import { beforeEach, expect, test } from "vitest";
import en from "../../texts/more/en";
import { speak } from "../fixtures";
import { LANGUAGES } from "./languages";
import { more, MORE, type MoreKey } from "./more";

beforeEach(() => speak("en"));

test("what is loaded later is there in every language, with the same gaps", () => {
  expect(Object.keys(MORE).toSorted()).toEqual(LANGUAGES);
  const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)[|}]/g)].map((match) => match[1] ?? "").toSorted();
  for (const texts of Object.values(MORE)) {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(en).toSorted());
    for (const key of Object.keys(en) as MoreKey[]) expect(new Set(gaps(texts[key]))).toEqual(new Set(gaps(en[key])));
  }
});

test("it is said in the reader's language", () => {
  expect(more("lessonNumber", { n: 2 })).toBe("Lesson 2");
  speak("de");
  expect(more("lessonNumber", { n: 2 })).toBe("Lektion 2");
});

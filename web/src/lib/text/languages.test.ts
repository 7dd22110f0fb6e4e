import { describe, expect, test } from "vitest";
import { CATALOGUES, LANGUAGES, bestLanguage, fill, languageName, loadLanguage, pluralForms } from "./languages";

await Promise.all(LANGUAGES.map(loadLanguage));

const GAP = /\{(\w+)((?:\|[^|}]*)*)\}/g;
const gapsIn = (text: string): string[] => [...text.matchAll(GAP)].map(([, name]) => name ?? "");

test("every file of texts is a language", () => {
  expect(LANGUAGES).toContain("en");
  expect(LANGUAGES).toContain("de");
  expect(languageName("de")).toBe("Deutsch");
});

describe.each(LANGUAGES)("the texts in %s", (lang) => {
  const texts: Record<string, string> = CATALOGUES[lang] ?? {};
  const english: Record<string, string> = CATALOGUES["en"] ?? {};

  test("have the same keys as the English ones", () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    expect(Object.values(texts).filter((text) => !text.trim())).toEqual([]);
  });

  test("fill in nothing that is not there", () => {
    const wrong = Object.keys(texts).filter((key) => gapsIn(texts[key] ?? "").some((gap) => !gapsIn(english[key] ?? "").includes(gap)));
    expect(wrong).toEqual([]);
  });

  test("give every noun with a number as many forms as the language has", () => {
    const forms = Object.entries(texts).flatMap(([key, text]) =>
      [...text.matchAll(GAP)].flatMap(([, , choice]) => (choice ? [[key, choice.split("|").length - 1] as const] : [])),
    );
    expect(forms.filter(([, n]) => n !== pluralForms(lang).length)).toEqual([]);
  });
});

test("gaps are filled", () => {
  expect(fill("{name} has {n} {n|coin|coins}", { name: "Ann", n: 1 }, "en")).toBe("Ann has 1 coin");
  expect(fill("{name} has {n} {n|coin|coins}", { name: "Ann", n: 0 }, "en")).toBe("Ann has 0 coins");
  expect(fill("{coins} {coins|coin|coins}", { coins: "1,5" }, "de")).toBe("1,5 coins");
  expect(fill("nothing{gone}", {}, "en")).toBe("nothing");
  expect(fill("{n} win{n|s|}", { n: 2 }, "en")).toBe("2 win");
});

test("languages with more forms choose among all of them", () => {
  expect(pluralForms("pl")).toEqual(["one", "few", "many", "other"]);
  const tokens = (n: number): string => fill("{n} {n|żeton|żetony|żetonów|żetonu}", { n }, "pl");
  expect([1, 2, 5, 22, 25].map(tokens)).toEqual(["1 żeton", "2 żetony", "5 żetonów", "22 żetony", "25 żetonów"]);
  expect(pluralForms("ja")).toEqual(["other"]);
  expect(fill("{n|枚}", { n: 1 }, "ja")).toBe("枚");
});

test("the reader's first language that there is is taken", () => {
  expect(bestLanguage(["fr-FR", "de-AT", "en"])).toBe("de");
  expect(bestLanguage(["en-GB", "de"])).toBe("en");
  expect(bestLanguage(["tlh"])).toBe("en");
  expect(bestLanguage([])).toBe("en");
});

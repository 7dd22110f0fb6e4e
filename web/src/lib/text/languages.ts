// The languages of the page: each file of src/texts is one, called by its code.

import type { Key } from "../../texts/en";

export type { Key };
export type Catalogue = Record<Key, string>;
type Values = Record<string, string | number>;

const files = import.meta.glob<{ default: Catalogue }>("../../texts/*.ts"); // each is fetched when somebody reads it
const codeOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1, -".ts".length);

export const ENGLISH = "en";
export const LANGUAGES = Object.keys(files).map(codeOf).sort();
export const CATALOGUES: Record<string, Catalogue> = {}; // those that are here

/** Fetches the words of a language; without them nothing can be said in it. */
export async function loadLanguage(lang: string): Promise<void> {
  const load = files[`../../texts/${lang}.ts`];
  if (load && !CATALOGUES[lang]) CATALOGUES[lang] = (await load()).default;
}

/** What a language calls itself: "Deutsch". */
export function languageName(lang: string): string {
  return new Intl.DisplayNames([lang], { type: "language" }).of(lang) ?? lang;
}

/** The first of the reader's languages that there is; else English. */
export function bestLanguage(wanted: readonly string[]): string {
  for (const lang of wanted) {
    const found = LANGUAGES.find((each) => each === lang) ?? LANGUAGES.find((each) => each === lang.split("-")[0]);
    if (found) return found;
  }
  return ENGLISH;
}

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;
const rules = new Map<string, Intl.PluralRules>();

function rulesOf(lang: string): Intl.PluralRules {
  const found = rules.get(lang) ?? new Intl.PluralRules(lang);
  rules.set(lang, found);
  return found;
}

const forms = new Map<string, string[]>();

/** The forms that nouns with a number have in a language, in the order in which texts write them. */
export function pluralForms(lang: string): string[] {
  const known = forms.get(lang);
  if (known) return known;
  const has = rulesOf(lang).resolvedOptions().pluralCategories;
  const found = CATEGORIES.filter((category) => has.includes(category));
  forms.set(lang, found);
  return found;
}

// A text taken apart: words, then a gap with its forms, then words again. Texts are few and used often.
type Piece = string | { key: string; forms: string[] };
const pieces = new Map<string, Piece[]>();

function piecesOf(text: string): Piece[] {
  const known = pieces.get(text);
  if (known) return known;
  const found: Piece[] = [];
  let at = 0;
  for (const gap of text.matchAll(/\{(\w+)((?:\|[^|}]*)*)\}/g)) {
    const [whole, key = "", choice = ""] = gap;
    found.push(text.slice(at, gap.index), { key, forms: choice ? choice.slice(1).split("|") : [] });
    at = gap.index + whole.length;
  }
  found.push(text.slice(at));
  pieces.set(text, found);
  return found;
}

/** A text with its gaps filled: {name}, and {n|coin|coins} with as many forms as the language has. */
export function fill(text: string, values: Values, lang: string): string {
  let filled = "";
  for (const piece of piecesOf(text)) {
    if (typeof piece === "string") filled += piece;
    else if (!piece.forms.length) filled += String(values[piece.key] ?? "");
    else {
      const form = pluralForms(lang).indexOf(rulesOf(lang).select(Number(values[piece.key])));
      filled += piece.forms[form] ?? piece.forms.at(-1) ?? "";
    }
  }
  return filled;
}

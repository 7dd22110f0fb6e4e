// Names of boards, and of players and races where there is little room.

import { maybe } from "./i18n.svelte";

/** A name of at most so many letters: its first word, or the beginning of that. */
export function shortName(name: string, most: number): string {
  if (name.length <= most) return name;
  const first = name.split(/[\s,]+/)[0] ?? name;
  if (first.length <= most) return first;
  const part = first.split("-")[0] ?? first;
  return part.length <= most ? part : `${part.slice(0, most - 1)}.`;
}

/** The name of a board: the title of a home-made one, else what the reader's language calls it. */
export function mapName(map: string, title = ""): string {
  return title || maybe(`board_${map}`, map);
}

const LONG = 9; // letters that fit in one line nearly everywhere
const HYPHEN = "\u00ad"; // seen only where the line ends
// After a syllable, before what begins the next one: a consonant (sch, ch, ck and ph are one) and a vowel.
const SEAM = /(?<=[aeiouäöüy]\p{L}*)(?<!s(?=ch)|sc(?=h)|c(?=[hk])|p(?=h))(?=(?:sch|ch|ck|ph|[b-df-hj-np-tv-xzß])[aeiouäöüy])/giu;

/** A name whose long words may be parted between syllables. */
export function breakable(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => (word.length > LONG ? word.replace(SEAM, HYPHEN) : word));
}

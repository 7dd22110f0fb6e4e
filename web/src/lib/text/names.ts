// Names of boards, and of players where there is little room.

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

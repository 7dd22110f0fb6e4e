// Words that are loaded with the screens that say them.

import en, { type MoreKey } from "../../texts/more/en";
import { ENGLISH, fill } from "./languages";
import { settings } from "../page/settings.svelte";

export type { MoreKey };

const files = import.meta.glob<{ default: Record<MoreKey, string> }>("../../texts/more/*.ts", { eager: true });
export const MORE: Record<string, Record<MoreKey, string>> = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [path.slice(path.lastIndexOf("/") + 1, -".ts".length), file.default]),
);

export function more(key: MoreKey, values: Record<string, string | number> = {}): string {
  return fill((MORE[settings.lang] ?? MORE[ENGLISH] ?? en)[key], values, settings.lang);
}

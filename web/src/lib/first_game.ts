// The first real game: a small board, the gentlest level, hints on.

import { createTable } from "./api";
import { t } from "./i18n.svelte";
import { keepTable } from "./keep";
import { levels } from "./levels.svelte";
import { settings } from "./settings.svelte";

/** Makes the table; the address to go to. */
export async function startFirstGame(map = "base-2"): Promise<string> {
  await levels.load();
  const made = await createTable({
    map,
    hints: true,
    seats: [
      { kind: "device", name: settings.name || t("someone") },
      { kind: "computer", name: t("kind_computer"), ...(levels.beginners ? { level: levels.beginners } : {}) },
    ],
  });
  keepTable(made);
  return `/t/${made.table}`;
}

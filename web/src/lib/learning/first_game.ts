// The first real game: a small board, the gentlest level, hints on.

import { createTable } from "../wire/api";
import { t } from "../text/i18n.svelte";
import { keepTable } from "../page/keep";
import { levels } from "../text/levels.svelte";
import { settings } from "../page/settings.svelte";

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

// Who sits at a seat, and whether they are there.

import { t } from "../text/i18n.svelte";
import { levelShort } from "../text/levels.svelte";
import type { SeatStatus } from "../wire/wire.gen";

/** In a few words; `settled`: nobody is waited for any more. */
export function presenceText(info: SeatStatus | undefined, settled: boolean): string {
  if (!info) return "";
  if (info.kind === "computer") return levelShort(info.level ?? "");
  if (settled) return "";
  if (info.clock?.lost) return t("seatLost");
  if (info.clock?.late) return t("timeOver");
  if (info.computer) return `${t("computerPlays")}: ${levelShort(info.computer)}`;
  if (info.free && !info.connected) return t("notHereYet");
  return info.connected ? "" : t("away");
}

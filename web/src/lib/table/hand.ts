// Tokens in hand, in words and as a number: some of them only conquer and never stay on the map.

import { t } from "../text/i18n.svelte";
import type { EmpireView, GameView } from "../wire/wire.gen";

/** How many there are to do something with now; none while they lie on the board as they are to be placed. */
export function handNumber(empire: EmpireView, seat: string, view: GameView): number {
  if (view.to_act === seat && view.hand !== null) return view.hand;
  return view.to_act === seat && view.pools.length ? 0 : empire.usable;
}

export function handText({ hand, returning }: EmpireView): string {
  if (!hand) return "";
  if (!returning) return t("inHand", { n: hand });
  return hand === returning ? t("inHandOnly", { n: hand }) : t("inHandBoth", { n: hand, only: returning });
}

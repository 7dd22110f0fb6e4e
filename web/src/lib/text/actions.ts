// Actions in words, as they are suggested or looked back at: "conquer region 4 (hill)".

import { comboName, has, subjectName, t, terrainName, waysText } from "./i18n.svelte";
import type { ActionView, GameView, LegalAction } from "../wire/wire.gen";

type SeatNamer = (seat: string) => string;

/** Tells apart what traits offer of their own, by an action or a way to conquer; null: it is the phase's own. */
export function ownKey(action: ActionView): string | null {
  if (action.verb === "use") return `${action.word ?? ""}/${action.stands_for ?? ""}`;
  if ((action.verb !== "conquer" && action.verb !== "roll") || !action.ways?.length) return null;
  return action.ways.map((way) => `${way.trait}/${way.stands_for ?? ""}`).join("+");
}

/** An action in words, to stand within a sentence. */
export function actionText(action: LegalAction, view: GameView, seatName: SeatNamer): string {
  const where = placeText(action.region, view);
  const ways = waysText(action.ways);
  switch (action.verb) {
    case "pick":
      return t("act_pick", { combo: comboName(action.race ?? "", action.power) });
    case "expand":
      return t("act_expand");
    case "decline":
      return ways ? t("act_declineWith", { ways }) : t("act_decline");
    case "abandon":
      return t("act_abandon", { where });
    case "conquer":
      return ways ? t("act_conquerWith", { where, ways }) : t("act_conquer", { where });
    case "roll":
      if (!where) return t("act_rollFirst");
      return ways ? t("act_rollWith", { where, ways }) : t("act_roll", { where });
    case "stop":
      return t("act_stop");
    case "deploy":
      return t("act_deploy", { n: action.tokens ?? 0, where });
    case "give up":
      return t("act_giveUp", { where });
    case "pass":
      return action.trait ? t("act_stay") : t("act_pass");
    case "done":
      return action.final ? t("act_end") : t("act_goOn");
    case "use":
      return ownText(action, where, seatName);
    default:
      return action.do; // luck is nobody's decision
  }
}

/** The same at the beginning of a sentence. */
export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function placeText(region: string | undefined, view: GameView): string {
  if (region === undefined) return "";
  const found = view.regions.find((each) => each.name === region);
  return t("act_where", { n: region, terrain: terrainName(found?.terrain ?? "") });
}

/** Somebody named by a trait, in the few words of a button: "Peace with Bea". */
export function namedText(action: ActionView, name: string): string {
  const key = `named_${action.word}`;
  return has(key) ? t(key, { name }) : t("ownAction", { what: subjectName(action), action: name });
}

/** What a trait offers of its own; some have words for it. */
function ownText(action: LegalAction, where: string, seatName: SeatNamer): string {
  const name = action.seat ? seatName(action.seat) : "";
  const what = subjectName(action);
  const key = `act_use_${action.word}`;
  if (has(key)) return t(key, { what, where, name });
  if (name) return t("act_useSeat", { what, name });
  if (!where) return t("act_use", { what });
  if (action.piece) return action.pieces ? t("act_putSome", { what, n: action.pieces, where }) : t("act_put", { what, where });
  return action.amount ? t("act_useSome", { what, n: action.amount, where }) : t("act_useIn", { what, where });
}

// Actions in words, as they are suggested or looked back at: "conquer region 4 (hill)".

import { readAction, subjectOf, type Action } from "./actions";
import { comboName, nameOf, t, terrainName, wayName } from "./i18n.svelte";
import type { View } from "./types";

type SeatNamer = (seat: string) => string;
const LAST_PHASES = ["redeploy", "placements"]; // what is done there ends the turn

/** The action that a text means in that position. */
export function actionIn(view: View, text: string): Action {
  const regions = new Set(view.regions.map((region) => region.name));
  const seats = new Set(view.seats.map((seat) => seat.name));
  return readAction({ do: text }, regions, seats);
}

/** An action in words, to stand within a sentence. */
export function deedText(action: Action, view: View, seatName: SeatNamer): string {
  const where = placeText(action.region, view);
  const ways = action.ways.map(wayName).join(" + ");
  switch (action.verb) {
    case "pick":
      return pickText(action, view);
    case "expand":
      return t("deed_expand");
    case "decline":
      return ways ? t("deed_declineWith", { ways }) : t("deed_decline");
    case "abandon":
      return t("deed_abandon", { where });
    case "conquer":
      return ways ? t("deed_conquerWith", { where, ways }) : t("deed_conquer", { where });
    case "roll":
      if (!where) return t("deed_rollFirst");
      return ways ? t("deed_rollWith", { where, ways }) : t("deed_roll", { where });
    case "stop":
      return t("deed_stop");
    case "deploy":
      return t("deed_deploy", { n: action.amount, where });
    case "give up":
      return t("deed_giveUp", { where });
    case "pass":
      return view.phase === "ask" ? t("deed_pass") : t("deed_stay");
    case "done":
      return action.legal.final || LAST_PHASES.includes(view.phase) ? t("deed_end") : t("deed_goOn");
    case "use":
      return useText(action, where, seatName);
  }
}

/** The same at the beginning of a sentence. */
export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function placeText(region: string | null, view: View): string {
  if (region === null) return "";
  const found = view.regions.find((each) => each.name === region);
  return t("deed_where", { n: region, terrain: terrainName(found?.terrain ?? "") });
}

function pickText(action: Action, view: View): string {
  const combo = view.row[action.amount - 1];
  const power = action.swap ? view.row[action.swap - 1]?.power : combo?.power;
  if (!combo || power === undefined) return action.legal.do;
  return t("deed_pick", { combo: comboName(combo.race, power) });
}

function useText(action: Action, where: string, seatName: SeatNamer): string {
  const what = action.word.includes(" as ") ? wayName(action.word.replace(/^(place|use) /, "")) : nameOf(subjectOf(action.word));
  if (action.word === "ally" && action.seat) return t("deed_ally", { name: seatName(action.seat) });
  if (action.seat) return t("deed_useSeat", { what, name: seatName(action.seat) });
  if (!where) return t("deed_use", { what });
  return action.amount ? t("deed_useSome", { what, n: action.amount, where }) : t("deed_useIn", { what, where });
}

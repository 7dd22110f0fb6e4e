// Events as sentences, in the reader's language.

import { comboName, nameOf, partsText, reference, t, terrainName, troops } from "./i18n.svelte";
import type { GameEvent, View } from "./types";

export interface Teller {
  seatName: (seat: string | null | undefined) => string;
  view: View | null;
}

/** "Iron Dwarves Dragon Master" as race and power: whichever race the text begins with. */
export function splitCombo(name: string): [race: string, power: string | null] {
  const traits = Object.entries(reference.texts?.traits ?? {});
  let race = "";
  for (const [key, entry] of traits) {
    const isRace = entry.kind === "race" || entry.section === "B1" || entry.section === "B3";
    if (isRace && name.startsWith(`${key} `) && key.length > race.length) race = key;
  }
  if (!race) return [name, null];
  return [race, name.slice(race.length + 1) || null];
}

/** One event as a sentence; null where another event of its line already says it. */
export function sentence(event: GameEvent, teller: Teller): string | null {
  const name = teller.seatName(event.seat);
  const other = teller.seatName(event.other);
  const region = event.region ?? "";
  const n = event.amount ?? 0;
  const what = event.name ? nameOf(event.name) : "";
  const force = () => troops(n, event.name ?? "");
  const terrain = () => {
    const found = teller.view?.regions.find((each) => each.name === region);
    return found ? terrainName(found.terrain) : "";
  };
  switch (event.kind) {
    case "move":
      return moveSentence(event, teller);
    case "turn":
      return t("ev_turn", { name });
    case "picked":
      return t("ev_picked", { name, combo: comboName(...splitCombo(event.name ?? "")), n, coins: coinsOfPick(event) });
    case "revealed":
      return t("ev_revealed", { what });
    case "rolled":
      return t("ev_rolled", { n });
    case "conquered":
      return t(event.other ? "ev_conqueredFrom" : "ev_conquered", { name, race: what, region, terrain: terrain(), n, other });
    case "repelled":
      return t("ev_repelled", { name, region });
    case "lost":
      return event.seat ? t("ev_lost", { name, troops: force(), region }) : t("ev_lostNative", { race: what, region });
    case "withdrawn":
      return t("ev_withdrawn", { name, n, troops: force(), region });
    case "left":
      return t("ev_left", { name, race: what, region });
    case "deployed":
      return t("ev_deployed", { name, troops: force(), region });
    case "placed":
      return event.seat ? t("ev_placed", { name, what, region }) : t("ev_placedNone", { what, region });
    case "found":
      return t("ev_found", { what, region });
    case "granted":
      return t("ev_granted", { what });
    case "declined":
      return t("ev_declined", { name, race: nameOf(splitCombo(event.name ?? "")[0]) });
    case "vanished":
      return t("ev_vanished", { name, race: what });
    case "paid":
      return event.seat ? t("ev_paid", { name, n, other, what }) : t("ev_paidBank", { n, other, what });
    case "scored":
      return n ? t("ev_scored", { name, n, parts: partsText(event.parts ?? []) }) : t("ev_scoredNone", { name });
    case "over":
      return t("ev_over");
    default:
      return null;
  }
}

function coinsOfPick(event: GameEvent): string {
  const of = (what: string): number => Math.abs(event.parts?.find(([name]) => name === what)?.[1] ?? 0);
  const [paid, found] = [of("paid"), of("found")];
  return (paid ? t("ev_pickedPaid", { n: paid }) : "") + (found ? t("ev_pickedFound", { n: found }) : "");
}

/** Most moves are told by what came of them; these have no event of their own. */
function moveSentence(event: GameEvent, teller: Teller): string | null {
  const name = teller.seatName(event.seat);
  const text = event.do ?? "";
  if (text === "expand") return t("ev_expand", { name });
  if (text === "stop") return t("ev_stop", { name });
  const ally = /^ally (\S+)$/.exec(text);
  if (ally) return t("ev_ally", { name, other: teller.seatName(ally[1]) });
  const abandoned = /^abandon (\S+)$/.exec(text);
  if (abandoned?.[1]) return t("ev_abandon", { name, region: abandoned[1] });
  const rolled = /^roll (\S+)/.exec(text);
  if (rolled?.[1]) return t("ev_roll", { name, region: rolled[1] });
  return null;
}

export interface LogLine {
  line: number;
  sentences: string[];
  revealed?: string[]; // cards turned up one after another are told together
}

export interface LogTurn {
  key: string;
  turn: number;
  seat: string;
  lines: LogLine[];
}

/** The log, grouped by turn, oldest first. */
export function logTurns(events: GameEvent[], teller: Teller): LogTurn[] {
  const turns: LogTurn[] = [];
  let current: LogTurn | null = null;
  for (const event of events) {
    if (event.kind === "turn" || current === null) {
      current = { key: `${event.line}-${turns.length}`, turn: event.turn, seat: event.seat ?? "", lines: [] };
      turns.push(current);
      if (event.kind === "turn") {
        current.turn = event.amount ?? event.turn;
        continue;
      }
    }
    const last = current.lines.at(-1);
    if (event.kind === "revealed") {
      const what = nameOf(event.name ?? "");
      if (last?.revealed) {
        last.revealed.push(what);
        last.line = event.line;
        last.sentences = [t("ev_revealed", { what: last.revealed.join(", ") })];
      } else current.lines.push({ line: event.line, sentences: [t("ev_revealed", { what })], revealed: [what] });
      continue;
    }
    const said = sentence(event, teller);
    if (said === null) continue;
    if (last?.line === event.line && !last.revealed) last.sentences.push(said);
    else current.lines.push({ line: event.line, sentences: [said] });
  }
  return turns.filter((turn) => turn.lines.length > 0);
}

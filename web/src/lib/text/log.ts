// The log as sentences, in the reader's language.

import { reference } from "./reference.svelte";
import { comboName, has, nameOf, partsText, subjectName, subjectOf, t, terrainName, troops } from "./i18n.svelte";
import type { ActionView, EntryKind, GameView, LogEntry, PartCode } from "../wire/wire.gen";

export interface Teller {
  seatName: (seat: string | null | undefined) => string;
  view: GameView | null;
  brief?: boolean; // what was found is named, not explained
  told?: WeakMap<LogEntry, string | null>; // sentences that are known already
}

/** Without the moves that another entry of their line tells: what was put down is told as that. */
function tellable(entries: LogEntry[]): LogEntry[] {
  const placed = new Set(entries.filter(({ kind }) => kind === "placed").map(({ line }) => line));
  return entries.filter(({ kind, action, line }) => !(kind === "move" && action?.verb === "use" && placed.has(line)));
}

/** Some entries as sentences. */
export function sentences(entries: LogEntry[], teller: Teller): string[] {
  return tellable(entries).flatMap((entry) => sentence(entry, teller) ?? []);
}

// Of several entries at once the first of these is told where there is room for one.
const HEADLINES: EntryKind[] = ["over", "found", "scored", "conquered", "repelled", "declined", "picked", "rolled"];

/**
 * What happened last, in one sentence, and to whom. Some moves, as being done with something, have no sentence: then the last
 * one before that had stays.
 */
export function headline(now: LogEntry[], before: LogEntry[], line: number, teller: Teller): { seat: string | null; text: string } {
  const rank = ({ kind }: LogEntry): number => (HEADLINES.includes(kind) ? HEADLINES.indexOf(kind) : HEADLINES.length);
  const until = now[0]?.line ?? line;
  const earlier = before.filter((entry) => entry.line <= until && !now.includes(entry)).toReversed();
  for (const entry of [...now.toSorted((a, b) => rank(a) - rank(b)), ...earlier]) {
    const text = sentences([entry], teller)[0];
    if (text !== undefined) return { seat: entry.seat ?? null, text };
  }
  return { seat: null, text: "" };
}

/** One entry as a sentence; null where others of its line say it. */
export function sentence(entry: LogEntry, teller: Teller): string | null {
  const known = teller.told?.get(entry);
  if (known !== undefined) return known;
  const said = tell(entry, teller);
  teller.told?.set(entry, said);
  return said;
}

function tell(entry: LogEntry, teller: Teller): string | null {
  const name = teller.seatName(entry.seat);
  const other = teller.seatName(entry.other);
  const { region = "", tokens = 0, coins = 0 } = entry;
  const race = entry.race ? nameOf(entry.race) : "";
  const what = entry.thing ? nameOf(entry.thing) : "";
  const force = () => troops(tokens, entry.race ?? "");
  switch (entry.kind) {
    case "move":
      return entry.action ? moveSentence(entry.action, name, teller) : null;
    case "luck":
      return null;
    case "turn":
      return t("ev_turn", { name });
    case "picked":
      return t("ev_picked", { name, combo: comboName(entry.race ?? "", entry.power), n: tokens, coins: coinsOfPick(entry) });
    case "revealed":
      return t("ev_revealed", { what: revealedName(entry) });
    case "rolled":
      return t("ev_rolled", { n: entry.pips ?? 0 });
    case "conquered":
      return t(entry.other ? "ev_conqueredFrom" : "ev_conquered", { name, race, region, terrain: terrainIn(region, teller), n: tokens, other });
    case "repelled":
      return t("ev_repelled", { name, region });
    case "lost":
      return t("ev_lost", { name, troops: force(), region });
    case "withdrawn":
      return t("ev_withdrawn", { name, n: tokens, troops: force(), region });
    case "left":
      return t("ev_left", { name, race, region });
    case "deployed":
      return t("ev_deployed", { name, troops: force(), region });
    case "placed":
      return entry.seat ? t("ev_placed", { name, what, region }) : t("ev_placedNone", { what, region });
    case "found":
      return t("ev_found", { what, region, effect: teller.brief ? "" : (reference.find(entry.thing ?? "")?.text ?? "") }).trim();
    case "granted":
      return t("ev_granted", { what: nameOf(entry.power ?? "") });
    case "declined":
      return t("ev_declined", { name, race });
    case "vanished":
      return t("ev_vanished", { name, race });
    case "paid":
      return entry.seat ? t("ev_paid", { name, n: coins, other, what }) : t("ev_paidBank", { n: coins, other, what });
    case "scored":
      return coins ? t("ev_scored", { name, n: coins, parts: partsText(entry.parts ?? []) }) : t("ev_scoredNone", { name });
    case "over":
      return t("ev_over");
  }
}

function terrainIn(region: string, teller: Teller): string {
  const found = teller.view?.regions.find((each) => each.name === region);
  return found ? terrainName(found.terrain) : "";
}

function revealedName(entry: LogEntry): string {
  return nameOf(entry.race ?? entry.power ?? "");
}

function coinsOfPick(entry: LogEntry): string {
  const of = (code: PartCode): number => Math.abs(entry.parts?.find((part) => part.code === code)?.amount ?? 0);
  const [paid, found] = [of("paid"), of("found")];
  return (paid ? t("ev_pickedPaid", { n: paid }) : "") + (found ? t("ev_pickedFound", { n: found }) : "");
}

/** Most moves are told by what came of them; these have no entry of their own. */
function moveSentence(action: ActionView, name: string, teller: Teller): string | null {
  const { region } = action;
  switch (action.verb) {
    case "expand":
      return t("ev_expand", { name });
    case "stop":
      return t("ev_stop", { name });
    case "abandon":
      return t("ev_abandon", { name, region: region ?? "" });
    case "roll":
      return region === undefined ? null : t("ev_roll", { name, region });
    case "use":
      return ownSentence(action, name, teller);
    default:
      return null;
  }
}

/** What a trait offered of its own; some have words for it. */
function ownSentence(action: ActionView, name: string, teller: Teller): string {
  const { region = "", amount = 0 } = action;
  const other = teller.seatName(action.seat);
  const what = subjectName(action);
  const key = `ev_use_${action.word}`;
  if (has(key)) return t(key, { name, what, region, other });
  if (action.seat) return t("ev_useSeat", { name, what, other });
  if (!region) return t("ev_use", { name, what });
  return amount ? t("ev_useSome", { name, what, n: amount, region }) : t("ev_useIn", { name, what, region });
}

export interface LogLine {
  line: number;
  sentences: string[];
  seat: string; // who did it, or to whom it happened; empty: nobody
  regions: string[]; // where
  picture?: string; // the name of a race or thing it is about
  revealed?: string[]; // cards turned up one after another are told together
}

export interface LogTurn {
  key: string;
  turn: number;
  seat: string;
  lines: LogLine[];
}

/** What a picture beside the sentence would show. */
function shownOf({ thing, race, action }: LogEntry): string | undefined {
  return thing ?? race ?? ((action && subjectOf(action)) || undefined);
}

/** The log, grouped by turn, oldest first. */
export function logTurns(entries: LogEntry[], teller: Teller): LogTurn[] {
  const turns: LogTurn[] = [];
  let current: LogTurn | null = null;
  for (const entry of tellable(entries)) {
    if (entry.kind === "turn" || current === null) {
      current = { key: `${entry.line}-${turns.length}`, turn: entry.turn, seat: entry.seat ?? "", lines: [] };
      turns.push(current);
      if (entry.kind === "turn") continue;
    }
    const last = current.lines.at(-1);
    if (entry.kind === "revealed") {
      const what = revealedName(entry);
      if (last?.revealed) {
        last.revealed.push(what);
        last.line = entry.line;
        last.sentences = [t("ev_revealed", { what: last.revealed.join(", ") })];
      } else current.lines.push({ line: entry.line, sentences: [t("ev_revealed", { what })], seat: "", regions: [], revealed: [what] });
      continue;
    }
    const said = sentence(entry, teller);
    if (said === null) continue;
    const where = entry.region ?? entry.action?.region;
    if (last?.line === entry.line && !last.revealed) {
      last.sentences.push(said);
      if (where !== undefined) last.regions.push(where);
      last.picture ??= shownOf(entry);
    } else current.lines.push({ line: entry.line, sentences: [said], seat: entry.seat ?? "", regions: where === undefined ? [] : [where], picture: shownOf(entry) });
  }
  return turns.filter((turn) => turn.lines.length > 0);
}

/** All that is known as text, the oldest first: a heading for each turn, a line for each thing that happened. */
export function logText(entries: LogEntry[], teller: Teller): string {
  const turns = logTurns(entries, teller).map((turn) => {
    const head = turn.seat ? t("turnHead", { turn: turn.turn, name: teller.seatName(turn.seat) }) : t("setUp");
    return [head, ...turn.lines.map((line) => `  ${line.sentences.join(" ")}`)].join("\n");
  });
  return `${turns.join("\n\n")}\n`;
}

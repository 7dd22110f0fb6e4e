import { beforeEach, expect, test } from "vitest";
import { action, seatName, speak, view } from "../fixtures";
import { logText, logTurns, sentence, sentences, type Teller } from "./log";
import type { LogEntry } from "../wire/wire.gen";

const teller: Teller = { seatName, view: view() };
const entry = (kind: LogEntry["kind"], more: Partial<LogEntry> = {}): LogEntry => ({ line: 1, turn: 1, kind, seat: "P1", ...more });
const said = (kind: LogEntry["kind"], more: Partial<LogEntry> = {}): string | null => sentence(entry(kind, more), teller);

beforeEach(() => speak("en"));

test("what happened is told in sentences", () => {
  expect(said("turn")).toBe("Ann’s turn begins.");
  expect(said("rolled", { pips: 2 })).toBe("The die shows 2.");
  expect(said("conquered", { region: "2", race: "Orcs", tokens: 3 })).toBe("Ann: Orcs conquer region 2 (black mountain) with 3 tokens.");
  expect(said("conquered", { region: "1", race: "Orcs", tokens: 1, other: "P2" })).toBe("Ann: Orcs conquer region 1 (hill) from Ben with 1 token.");
  expect(said("lost", { region: "1", race: "Otters", tokens: 1 })).toBe("Ann loses 1 token of the Otters in region 1.");
  expect(said("granted", { power: "Flying" })).toBe("The place grants Flying.");
  expect(said("paid", { seat: "P2", other: "P1", coins: 1, thing: "Flying" })).toBe("Ben pays 1 coin to Ann (Flying).");
  expect(said("paid", { seat: undefined, other: "P1", coins: 2, thing: "Flying" })).toBe("Ann receives 2 coins (Flying).");
  expect(said("scored", { coins: 3, parts: [{ code: "regions", amount: 3, name: "Otters" }] })).toBe("Ann scores 3: Otters: regions 3.");
  expect(said("scored")).toBe("Ann scores nothing.");
  expect(said("luck", { action: action("die", { pips: 2 }) })).toBeNull();
});

test("a combo is told as its race and its power, home-made or not", () => {
  const picked: Partial<LogEntry> = {
    race: "Otters", power: "Lamplit", tokens: 9, parts: [{ code: "paid", amount: -2 }, { code: "found", amount: 1 }],
  };
  expect(said("picked", picked)).toBe("Ann takes Lamplit Otters with 9 tokens, paying 2 coins, finding 1 coin.");
  expect(said("declined", { race: "Otters", power: "Lamplit" })).toBe("Ann’s Otters go into decline.");
  speak("de");
  expect(said("picked", { ...picked, parts: [] })).toContain("Otter (Lamplit)");
});

test("moves without a consequence of their own are told themselves", () => {
  const move = (verb: Parameters<typeof action>[0], more = {}): string | null => said("move", { action: action(verb, more) });
  expect(move("expand")).toBe("Ann expands.");
  expect(move("roll", { region: "2" })).toBe("Ann attacks region 2 with the die.");
  expect(move("roll")).toBeNull();
  expect(move("conquer", { region: "2" })).toBeNull();
  expect(move("use", { trait: "Envoy", word: "ally", seat: "P2" })).toBe("Ann makes peace with Ben.");
});

test("own actions of home-made races have their line", () => {
  const dive = action("use", { trait: "Otters", word: "dive", region: "2" });
  expect(sentences([entry("move", { action: dive })], teller)).toEqual(["Ann uses Otters: dive in region 2."]);
  const wink = action("use", { trait: "Lamplit", word: "wink", seat: "P2" });
  expect(sentences([entry("move", { action: wink })], teller)).toEqual(["Ann uses Lamplit on Ben."]);
  // Where a piece was put down, that is told, and once.
  const place = action("use", { trait: "Lamplit", word: "place lamp", piece: "lamp", region: "2" });
  const entries = [entry("move", { action: place }), entry("placed", { thing: "lamp", region: "2", pieces: 1 })];
  expect(sentences(entries, teller)).toEqual(["Ann: lamp in region 2."]);
});

test("the log is grouped by turns, and cards turned up are told together", () => {
  const turns = logTurns(
    [
      entry("luck", { seat: undefined, action: action("race", { race: "Orcs" }) }),
      entry("revealed", { seat: undefined, race: "Orcs" }),
      entry("revealed", { line: 2, seat: undefined, power: "Flying" }),
      entry("turn", { line: 3 }),
      entry("move", { line: 4, action: action("expand") }),
      entry("conquered", { line: 5, region: "1", race: "Orcs", tokens: 2 }),
      entry("turn", { line: 6, turn: 2, seat: "P2" }),
      entry("over", { line: 7, turn: 2, seat: undefined }),
    ],
    teller,
  );
  expect(turns.map(({ turn, seat, lines }) => [turn, seat, lines.map(({ line, sentences }) => [line, sentences])])).toEqual([
    [1, "", [[2, ["Turned up: Orcs, Flying."]]]],
    [1, "P1", [[4, ["Ann expands."]], [5, ["Ann: Orcs conquer region 1 (hill) with 2 tokens."]]]],
    [2, "P2", [[7, ["The game is over."]]]],
  ]);
});

test("a line shows the race or thing it is about", () => {
  const lines = logTurns(
    [
      { line: 1, turn: 1, kind: "conquered", seat: "P1", race: "Orcs", region: "1", tokens: 2 },
      { line: 2, turn: 1, kind: "found", region: "1", thing: "Shiny Orb" },
      { line: 3, turn: 1, kind: "rolled", seat: "P1", pips: 2 },
    ],
    { seatName: () => "Ann", view: null },
  ).flatMap((turn) => turn.lines);
  expect(lines.map((line) => line.picture)).toEqual(["Orcs", "Shiny Orb", undefined]);
});

test("the log as text has a heading for each turn, the oldest first", () => {
  const entries = [entry("turn"), entry("rolled", { line: 2, pips: 2 }), entry("turn", { line: 3, turn: 2, seat: "P2" }), entry("scored", { line: 4, turn: 2, seat: "P2" })];
  const text = logText(entries, teller);
  expect(text.split("\n").filter((line) => line && !line.startsWith("  "))).toEqual(["Round 1, Ann", "Round 2, Ben"]);
  expect(text).toContain("  The die shows 2.");
  expect(text.indexOf("The die shows 2.")).toBeLessThan(text.indexOf("Ben scores nothing."));
});

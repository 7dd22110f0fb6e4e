import { beforeEach, expect, test } from "vitest";
import { actionText, ownKey, upper } from "./actions";
import { action, seatName, speak, view } from "../fixtures";
import type { LegalAction, Verb } from "../wire/wire.gen";

const said = (verb: Verb, more: Partial<LegalAction> = {}): string => actionText(action(verb, more), view(), seatName);

beforeEach(() => speak("en"));

test("every decision can be told within a sentence", () => {
  expect(said("pick", { combo: 2, race: "Otters", power: "Lamplit" })).toBe("take Lamplit Otters");
  expect(said("expand")).toBe("expand");
  expect(said("decline")).toBe("go into decline");
  expect(said("decline", { ways: [{ trait: "Flying" }] })).toBe("go into decline with Flying");
  expect(said("abandon", { region: "1" })).toBe("abandon region 1 (hill)");
  expect(said("conquer", { region: "2" })).toBe("conquer region 2 (black mountain)");
  expect(said("conquer", { region: "2", ways: [{ trait: "Flying" }] })).toBe("conquer region 2 (black mountain) with Flying");
  expect(said("roll")).toBe("roll the die first");
  expect(said("roll", { region: "1" })).toBe("attack region 1 (hill) with the die");
  expect(said("stop")).toBe("end the conquests");
  expect(said("deploy", { region: "1", tokens: 1 })).toBe("put 1 token into region 1 (hill)");
  expect(said("give up", { region: "1" })).toBe("give up region 1 (hill)");
  expect(said("pass")).toBe("skip this");
  expect(said("pass", { trait: "Flying" })).toBe("stay active");
  expect(said("done")).toBe("go on");
  expect(said("done", { final: true })).toBe("end the turn");
});

test("so can what traits offer of their own", () => {
  expect(said("use", { trait: "Envoy", word: "ally", seat: "P2" })).toBe("make peace with Ben");
  expect(said("use", { trait: "Lamplit", word: "wink", seat: "P2" })).toBe("use Lamplit on Ben");
  expect(said("use", { trait: "Otters", word: "dive" })).toBe("use Otters: dive");
  expect(said("use", { trait: "Otters", word: "dive", region: "1" })).toBe("use Otters: dive in region 1 (hill)");
  expect(said("use", { trait: "Otters", word: "dive", region: "1", amount: 2 })).toBe("use Otters: dive × 2 in region 1 (hill)");
  expect(said("use", { trait: "Heroic", word: "place hero", piece: "hero", region: "1" })).toBe("put hero into region 1 (hill)");
  expect(said("use", { trait: "Lamplit", word: "place lamp", piece: "lamp", pieces: 2, region: "1" })).toBe("put 2 × lamp into region 1 (hill)");
});

test("in other languages too", () => {
  speak("de");
  expect(said("conquer", { region: "1" })).toBe("Region 1 (Hügel) erobern");
  expect(upper(said("use", { trait: "Otters", word: "dive" }))).toBe("Otter: tauchen einsetzen");
});

test("what is used in another's stead is chosen apart", () => {
  const magic = { trait: "Magic", word: "place Magic" };
  expect(ownKey(action("use", { ...magic, stands_for: "A" }))).not.toBe(ownKey(action("use", { ...magic, stands_for: "B" })));
  expect(ownKey(action("use", { ...magic, region: "1" }))).toBe(ownKey(action("use", { ...magic, region: "2" })));
});

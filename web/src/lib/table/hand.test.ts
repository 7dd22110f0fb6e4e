import { beforeEach, expect, test } from "vitest";
import { speak, view } from "../fixtures";
import { handNumber, handText } from "./hand";
import type { EmpireView } from "../wire/wire.gen";

beforeEach(() => speak("en"));
const amazons = (hand: number, returning: number, usable = hand): EmpireView => ({
  race: "Amazons", power: null, regions: ["1"], hand, usable, returning, withdrawn: 0, tray: 0, hammers: 0, first_turn: false, speaks: [],
});
const pools = [{ race: "Amazons", tokens: 6, regions: [{ region: "1", proposed: 6 }] }];

test("tokens that only conquer are told apart", () => {
  expect(handText(amazons(0, 0))).toBe("");
  expect(handText(amazons(3, 0))).toBe("3 in hand");
  expect(handText(amazons(10, 4))).toBe("10 in hand, 4 of them for conquests only");
  expect(handText(amazons(4, 4))).toBe("4 in hand, for conquests only");
});

test("the number is what there is to do something with", () => {
  expect(handNumber(amazons(10, 4), "P1", view({ phase: { kind: "conquest" } }))).toBe(10);
  expect(handNumber(amazons(4, 4), "P1", view({ phase: { kind: "choose" }, hand: 9 }))).toBe(9); // when the turn goes on
  expect(handNumber(amazons(10, 4), "P1", view({ phase: { kind: "redeploy" }, pools }))).toBe(0);
  expect(handNumber(amazons(4, 4, 0), "P1", view({ phase: { kind: "placements" } }))).toBe(0);
  expect(handNumber(amazons(4, 4, 0), "P1", view({ current: "P2", to_act: "P2" }))).toBe(0);
});

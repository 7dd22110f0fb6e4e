import { beforeEach, expect, test } from "vitest";
import { action, region, seatName, speak } from "../fixtures";
import { targetOf } from "../turn/play.svelte";
import { occupantText, spokenRegion } from "./spoken";

beforeEach(() => speak("en"));
const now = { seatName, target: undefined, planned: 0, changed: false, hinted: false };

test("who is in a region", () => {
  expect(occupantText(region("1"), seatName)).toBe("empty");
  expect(occupantText(region("1", { natives: "Lost Tribe", tokens: 1 }), seatName)).toBe("Lost Tribe (1)");
  expect(occupantText(region("1", { race: "Otters", holder: "P2", tokens: 2 }), seatName)).toBe("2 Otters (Ben)");
  expect(occupantText(region("1", { race: "Orcs", holder: "P1", tokens: 1, declined: true }), seatName)).toBe("1 token of the Orcs (Ann), in decline");
});

test("a region is spoken with all that stands there", () => {
  const land = region("7", { symbols: ["mine", "edge"], pieces: { lamp: 1, hero: 2 }, markers: ["Shiny Orb"], immune: true });
  expect(spokenRegion(land, now)).toBe("Region 7: hill, mine, empty, lamp, 2 × hero, Shiny Orb, immune");
});

test("and with what can be done there", () => {
  const plain = action("conquer", { region: "1", price: 3 });
  const swap = action("conquer", { region: "1", price: 0, ways: [{ trait: "Shiny Orb" }] });
  expect(spokenRegion(region("1"), { ...now, target: targetOf([plain, swap]) })).toContain("costs 3, or with Shiny Orb");
  const roll = action("roll", { region: "1", price: 5, short: 2, odds: 33, final: true });
  expect(spokenRegion(region("1"), { ...now, target: targetOf([roll]), hinted: true, changed: true })).toContain(
    "costs 5, needs the die, 33 %, final, suggested, changed since your last turn",
  );
  const place = action("deploy", { region: "1", tokens: 1 });
  expect(spokenRegion(region("1"), { ...now, target: targetOf([place]), planned: 2 })).toContain("can take tokens, 2 planned");
});

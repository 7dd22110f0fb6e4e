import { expect, test } from "vitest";
import { changesBetween } from "./changes";
import { region, view } from "../fixtures";

test("regions that look different are found", () => {
  const then = view({ regions: [region("1"), region("2", { natives: "Lost Tribe", tokens: 1 }), region("3", { pieces: { lamp: 1 } })] });
  const now = view({ regions: [region("1"), region("2", { holder: "P1", race: "Otters", tokens: 1 }), region("3", { pieces: { lamp: 2 } })] });
  expect([...changesBetween(then, now)]).toEqual(["2", "3"]);
  expect(changesBetween(then, then).size).toBe(0);
});

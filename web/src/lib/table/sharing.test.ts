import { expect, test } from "vitest";
import { region, view } from "../fixtures";
import { keptIfAlike, sharedView } from "./sharing";

test("what did not change stays the same object", () => {
  const then = view({ regions: [region("1"), region("2", { tokens: 1 }), region("3")] });
  const now = view({ turn: 2, regions: [region("1"), region("2", { tokens: 2 }), region("3")] });
  const shared = sharedView(then, now);
  expect(shared).toEqual(now);
  expect(shared.regions[0]).toBe(then.regions[0]);
  expect(shared.regions[1]).toBe(now.regions[1]);
  expect(shared.regions[2]).toBe(then.regions[2]);
  expect(shared.row).toBe(then.row);
});

test("a list in which nothing changed stays the same list", () => {
  const then = view();
  expect(sharedView(then, view()).regions).toBe(then.regions);
  expect(sharedView(then, view({ regions: then.regions.slice(1) })).regions).not.toBe(then.regions);
  expect(sharedView(null, then)).toBe(then);
});

test("a value that says the same is kept", () => {
  const then = [{ name: "Ann" }];
  expect(keptIfAlike(then, [{ name: "Ann" }])).toBe(then);
  expect(keptIfAlike(then, [{ name: "Ben" }])).toEqual([{ name: "Ben" }]);
});

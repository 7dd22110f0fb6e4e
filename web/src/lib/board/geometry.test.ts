import { expect, test } from "vitest";
import { meantRegion, type Point } from "./geometry";

const LIT: [string, Point][] = [["1", [100, 100]], ["2", [130, 100]]];

test("a finger means the nearest middle of what can be chosen", () => {
  expect(meantRegion([110, 100], "7", LIT)).toBe("1");
  expect(meantRegion([119, 100], "1", LIT)).toBe("2");
  expect(meantRegion([100, 121], "7", LIT)).toBe("1");
});

test("where none is near, it means what it touches", () => {
  expect(meantRegion([100, 123], "7", LIT)).toBe("7");
  expect(meantRegion([110, 100], "7", [])).toBe("7");
});

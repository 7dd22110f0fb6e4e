import { expect, test } from "vitest";
import { shortName } from "./names";

test.each([
  ["Ann", 8, "Ann"],
  ["Ann of the Hills", 8, "Ann"],
  ["Karl-Friedrich", 8, "Karl"],
  ["Maximiliane", 8, "Maximil."],
  ["Dr. Mabuse", 8, "Dr."],
])("%s in %i letters", (name, most, short) => {
  expect(shortName(name, most)).toBe(short);
  expect(short.length).toBeLessThanOrEqual(most);
});

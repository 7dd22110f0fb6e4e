import { expect, test } from "vitest";
import { breakable, shortName } from "./names";

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

test.each([
  ["Orcs", "Orcs"],
  ["Skeletons", "Skeletons"],
  ["Spiderines", "Spi-de-ri-nes"],
  ["Will-o'-Wisps", "Will-o'-Wisps"],
  ["Schattenmimen", "Schat-ten-mi-men"],
  ["Echsenmenschen", "Ech-sen-men-schen"],
  ["Spinnenwesen", "Spin-nen-we-sen"],
  ["Schlammlinge", "Schlamm-lin-ge"],
  ["Hexenmeister", "He-xen-meis-ter"],
])("%s may be parted as %s", (name, parted) => {
  expect(breakable(name).replaceAll("\u00ad", "-")).toBe(parted);
});

import { beforeEach, expect, test } from "vitest";
import { ICONS, drawLetters, emblemOf, inkFor, isPortrait } from "./emblems";
import { speak } from "../fixtures";

beforeEach(() => speak("en"));

test("those who have a picture show it", () => {
  expect(emblemOf("Orcs")).toMatchObject({ symbol: "race-orcs", fill: "", letters: "" });
  expect(emblemOf("Otters")).toMatchObject({ symbol: "spare-otter", letters: "" });
  expect(isPortrait(emblemOf("Orcs"))).toBe(true);
  expect(isPortrait(emblemOf("Otters"))).toBe(true);
  expect(isPortrait(ICONS.coin)).toBe(false);
});

test("a drawing is shown as an image, which can run nothing and fetch nothing", () => {
  expect(emblemOf("Weasels").drawing).toBe("data:image/svg+xml,%3Csvg%3E%23%3C%2Fsvg%3E");
  expect(isPortrait(emblemOf("Weasels"))).toBe(true);
});

test("ink is thinner on larger pictures, and on a larger canvas for the same size", () => {
  for (const canvas of [96, 48] as const) {
    const widths = [24, 40, 80, 160].map((size) => (inkFor(size, canvas) * size) / canvas);
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(inkFor(24, canvas)).toBeGreaterThan(inkFor(160, canvas));
  }
});

test("others are drawn with their letters, each as always", () => {
  expect(emblemOf("Lamplit")).toMatchObject({ fill: "", letters: "La" });
  expect(emblemOf("Lamplit").line).toMatch(/^M/);
  expect(drawLetters("Lamplit")).toEqual(drawLetters("Lamplit"));
  const shapes = new Set(["Lamplit", "Thrifty", "Beavers", "dam", "lamp", "Soaring"].map((name) => drawLetters(name).line));
  expect(shapes.size).toBeGreaterThan(2);
  speak("de");
  expect(emblemOf("lamp").letters).toBe("La"); // of the name the reader knows: Laterne
});

import { beforeEach, expect, test } from "vitest";
import { drawLetters, emblemOf } from "./emblems";
import { speak } from "./fixtures";

beforeEach(() => speak("en"));

test("those who have a picture show it", () => {
  expect(emblemOf("Orcs")).toMatchObject({ fill: "M0 0z", letters: "" });
  expect(emblemOf("Otters")).toMatchObject({ fill: "", line: "M1 1h2", letters: "" });
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

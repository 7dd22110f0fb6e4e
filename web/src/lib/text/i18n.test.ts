import { beforeEach, expect, test } from "vitest";
import { action, speak } from "../fixtures";
import { comboName, nameOf, partName, partsText, subjectName, subjectOf, t, troops, waysText } from "./i18n.svelte";
import { reference } from "./reference.svelte";

beforeEach(() => speak("en"));

test("names are the reader's, home-made ones too", () => {
  expect(nameOf("Orcs")).toBe("Orcs");
  expect(nameOf("lamp")).toBe("lamp");
  speak("de");
  expect([nameOf("Orcs"), nameOf("Otters"), nameOf("lamp")]).toEqual(["Orks", "Otter", "Laterne"]);
  expect(nameOf("Nobody knows")).toBe("Nobody knows");
});

test("home-made names are those of the files of the table", () => {
  speak("en", ["others.py"]);
  expect(nameOf("Otters")).toBe("Other otters");
  speak("en", []);
  expect(reference.find("Otters")).toBeNull();
  speak("en", null);
  expect(nameOf("Otters")).toBe("Otters");
});

test("a combo is named as the language does it", () => {
  expect(comboName("Otters", "Lamplit")).toBe("Lamplit Otters");
  expect(comboName("Orcs", null)).toBe("Orcs");
  speak("de");
  expect(comboName("Orcs", "Flying")).toBe("Orks (Fliegend)");
});

test("parts of prices and scores are named by their codes", () => {
  expect(partName({ code: "land" })).toBe("land");
  expect(partName({ code: "terrain", name: "black_mountain" })).toBe("black mountain");
  expect(partName({ code: "natives", name: "Monsters" })).toBe("Monsters");
  expect(partName({ code: "race", name: "Orcs" })).toBe("Orcs");
  expect(partName({ code: "as_if_empty", name: "Shiny Orb" })).toBe("Shiny Orb: as if empty");
  expect(partName({ code: "regions", name: "Otters" })).toBe("Otters: regions");
  speak("de");
  expect(partName({ code: "natives", name: "Lost Tribe" })).toBe("Untergegangener Stamm");
  expect(partName({ code: "at_least_one" })).toBe("mindestens ein Plättchen");
  const parts = partsText([{ code: "terrain", amount: 2, name: "hill" }, { code: "trait", amount: -1, name: "Flying" }]);
  expect(parts).toBe("Hügel 2, Fliegend −1");
});

test("what traits offer of their own has a name and a subject", () => {
  const hero = action("use", { trait: "Heroic", word: "place hero", piece: "hero", region: "1" });
  expect([subjectOf(hero), subjectName(hero)]).toEqual(["hero", "hero"]);
  const stood = action("use", { trait: "Magic", word: "place Magic", piece: "bag", stands_for: "Shiny Orb" });
  expect([subjectOf(stood), subjectName(stood)]).toEqual(["Shiny Orb", "Magic → Shiny Orb"]);
  const dive = action("use", { trait: "Otters", word: "dive", region: "1" });
  expect([subjectOf(dive), subjectName(dive)]).toEqual(["Otters", "Otters: dive"]);
  speak("de");
  expect(subjectName(dive)).toBe("Otter: tauchen");
});

test("ways and troops", () => {
  expect(waysText([{ trait: "Flying" }, { trait: "Magic", stands_for: "Shiny Orb" }])).toBe("Flying + Magic → Shiny Orb");
  expect(waysText()).toBe("");
  expect([troops(1, "Orcs"), troops(3, "Orcs")]).toEqual(["1 token of the Orcs", "3 Orcs"]);
  expect(t("inHand", { n: 3 })).toBe("3 in hand");
});

import { expect, test } from "vitest";
import { search, type Row } from "./search";
import type { TextEntry } from "../wire/wire.gen";

const row = (name: string, kind: TextEntry["kind"], text: string, shown = name): Row => ({ key: name, name, file: "", entry: { name: shown, kind, text } });
const ROWS = [
  row("Ghouls", "race", "When Ghouls decline, all their tokens stay."),
  row("Stout", "power", "You may go into decline at once."),
  row("decline marker", "piece", "Lies on what is past."),
  row("decline", "term", "A race whose time is over.", "Untergang"),
  row("Orcs", "race", "Like to fight."),
];
const names = (wanted: string) => search(ROWS, wanted).map((each) => each.name);

test("the word itself comes first, then what is called like it, then what speaks of it", () => {
  expect(names("decline")).toEqual(["decline", "decline marker", "Ghouls", "Stout"]);
  expect(names("  Untergang ")).toEqual(["decline"]);
  expect(names("decl")).toEqual(["decline", "decline marker", "Ghouls", "Stout"]);
});

test("all words must be found; without any there is everything", () => {
  expect(names("decline tokens")).toEqual(["Ghouls"]);
  expect(names("unicorn")).toEqual([]);
  expect(search(ROWS, " ")).toEqual(ROWS);
});

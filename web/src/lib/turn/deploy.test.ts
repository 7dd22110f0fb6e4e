import { expect, test } from "vitest";
import { filled, moved, proposed, taken } from "./deploy";
import type { Pool } from "../wire/wire.gen";

const pool: Pool = { race: "Otters", tokens: 5, regions: [{ region: "a", proposed: 4 }, { region: "b", proposed: 1 }, { region: "c", proposed: 0 }] };

test("tokens lie where they are proposed", () => {
  expect(proposed([pool])).toEqual({ a: 4, b: 1, c: 0 });
});

test("one more comes from what is left, else from the largest heap", () => {
  expect(taken(pool, { a: 2, b: 1, c: 0 }, "c")).toEqual({ a: 2, b: 1, c: 1 });
  expect(taken(pool, { a: 4, b: 1, c: 0 }, "c")).toEqual({ a: 3, b: 1, c: 1 });
  expect(taken(pool, { a: 4, b: 1, c: 0 }, "a")).toEqual({ a: 5, b: 0, c: 0 });
});

test("a token is moved if there is one", () => {
  expect(moved({ a: 1, b: 0 }, "a", "b")).toEqual({ a: 0, b: 1 });
  expect(moved({ a: 1, b: 0 }, "b", "a")).toEqual({ a: 1, b: 0 });
});

test("what is left over goes where it was proposed", () => {
  expect(filled([pool], { a: 1, b: 0, c: 2 })).toEqual({ a: 3, b: 0, c: 2 });
  expect(filled([pool], { a: 4, b: 1, c: 0 })).toEqual({ a: 4, b: 1, c: 0 });
});

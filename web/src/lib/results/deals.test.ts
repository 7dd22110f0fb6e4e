import { expect, test } from "vitest";
import { bars, newCode, shareLine } from "./deals";
import type { GameView, LogEntry, TableInfo } from "../wire/wire.gen";

test("a code names its board, and no two are alike", () => {
  expect(newCode("base-3")).toMatch(/^base-3-[a-z2-9]{8}$/);
  expect(newCode("base-3")).not.toBe(newCode("base-3"));
});

test("coins of each turn become bars", () => {
  expect(bars([0, 4, 8])).toBe("▁▄█");
  expect(bars([])).toBe("");
});

test("a finished game of a deal becomes a line of text", () => {
  const seat = (name: string, kind: string, level: string | null) => ({ seat: name, kind, level, name });
  const info = { deal: "base-2-20261116", map: "base-2", seats: [seat("P1", "device", null), seat("P2", "computer", "greedy")] } as unknown as TableInfo;
  const view = { seats: [{ name: "P1" }, { name: "P2" }], result: { coins: [71, 80], winners: ["P2"], places: [2, 1] } } as unknown as GameView;
  const scored = (name: string, coins: number): LogEntry => ({ line: 1, turn: 1, kind: "scored", seat: name, coins }) as LogEntry;
  const line = shareLine(info, view, [scored("P1", 4), scored("P2", 9), scored("P1", 8)], "P1");
  expect(line).toContain("base-2-20261116");
  expect(line).toContain("71");
  expect(line).toContain("80");
  expect(line).toMatch(/2.*2/);
  expect(line.endsWith("▄█")).toBe(true);
  expect(line).not.toContain("\n");
});

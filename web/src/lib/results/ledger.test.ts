import { expect, test } from "vitest";
import { ledgerOf, sourceKey, sumOf } from "./ledger";
import type { LogEntry } from "../wire/wire.gen";

const entry = (kind: LogEntry["kind"], more: Partial<LogEntry>): LogEntry => ({ line: 1, turn: 1, kind, ...more });

test("every coin has its source, and none is counted twice", () => {
  const log = [
    entry("picked", { seat: "P1", parts: [{ code: "paid", amount: -2 }, { code: "found", amount: 1 }] }),
    entry("paid", { seat: "P2", other: "P1", coins: 1, thing: "Thieving" }),
    entry("scored", {
      seat: "P1", coins: 4,
      parts: [{ code: "regions", amount: 3, name: "Otters" }, { code: "trait", amount: 1, name: "Thieving" }],
    }),
    entry("paid", { other: "P2", coins: 2, thing: "Gnomes", turn: 2 }),
    entry("scored", { seat: "P2", coins: 0, turn: 2 }),
  ];
  const ledger = ledgerOf(log, new Map([["P1", 5], ["P2", 5]]));
  const of = (seat: string): number => sumOf(ledger.filter((each) => each.seat === seat));
  expect([of("P1"), of("P2")]).toEqual([5 - 2 + 1 + 4, 5 - 1 + 2]);
  expect(ledger.filter(({ seat }) => seat === "P1").map(({ source, coins }) => [sourceKey(source), coins])).toEqual([
    ["start/", 5], ["paid/", -2], ["found/", 1], ["regions/Otters", 3], ["trait/Thieving", 1],
  ]);
  expect(ledger.filter(({ seat }) => seat === "P2").map(({ source, turn, coins }) => [sourceKey(source), turn, coins])).toEqual([
    ["start/", 0, 5], ["given/", 1, -1], ["trait/Gnomes", 2, 2],
  ]);
});

import { beforeEach, expect, test, vi } from "vitest";
import { byBoard, byOpponent, byPower, byRace, csv, forgetGames, noteGame, ownRating, playedGames, suggestedLevel, summary, type PlayedGame } from "./stats";
import type { GameView, LogEntry, TableInfo } from "../wire/wire.gen";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});

const info = {
  id: "t", map: "base-2", world: "base", begun: 0,
  seats: [{ seat: "P1", kind: "device", level: null }, { seat: "P2", kind: "computer", level: "greedy" }],
} as unknown as TableInfo;
const view = (coins: number[], winners: string[], places = [1, 2]): GameView =>
  ({ seats: [{ name: "P1" }, { name: "P2" }], result: { coins, winners, places, tokens: [0, 0] } }) as unknown as GameView;
const events = [
  { kind: "picked", seat: "P1", race: "Orcs", power: "Hill" },
  { kind: "picked", seat: "P2", race: "Elves", power: "Flying" },
  { kind: "scored", seat: "P1", parts: [{ code: "regions", name: "Orcs", amount: 4 }, { code: "power", name: "Hill", amount: 2 }] },
  { kind: "scored", seat: "P2", parts: [{ code: "regions", name: "Elves", amount: 9 }] },
  { kind: "scored", seat: "P1", parts: [{ code: "regions", name: "Orcs", amount: 3 }] },
] as unknown as LogEntry[];

test("a game is summed up for the one who played it", () => {
  const game = summary(info, view([80, 70], ["P1"]), events, ["P1"], 5);
  expect(game).toMatchObject({ table: "t", board: "base-2", coins: 80, place: 1, opponents: ["greedy"], races: { Orcs: 7 }, powers: { Hill: 2 } });
  expect(summary(info, view([60, 70], ["P2"], [2, 1]), events, ["P1"], 5)?.place).toBe(2);
  expect(summary(info, view([70, 70], ["P2"], [2, 1]), events, ["P1"], 5)?.place).toBe(2); // lost by tokens
});

test("what is no game of one's own does not count", () => {
  expect(summary(info, view([80, 70], ["P1"]), events, ["P1", "P2"], 5)).toBeNull();
  expect(summary(info, view([80, 70], ["P1"]), events, [], 5)).toBeNull();
  expect(summary({ ...info, begun: 30 }, view([80, 70], ["P1"]), events, ["P1"], 5)).toBeNull();
  expect(summary(info, { ...view([1, 1], []), result: null } as unknown as GameView, events, ["P1"], 5)).toBeNull();
});

const game = (table: string, coins: number, place: number, more: Partial<PlayedGame> = {}): PlayedGame => ({
  table, ended: 0, board: "base-2", world: "base", players: 2, coins, place, opponents: ["greedy"], races: { Orcs: coins }, powers: { Hill: 1 }, ...more,
});

test("a game is noted once, and all are forgotten when one likes", () => {
  noteGame(game("a", 80, 1));
  noteGame(game("a", 80, 1));
  noteGame(game("b", 60, 2));
  noteGame(null);
  expect(playedGames().map(({ table }) => table)).toEqual(["a", "b"]);
  forgetGames();
  expect(playedGames()).toEqual([]);
});

test("games add up by race, power, board and opponent", () => {
  const games = [game("a", 80, 1), game("b", 60, 2, { races: { Elves: 20, Orcs: 5 }, opponents: ["person", "person"] }), game("c", 70, 1, { board: "base-3" })];
  expect(byRace(games)).toEqual([{ name: "Orcs", games: 3, wins: 2, coins: 155 }, { name: "Elves", games: 1, wins: 0, coins: 20 }]);
  expect(byPower(games)[0]).toEqual({ name: "Hill", games: 3, wins: 2, coins: 3 });
  expect(byBoard(games).map(({ name, games: n }) => [name, n])).toEqual([["base-2", 2], ["base-3", 1]]);
  expect(byOpponent(games).map(({ name, games: n, coins }) => [name, n, coins])).toEqual([["greedy", 2, 150], ["person", 1, 60]]);
});

test("a spreadsheet gets a line for each game, whatever a name has in it", () => {
  const text = csv([game("a", 80, 1, { races: { 'Or"cs, tall': 3 } })]);
  expect(text.split("\r\n")[0]).toBe("ended,table,board,world,players,coins,place,opponents,races,powers");
  expect(text.split("\r\n")[1]).toBe('1970-01-01T00:00:00.000Z,a,base-2,base,2,80,1,greedy,"Or""cs, tall 3",Hill 1');
});

const rated = [
  { name: "greedy", rating: 1500 },
  { name: "level:3", rating: 1350 },
  { name: "level:5", rating: 1550 },
  { name: "level:8", rating: 1850 },
  { name: "mine", rating: null },
];
const ratings = new Map([["greedy", 1500]]);
const many = (wins: number, losses: number): PlayedGame[] => [...Array(wins).fill(1), ...Array(losses).fill(2)].map((place, n) => game(`g${n}`, 70, place));

test("who wins half of the games is as strong as the opponent", () => {
  expect(ownRating(many(10, 10), ratings)).toBeGreaterThan(1480);
  expect(ownRating(many(10, 10), ratings)).toBeLessThan(1520);
  expect(ownRating(many(15, 5), ratings)).toBeGreaterThan(1600);
  expect(ownRating(many(2, 18), ratings)).toBeLessThan(1300);
});

test("a fair share among four is one in four", () => {
  const four = many(5, 15).map((each) => ({ ...each, opponents: ["greedy", "greedy", "greedy"], players: 4 }));
  expect(Math.abs((ownRating(four, ratings) ?? 0) - 1500)).toBeLessThan(20);
});

test("a level is suggested that is beaten half the time, once there are enough games", () => {
  expect(suggestedLevel(many(10, 10), rated)).toBe("level:5");
  expect(suggestedLevel(many(19, 1), rated)).toBe("level:8");
  expect(suggestedLevel(many(3, 17), rated)).toBe("level:3");
  expect(suggestedLevel(many(2, 3), rated)).toBeNull();
  expect(suggestedLevel(many(10, 10).map((each) => ({ ...each, opponents: ["person"] })), rated)).toBeNull();
});

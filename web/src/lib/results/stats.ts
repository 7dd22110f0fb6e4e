// Finished games of this browser, one line each, and what they add up to.

import { recall, remember } from "../page/keep";
import type { GameView, LogEntry, TableInfo } from "../wire/wire.gen";

export interface PlayedGame {
  table: string;
  ended: number; // milliseconds since 1970
  board: string;
  world: string;
  players: number;
  coins: number;
  place: number; // 1: won
  opponents: string[]; // levels of computers; people are all one
  races: Record<string, number>; // coins by race …
  powers: Record<string, number>; // … and by power
}

export interface Sum {
  name: string;
  games: number;
  wins: number;
  coins: number; // of all those games
}

export const PERSON = "person";
const KEY = "smallworld.games";
const MOST = 2000;

export function playedGames(): PlayedGame[] {
  return recall<PlayedGame[]>(KEY, []);
}

export function forgetGames(): void {
  remember(KEY, []);
}

/** A finished game as the one person of this browser saw it; null if it does not count. */
export function summary(info: TableInfo, view: GameView, events: LogEntry[], you: string[], now: number): PlayedGame | null {
  const seat = you[0];
  const { result } = view;
  if (!result || you.length !== 1 || seat === undefined || info.begun > 0) return null;
  const index = view.seats.findIndex((each) => each.name === seat);
  const coins = result.coins[index] ?? 0;
  const place = result.places?.[index] ?? 0;
  const races: Record<string, number> = {};
  const powers: Record<string, number> = {};
  for (const { kind, seat: who, race, power, parts = [] } of events) {
    if (who !== seat) continue;
    if (kind === "picked" && race) races[race] ??= 0;
    if (kind === "picked" && power) powers[power] ??= 0;
    if (kind !== "scored") continue;
    for (const { name = "", amount } of parts) {
      if (name in races) races[name] = (races[name] ?? 0) + amount;
      else if (name in powers) powers[name] = (powers[name] ?? 0) + amount;
    }
  }
  const opponents = info.seats.filter((other) => other.seat !== seat).map((other) => (other.kind === "computer" ? (other.level ?? "") : PERSON));
  return { table: info.id, ended: now, board: info.map, world: info.world, players: view.seats.length, coins, place, opponents, races, powers };
}

/** Keeps a game, once. */
export function noteGame(game: PlayedGame | null): void {
  const games = playedGames();
  if (!game || games.some((other) => other.table === game.table)) return;
  remember(KEY, [...games, game].slice(-MOST));
}

function group(games: PlayedGame[], namesOf: (game: PlayedGame) => [string, number][]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const game of games)
    for (const [name, coins] of namesOf(game)) {
      const sum = sums.get(name) ?? { name, games: 0, wins: 0, coins: 0 };
      sums.set(name, { name, games: sum.games + 1, wins: sum.wins + (game.place === 1 ? 1 : 0), coins: sum.coins + coins });
    }
  return [...sums.values()].toSorted((a, b) => b.games - a.games || b.coins - a.coins);
}

export const byRace = (games: PlayedGame[]): Sum[] => group(games, (game) => Object.entries(game.races));
export const byPower = (games: PlayedGame[]): Sum[] => group(games, (game) => Object.entries(game.powers));
export const byBoard = (games: PlayedGame[]): Sum[] => group(games, (game) => [[game.board, game.coins]]);
export const byOpponent = (games: PlayedGame[]): Sum[] => group(games, (game) => [...new Set(game.opponents)].map((name) => [name, game.coins]));

const SURE = 6; // games against computers before anything is suggested
const SPAN = [0, 3000] as const; // of ratings

/** The rating somebody has who wins as often as they did, against computers of known strength; null: too few games. */
export function ownRating(games: PlayedGame[], ratings: ReadonlyMap<string, number>): number | null {
  const known = games.filter((game) => game.opponents.every((name) => ratings.has(name)));
  if (known.length < SURE) return null;
  /** Wins that were had beyond those of somebody with that rating. */
  const more = (rating: number): number => {
    let total = 0;
    for (const { place, opponents } of known) total += (place === 1 ? 1 : 0) - expectedShare(rating, opponents.map((name) => ratings.get(name) ?? 0));
    return total + (1500 - rating) / 4000; // who only wins, or only loses, is not sent to the end of the scale at once
  };
  let [low, high]: [number, number] = [SPAN[0], SPAN[1]];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (more(middle) > 0) low = middle;
    else high = middle;
  }
  return Math.round(low);
}

/** How often somebody of that rating wins against these: 400 points are ten to one. */
const expectedShare = (rating: number, others: number[]): number => 1 / others.reduce((sum, other) => sum + 10 ** ((other - rating) / 400), 1);

/** The level whose rating is nearest: against it half of the games would be won. */
export function suggestedLevel(games: PlayedGame[], levels: readonly { name: string; rating: number | null }[]): string | null {
  const rated = levels.flatMap(({ name, rating }) => (rating === null ? [] : [{ name, rating }]));
  const own = ownRating(games.slice(-RECENT), new Map(rated.map(({ name, rating }) => [name, rating])));
  if (own === null) return null;
  const steps = rated.filter(({ name }) => name.startsWith("level:"));
  const among = steps.length ? steps : rated;
  return among.toSorted((a, b) => Math.abs(a.rating - own) - Math.abs(b.rating - own))[0]?.name ?? null;
}
const RECENT = 30; // games; people learn

const cell = (value: string | number): string => (/[",\n;]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

/** A line for each game, for spreadsheets. */
export function csv(games: PlayedGame[]): string {
  const head = ["ended", "table", "board", "world", "players", "coins", "place", "opponents", "races", "powers"];
  const counts = (of: Record<string, number>): string => Object.entries(of).map(([name, coins]) => `${name} ${coins}`).join(" + ");
  const rows = games.map((game) => [
    new Date(game.ended).toISOString(), game.table, game.board, game.world, game.players, game.coins, game.place,
    game.opponents.join(" + "), counts(game.races), counts(game.powers),
  ]);
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

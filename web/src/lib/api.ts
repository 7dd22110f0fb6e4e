// The server's HTTP side.

import type { Created, Drawing, Facts, MyGame, OpenTable, Setup, Texts } from "./types";

/** An answer that is none: what the server said, or that it said nothing. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly text: string,
    readonly why = "",
    readonly facts: Facts = {},
  ) {
    super(text);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new ApiError("offline", "no connection");
  }
  if (!answer.ok) {
    const told = ((await answer.json().catch(() => null)) as { error?: Partial<ApiError> } | null)?.error ?? {};
    throw new ApiError(told.code ?? String(answer.status), told.text ?? answer.statusText, told.why, told.facts);
  }
  return (await answer.json()) as T;
}

const drawings = new Map<string, Promise<Drawing>>();

export function getDrawing(map: string): Promise<Drawing> {
  let found = drawings.get(map);
  if (!found) {
    found = ask<Drawing>(`/api/drawing/${encodeURIComponent(map)}`);
    found.catch(() => drawings.delete(map));
    drawings.set(map, found);
  }
  return found;
}

export interface SeatWish {
  kind: "device" | "link" | "computer";
  name?: string;
  level?: string;
}

export interface TableWish {
  map: string;
  world: string;
  seats: SeatWish[];
  turns: number | null;
  first: string;
  coins: string;
  places: boolean;
  settings: Record<string, boolean | string>;
  custom: string[];
  open: boolean;
  hints: boolean | null; // null: where one person plays against computers
}

const id = encodeURIComponent;

export const getSetup = (): Promise<Setup> => ask("/api/setup");
export const getTexts = (lang: string): Promise<Texts> => ask(`/api/texts/${lang}`);
export const createTable = (wish: TableWish): Promise<Created> => ask("/api/tables", wish);
export const openTables = (): Promise<{ tables: OpenTable[] }> => ask("/api/tables/open");
export const joinTable = (
  table: string,
  name: string,
): Promise<{ table: string; seat: string; secret: string; watch: string }> =>
  ask(`/api/tables/${id(table)}/join`, { name });
export const myGames = (secrets: string[]): Promise<{ running: MyGame[]; finished: MyGame[] }> =>
  ask("/api/mine", { secrets });
export const rematch = (table: string, secrets: string[]): Promise<Created> =>
  ask(`/api/tables/${id(table)}/rematch`, { secrets });
export const recordUrl = (table: string, watch: string): string =>
  `/api/tables/${id(table)}/record?watch=${encodeURIComponent(watch)}`;

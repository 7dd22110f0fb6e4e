// The server's HTTP side.

import { request } from "./home";
import type {
  CreatedTable, Drawing, ErrorMessage, MyGames, OpenTables, SeatGranted, Setup, TableRequest, Texts,
} from "./wire.gen";

/** An answer that is none: what the server said, or that it said nothing. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly text: string,
    readonly why = "",
    readonly facts: ErrorMessage["facts"] = {},
  ) {
    super(text);
  }
}

export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await (await reach(path, init)).json()) as T;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await request(path, init);
  } catch {
    throw new ApiError("offline", "no connection");
  }
  if (!answer.ok) {
    const told = ((await answer.json().catch(() => null)) as { error?: Partial<ApiError> } | null)?.error ?? {};
    throw new ApiError(told.code ?? String(answer.status), told.text ?? answer.statusText, told.why, told.facts);
  }
  return answer;
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

const id = encodeURIComponent;

export const getSetup = (): Promise<Setup> => ask("/api/setup");
export const getTexts = (lang: string): Promise<Texts> => ask(`/api/texts/${id(lang)}`);
export const createTable = (wanted: TableRequest): Promise<CreatedTable> => ask("/api/tables", wanted);
export const openTables = (): Promise<OpenTables> => ask("/api/tables/open");
export const joinTable = (table: string, name: string): Promise<SeatGranted> => ask(`/api/tables/${id(table)}/join`, { name });
export const myGames = (secrets: string[], person: string | null = null): Promise<MyGames> => ask("/api/mine", { secrets, ...(person ? { person } : {}) });
export const rematch = (table: string, secrets: string[]): Promise<CreatedTable> =>
  ask(`/api/tables/${id(table)}/rematch`, { secrets });

export const importRecord = (record: string): Promise<CreatedTable> => ask("/api/records", { record });

/** The record of a game, as text. */
export async function getRecord(table: string, watch: string): Promise<string> {
  const answer = await reach(`/api/tables/${id(table)}/record`, { headers: { Authorization: `Bearer ${watch}` } });
  return answer.text();
}

/** Lets the reader save the record of a game; the token to watch goes in a header, never in an address. */
export async function saveRecord(table: string, watch: string): Promise<void> {
  const answer = await reach(`/api/tables/${id(table)}/record`, { headers: { Authorization: `Bearer ${watch}` } });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `smallworld-${table}.record`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

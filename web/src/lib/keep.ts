// What this browser remembers: the secrets of its seats, and the reader's settings.

import type { CreatedTable, SeatAccess } from "./wire.gen";

export interface Kept {
  watch: string;
  seats: SeatAccess[];
}

const SECRETS = "smallworld.seats";

export function recall<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback; // storage may be switched off, or hold something older
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // without storage the game still runs until the tab is closed
  }
}

let inMemory: Record<string, Kept> | null = null;

function all(): Record<string, Kept> {
  const stored = recall<Record<string, Kept>>(SECRETS, {});
  inMemory = { ...inMemory, ...stored };
  return inMemory;
}

export function keepTable(made: CreatedTable): void {
  const tables = all();
  const old = tables[made.table]?.seats ?? [];
  const fresh = made.seats.filter((seat) => seat.secret);
  const others = old.filter((seat) => !fresh.some((other) => other.seat === seat.seat));
  tables[made.table] = { watch: made.watch, seats: [...others, ...fresh] };
  remember(SECRETS, tables);
}

/** A secret for a seat: 192 bits nobody can guess, in letters that links can hold. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

export function keepSeat(table: string, seat: SeatAccess): void {
  const tables = all();
  const kept = tables[table] ?? { watch: "", seats: [] };
  const seats = kept.seats.filter((other) => other.secret !== seat.secret);
  tables[table] = { ...kept, seats: [...seats, seat] };
  remember(SECRETS, tables);
}

export function keptFor(table: string): Kept | null {
  return all()[table] ?? null;
}

/** The secrets this browser plays with: links made for others are kept, but only to be shown. */
export function ownSecrets(table: string): string[] {
  const seats = keptFor(table)?.seats ?? [];
  const mine = seats.filter((seat) => seat.kind === "device");
  return mine.flatMap((seat) => (seat.secret ? [seat.secret] : []));
}

/** Whether some of the games are at home in this browser. */
export const keepsHere = (): boolean => Object.keys(all()).some((table) => table.startsWith("here-"));

export function everySecret(): string[] {
  return Object.keys(all()).flatMap(ownSecrets);
}

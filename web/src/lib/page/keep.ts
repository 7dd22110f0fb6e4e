// What this browser remembers: the secrets of its seats, and the reader's settings.

import type { CreatedTable, SeatAccess } from "../wire/wire.gen";

export interface StoredSecrets {
  watch: string;
  seats: SeatAccess[];
  alone?: boolean; // one person plays all seats, and hides nothing from themselves
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

let inMemory: Record<string, StoredSecrets> | null = null;
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key === null) inMemory = null; // another window has made this browser forget everything
});

function all(): Record<string, StoredSecrets> {
  const stored = recall<Record<string, StoredSecrets>>(SECRETS, {});
  inMemory = { ...inMemory, ...stored };
  return inMemory;
}

export function keepTable(made: CreatedTable, alone = false): void {
  const tables = all();
  const old = tables[made.table]?.seats ?? [];
  const fresh = made.seats.filter((seat) => seat.secret);
  const others = old.filter((seat) => !fresh.some((other) => other.seat === seat.seat));
  tables[made.table] = { watch: made.watch, seats: [...others, ...fresh], ...(alone ? { alone } : {}) };
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

export function keptFor(table: string): StoredSecrets | null {
  return all()[table] ?? null;
}

const seatSecrets = (kept: StoredSecrets): string[] => kept.seats.flatMap((seat) => (seat.kind === "device" && seat.secret ? [seat.secret] : []));

/** The secrets this browser plays with: links made for others are kept, but only to be shown. */
export function ownSecrets(table: string): string[] {
  const kept = keptFor(table);
  return [...(kept ? seatSecrets(kept) : []), ...personKeys()];
}

// ---- one key for all of my seats, on every device that has it ----

const PERSON = "smallworld.person";
const MOST_KEYS = 4; // the one of now, and those this device had before

/** The first is that of my link; the others still open what it has not taken over yet. */
const personKeys = (): string[] => recall<string[]>(PERSON, []);

export const personKey = (): string | null => personKeys()[0] ?? null;

export const isKey = (text: string): boolean => /^[A-Za-z0-9_-]{32,100}$/.test(text);

/** From now on this device is one of those that have that link. */
export function becomePerson(key: string): void {
  remember(PERSON, [key, ...personKeys().filter((old) => old !== key)].slice(0, MOST_KEYS));
}

/** This device has no link any more; seats whose own secrets it has stay open to it. */
export const forgetPerson = (): void => remember(PERSON, []);

/** Whether some of the games are at home in this browser. */
export const keepsHere = (): boolean => Object.keys(all()).some((table) => table.startsWith("here-"));

export function everySecret(): string[] {
  return [...Object.values(all()).flatMap(seatSecrets), ...personKeys().slice(1)];
}

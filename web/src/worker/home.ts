// The home of the tables in this browser, as a worker: a Python that knows the game, a store that keeps it, and another worker that
// thinks. smallworld/browser/home.py says what goes in and what comes out.

import type { SiteFiles } from "../lib/wire/home";
import { arrived, fetchEngine, keepMemory } from "./engine";
import { startPython } from "./python";
import { Store, type StoredEntry, type Wanted } from "./store";
import { Thinking } from "./thinking";

export type FromPage =
  | { in: "begin"; files: SiteFiles; base: string }
  | { in: "request"; id: number; path: string; body: unknown; token: string }
  | { in: "open"; line: number; table: string }
  | { in: "message"; line: number; text: string }
  | { in: "closed"; line: number };
export type ToPage =
  | { out: "progress"; part: number }
  | { out: "ready"; files: number }
  | { out: "failed"; text: string }
  | { out: "answer"; id: number; ok: boolean; body: unknown }
  | { out: "tell"; line: number; text: string }
  | { out: "close"; line: number; code: number }
  | { out: "storage"; ok: boolean; text: string };
type ToUs =
  | { out: "keep"; ticket: number; entries: StoredEntry[] }
  | { out: "load"; ticket: number; wanted: Wanted }
  | { out: "think"; ticket: number; urgency: number; job: unknown }
  | { out: "stop"; ticket: number }
  | { out: "remind"; table: string; seconds: number };

const store = new Store();
const others = new BroadcastChannel("smallworld.tables"); // further pages of this browser, each with a home of its own
const waiting: FromPage[] = [];
let home: ((given: string, now: number) => string) | null = null;
let thinking: Thinking | null = null;

const tell = (message: ToPage): void => postMessage(message);

function receive(given: object): void {
  if (!home) return;
  for (const out of JSON.parse(home(JSON.stringify(given), Date.now() / 1000)) as (ToPage | ToUs)[]) perform(out);
}

function perform(out: ToPage | ToUs): void {
  if (out.out === "keep") void keep(out.ticket, out.entries);
  else if (out.out === "load") void load(out.ticket, out.wanted);
  else if (out.out === "think") thinking?.add({ ticket: out.ticket, urgency: out.urgency, job: JSON.stringify(out.job) });
  else if (out.out === "stop") thinking?.stop(out.ticket);
  else if (out.out === "remind") setTimeout(() => receive({ in: "tick", table: out.table }), out.seconds * 1000);
  else tell(out);
}

async function keep(ticket: number, entries: StoredEntry[]): Promise<void> {
  let error = "";
  let conflict = false;
  try {
    await store.write(entries);
  } catch (problem) {
    const { name, message } = problem as DOMException;
    error = message || name || "unknown";
    conflict = name === "ConstraintError";
  }
  if (!error) {
    const tables = entries.flatMap(({ store: where, value }) => (where === "tables" ? [value as object] : []));
    if (tables.length) others.postMessage(tables);
  }
  const changed = conflict ? await changedTables(entries) : [];
  if (changed.length) receive({ in: "changed", tables: changed });
  receive({ in: "kept", ticket, error, conflict });
}

/** The tables that another page was quicker at. */
async function changedTables(entries: StoredEntry[]): Promise<object[]> {
  const ids = entries.flatMap(({ store: where, value }) => (where === "tables" ? [(value as { id: string }).id] : []));
  return ((await store.tables(ids).catch(() => [])) as (object | undefined)[]).filter((table) => table !== undefined);
}

async function load(ticket: number, wanted: Wanted): Promise<void> {
  const nothing = wanted.review === undefined ? [] : null;
  receive({ in: "loaded", ticket, value: await store.read(wanted).catch(() => nothing) });
}

others.onmessage = (event: MessageEvent<object[]>) => receive({ in: "changed", tables: event.data });

async function begin(files: SiteFiles, base: string): Promise<void> {
  const kept = store.start().catch((error: unknown) => {
    tell({ out: "storage", ok: false, text: String(error) });
    return { tables: [], files: [] };
  });
  const engine = fetchEngine(files, base, (part) => tell({ out: "progress", part }));
  const python = await startPython(engine);
  python.runPython(`
from pathlib import Path
from smallworld.browser.home import BrowserHome, speak
receive = speak(BrowserHome(Path("/home/files")))
`);
  home = python.globals.get("receive") as (given: string, now: number) => string;
  thinking = new Thinking(
    await arrived(engine),
    (ticket, thought) => receive({ in: "thought", ticket, value: JSON.parse(thought) as unknown }),
    (memory) => void keepMemory(files, base, memory).catch(() => undefined), // where there is no room, the next start takes longer
  );
  const started = await kept;
  receive({ in: "start", ...started });
  tell({ out: "ready", files: started.files.length });
  for (const given of waiting.splice(0)) receive(given);
  thinking.warmUp();
}

addEventListener("message", ({ data }: MessageEvent<FromPage>) => {
  if (data.in === "begin") begin(data.files, data.base).catch((error: unknown) => tell({ out: "failed", text: String(error) }));
  else if (home) receive(data);
  else waiting.push(data);
});

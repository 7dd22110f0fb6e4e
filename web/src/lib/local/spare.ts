// Going on without the server: who plays alone against computers takes the game along. The record is fetched while the line is open, and
// what runs the game is put into the browser's cache then.

import { below } from "../wire/home";
import { keepTable, ownSecrets } from "../page/keep";
import { more } from "../text/more";
import { router } from "../page/router.svelte";
import type { TableLink } from "../table/table.svelte";
import type { CreatedTable, TableRequest } from "../wire/wire.gen";
import { engineFiles, request } from "./local";
import { status } from "./status.svelte";

const PAUSE_MS = 400; // several moves that follow each other are fetched once; but nobody waits for the end of a long row of them
const PATIENCE_MS = 1500; // a line that was only slow is back by then

interface Taken {
  table: string;
  line: number;
  record: string;
}
let taken: Taken | null = null;
let taking: TableLink | null = null; // whose record is about to be fetched
let timer: ReturnType<typeof setTimeout> | null = null;
let cached = false;

/** Called whenever the line or the game has changed. */
export function watchOver(link: TableLink): void {
  if (timer) clearTimeout(timer);
  timer = null;
  if (link.state === "open") {
    status.goOn = null;
    status.show(); // what would be shown has to be here before the line is lost
    if (taking !== link) void keepUp(link);
  } else if (link.state === "lost" && taken?.table === link.id && keepsFiles()) {
    timer = setTimeout(() => {
      status.goOn = () => void goOn(link);
      status.show();
    }, PATIENCE_MS);
  }
}

/** Scripts of workers come from the service worker then; browsers have none where the connection is not safe. */
const keepsFiles = (): boolean => Boolean((navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller) && cached;

export function leave(): void {
  if (timer) clearTimeout(timer);
  timer = null;
  status.goOn = null;
}

/** Takes the record along until it is that of the position shown. */
async function keepUp(link: TableLink): Promise<void> {
  taking = link;
  const behind = (): boolean => link.state === "open" && !link.over && (taken?.table !== link.id || taken.line !== link.line);
  while (taking === link && behind()) {
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (!(await takeAlong(link))) break; // the next move tries again
  }
  if (taking === link) taking = null;
}

async function takeAlong(link: TableLink): Promise<boolean> {
  const { id, line } = link;
  const headers = { Authorization: `Bearer ${ownSecrets(id)[0] ?? ""}` };
  const answer = await fetch(below(`/api/tables/${encodeURIComponent(id)}/record`), { headers }).catch(() => null);
  const record = answer?.ok ? await answer.text().catch(() => null) : null;
  if (record === null) return false;
  taken = { table: id, line, record };
  if (!cached) await cacheEngine();
  return true;
}

async function cacheEngine(): Promise<void> {
  cached = true;
  const files = Object.values(engineFiles()?.engine ?? {}).map(([file]) => below(`/${file}`));
  const cache = await globalThis.caches?.open("smallworld-engine").catch(() => undefined);
  for (const file of files) if (!(await cache?.match(file))) await cache?.add(file).catch(() => (cached = false));
}

async function goOn(link: TableLink): Promise<void> {
  if (!taken) return;
  status.goOn = null;
  const wish: TableRequest = {
    seats: (link.info?.seats ?? []).map((seat) =>
      link.you.includes(seat.seat)
        ? { kind: "device", name: seat.name }
        : { kind: "computer", name: seat.name, level: seat.computer ?? seat.level ?? null },
    ),
    hints: true,
    start: { record: taken.record }, // its end may be newer than what was shown
  };
  try {
    const answer = await request("/api/tables", { method: "POST", body: JSON.stringify(wish) });
    const made = (await answer.json()) as CreatedTable & { error?: { text: string } };
    if (made.error) throw new Error(made.error.text);
    keepTable(made);
    router.go(`/t/${made.table}`);
  } catch (error) {
    status.fail(`${more("goOnFailed")} ${String(error)}`);
  }
}

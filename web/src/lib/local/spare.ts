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

const PAUSE_MS = 400; // several moves that follow each other are fetched once
const PATIENCE_MS = 1500; // a line that was only slow is back by then

interface Taken {
  table: string;
  line: number;
  record: string;
}
let taken: Taken | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let cached = false;

/** Called whenever the line or the game has changed. */
export function watchOver(link: TableLink): void {
  if (timer) clearTimeout(timer);
  timer = null;
  if (link.state === "open") {
    status.goOn = null;
    status.show(); // what would be shown has to be here before the line is lost
    if (!link.over && link.line !== taken?.line) timer = setTimeout(() => void takeAlong(link), PAUSE_MS);
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

async function takeAlong(link: TableLink): Promise<void> {
  const { id, line } = link;
  const headers = { Authorization: `Bearer ${ownSecrets(id)[0] ?? ""}` };
  const answer = await fetch(below(`/api/tables/${encodeURIComponent(id)}/record`), { headers }).catch(() => null);
  if (!answer?.ok) return;
  taken = { table: id, line, record: await answer.text() };
  if (!cached) await cacheEngine();
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
    start: { record: taken.record, line: taken.line },
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

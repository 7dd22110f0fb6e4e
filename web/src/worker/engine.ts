// What runs the game: its files are fetched once, unpacked here, kept, and handed on to the worker that thinks. So is the memory of a
// Python that has started, so that the next one need not begin from nothing.

import type { SiteFiles } from "../lib/wire/home";

/** All that it takes to start Python, ready to be handed to another worker. */
export interface Engine {
  pyodide: Blob;
  lock: SiteFiles["lock"];
  asm: Blob;
  wasm: WebAssembly.Module;
  stdlib: ArrayBuffer;
  package: ArrayBuffer;
  memory: Blob | null; // of a Python that knows the game; null: there is none yet
}
/** The same while parts of it are still on their way. */
export type Arriving = { [Part in keyof Engine]: Engine[Part] | Promise<Engine[Part]> };

type Part = keyof SiteFiles["engine"];
type Bytes = Uint8Array<ArrayBuffer>;

const CACHE = "smallworld-engine";
const AHEAD = 250_000; // bytes of the others that are still to come when the package is asked for: what the way there and back takes

/** Fetches everything; `told` hears how much of it is here, from 0 to 1. The package comes last: Python starts meanwhile. */
export function fetchEngine(site: SiteFiles, base: string, told: (part: number) => void): Arriving {
  const files = site.engine;
  const total = Object.values(files).reduce((sum, [, bytes]) => sum + bytes, 0);
  let read = 0;
  let nearly = (): void => undefined;
  const othersNearly = new Promise<void>((resolve) => (nearly = resolve));
  const cache = openCache();
  const count = (chunk: Bytes): void => {
    read += chunk.byteLength;
    told(Math.min(1, read / total));
    if (total - files.package[1] - read < AHEAD) nearly();
  };
  const unpacked = async (part: Part, type: string): Promise<Response> => {
    const answer = await fetchOnce(new URL(files[part][0], base).href, await cache);
    if (!answer.ok || !answer.body) throw new Error(`${files[part][0]}: ${answer.status}`);
    return new Response(await unpack(answer.body, count), { headers: { "Content-Type": type } });
  };
  const engine = {
    lock: site.lock,
    memory: keptMemory(site, base).catch(() => null),
    wasm: unpacked("wasm", "application/wasm").then((answer) => WebAssembly.compileStreaming(answer)),
    asm: unpacked("asm", "text/javascript").then((answer) => answer.blob()),
    pyodide: unpacked("pyodide", "text/javascript").then((answer) => answer.blob()),
    stdlib: unpacked("stdlib", "application/zip").then((answer) => answer.arrayBuffer()),
    package: othersNearly.then(() => unpacked("package", "application/octet-stream")).then((answer) => answer.arrayBuffer()),
  };
  void Promise.all(Object.values(engine)).then(() => forgetOthers(site, base), () => undefined);
  return engine;
}

/** When all of it is there. */
export async function arrived(engine: Arriving): Promise<Engine> {
  const { pyodide, lock, asm, wasm, stdlib, memory } = engine;
  return {
    pyodide: await pyodide, lock: await lock, asm: await asm, wasm: await wasm, stdlib: await stdlib, package: await engine.package, memory: await memory,
  };
}

/** Unpacks what comes compressed, unless the host has had the browser do it. */
async function unpack(body: ReadableStream<Bytes>, count: (chunk: Bytes) => void): Promise<ReadableStream<Bytes>> {
  const reader = body.getReader();
  const first = await reader.read();
  const isPacked = first.value?.[0] === 0x1f && first.value[1] === 0x8b;
  let next: ReadableStreamReadResult<Bytes> | null = first;
  const counted = new ReadableStream<Bytes>({
    async pull(control) {
      const { done, value } = next ?? (await reader.read());
      next = null;
      if (done) return control.close();
      count(value);
      control.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return isPacked ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
}

// ---- the cache ----

/** None where the browser forbids it. */
const openCache = async (): Promise<Cache | undefined> => globalThis.caches?.open(CACHE).catch(() => undefined);

/** A file that never changes: from the cache, else from the network, and then it is kept. */
async function fetchOnce(address: string, cache: Cache | undefined): Promise<Response> {
  const kept = await cache?.match(address);
  if (kept) return kept;
  const answer = await fetch(address);
  if (answer.ok) void cache?.put(address, answer.clone()).catch(() => undefined); // where there is no room, it is fetched again
  return answer;
}

/** A memory fits the files and the browser that it was made with. */
const memoryAddress = ({ engine }: SiteFiles, base: string): string =>
  new URL(`engine/memory?${new URLSearchParams({ of: Object.values(engine).join(), by: navigator.userAgent })}`, base).href;

async function keptMemory(site: SiteFiles, base: string): Promise<Blob | null> {
  const kept = await (await openCache())?.match(memoryAddress(site, base));
  return kept?.body ? new Response(kept.body.pipeThrough(new DecompressionStream("gzip"))).blob() : null;
}

export async function keepMemory(site: SiteFiles, base: string, memory: Blob): Promise<void> {
  const packed = await new Response(memory.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  await (await openCache())?.put(memoryAddress(site, base), new Response(packed));
}

/** What older versions have left. */
async function forgetOthers(site: SiteFiles, base: string): Promise<void> {
  const needed = [...Object.values(site.engine).map(([file]) => new URL(file, base).href), memoryAddress(site, base)];
  const cache = await openCache();
  for (const { url } of (await cache?.keys()) ?? []) if (!needed.includes(url)) await cache?.delete(url);
}

// Python in a worker: its files are fetched once, unpacked here, and handed on to the worker that thinks.

import type { SiteFiles } from "../lib/home";

/** All that it takes to start Python, ready to be handed to another worker. */
export interface Engine {
  pyodide: Blob;
  lock: SiteFiles["lock"];
  asm: Blob;
  wasm: WebAssembly.Module;
  stdlib: ArrayBuffer;
  package: ArrayBuffer;
}

export interface Python {
  runPython(code: string): unknown;
  globals: { get(name: string): unknown };
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
}

type Told = (part: number) => void;

const CACHE = "smallworld-engine";

/** Fetches everything at once; `told` hears how much of it is here, from 0 to 1. */
export async function fetchEngine({ engine: files, lock }: SiteFiles, base: string, told: Told): Promise<Engine> {
  const total = Object.values(files).reduce((sum, [, bytes]) => sum + bytes, 0);
  let read = 0;
  const cache = await globalThis.caches?.open(CACHE).catch(() => undefined);
  const unpacked = async (name: keyof SiteFiles["engine"], type: string): Promise<Response> => {
    const answer = await fetchOnce(new URL(files[name][0], base).href, cache);
    if (!answer.ok || !answer.body) throw new Error(`${files[name][0]}: ${answer.status}`);
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, control) {
        read += chunk.byteLength;
        told(Math.min(1, read / total));
        control.enqueue(chunk);
      },
    });
    const plain = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
    return new Response(plain, { headers: { "Content-Type": type } });
  };
  const wasm = unpacked("wasm", "application/wasm").then((answer) => WebAssembly.compileStreaming(answer));
  const asm = unpacked("asm", "text/javascript").then((answer) => answer.blob());
  const stdlib = unpacked("stdlib", "application/zip").then((answer) => answer.arrayBuffer());
  const pack = unpacked("package", "application/octet-stream").then((answer) => answer.arrayBuffer());
  const pyodide = unpacked("pyodide", "text/javascript").then((answer) => answer.blob());
  const engine = { lock, pyodide: await pyodide, asm: await asm, wasm: await wasm, stdlib: await stdlib, package: await pack };
  void forget(cache, Object.values(files).map(([file]) => new URL(file, base).href));
  return engine;
}

/** A file that never changes: from the cache, else from the network, and then it is kept. */
async function fetchOnce(address: string, cache: Cache | undefined): Promise<Response> {
  const kept = await cache?.match(address);
  if (kept) return kept;
  const answer = await fetch(address);
  if (answer.ok) void cache?.put(address, answer.clone()).catch(() => undefined); // where there is no room, it is fetched again
  return answer;
}

/** What older versions have left. */
async function forget(cache: Cache | undefined, needed: string[]): Promise<void> {
  for (const { url } of (await cache?.keys()) ?? []) if (!needed.includes(url)) await cache?.delete(url);
}

/** Starts Python with our package, which lies in /app. */
export async function startPython(engine: Engine): Promise<Python> {
  // Pyodide fetches these by their names; here they are already.
  const fetched = globalThis.fetch;
  globalThis.fetch = async (what, init) => {
    const name = String(what instanceof Request ? what.url : what);
    if (name.endsWith("python_stdlib.zip")) return new Response(engine.stdlib);
    if (name.endsWith("pyodide.asm.wasm")) return new Response(null);
    return fetched(what, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: engine.wasm,
    instance: await WebAssembly.instantiate(engine.wasm, imports),
  });
  const [{ loadPyodide }, { default: createPyodideModule }] = (await Promise.all([
    import(/* @vite-ignore */ URL.createObjectURL(engine.pyodide)), import(/* @vite-ignore */ URL.createObjectURL(engine.asm)),
  ])) as [{ loadPyodide(options: object): Promise<Python> }, { default: unknown }];
  const folder = new URL(".", location.href).href;
  const python = await loadPyodide({
    indexURL: folder,
    packageBaseUrl: folder, // nothing is ever fetched from elsewhere
    lockFileContents: { info: engine.lock, packages: {} },
    checkAPIVersion: false,
    createPyodideModule,
    env: { HOME: "/home" },
  });
  unpack(engine.package, python);
  python.runPython('import sys; sys.path.insert(0, "/app")');
  Object.assign(globalThis, { python }); // for whoever measures, or looks at it from the console
  return python;
}

/** The package: the length of an index, the index (paths and lengths, as JSON), then all files one after another. */
function unpack(packed: ArrayBuffer, python: Python): void {
  const length = new DataView(packed).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length))) as [string, number][];
  let at = 4 + length;
  const made = new Set<string>();
  for (const [path, bytes] of index) {
    const folder = `/app/${path.slice(0, path.lastIndexOf("/"))}`;
    if (!made.has(folder)) python.FS.mkdirTree(folder);
    made.add(folder);
    python.FS.writeFile(`/app/${path}`, new Uint8Array(packed, at, bytes));
    at += bytes;
  }
}

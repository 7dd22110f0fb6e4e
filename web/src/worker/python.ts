// Python in a worker: started from its files, or from the memory of one that has started before.

import type { Arriving } from "./engine";

export interface Python {
  runPython(code: string): unknown;
  globals: { get(name: string): unknown };
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}
interface Loader {
  loadPyodide(options: object): Promise<Python>;
}

/** Starts Python with our package, which lies in /app. One that is `keepable` can tell its memory before anything of ours refers to it. */
export async function startPython(engine: Arriving, keepable = false): Promise<Python> {
  // Pyodide fetches these by their names; here they are already.
  const fetched = globalThis.fetch;
  globalThis.fetch = async (what, init) => {
    const name = String(what instanceof Request ? what.url : what);
    if (name.endsWith("python_stdlib.zip")) return new Response(await engine.stdlib);
    if (name.endsWith("pyodide.asm.wasm")) return new Response(null);
    return fetched(what, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await engine.wasm;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = (await Promise.all([script(engine.pyodide), script(engine.asm)])) as
    [Loader, { default: unknown }];
  const folder = new URL(".", location.href).href;
  const options = {
    indexURL: folder,
    packageBaseUrl: folder, // nothing is ever fetched from elsewhere
    lockFileContents: { info: await engine.lock, packages: {} },
    checkAPIVersion: false,
    createPyodideModule,
    env: { HOME: "/home" },
  };
  const memory = await engine.memory;
  let python: Python | null = null;
  if (memory) {
    try {
      python = await loadPyodide({ ...options, _loadSnapshot: await memory.arrayBuffer() });
    } catch {
      engine.memory = null; // it does not fit: begin from nothing, and make another
    }
  }
  python ??= await loadPyodide({ ...options, _makeSnapshot: keepable });
  unpack(await engine.package, python);
  python.runPython('import sys\nif "/app" not in sys.path: sys.path.insert(0, "/app")');
  Object.assign(globalThis, { python }); // for whoever measures, or looks at it from the console
  return python;
}

const script = async (text: Blob | Promise<Blob>): Promise<unknown> => import(/* @vite-ignore */ URL.createObjectURL(await text));

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

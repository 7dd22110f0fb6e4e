// The worker that thinks: one job at a time, in a Python of its own, so that nobody waits for it.

import type { Engine } from "./engine";
import { startPython } from "./python";

let think: ((job: string) => string) | null = null;

addEventListener("message", (event: MessageEvent<{ engine: Engine } | { job: string }>) => {
  void (async () => {
    if ("engine" in event.data) await start(event.data.engine);
    else if (think) postMessage({ thought: think(event.data.job) });
  })().catch((error: unknown) => postMessage({ failed: String(error) }));
});

/** The first one makes itself ready for all that may be asked, and tells its memory: others begin with that. */
async function start(engine: Engine): Promise<void> {
  const python = await startPython(engine, true);
  if (!engine.memory) {
    python.runPython("from smallworld.browser.preload import preload\npreload()");
    postMessage({ memory: memoryOf(python) });
  }
  python.runPython(`
from pathlib import Path
from smallworld.browser.thinker import ThinkingWorker
think = ThinkingWorker(Path("/home/files")).think
`);
  think = python.globals.get("think") as (job: string) => string;
  postMessage({ ready: true });
}

function memoryOf(python: Awaited<ReturnType<typeof startPython>>): Blob | null {
  try {
    return new Blob([python.makeMemorySnapshot()]);
  } catch {
    return null; // every start takes as long as the first, then
  }
}

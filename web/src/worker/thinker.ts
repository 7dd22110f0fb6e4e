// The worker that thinks: one job at a time, in a Python of its own, so that nobody waits for it.

import { startPython, type Engine } from "./python";

let think: ((job: string) => string) | null = null;

addEventListener("message", (event: MessageEvent<{ engine: Engine } | { job: string }>) => {
  void (async () => {
    if ("engine" in event.data) {
      const python = await startPython(event.data.engine);
      python.runPython(`
from pathlib import Path
from smallworld.browser.thinker import ThinkingWorker
think = ThinkingWorker(Path("/home/files")).think
`);
      think = python.globals.get("think") as (job: string) => string;
      postMessage({ ready: true });
    } else if (think) {
      postMessage({ thought: think(event.data.job) });
    }
  })().catch((error: unknown) => postMessage({ failed: String(error) }));
});

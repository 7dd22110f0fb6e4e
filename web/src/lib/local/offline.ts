// The page without a network: a service worker keeps its files. A newer version waits until no game is on, or until it is asked for.

import { below, site } from "../wire/home";
import { router } from "../page/router.svelte";
import { status } from "./status.svelte";

const isPlaying = (): boolean => ["table", "replay", "learn"].includes(router.route.screen);

// Where a screen has just been opened its files are still being fetched, and Chromium lets a worker wait for ever that is let in meanwhile.
const PAUSE_MS = 1000;

let registered = false;

export function register(): void {
  if (registered) return;
  registered = true;
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // only where the connection is safe
  if (!workers) return;
  const controlled = workers.controller !== null;
  let reloading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  workers.addEventListener("controllerchange", () => {
    if (!controlled || reloading) return; // the first one changes nothing
    reloading = true;
    location.reload();
  });
  workers.register(site ? "sw.js" : below("/sw.js"), { updateViaCache: "none" }).then((registration) => {
    const look = (): void => {
      const { waiting } = registration;
      if (!waiting || !workers.controller) return;
      const update = (): void => waiting.postMessage("update");
      if (isPlaying()) return status.offer(update);
      clearTimeout(timer);
      timer = setTimeout(() => { if (!isPlaying()) update(); }, PAUSE_MS);
    };
    look();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    addEventListener("popstate", look);
    addEventListener("smallworld.went", look); // to another screen of the page
  }, () => undefined); // the page does without
}

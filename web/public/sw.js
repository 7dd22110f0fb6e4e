// Keeps the files of the page, so that it opens without a network. One version of the page is one cache: files of two versions never
// meet. A newer version waits until the page lets it in, or until the page is closed everywhere.
//
// The three lines below are filled in by smallworld/home/offline.py.
const VERSION = "none";
const FILES = []; // all of them, by their place below the scope
const SERVER = false; // whether there is a server that may know better

const PREFIX = "smallworld-page-";
const CACHE = PREFIX + VERSION;
const address = (file) => new URL(file, registration.scope).href;

addEventListener("install", (event) => {
  event.waitUntil(fill());
});

async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map(async (file) => {
    // Names with a hash mean the same in every version.
    const known = /-[\w-]{8,}\.\w+$/.test(file) ? await caches.match(address(file)) : undefined;
    const answer = known ?? (await fetch(address(file), { cache: "no-cache" }));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await cache.put(address(file), answer);
  }));
}

addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
      await clients.claim();
    }),
  );
});

addEventListener("message", (event) => {
  if (event.data === "update") skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.href.startsWith(registration.scope)) return;
  if (request.mode === "navigate") event.respondWith(document_(request));
  else if (FILES.includes(url.href.slice(registration.scope.length))) event.respondWith(file(request));
});

// Below a server every address is the same document, and the server knows whether there is a newer one.
async function document_(request) {
  const kept = await caches.match(address(""), { cacheName: CACHE });
  if (!SERVER) return kept ?? fetch(request);
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    if (!kept) throw new Error("no connection");
  }
  return kept;
}

async function file(request) {
  const kept = await caches.match(request.url, { cacheName: CACHE });
  // What a server answers may change; what has a hash in its name may not.
  if (kept && !(SERVER && request.url.includes("/api/") && !/\/art-\w+\.svg$/.test(request.url))) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}

// What the server pushes to who is away: that something waits at a table, with a way there and a way to have no more of it.
addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  const data = { link: told.link, stop: told.stop };
  const actions = told.stop ? [{ action: "stop", title: told.stopText }] : [];
  event.waitUntil(
    registration.showNotification(told.title ?? "Small World", {
      body: "Small World", tag: told.tag, lang: told.lang, icon: address("icon-192.png"), badge: address("icon-192.png"), data, actions,
    }),
  );
});

addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  notification.close();
  event.waitUntil(action === "stop" ? fetch(address(notification.data.stop), { method: "POST" }) : showTable(address(notification.data.link)));
});

// The page that shows the table already, or a new one.
async function showTable(url) {
  const pages = await clients.matchAll({ type: "window" });
  const there = pages.find((page) => page.url.split("#")[0] === url);
  return there ? there.focus() : clients.openWindow(url);
}

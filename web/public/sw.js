// When there is no network, a page that says so. Everything else is the network's: an update is never held back.
const VERSION = "BUILT";
const CACHE = `asobiba-${VERSION}`;
const OFFLINE = "/offline.html";
const KEPT = [OFFLINE, "/offline.css", "/offline.js", "/logo.svg"];

self.addEventListener("install", (event) => {
  // Past the browser's own cache, or a new version would keep old files.
  const fresh = KEPT.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
  } else if (origin === location.origin && KEPT.includes(pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(pathname)));
  }
});

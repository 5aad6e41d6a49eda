/** The service worker of the playground: what has a hash in its name or never changes is kept; the page itself is asked for anew. */

const KEPT = "rankviz-playground-{{name}}";

/** What a service worker has beside a page. */
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches
    .keys()
    .then((names) => names.filter((name) => name.startsWith("rankviz-playground-") && name !== KEPT))
    .then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

// The page says what it needs, once it has all of it: then it opens without a network from the first visit on.
worker.addEventListener("message", (/** @type {any} */ event) => {
  const [port] = event.ports;
  event.waitUntil(
    Promise.all(
      event.data.map((/** @type {string} */ url) => kept(new Request(url, { cache: "force-cache" }))),
    )
      .then(() => port.postMessage(true))
      .catch(() => port.postMessage(false)),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const here = new URL("./", worker.location.href);
  if (request.method !== "GET" || !request.url.startsWith(here.href)) return;
  const path = request.url.slice(here.href.length).replace(/[?#].*$/, "");
  if (path === "playground.html") event.respondWith(anew(request));
  else if (path.startsWith("playground/")) event.respondWith(kept(request));
});

/** @param {Request} request */
async function anew(request) {
  const cache = await caches.open(KEPT);
  try {
    const found = await fetch(request);
    if (found.ok) await cache.put(request, found.clone());
    return found;
  } catch (error) {
    const before = await cache.match(request, { ignoreSearch: true });
    if (before) return before;
    throw error;
  }
}

/** @param {Request} request */
async function kept(request) {
  const cache = await caches.open(KEPT);
  const before = await cache.match(request);
  if (before) return before;
  const found = await fetch(request);
  if (found.ok) await cache.put(request, found.clone());
  return found;
}

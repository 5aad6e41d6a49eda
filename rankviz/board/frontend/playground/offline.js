/** Service worker of the pages with the engine: if the host does not answer, it serves a page's last version. */

const KEPT = "rankviz-playground-{{name}}";

/** The global scope of a service worker. */
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches
    .keys()
    .then((names) => names.filter((name) => /^rankviz-playground-[0-9a-f]{16}$/.test(name) && name !== KEPT))
    .then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

// The page sends its address once the engine is stored, so that it opens without a network from the first visit on.
worker.addEventListener("message", (/** @type {any} */ event) => {
  const [port] = event.ports;
  event.waitUntil(
    anew(new Request(event.data, { cache: "force-cache" }))
      .then(() => port.postMessage(true))
      .catch(() => port.postMessage(false)),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const pages = ["playground.html", "gallery/", "lessons/"].map(
    (each) => new URL(each, worker.location.href).href,
  );
  if (request.method === "GET" && pages.some((each) => request.url.startsWith(each)))
    event.respondWith(anew(request));
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

/**
 * The service worker of a site, which keeps its pages for a time without a network. `shunt/pages/installing.py` writes FILES and VERSION
 * before it: the addresses to keep, and a digest of all of them.
 */

declare const FILES: readonly string[];
declare const VERSION: string;

interface Extending extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface Fetching extends Extending {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as {
  addEventListener(kind: string, listener: (event: never) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};

/** Keep every file; what an interrupted visit has kept stays. */
async function keep(): Promise<void> {
  const cache = await caches.open(VERSION);
  for (const file of FILES) if (!(await cache.match(file))) await cache.add(file);
  await scope.skipWaiting();
}

async function replaceOlder(): Promise<void> {
  for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(VERSION);
  const address = new URL(request.url);
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  return (await cache.match(address.href, { ignoreSearch: true })) ?? fetch(request);
}

scope.addEventListener("install", (event: Extending) => event.waitUntil(keep()));
scope.addEventListener("activate", (event: Extending) => event.waitUntil(replaceOlder()));
scope.addEventListener("fetch", (event: Fetching) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

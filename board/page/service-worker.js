// The service worker: keeps the page for the time when the server is away.
//
// The server's files always come first, so that an update is seen at once. The kept ones are of one
// version, complete; version.js changes with any of them, and with it the worker.

importScripts("version.js"); // sets PAGE

const NAME = `fukumi-${PAGE.version}`;

async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll(PAGE.files.map((file) => new Request(file, { cache: "no-cache" })));
}

async function dropOthers() {
  const others = (await caches.keys()).filter((name) => name.startsWith("fukumi-") && name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

async function kept(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keep());
});
addEventListener("activate", (event) => event.waitUntil(dropOthers()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(fetch(event.request).catch(() => kept(event.request)));
});

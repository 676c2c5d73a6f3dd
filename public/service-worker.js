// Caches recent public pages and shows them when there is no connection, and shows notifications. It never caches an owner's pages, and never
// intercepts form submissions, API requests or signing in.
//
// To remove it from every browser, replace this file with these two lines; browsers check for updates on each visit:
//   caches.keys().then((names) => names.forEach((name) => caches.delete(name)));
//   registration.unregister();

const VERSION = "1";
const PAGES = `pages-${VERSION}`;
const FILES = `files-${VERSION}`;
const OFFLINE = `offline-${VERSION}`;
const PAGES_AT_MOST = 30;
const FILES_AT_MOST = 150;
const OFFLINE_PAGE = "/offline";
const OFFLINE_PAGE_MS = 24 * 60 * 60 * 1000;

/** Pages fetched through this worker, by client id, until they report in with a message. */
const cameThrough = new Set();

// A new worker waits until no page of the old one is open. When it took over at once (skipWaiting), Chromium (150 and
// 156) never answered 12 of 150 navigations that were in flight through the old one.
addEventListener("install", (event) => {
  event.waitUntil(offlineLanguage().then(keepOfflinePage));
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([removeOldCaches(), clients.claim()]));
});

// Every page sends its language, and is cached if it was not fetched through this worker
// (site/client/register-service-worker.ts).
addEventListener("message", (event) => {
  const { language } = event.data;
  if (language) event.waitUntil(heed(event.source, language));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const address = ownAddress(url);
  // Signing in or out clears the pages cached before.
  if (request.method === "POST" && /^\/sign-(in|up|out)$/.test(address)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET" || /^\/(v1|auth|owner|docs|openapi\.json)(\/|\?|$)/.test(address)) return;
  // Firefox stores a page that came through a worker in its back-forward cache even if it says `no-store`. An owner's
  // page therefore bypasses the worker unless the browser is offline.
  if (request.mode === "navigate" && isOwners(address) && navigator.onLine) event.waitUntil(caches.delete(PAGES));
  else if (request.mode === "navigate") event.respondWith(networkFirst(event, url));
  else if (isFile(url)) event.respondWith(keptFirst(request));
});

// The server sends what to show, in the language of the page that asked for it, and the page to open.
addEventListener("push", (event) => {
  const { title, tag, path } = event.data.json();
  event.waitUntil(registration.showNotification(title, { tag, data: path, icon: "/icon-192.png" }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(event.notification.data));
});

async function heed({ id, url: address }, language) {
  const url = new URL(address);
  // A page loaded before this worker was active is not cached yet.
  const isToKeep = !cameThrough.delete(id) && isPublic(ownAddress(url));
  await tendOfflinePage(language).catch(() => {});
  if (isToKeep) await keepPage(url, await fetch(url));
}

async function networkFirst(event, url) {
  cameThrough.add(event.resultingClientId);
  try {
    const answer = await fetch(event.request);
    event.waitUntil(keepPage(url, answer.clone()));
    return answer;
  } catch {
    return (await kept(PAGES, keyOf(url))) ?? (await kept(OFFLINE, OFFLINE_PAGE)) ?? Response.error();
  }
}

async function keptFirst(request) {
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(FILES)).put(request, answer.clone());
  return answer;
}

/**
 * Caches a page if it is public. An owner's page clears the page cache instead: somebody is signed in on this device.
 */
async function keepPage(url, answer) {
  const control = answer.headers.get("cache-control") ?? "";
  if (isOwners(ownAddress(url))) return caches.delete(PAGES);
  // Deleted or removed content must not show up offline either.
  if (answer.status === 404) return (await caches.open(PAGES)).delete(keyOf(url));
  const isPage = answer.status === 200 && answer.headers.get("content-type")?.startsWith("text/html");
  if (!isPage || answer.redirected || /private|no-store/.test(control) || !isPublic(ownAddress(url))) return;
  const pages = await caches.open(PAGES);
  // Delete first, so that the entry becomes the newest.
  await pages.delete(keyOf(url));
  await pages.put(keyOf(url), answer.clone());
  await keepFilesOf(await answer.text(), FILES);
  await trim(PAGES, PAGES_AT_MOST);
  await trim(FILES, FILES_AT_MOST);
}

/** The language of the cached offline page; undefined before the first one, which is in the browser's language. */
async function offlineLanguage() {
  return (await kept(OFFLINE, OFFLINE_PAGE))?.headers.get("content-language");
}

/** Fetches the offline page again if the language changed, or after a day, since the site's design may have changed. */
async function tendOfflinePage(language) {
  if ((await offlineLanguage()) !== language) return keepOfflinePage(language);
  const { headers, url } = await kept(OFFLINE, OFFLINE_PAGE);
  const isOld = Date.now() - Date.parse(headers.get("date")) > OFFLINE_PAGE_MS;
  if (isOld) await keepOfflinePage(language, url || OFFLINE_PAGE);
}

/** Fetched without cookies, so that it is the same for everybody and does not show who is signed in. */
async function keepOfflinePage(language, address = language ? `/${language}${OFFLINE_PAGE}` : OFFLINE_PAGE) {
  const answer = await fetch(address, { credentials: "omit", cache: "no-store" });
  if (!answer.ok) throw new Error("The offline page could not be fetched.");
  await caches.delete(OFFLINE);
  const shelf = await caches.open(OFFLINE);
  await shelf.put(OFFLINE_PAGE, answer.clone());
  await keepFilesOf(await answer.text(), OFFLINE);
}

/**
 * Caches the styles, scripts and images that a page links, and the scripts they import; the WebMCP tools are left out.
 */
async function keepFilesOf(text, shelfName) {
  const shelf = await caches.open(shelfName);
  const named = [...text.matchAll(/["'(](\/_astro\/[\w.@-]+|\/gifts\.svg\?[\w=-]+)/g)].map(([, address]) => address);
  const imported = [...text.matchAll(/["']\.\/([\w.@-]+\.js)["']/g)].map(([, name]) => `/_astro/${name}`);
  for (const address of new Set([...named, ...imported])) {
    if (address.startsWith("/_astro/webmcp.")) continue;
    if (await shelf.match(address)) continue;
    const answer = await fetch(address);
    if (!answer.ok) continue;
    await shelf.put(address, answer.clone());
    if (address.endsWith(".js")) await keepFilesOf(await answer.text(), shelfName);
  }
}

async function kept(shelfName, key) {
  return (await caches.open(shelfName)).match(key, { ignoreVary: true });
}

async function trim(shelfName, atMost) {
  const shelf = await caches.open(shelfName);
  const keys = await shelf.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - atMost)).map((key) => shelf.delete(key)));
}

async function removeOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![PAGES, FILES, OFFLINE].includes(name)).map((name) => caches.delete(name)));
}

/** Public pages worth coming back to; not a home page with a demo tree in its query, nor a thank-you page. */
function isPublic(address) {
  return /^\/($|create$|send-message\?tree=\w{8}$|guides(\/|$))/.test(address);
}

/** Pages with content that only one person may read. */
function isOwners(address) {
  return /^\/(my-trees|organizing|claim|account|moderation)(\/|\?|$)/.test(address);
}

/** Path and query without the language prefix. */
function ownAddress({ pathname, search }) {
  return (pathname.replace(/^\/[a-z]{2}(?=\/|$)/, "") || "/") + search;
}

const keyOf = ({ pathname, search }) => pathname + search;
const isFile = ({ pathname }) => pathname.startsWith("/_astro/") || pathname === "/gifts.svg";

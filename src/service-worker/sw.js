/**
 * Lets the page open without a network. The build (scripts/write-service-worker.mjs) prepends
 * `const BUILD = { version, files: [{ path, integrity }] };` and writes dist/sw.js.
 * The worker answers GET requests for this build's files and for nothing else. A newer version waits until a page
 * sends 'activate-now', or until no page of the present version is open. Each version has its own cache, which is kept while
 * a page of that version is open. The browser may stop the worker at any time, so the caches, not variables, hold which page
 * has which version.
 */
const SCOPE = self.registration.scope;
const CACHE_PREFIX = `subtitle-translator ${SCOPE} `;
const CACHE_NAME = CACHE_PREFIX + BUILD.version;
const INDEX_URL = new URL('index.html', SCOPE).href;
const STATIC_URL = new URL('static/', SCOPE).href;
const FILE_URLS = new Set(BUILD.files.map((file) => new URL(file.path, SCOPE).href));
/**
 * Cache key of a page's mark: this prefix and the client's id, in the cache of the version that served the page. The mark's
 * body is a time in milliseconds: until then the page counts as open although matchAll() does not list it yet; 0 once listed.
 */
const PAGE_MARK = `${SCOPE}?page=`;
const LONGEST_OPENING_MS = 60_000;

self.addEventListener('install', (event) => {
  // Requests to the providers bypass this worker where the browser offers routes: Chromium activates a newer version only
  // while the present worker has no request open, and a run's requests can take minutes.
  event.addRoutes?.({ condition: { requestMethod: 'POST' }, source: 'network' });
  event.waitUntil(keepAllFilesOrNone());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), forgetClosedVersions()]));
});
self.addEventListener('message', (event) => {
  if (event.data === 'activate-now') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = withoutQuery(request.url);
  if (request.method !== 'GET' || !url.startsWith(SCOPE)) return;
  if (url === SCOPE || url === INDEX_URL) {
    const answered = answerPage(event);
    event.respondWith(answered);
    event.waitUntil(answered.then(forgetClosedVersions));
  } else if (FILE_URLS.has(url) || url.startsWith(STATIC_URL)) event.respondWith(answer(url, request));
});

/** When a file is missing or differs from the build's, this version is not installed; the browser's next check tries again. */
async function keepAllFilesOrNone() {
  // A version that was deployed, replaced and deployed again can still be open in a page: its cache must stay.
  const wasKept = await caches.has(CACHE_NAME);
  try {
    await keepAllFiles();
  } catch (error) {
    if (!wasKept) await caches.delete(CACHE_NAME);
    throw error;
  }
}

async function keepAllFiles() {
  const cache = await caches.open(CACHE_NAME);
  await Promise.all(
    BUILD.files.map(async ({ path, integrity }) => {
      const url = new URL(path, SCOPE).href;
      // Names under static/ hold a hash of the content; for other files the browser's own cache may have an older build's.
      const response = await fetch(url, { integrity, cache: url.startsWith(STATIC_URL) ? 'default' : 'no-cache' });
      if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
      await cache.put(url, await withoutRedirect(response));
    }),
  );
}

/** Some hosts redirect index.html to its folder; browsers refuse a redirected answer to a navigation. */
async function withoutRedirect(response) {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { headers: response.headers });
}

/** The caches of all versions, the present one first: pages of an older version still need their chunks. */
async function versionNames() {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  return [CACHE_NAME, ...names.reverse()];
}

async function find(url) {
  for (const name of await versionNames()) {
    const cache = await caches.open(name);
    // Compressing hosts send "Vary"; the files are the same whoever asks.
    const response = await cache.match(url, { ignoreVary: true });
    if (response !== undefined) return { cache, response };
  }
}

async function answer(url, request) {
  return (await find(url))?.response ?? fetch(request);
}

/** The mark is written before the page is served, so that the page's version is not deleted while the page opens. */
async function answerPage({ request, resultingClientId }) {
  const found = await find(INDEX_URL);
  if (found === undefined) return fetch(request);
  if (resultingClientId) await mark(found.cache, resultingClientId, Date.now() + LONGEST_OPENING_MS);
  return found.response;
}

/** Fails silently when the storage is full: then every version stays as long as this page is open. */
async function mark(cache, id, openUntilMs) {
  await cache.put(PAGE_MARK + id, new Response(`${openUntilMs}`)).catch(() => {});
}

/**
 * Deletes the versions without an open page. Deletes none while a page without a mark is open (the host served it, so its
 * version is unknown), or while a newer version is installing or waiting, since no page has marked that version yet.
 */
async function forgetClosedVersions() {
  const names = await versionNames();
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const unmarked = new Set(pages.filter(({ url }) => url.startsWith(SCOPE)).map(({ id }) => id));
  const closed = [];
  for (const name of names) {
    const isOpen = await hasOpenPage(await caches.open(name), unmarked);
    if (!isOpen && name !== CACHE_NAME) closed.push(name);
  }
  const { installing, waiting } = self.registration;
  if (unmarked.size > 0 || installing || waiting) return;
  await Promise.all(closed.map((name) => caches.delete(name)));
}

/** Whether a page marked in this cache is open. Removes those pages from `unmarked`, and deletes the marks of closed pages. */
async function hasOpenPage(cache, unmarked) {
  let found = false;
  for (const { url } of await cache.keys()) {
    if (!url.startsWith(PAGE_MARK)) continue;
    const id = url.slice(PAGE_MARK.length);
    const openUntilMs = Number(await (await cache.match(url))?.text());
    const isListed = unmarked.delete(id);
    if (isListed && openUntilMs > 0) await mark(cache, id, 0);
    if (isListed || openUntilMs > Date.now()) found = true;
    else await cache.delete(url);
  }
  return found;
}

function withoutQuery(address) {
  return address.split(/[?#]/, 1)[0];
}

/**
 * Makes the page open without a network. After the build, scripts/write-service-worker.mjs puts
 * `const BUILD = { version, files: [{ path, integrity }] };` before this text and writes both as dist/sw.js.
 *
 * It answers for the files of this build alone: no other origin, no other folder and nothing but GET. A new version
 * waits until a page sends 'activate-now', or until no page of the old one is open. Each version has a cache of its own,
 * which stays as long as a page of that version is open. The browser stops and starts this worker at any time, so
 * nothing is remembered here: which page is of which version stands in the caches.
 */
const SCOPE = self.registration.scope;
const CACHE_PREFIX = `subtitle-translator ${SCOPE} `;
const CACHE_NAME = CACHE_PREFIX + BUILD.version;
const INDEX_URL = new URL('index.html', SCOPE).href;
const STATIC_URL = new URL('static/', SCOPE).href;
const FILE_URLS = new Set(BUILD.files.map((file) => new URL(file.path, SCOPE).href));
/**
 * Before a client's id: the key of a mark, in the cache of the version that this page was opened with. A mark holds the
 * time in milliseconds until when the page counts as open though no list names it yet, and 0 once a list has named it.
 */
const PAGE_MARK = `${SCOPE}?page=`;
const LONGEST_OPENING_MS = 60_000;

self.addEventListener('install', (event) => {
  // Calls to the providers pass this worker by, where the browser can be told: Chromium starts a newer version only when
  // the present one is asked for nothing, and in a run that can take minutes.
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

/** When a file is missing or is another than at the build, this version is not installed; the next check tries anew. */
async function keepAllFilesOrNone() {
  // After a deploy was taken back, its version can be open in a page.
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
      // A name under static/ carries a hash of the content; another file can be an old one in the browser's cache.
      const response = await fetch(url, { integrity, cache: url.startsWith(STATIC_URL) ? 'default' : 'no-cache' });
      if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
      await cache.put(url, await withoutRedirect(response));
    }),
  );
}

/** Some hosts lead index.html to its folder; a browser refuses a redirected answer to a navigation. */
async function withoutRedirect(response) {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { headers: response.headers });
}

/** Of this page in all its versions, the present one first: a page of another may be open and need its chunks. */
async function versionNames() {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  return [CACHE_NAME, ...names.reverse()];
}

async function find(url) {
  for (const name of await versionNames()) {
    const cache = await caches.open(name);
    // Hosts that compress send "Vary"; the files are the same for everyone.
    const response = await cache.match(url, { ignoreVary: true });
    if (response !== undefined) return { cache, response };
  }
}

async function answer(url, request) {
  return (await find(url))?.response ?? fetch(request);
}

/** The mark is there before the page is: no version is forgotten while a page of it is being opened. */
async function answerPage({ request, resultingClientId }) {
  const found = await find(INDEX_URL);
  if (found === undefined) return fetch(request);
  if (resultingClientId) await mark(found.cache, resultingClientId, Date.now() + LONGEST_OPENING_MS);
  return found.response;
}

/** Without effect when the storage is full: then all versions stay as long as this page is open. */
async function mark(cache, id, openUntilMs) {
  await cache.put(PAGE_MARK + id, new Response(`${openUntilMs}`)).catch(() => {});
}

/**
 * Deletes the versions of which no page is open. It deletes none while a page without a mark is open, whose version is
 * unknown (it came from the host), and none while a newer version is being kept or waits, for that one has no page yet.
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

/** Whether a page marked in this cache is open. Takes those pages out of `unmarked`; the marks of closed ones go. */
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

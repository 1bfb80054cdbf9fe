/**
 * Makes the page open without a network. After the build, scripts/write-service-worker.mjs puts
 * `const BUILD = { version, files: [{ path, integrity }] };` before this text and writes both as dist/sw.js.
 *
 * It answers for the files of this build alone: no other origin, no other folder and nothing but GET. A new version
 * waits until a page sends 'activate-now', or until no page of the old one is open.
 */
const SCOPE = self.registration.scope;
const CACHE_PREFIX = `subtitle-translator ${SCOPE} `;
const CACHE_NAME = CACHE_PREFIX + BUILD.version;
const INDEX_URL = new URL('index.html', SCOPE).href;
const STATIC_URL = new URL('static/', SCOPE).href;
const FILE_URLS = new Set(BUILD.files.map((file) => new URL(file.path, SCOPE).href));

self.addEventListener('install', (event) => event.waitUntil(keepAllFilesOrNone()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOldVersions().then(() => self.clients.claim())));
self.addEventListener('message', (event) => {
  if (event.data === 'activate-now') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = withoutQuery(request.url);
  if (request.method !== 'GET' || !url.startsWith(SCOPE)) return;
  if (url === SCOPE || url === INDEX_URL) event.respondWith(answer(INDEX_URL, request));
  else if (FILE_URLS.has(url) || url.startsWith(STATIC_URL)) event.respondWith(answer(url, request));
});

/** When a file is missing or is another than at the build, this version is not installed; the next check tries anew. */
async function keepAllFilesOrNone() {
  try {
    await keepAllFiles();
  } catch (error) {
    await caches.delete(CACHE_NAME);
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

/** Own versions, the present one first: a page of the version before may still be open and need its chunks. */
async function ownCacheNames() {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  return [CACHE_NAME, ...names.reverse()];
}

async function forgetOldVersions() {
  const [, , ...older] = await ownCacheNames();
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function answer(url, request) {
  for (const name of await ownCacheNames()) {
    const cache = await caches.open(name);
    // Hosts that compress send "Vary"; the files are the same for everyone.
    const kept = await cache.match(url, { ignoreVary: true });
    if (kept !== undefined) return kept;
  }
  return fetch(request);
}

function withoutQuery(address) {
  return address.split(/[?#]/, 1)[0];
}

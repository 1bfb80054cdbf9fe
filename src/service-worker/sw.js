/**
 * Lets the page open offline. The build (scripts/write-service-worker.mjs) prepends `const BUILD = { version, files: [{ path, integrity }] };`
 * and writes dist/sw.js. The worker answers GET requests for the files of this build and nothing else. A newer version waits until a page sends
 * 'activate-now', or until no page of the current version is open. Each version has its own cache; the newest few are kept, since pages of each
 * may be open.
 */
const SCOPE = self.registration.scope;
const CACHE_PREFIX = `subtitle-translator ${SCOPE} `;
const CACHE_NAME = CACHE_PREFIX + BUILD.version;
const INDEX_URL = new URL('index.html', SCOPE).href;
const STATIC_URL = new URL('static/', SCOPE).href;
const FILE_URLS = new Set(BUILD.files.map((file) => new URL(file.path, SCOPE).href));
const MOST_VERSIONS = 4;

self.addEventListener('install', (event) => {
  // Requests to the providers bypass the worker if the browser supports routes: Chromium activates a newer version only while the current worker
  // has no open request, and requests can take minutes.
  event.addRoutes?.({ condition: { requestMethod: 'POST' }, source: 'network' });
  event.waitUntil(keepAllFilesOrNone());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), forgetOldVersions()]));
});
self.addEventListener('message', (event) => {
  if (event.data === 'activate-now') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = withoutQuery(request.url);
  if (request.method !== 'GET' || !url.startsWith(SCOPE)) return;
  if (url === SCOPE) event.respondWith(answer(INDEX_URL, request));
  else if (FILE_URLS.has(url) || url.startsWith(STATIC_URL)) event.respondWith(answer(url, request));
});

/** If a file is missing or differs from the build, this version is not installed; the browser's next check tries again. */
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
    BUILD.files.map(async (file) => {
      const url = new URL(file.path, SCOPE).href;
      const response = await fetchFile(url, file);
      if (!response.ok) throw new Error(`${file.path}: HTTP ${response.status}`);
      await cache.put(url, await withoutRedirect(response));
    }),
  );
}

/**
 * Names under static/ contain a content hash, so the browser's own cache may answer; for other files it may have an older build's. Some hosts
 * mark even a "not found" during a deploy as valid for a year: then ask the host as well.
 */
async function fetchFile(url, { integrity }) {
  const kept = url.startsWith(STATIC_URL) && (await fetch(url, { integrity, cache: 'default' }).catch(() => undefined));
  return kept?.ok ? kept : fetch(url, { integrity, cache: 'no-cache' });
}

/** Some hosts redirect index.html to its folder. Browsers refuse a redirected response to a navigation. */
async function withoutRedirect(response) {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { headers: response.headers });
}

/** The caches of all versions, the current one first, then newest to oldest: pages of older versions still need their chunks. */
async function versionNames() {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  return [CACHE_NAME, ...names.reverse()];
}

/** If the browser cannot read its caches, the host answers, as without a worker. */
async function answer(url, request) {
  return (await keptAnswer(url).catch(() => undefined)) ?? fetch(request);
}

async function keptAnswer(url) {
  for (const name of await versionNames()) {
    const cache = await caches.open(name);
    // Compressing hosts send "Vary", but the files are the same for everybody.
    const response = await cache.match(url, { ignoreVary: true });
    if (response !== undefined) return response;
  }
}

/** An open page keeps its chunks until this many newer versions exist. Returning to an older one shows a message and a reload. */
async function forgetOldVersions() {
  await Promise.all((await versionNames()).slice(MOST_VERSIONS).map((name) => caches.delete(name)));
}

function withoutQuery(address) {
  return address.split(/[?#]/, 1)[0];
}

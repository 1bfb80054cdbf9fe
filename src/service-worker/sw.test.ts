import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';

const SCOPE = 'https://example.test/tool/';
const FILES = {
  'index.html': '<p>one</p>',
  'static/js/index.1.js': 'one',
  'static/js/index.1.js.LICENSE.txt': 'licence',
  'static/js/index.1.js.map': '{}',
  'icon.svg': '<svg/>',
  _headers: '/*',
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A built folder with its service worker, as the build writes it. */
function build(files: Record<string, string>): { files: Record<string, string>; worker: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sw-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  execFileSync(process.execPath, ['scripts/write-service-worker.mjs', folder]);
  return { files, worker: readFileSync(join(folder, 'sw.js'), 'utf8') };
}

type Listener = (event: Record<string, unknown>) => void;
type Site = Record<string, string>;

/** The part of a browser that a service worker sees: caches of the origin, and a host that serves `site.files`. */
function createBrowser(site: { files: Site; isOffline?: boolean }) {
  const stored = new Map<string, Map<string, string>>();
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => {
      const entries = stored.get(name) ?? new Map<string, string>();
      stored.set(name, entries);
      return {
        put: async (url: string, response: Response) => void entries.set(url, await response.text()),
        match: async (url: string) => (entries.has(url) ? new Response(entries.get(url)) : undefined),
      };
    },
  };
  const fetched: unknown[] = [];
  const fetch = async (request: string | { url: string }, init?: { integrity: string }) => {
    const url = typeof request === 'string' ? request : request.url;
    fetched.push([url.replace(SCOPE, ''), init]);
    const content = site.files[url.replace(SCOPE, '')];
    if (site.isOffline) throw new TypeError('Failed to fetch');
    return content === undefined ? new Response('', { status: 404 }) : new Response(content);
  };

  function start(worker: string) {
    const listeners = new Map<string, Listener>();
    const calls: string[] = [];
    const self = {
      registration: { scope: SCOPE },
      clients: { claim: async () => void calls.push('claim') },
      skipWaiting: async () => void calls.push('skipWaiting'),
      addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    };
    runInNewContext(worker, { self, caches, fetch, URL, Response, Set, Promise });
    const dispatch = async (type: string, event: Record<string, unknown> = {}) => {
      let work: unknown;
      const waitUntil = (promise: unknown) => {
        work = promise;
      };
      listeners.get(type)?.({ ...event, waitUntil, respondWith: waitUntil });
      return work;
    };
    const ask = async (url: string, method = 'GET') => {
      const response = await dispatch('fetch', { request: { url, method } });
      return response instanceof Response ? response.text() : 'untouched';
    };
    return { dispatch, ask, calls };
  }
  return { start, stored, fetched };
}

test('keeps every file of the build with its hash, but for licences, maps and the host’s own files', async () => {
  const site = build(FILES);
  const browser = createBrowser(site);
  await browser.start(site.worker).dispatch('install');
  const integrity = expect.stringMatching(/^sha256-.{44}$/);
  expect(browser.fetched).toEqual([
    ['icon.svg', { integrity, cache: 'no-cache' }],
    ['index.html', { integrity, cache: 'no-cache' }],
    ['static/js/index.1.js', { integrity, cache: 'default' }],
  ]);
});

test('answers for its own files without a network', async () => {
  const site = { ...build(FILES), isOffline: false };
  const worker = createBrowser(site).start(site.worker);
  await worker.dispatch('install');
  await worker.dispatch('activate');
  expect(worker.calls).toEqual(['claim']);
  site.isOffline = true;
  for (const address of ['', '?from=mail', '#top', 'index.html'])
    expect(await worker.ask(SCOPE + address)).toBe('<p>one</p>');
  expect(await worker.ask(`${SCOPE}static/js/index.1.js`)).toBe('one');
});

test('touches no other origin, no other folder, no other method and no page below its own', async () => {
  const site = build(FILES);
  const worker = createBrowser(site).start(site.worker);
  await worker.dispatch('install');
  const addresses = [
    'https://api.openai.com/v1/chat/completions',
    'https://api.openai.com/tool/index.html',
    'https://example.test/',
    'https://example.test/another/static/js/index.1.js',
    `${SCOPE}another-page/`,
    `${SCOPE}sw.js`,
  ];
  for (const address of addresses) expect(await worker.ask(address)).toBe('untouched');
  expect(await worker.ask(SCOPE, 'POST')).toBe('untouched');
});

test('a newer version waits for the message, then keeps the chunks of the version before', async () => {
  const site: { files: Site; worker: string; isOffline?: boolean } = build(FILES);
  const browser = createBrowser(site);
  const first = browser.start(site.worker);
  await first.dispatch('install');
  await first.dispatch('activate');

  const deploy = async (number: number) => {
    const next = build({ 'index.html': `<p>${number}</p>`, [`static/js/index.${number}.js`]: `${number}` });
    site.files = next.files;
    const worker = browser.start(next.worker);
    await worker.dispatch('install');
    return worker;
  };
  const second = await deploy(2);
  expect(second.calls).toEqual([]);
  expect(await first.ask(SCOPE)).toBe('<p>one</p>');
  await second.dispatch('message', { data: 'something else' });
  expect(second.calls).toEqual([]);
  await second.dispatch('message', { data: 'activate-now' });
  expect(second.calls).toEqual(['skipWaiting']);

  await second.dispatch('activate');
  site.isOffline = true;
  expect(await second.ask(SCOPE)).toBe('<p>2</p>');
  expect(await second.ask(`${SCOPE}static/js/index.1.js`)).toBe('one');

  site.isOffline = false;
  await (await deploy(3)).dispatch('activate');
  expect(browser.stored.size).toBe(2);
});

test('leaves the caches of other folders and programs of the origin alone', async () => {
  const site = build(FILES);
  const browser = createBrowser(site);
  const others = [
    'mail',
    'subtitle-translator https://example.test/tool/older/ 1',
    'subtitle-translator https://example.test/ 1',
  ];
  for (const name of others) browser.stored.set(name, new Map());
  const worker = browser.start(site.worker);
  await worker.dispatch('install');
  await worker.dispatch('activate');
  expect([...browser.stored.keys()]).toEqual(expect.arrayContaining(others));
});

test('is not installed when a file is missing, and leaves nothing behind', async () => {
  const site = build(FILES);
  const browser = createBrowser({ files: { 'index.html': FILES['index.html'] } });
  await expect(browser.start(site.worker).dispatch('install')).rejects.toThrow('HTTP 404');
  expect(browser.stored.size).toBe(0);
});

test('the version follows the content', () => {
  const version = (worker: string) => /"version":"([0-9a-f]{16})"/.exec(worker)?.[1];
  const first = version(build(FILES).worker);
  expect(first).toBeDefined();
  expect(version(build(FILES).worker)).toBe(first);
  expect(version(build({ ...FILES, 'icon.svg': '<svg />' }).worker)).not.toBe(first);
});

import { expect, test, vi } from 'vitest';
import { type BuiltFiles, buildServiceWorker } from '../../test/build-service-worker.ts';
import { createFakeWorkerBrowser, type Site } from '../../test/fake-worker-browser.ts';

const SCOPE = 'https://example.test/tool/';
const FILES = {
  'index.html': '<p>one</p>',
  'static/js/index.1.js': 'one',
  'static/js/index.1.js.LICENSE.txt': 'licence',
  'static/js/index.1.js.map': '{}',
  'icon.svg': '<svg/>',
  _headers: '/*',
};

const WORKER = buildServiceWorker(FILES);

test('caches every file of the build with its hash, except licences, maps and the host’s files', async () => {
  const browser = createFakeWorkerBrowser(SCOPE, { files: FILES });
  await browser.start(WORKER).dispatch('install');
  const integrity = expect.stringMatching(/^sha256-.{44}$/);
  expect(browser.fetched).toEqual([
    ['icon.svg', { integrity, cache: 'no-cache' }],
    ['index.html', { integrity, cache: 'no-cache' }],
    ['static/js/index.1.js', { integrity, cache: 'default' }],
  ]);
});

test('installs its files although the browser cached a “not found” during a deploy', async () => {
  const browser = createFakeWorkerBrowser(SCOPE, { files: FILES, wasMissing: 'static/js/index.1.js' });
  const worker = browser.start(WORKER);
  await worker.dispatch('install');
  expect(await worker.ask(`${SCOPE}static/js/index.1.js`)).toBe('one');
});

test('serves its files offline', async () => {
  const site = { files: FILES, isOffline: false };
  const worker = createFakeWorkerBrowser(SCOPE, site).start(WORKER);
  await worker.dispatch('install');
  await worker.dispatch('activate');
  expect(worker.calls).toEqual(['claim']);
  site.isOffline = true;
  for (const address of ['', '?from=mail', '#top', 'index.html'])
    expect(await worker.ask(SCOPE + address)).toBe('<p>one</p>');
  expect(await worker.ask(`${SCOPE}static/js/index.1.js`)).toBe('one');
});

test('lets the host answer if the caches are unreadable', async () => {
  const browser = createFakeWorkerBrowser(SCOPE, { files: FILES });
  const worker = browser.start(WORKER);
  await worker.dispatch('install');
  browser.stored.keys = () => {
    throw new DOMException('Unexpected internal error.', 'UnknownError');
  };
  expect(await worker.ask(`${SCOPE}static/js/index.1.js`)).toBe('one');
});

test('ignores requests to other origins, folders and pages, and with other methods', async () => {
  const worker = createFakeWorkerBrowser(SCOPE, { files: FILES }).start(WORKER);
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

test('routes provider requests past the worker if the browser supports it', async () => {
  const addRoutes = vi.fn();
  await createFakeWorkerBrowser(SCOPE, { files: FILES }).start(WORKER).dispatch('install', { addRoutes });
  expect(addRoutes.mock.calls).toEqual([[{ condition: { requestMethod: 'POST' }, source: 'network' }]]);
});

test('keeps caches of other folders and programs', async () => {
  const browser = createFakeWorkerBrowser(SCOPE, { files: FILES });
  const others = [
    'mail',
    'subtitle-translator https://example.test/tool/older/ 1',
    'subtitle-translator https://example.test/ 1',
  ];
  for (const name of others) browser.stored.set(name, new Map());
  const worker = browser.start(WORKER);
  await worker.dispatch('install');
  await worker.dispatch('activate');
  expect([...browser.stored.keys()]).toEqual(expect.arrayContaining(others));
});

test('does not install if a file is missing, and leaves no cache', async () => {
  const browser = createFakeWorkerBrowser(SCOPE, { files: { 'index.html': FILES['index.html'] } });
  await expect(browser.start(WORKER).dispatch('install')).rejects.toThrow('HTTP 404');
  expect(browser.stored.size).toBe(0);
});

test('derives the version from the content', () => {
  const version = (worker: string) => /"version":"([0-9a-f]{16})"/.exec(worker)?.[1];
  const first = version(buildServiceWorker(FILES));
  expect(first).toBeDefined();
  expect(version(buildServiceWorker(FILES))).toBe(first);
  expect(version(buildServiceWorker({ ...FILES, 'icon.svg': '<svg />' }))).not.toBe(first);
});

const FIRST_FILES = { 'index.html': '<p>1</p>', 'static/js/index.1.js': 'one' };
const FIRST_SCRIPT = `${SCOPE}static/js/index.1.js`;

/** By the files of its build, because each worker is written by a process of its own. */
const workers = new Map<string, string>();
function workerOf(files: BuiltFiles): string {
  const key = JSON.stringify(files);
  const worker = workers.get(key) ?? buildServiceWorker(files);
  workers.set(key, worker);
  return worker;
}

/** A browser with the first version installed. `deploy` publishes another version and installs it. */
async function installFirst() {
  const site: Site = { files: FIRST_FILES };
  const browser = createFakeWorkerBrowser(SCOPE, site);
  async function deploy(files: BuiltFiles) {
    site.files = files;
    const worker = browser.start(workerOf(files));
    await worker.dispatch('install');
    return worker;
  }
  const first = await deploy(FIRST_FILES);
  await first.dispatch('activate');
  return { site, browser, first, deploy };
}

const version = (number: number): BuiltFiles => ({
  'index.html': `<p>${number}</p>`,
  [`static/js/index.${number}.js`]: `${number}`,
});

test('a newer version becomes active only after the message "activate-now"', async () => {
  const { first, deploy } = await installFirst();
  const second = await deploy(version(2));
  expect(second.calls).toEqual([]);
  expect(await first.ask(SCOPE)).toBe('<p>1</p>');
  await second.dispatch('message', { data: 'something else' });
  expect(second.calls).toEqual([]);
  await second.dispatch('message', { data: 'activate-now' });
  expect(second.calls).toEqual(['skipWaiting']);
});

test('keeps the files of a version until three newer ones are in use', async () => {
  const { site, browser, deploy } = await installFirst();
  for (const number of [2, 3, 4]) {
    const newer = await deploy(version(number));
    await newer.dispatch('activate');
    expect(await newer.ask(SCOPE)).toBe(`<p>${number}</p>`);
    expect(await newer.ask(FIRST_SCRIPT)).toBe('one');
  }
  const fifth = await deploy(version(5));
  await fifth.dispatch('activate');
  site.isOffline = true;
  expect(await fifth.ask(`${SCOPE}static/js/index.2.js`)).toBe('2');
  await expect(fifth.ask(FIRST_SCRIPT)).rejects.toThrow('Failed to fetch');
  expect(browser.stored.size).toBe(4);
});

test('keeps a waiting newer version', async () => {
  const { site, first, deploy } = await installFirst();
  const second = await deploy(version(2));
  await first.dispatch('activate');
  site.isOffline = true;
  expect(await second.ask(SCOPE)).toBe('<p>2</p>');
});

test('keeps the files of the open page if its version, deployed again, cannot be installed', async () => {
  const { site, deploy } = await installFirst();
  const second = await deploy(version(2));
  await second.dispatch('activate');
  site.isOffline = true;
  await expect(deploy(FIRST_FILES)).rejects.toThrow('Failed to fetch');
  expect(await second.ask(FIRST_SCRIPT)).toBe('one');
});

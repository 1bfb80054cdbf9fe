import { expect, test, vi } from 'vitest';
import { buildServiceWorker } from '../../test/build-service-worker.ts';
import { createFakeWorkerBrowser } from '../../test/fake-worker-browser.ts';

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

test('keeps every file of the build with its hash, but for licences, maps and the host’s own files', async () => {
  const browser = createFakeWorkerBrowser(SCOPE, { files: FILES });
  await browser.start(WORKER).dispatch('install');
  const integrity = expect.stringMatching(/^sha256-.{44}$/);
  expect(browser.fetched).toEqual([
    ['icon.svg', { integrity, cache: 'no-cache' }],
    ['index.html', { integrity, cache: 'no-cache' }],
    ['static/js/index.1.js', { integrity, cache: 'default' }],
  ]);
});

test('is installed though the browser still has “not found” of a file from the midst of a deploy', async () => {
  const browser = createFakeWorkerBrowser(SCOPE, { files: FILES, wasMissing: 'static/js/index.1.js' });
  const worker = browser.start(WORKER);
  await worker.dispatch('install');
  expect(await worker.ask(`${SCOPE}static/js/index.1.js`)).toBe('one');
});

test('answers for its own files without a network', async () => {
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

test('where the browser cannot read what it keeps, the host answers', async () => {
  const browser = createFakeWorkerBrowser(SCOPE, { files: FILES });
  const worker = browser.start(WORKER);
  await worker.dispatch('install');
  browser.stored.keys = () => {
    throw new DOMException('Unexpected internal error.', 'UnknownError');
  };
  expect(await worker.ask(`${SCOPE}static/js/index.1.js`)).toBe('one');
});

test('touches no other origin, no other folder, no other method and no page below its own', async () => {
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

test('the calls to the providers pass it by, where the browser can be told', async () => {
  const addRoutes = vi.fn();
  await createFakeWorkerBrowser(SCOPE, { files: FILES }).start(WORKER).dispatch('install', { addRoutes });
  expect(addRoutes.mock.calls).toEqual([[{ condition: { requestMethod: 'POST' }, source: 'network' }]]);
});

test('leaves the caches of other folders and programs of the origin alone', async () => {
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

test('is not installed when a file is missing, and leaves nothing behind', async () => {
  const browser = createFakeWorkerBrowser(SCOPE, { files: { 'index.html': FILES['index.html'] } });
  await expect(browser.start(WORKER).dispatch('install')).rejects.toThrow('HTTP 404');
  expect(browser.stored.size).toBe(0);
});

test('the version follows the content', () => {
  const version = (worker: string) => /"version":"([0-9a-f]{16})"/.exec(worker)?.[1];
  const first = version(buildServiceWorker(FILES));
  expect(first).toBeDefined();
  expect(version(buildServiceWorker(FILES))).toBe(first);
  expect(version(buildServiceWorker({ ...FILES, 'icon.svg': '<svg />' }))).not.toBe(first);
});

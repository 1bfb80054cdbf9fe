import { expect, test } from 'vitest';
import { type BuiltFiles, buildServiceWorker } from '../../test/build-service-worker.ts';
import { createFakeWorkerBrowser, type Site } from '../../test/fake-worker-browser.ts';

/** Which versions stay cached, and which of them a page is served by. */

const SCOPE = 'https://example.test/tool/';
const FIRST_FILES = { 'index.html': '<p>1</p>', 'static/js/index.1.js': 'one' };
const FIRST_SCRIPT = `${SCOPE}static/js/index.1.js`;

/** A browser with the first version installed. `deploy` puts another version on the host and lets the browser install it. */
async function installFirst() {
  const site: Site = { files: FIRST_FILES };
  const browser = createFakeWorkerBrowser(SCOPE, site);
  async function deploy(files: BuiltFiles) {
    site.files = files;
    const worker = browser.start(buildServiceWorker(files));
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

test('a newer version waits for the message', async () => {
  const { first, deploy } = await installFirst();
  const second = await deploy(version(2));
  expect(second.calls).toEqual([]);
  expect(await first.ask(SCOPE)).toBe('<p>1</p>');
  await second.dispatch('message', { data: 'something else' });
  expect(second.calls).toEqual([]);
  await second.dispatch('message', { data: 'activate-now' });
  expect(second.calls).toEqual(['skipWaiting']);
});

test('a page has its chunks until three newer versions are in use; then its version goes', async () => {
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

test('a newer version that waits is not forgotten', async () => {
  const { site, first, deploy } = await installFirst();
  const second = await deploy(version(2));
  await first.dispatch('activate');
  site.isOffline = true;
  expect(await second.ask(SCOPE)).toBe('<p>2</p>');
});

test('a deploy that was taken back and cannot be kept again takes nothing from the open page', async () => {
  const { site, deploy } = await installFirst();
  const second = await deploy(version(2));
  await second.dispatch('activate');
  site.isOffline = true;
  await expect(deploy(FIRST_FILES)).rejects.toThrow('Failed to fetch');
  expect(await second.ask(FIRST_SCRIPT)).toBe('one');
});

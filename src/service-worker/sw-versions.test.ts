import { expect, test, vi } from 'vitest';
import { type BuiltFiles, buildServiceWorker } from '../../test/build-service-worker.ts';
import { createFakeWorkerBrowser, type Site } from '../../test/fake-worker-browser.ts';

/** Which versions stay cached, and which page is served by which. The browser stops the worker after each event. */

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

test('a version stays as long as a page of it is open, however many come after it', async () => {
  const { browser, first, deploy } = await installFirst();
  const page = await first.open();
  page.appears();
  // The second version is installed but never activated.
  await deploy(version(2));
  for (const number of [3, 4]) {
    const newer = await deploy(version(number));
    await newer.dispatch('activate');
    expect(await newer.ask(SCOPE)).toBe(`<p>${number}</p>`);
    expect(await newer.ask(FIRST_SCRIPT)).toBe('one');
  }
  page.close();
  const fifth = await deploy(version(5));
  await fifth.dispatch('activate');
  expect(browser.stored.size).toBe(1);
});

test('the last page of an older version is closed: the version goes when a page is opened next', async () => {
  const { browser, first, deploy } = await installFirst();
  const page = await first.open();
  page.appears();
  const second = await deploy(version(2));
  await second.dispatch('activate');
  page.close();
  expect(browser.stored.size).toBe(2);
  await second.open();
  expect(browser.stored.size).toBe(1);
});

test('while a page is open that came from the host, every version stays', async () => {
  const { site, browser, deploy } = await installFirst();
  browser.openFromHost();
  for (const number of [2, 3]) await (await deploy(version(number))).dispatch('activate');
  const fourth = await deploy(version(4));
  await fourth.dispatch('activate');
  await fourth.open();
  site.isOffline = true;
  expect(await fourth.ask(FIRST_SCRIPT)).toBe('one');
});

test('a version stays while a page of it is being opened, for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { browser, first, deploy } = await installFirst();
  await first.open();
  const second = await deploy(version(2));
  await second.dispatch('activate');
  expect(await second.ask(FIRST_SCRIPT)).toBe('one');
  vi.advanceTimersByTime(61_000);
  await second.open();
  expect(browser.stored.size).toBe(1);
});

test('a newer version that waits is not forgotten because no page of it is open', async () => {
  const { site, browser, first, deploy } = await installFirst();
  const second = await deploy(version(2));
  browser.registration.waiting = second;
  await first.open();
  site.isOffline = true;
  expect(await second.ask(SCOPE)).toBe('<p>2</p>');
});

test('with a full storage the page opens all the same', async () => {
  const { browser, first } = await installFirst();
  browser.fillStorage();
  expect((await first.open()).text).toBe('<p>1</p>');
});

test('a deploy that was taken back and cannot be kept again takes nothing from the open page', async () => {
  const { site, first, deploy } = await installFirst();
  (await first.open()).appears();
  const second = await deploy(version(2));
  await second.dispatch('activate');
  site.isOffline = true;
  await expect(deploy(FIRST_FILES)).rejects.toThrow('Failed to fetch');
  expect(await second.ask(FIRST_SCRIPT)).toBe('one');
});

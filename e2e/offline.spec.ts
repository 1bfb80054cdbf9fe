import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { test } from './own-host.ts';
import { batches, button, download, OFTEN, openBatch, openMenu, write } from './page-actions.ts';
import { storeFilm, translatedFilm } from './stored-film.ts';

/** The page without a network, and under a new deploy. */

const versionOf = (page: Page) =>
  page
    .locator('meta[name=version]')
    .getAttribute('content', { timeout: 500 })
    .catch(() => null);

const updateBar = (page: Page) => page.getByText('A new version of this page is ready.');

/** Has the page look for a newer version, and waits until that one is kept. */
async function lookForUpdate(page: Page): Promise<void> {
  const before = await page.evaluateHandle(async () => (await navigator.serviceWorker.ready).waiting);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const isAnotherWaiting = () =>
    page.evaluate(async (earlier) => {
      const { waiting } = await navigator.serviceWorker.ready;
      return waiting !== null && waiting !== earlier;
    }, before);
  await expect.poll(isAnotherWaiting, OFTEN).toBe(true);
}

/** As many a run does, faster. */
function sendOneAfterTheOther(page: Page): Promise<void> {
  return page.evaluate(() => {
    const send = (): Promise<unknown> => fetch('sent', { method: 'POST' }).then(send, () => {});
    for (let senders = 0; senders < 8; senders++) void send();
  });
}

/** Reloads when all that the page has asked for is there: Firefox tells a script that a reload breaks off as one that is corrupt. */
async function reload(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  // A chunk asked for later is a script of the page until it has run.
  await expect(page.locator('script[src*="/async/"]')).toHaveCount(0);
  await page.reload();
}

/** Opens the page, and waits until it can be opened without a network. */
async function openInstalled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await reload(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), OFTEN).toBe(true);
}

test('a new deploy is announced, not forced; chunks that are gone from the host are still there; without a network all goes on', async ({
  page,
  host,
}) => {
  await storeFilm(page, translatedFilm(21));
  await openInstalled(page, host.url);
  host.deploy('2');
  await reload(page);
  await expect(updateBar(page)).toBeVisible();
  expect(await versionOf(page)).toBeNull();
  await expect(batches(page, 'ok')).toHaveCount(2);
  // What this page has not asked for yet is no longer on the host.
  rmSync(join(host.folder, 'static/js/async'), { recursive: true });
  await openMenu(page, 'More');
  await button(page, 'Keyboard shortcuts').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close this sheet' }).click();
  await reload(page);
  expect(await versionOf(page)).toBeNull();
  await button(page, 'Reload now').click();
  await expect.poll(() => versionOf(page), OFTEN).toBe('2');

  await host.goAway();
  await reload(page);
  await expect(batches(page, 'ok')).toHaveCount(2);
  await openBatch(page, 2);
  await write(page, 'Batch output', '{\n    "21": "Without a network"\n}');
  await button(page, 'Validate').click();
  await button(page, 'Close').click();
  await expect.poll(() => editorText(page, 'Translated subtitles'), OFTEN).toContain('Without a network');
  const { bytes } = await download(page);
  expect(bytes.toString()).toContain('Without a network');
  await openMenu(page, 'More');
  await button(page, 'Keyboard shortcuts').click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

// While it sends several times: the browser is caught in the midst of a request at one press and not at another.
test('“Reload now” starts the new version, as the first thing that is done with the page and while it sends one request after the other', async ({
  page,
  host,
}) => {
  await openInstalled(page, host.url);
  for (const version of ['2', '3', '4', '5']) {
    host.deploy(version);
    await lookForUpdate(page);
    await page.reload({ waitUntil: 'networkidle' });
    if (version !== '2') await sendOneAfterTheOther(page);
    await button(page, 'Reload now').click();
    await expect.poll(() => versionOf(page), OFTEN).toBe(version);
  }
});

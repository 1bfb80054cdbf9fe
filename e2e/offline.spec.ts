import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { test } from './own-host.ts';
import { batches, button, download, OFTEN, openBatch, openMenu, write } from './page-actions.ts';
import { storeFilm, translatedFilm } from './stored-film.ts';

/** The page offline, and after a new deployment. */

const versionOf = (page: Page) =>
  page
    .locator('meta[name=version]')
    .getAttribute('content', { timeout: 500 })
    .catch(() => null);

const updateBar = (page: Page) => page.getByText('A new version of this page is ready.');

/** Like many requests of a run, but faster. */
function sendOneAfterTheOther(page: Page): Promise<void> {
  return page.evaluate(() => {
    const send = (): Promise<unknown> => fetch('sent', { method: 'POST' }).then(send, () => {});
    for (let senders = 0; senders < 8; senders++) void send();
  });
}

/** Reloads only when everything requested has arrived: Firefox reports a script interrupted by a reload as corrupt. */
async function reload(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  // The page keeps the script element of a chunk until it has run.
  await expect(page.locator('script[src*="/async/"]')).toHaveCount(0);
  await page.reload();
}

/** Opens the page, and waits until it can be opened offline. */
async function openInstalled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await reload(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), OFTEN).toBe(true);
}

test('a person learns of a new deployment, works on with the old version, also offline, and starts the new one with “Reload now”', async ({
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
  // Chunks that this page has not requested yet are gone from the host.
  renameSync(join(host.folder, 'static/js/async'), join(host.folder, 'gone'));
  await openMenu(page, 'More');
  await button(page, 'Keyboard shortcuts').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close this list' }).click();
  await reload(page);
  expect(await versionOf(page)).toBeNull();
  // Pressed as the first action on the page, while many requests are not answered.
  await sendOneAfterTheOther(page);
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

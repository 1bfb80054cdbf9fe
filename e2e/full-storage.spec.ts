import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { stored, storedInDatabase } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  download,
  giveKey,
  noteDuration,
  OFTEN,
  openPage,
  translateAll,
  upload,
} from './page-actions.ts';

/** Local storage is full or refuses: the page says so, and the work continues. */

const FULL = /It stores your work in the browser’s database instead/;

test('full storage: a notice, the run continues, Download works, and a reload restores everything', async ({
  page,
}) => {
  await openPage(page);
  await giveKey(page);
  // The key selects the suggested model. If that were not stored first, there would be a second notice.
  await expect.poll(() => stored(page, 'model'), OFTEN).toBe('gpt-5.4-mini');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const uploadedAt = Date.now();
  await upload(page, sampleSrt(45));
  await expect(page.getByText(FULL)).toBeVisible();
  noteDuration('the notice that the storage is full', uploadedAt);
  await expect(button(page.getByText(FULL).locator('..'), 'Save project')).toBeEnabled();
  await translateAll(page, 3);
  const { bytes } = await download(page);
  expect(bytes.toString()).toContain('PT: Фраза 45');
  await expect.poll(() => storedInDatabase(page, 'translated'), OFTEN).toBe(bytes.toString());
  await page.reload();
  await expect(batches(page, 'ok')).toHaveCount(3);
  expect(await editorText(page, 'Translated subtitles')).toBe(bytes.toString());
});

test('if storage and the channel between tabs are blocked, the page works and says that only its memory holds the work', async ({
  page,
}) => {
  // As in Firefox with all cookies blocked.
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const stores = ['localStorage', 'sessionStorage', 'indexedDB'];
    for (const name of stores) Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(window, 'BroadcastChannel', {
      value: class {
        constructor() {
          refuse();
        }
      },
    });
    // In Firefox the initial blank page has none.
    if ('LockManager' in window)
      LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  });
  await openPage(page);
  await upload(page, sampleSrt(21));
  await giveKey(page);
  await expect(
    page.getByText(/does not let this page store anything\. Your work is lost when you close this tab/),
  ).toBeVisible();
  await translateAll(page, 2);
  expect((await download(page)).bytes.toString()).toContain('PT: Фраза 21');
});

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { stored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  giveKey,
  openMenu,
  openPage,
  pickModel,
  translateAll,
  upload,
  write,
} from './page-actions.ts';

/** The whole work as one file: saved here, opened in another browser. */

const KEY = 'test-secret-4711';

async function saveProject(page: Page): Promise<Buffer> {
  const saved = page.waitForEvent('download');
  await openMenu(page, 'Project');
  await button(page, 'Save project').click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.json$/);
  return readFile(await file.path());
}

async function openProject(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await openMenu(page, 'Project');
  await button(page, 'Open project').click();
  await (await chooser).setFiles({ name: 'saved.json', mimeType: 'application/json', buffer });
}

test('Save project and Open project carry the whole work to another browser, and no key', async ({
  page,
  browser,
  site,
}) => {
  await openPage(page);
  await write(page, 'Prompt', 'My own prompt');
  await giveKey(page, 'openai', KEY);
  await pickModel(page, 'gpt-4o');
  await upload(page, sampleSrt(21));
  await translateAll(page, 2);
  await write(page, 'Translated subtitles', 'Edited by hand');
  const bytes = await saveProject(page);
  expect(bytes.includes(KEY)).toBe(false);

  const elsewhere = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  const other = await elsewhere.newPage();
  await openPage(other);
  await openProject(other, bytes);
  await expect(batches(other, 'ok')).toHaveCount(2);
  expect(await editorText(other, 'Translated subtitles')).toBe('Edited by hand');
  await expect.poll(() => stored(other, 'translated')).toBe('Edited by hand');
  await other.reload();
  await expect(batches(other, 'ok')).toHaveCount(2);
  expect(await other.evaluate(() => [localStorage.getItem('initPrompt'), localStorage.getItem('model')])).toEqual([
    'My own prompt',
    'gpt-4o',
  ]);
  expect(await stored(other, 'uploadedFile')).toBe(sampleSrt(21));
  await elsewhere.close();
});

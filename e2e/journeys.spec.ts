import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { stored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  download,
  giveFiles,
  openFilm,
  openMenu,
  openPage,
  sent,
  translateAll,
} from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/** One path through each region of the page, from input to requests, storage and download. Lower layers test the rules. */

test('[S2.10][S9.1] from upload to download numbers and times stay the same, byte for byte', async ({
  page,
  standIn,
}) => {
  await openFilm(page, 129);
  await translateAll(page, 7);
  const { name, bytes } = await download(page);
  expect(name).toBe('translated.srt');
  expect(bytes.toString()).toBe(translatedFilm(129).translated);
  expect(sent(standIn)).toHaveLength(7);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '7');
});

test('Save project and Open project move the whole work to another browser, without keys', async ({
  page,
  browser,
  site,
}) => {
  const translated = 'Edited by hand';
  const film = { ...translatedFilm(21), translated, ownResult: { since: null, now: null } };
  await openStored(page, film, { initPrompt: 'My own prompt', model: 'gpt-4o', openaiKey: 'test-secret-4711' });
  await expect(button(page, 'Download')).toBeEnabled();
  await openMenu(page, 'Project');
  const { name, bytes } = await download(page, 'Save project');
  expect(name).toMatch(/\.json$/);
  expect(bytes.includes('test-secret')).toBe(false);

  const elsewhere = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  const other = await elsewhere.newPage();
  await openPage(other);
  await openMenu(other, 'Project');
  await giveFiles(other, 'Open project', { 'saved.json': bytes });
  await expect(batches(other, 'ok')).toHaveCount(2);
  expect(await editorText(other, 'Translated subtitles')).toBe(translated);
  await expect.poll(() => stored(other, 'translated')).toBe(translated);
  await other.reload();
  await expect(batches(other, 'ok')).toHaveCount(2);
  const kept = ['initPrompt', 'model', 'uploadedFile', 'translated'].map((key) => stored(other, key));
  expect(await Promise.all(kept)).toEqual(['My own prompt', 'gpt-4o', film.sourceText, translated]);
  await elsewhere.close();
});

import { mkdir, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { stored, undoStepsStored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  download,
  giveFiles,
  openFilm,
  openMenu,
  openPage,
  region,
  sent,
  translateAll,
} from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/** One way through each region of the page, from what a person gives to what is sent, kept and saved. The rules are held by the layers below. */

test('[S2.10][S9.1] from upload to download: the same numbers and times, byte for byte', async ({ page, standIn }) => {
  await openFilm(page, 129);
  await translateAll(page, 7);
  const { name, bytes } = await download(page);
  expect(name).toBe('translated.srt');
  expect(bytes.toString()).toBe(translatedFilm(129).translated);
  expect(sent(standIn)).toHaveLength(7);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '7');
});

test('[D1.3] a folder is opened by its own command: the first subtitle file in it', async ({ page }, testInfo) => {
  const folder = testInfo.outputPath('season');
  await mkdir(`${folder}/one`, { recursive: true });
  for (const name of ['one/Film 10.srt', 'Film 2.srt']) await writeFile(`${folder}/${name}`, sampleSrt(2));
  await writeFile(`${folder}/Film 1.nfo`, 'no subtitles');
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await openMenu(page, 'Project');
  await button(page, 'Open folder…').click();
  await (await chooser).setFiles(folder);
  await expect(page.getByText('Film 2.srt was opened. One other file was left')).toBeVisible();
});

test('what Restart throws away can be taken back after a reload, too, and nothing is sent for it', async ({
  page,
  standIn,
}) => {
  const film = translatedFilm(21);
  /** Waits until the browser keeps as many steps back, and the work with this result. */
  const kept = (steps: number, translated: string) =>
    expect
      .poll(async () => [await undoStepsStored(page), await stored(page, 'translated')])
      .toEqual([steps, translated]);
  await openStored(page, film);
  await button(page, 'Restart').click();
  await expect(region(page, 'Batches')).toHaveCount(0);
  await kept(1, '');
  await page.reload();
  await button(page, 'Undo').click();
  for (const _ of ['at once', 'after another reload']) {
    await expect(batches(page, 'ok')).toHaveCount(2);
    expect(await editorText(page, 'Translated subtitles')).toBe(film.translated);
    await expect(button(page, 'Undo')).toHaveCount(0);
    await kept(0, film.translated);
    await page.reload();
  }
  expect(sent(standIn)).toEqual([]);
});

test('Save project and Open project carry the whole work to another browser, and no key', async ({
  page,
  browser,
  site,
}) => {
  const translated = 'Edited by hand';
  const film = { ...translatedFilm(21), translated, translatedEdited: true };
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

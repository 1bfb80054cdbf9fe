import { mkdir, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { RADIO_PHRASES, RADIO_TRANSLATIONS } from '../src/demo/sample.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { stored, undoStepsStored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  download,
  giveFiles,
  giveKey,
  openFilm,
  openMenu,
  openPage,
  region,
  sent,
  translateAll,
  upload,
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

test('[D1.1] windows-1251 is found and said; no mojibake is sent', async ({ page, standIn }) => {
  const russian = 'Привет! Ты куда пропал вчера вечером? Мама уже волноваться начала.';
  const srt = `1\n00:00:01,000 --> 00:00:02,000\n${russian}\n`;
  // Cyrillic letters as the byte after the one of "А".
  const bytes = Array.from(srt, (letter) => letter.charCodeAt(0) - (letter >= 'А' ? 0x410 - 0xc0 : 0));
  await openPage(page);
  await upload(page, Buffer.from(bytes));
  await expect(page.getByText('Encoding: windows-1251', { exact: true })).toBeVisible();
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(srt);
  await giveKey(page);
  await translateAll(page, 1);
  expect(sent(standIn)[0]?.phrases).toEqual({ 1: russian });
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

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });

  test('[S2.21] one click shows a film translated into the browser’s language, line by line, and leads to a film of one’s own', async ({
    page,
    standIn,
  }) => {
    await openPage(page);
    await button(page, 'Try the demo').click();
    const texts = RADIO_PHRASES.map((phrase, index) => ({ ...phrase, text: RADIO_TRANSLATIONS.de[index] ?? '' }));
    await expect(page.getByRole('row').filter({ hasText: 'Something is walking on the roof.' })).toContainText(
      texts[4]?.text ?? '',
    );
    await expect(button(page, 'Open your own film')).toBeVisible();
    expect((await download(page)).bytes.toString()).toBe(formatSrt(texts));
    await giveFiles(page, 'Open your own film', { 'own.srt': sampleSrt(2) });
    await expect.poll(() => editorText(page, 'Original subtitles')).toBe(sampleSrt(2));
    expect(standIn.calls).toEqual([]);
  });
});

import { expect } from '@playwright/test';
import { formatSrt } from '../src/subtitles/srt.ts';
import { samplePhrases } from '../test/srt-sample.ts';
import { dropFile } from './drop-film.ts';
import { test } from './fixtures.ts';
import { button, download, expectTranslated, textBox } from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

const NEXT = formatSrt(
  samplePhrases(25).map((phrase) => ({
    ...phrase,
    time: phrase.time.replaceAll('00:', '01:'),
    text: `Ещё ${phrase.text}`,
  })),
);

test('[D1.22][D1.34] the page asks about an unsaved finished film, puts it away, and Undo restores it even after Translate and a reload', async ({
  page,
}) => {
  await openStored(page, translatedFilm(25));
  const question = page.getByRole('dialog', { name: 'Save film.pt.srt first?' });
  await dropFile(page, Buffer.from(NEXT), 'next.srt');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(button(page, 'Save as film.pt.srt')).toBeVisible();

  await dropFile(page, Buffer.from(NEXT), 'next.srt');
  await button(question, 'Don’t save').click();
  await button(page, 'Translate').click();
  await expectTranslated(page, 2);
  await page.reload();
  await expect(button(page, 'Save as next.pt.srt')).toBeVisible();
  const undo = page.getByRole('status', { name: 'Notices' }).getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(button(page, 'Save as film.pt.srt')).toBeVisible();
  await expect(textBox(page, 'Translated subtitles')).toBeVisible();
  const { bytes } = await download(page);
  expect(bytes.toString()).toBe(translatedFilm(25).translated);
});

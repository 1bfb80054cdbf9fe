import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { test } from './fixtures.ts';
import { button, giveKey, openPage, textBox, translateAll, upload } from './page-actions.ts';

/** Issue "The specified product", "Files" and "Parsing". */

const RUSSIAN = [
  'Привет! Ты куда пропал вчера вечером?',
  'Да так, дела были. Потом расскажу, не по телефону.',
  'Ну смотри, а то мама уже волноваться начала.',
];
const RUSSIAN_SRT = RUSSIAN.map(
  (text, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index},900\n${text}\n`,
).join('\n');

/** Cyrillic letters as the byte after the one of "А". */
const windows1251 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => (letter >= 'А' ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0))),
  );

test('[S5.4] what is no subtitle file is refused with its reason, and changes nothing', async ({ page }, testInfo) => {
  await openPage(page);
  await upload(page, sampleSrt(2));
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(sampleSrt(2));
  await upload(page, 'WEBVTT', 'film.vtt');
  await expect(textBox(page, 'Errors')).toHaveText(
    '"film.vtt" is not an .srt file. Choose a subtitle file whose name ends in .srt, or open this one with “Open…”.',
  );
  const longFile = testInfo.outputPath('long.srt');
  await writeFile(longFile, Buffer.alloc(20 * 1024 * 1024 + 1, '.'));
  await page.locator('input[type=file]').setInputFiles(longFile);
  await expect(textBox(page, 'Errors')).toHaveText(/"long\.srt" is too large .*21 MB; at most 20 MB/);
  await upload(page, Buffer.from([0, 1, 2, 0, 255]), 'video.srt');
  await expect(textBox(page, 'Errors')).toHaveText(/not text/);
  await upload(page, ' \n\n', 'blank.srt');
  await expect(textBox(page, 'Errors')).toHaveText(/^"blank\.srt" is empty/);
  expect(await editorText(page, 'Original subtitles')).toBe(sampleSrt(2));

  await button(page, 'Clear').last().click();
  await expect(textBox(page, 'Errors')).toHaveCount(0);
  await button(page, 'Clear').first().click();
  await upload(page, ' \n\n');
  await expect(textBox(page, 'Errors')).toHaveText(/^Invalid input format: an empty file couldn't be parsed/);
});

test('[D1.1] windows-1251 is found, said, and can be read as something else; no mojibake is sent', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await upload(page, windows1251(RUSSIAN_SRT));
  await expect(page.getByText('Encoding: windows-1251', { exact: true })).toBeVisible();
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(RUSSIAN_SRT);

  await page.getByText('Letters look wrong?').click();
  const choice = page.getByRole('combobox', { name: /Read as/ });
  await expect(choice).toHaveValue('windows-1251');
  await choice.selectOption('KOI8-R');
  await expect(page.getByText('Encoding: KOI8-R', { exact: true })).toBeVisible();
  await expect.poll(() => editorText(page, 'Original subtitles')).not.toContain('Привет');
  await choice.selectOption('windows-1251');
  await giveKey(page);
  await translateAll(page, 1);
  const sent = standIn.calls.find(({ kind }) => kind === 'translate');
  expect(Object.values(sent?.phrases ?? {})).toEqual(RUSSIAN);
});

test('[D1.1] a byte-order mark tells UTF-16 from UTF-8, without a word about it', async ({ page }) => {
  await openPage(page);
  for (const bytes of [Buffer.from(`\ufeff${RUSSIAN_SRT}`, 'utf16le'), Buffer.from(`\ufeff${RUSSIAN_SRT}`, 'utf8')]) {
    await upload(page, bytes);
    await expect.poll(() => editorText(page, 'Original subtitles')).toBe(RUSSIAN_SRT);
    await button(page, 'Clear').first().click();
  }
  await expect(page.getByText(/^Encoding:/)).toHaveCount(0);
});

test('[D1.1] Chinese in UTF-16 without a mark opens, in both byte orders, and is sent as it is', async ({
  page,
  standIn,
}) => {
  const chinese = '1\n00:00:01,000 --> 00:00:02,000\n一个人去了那里。\n一\n';
  await openPage(page);
  for (const bytes of [Buffer.from(chinese, 'utf16le'), Buffer.from(chinese, 'utf16le').swap16()]) {
    await button(page, 'Clear').first().click();
    await upload(page, bytes);
    await expect.poll(() => editorText(page, 'Original subtitles')).toBe(chinese);
    await expect(textBox(page, 'Errors')).toHaveCount(0);
  }
  await giveKey(page);
  await translateAll(page, 1);
  expect(standIn.calls.find(({ kind }) => kind === 'translate')?.phrases).toEqual({ 1: '一个人去了那里。\n一' });
});

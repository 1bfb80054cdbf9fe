import { mkdir, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { button, download, giveKey, openMenu, translateAll } from './page-actions.ts';

const cue = (number: number) =>
  `${number}\r\n00:${String(number).padStart(2, '0')}.000 --> 00:59.000 line:0\r\n<v Bob>Phrase ${number} &amp; <c.red>more</c> words\r\n`;
const VTT = `WEBVTT - Film\r\n\r\nNOTE 0:00\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n${Array.from({ length: 25 }, (_, index) => cue(index + 1)).join('\r\n')}`;

test('a WebVTT file is opened by Open…, translated and saved with nothing else changed', async ({ page, standIn }) => {
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Open…').click();
  await (await chooser).setFiles([
    { name: 'Film 10.en.vtt', mimeType: 'text/vtt', buffer: Buffer.from('WEBVTT\n') },
    { name: 'Film 2.en.forced.vtt', mimeType: 'text/vtt', buffer: Buffer.from(VTT) },
  ]);
  await expect(page.getByText('This is a WebVTT file.')).toBeVisible();
  await expect(page.getByText('Film 2.en.forced.vtt was opened. One other file was left')).toBeVisible();
  await giveKey(page);
  await translateAll(page, 2);
  const expected = VTT.replaceAll(/>Phrase/g, '>PT: Phrase');
  const file = await download(page);
  expect(file.name).toBe('translated.vtt');
  expect(file.bytes.toString('utf8')).toBe(expected);
  const sent = standIn.calls.filter(({ kind }) => kind === 'translate');
  expect(sent).toHaveLength(2);

  await page.reload();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as Film 2.pt.forced.vtt' }).click();
  expect((await saving).suggestedFilename()).toBe('Film 2.pt.forced.vtt');
});

test('[D1.3] a folder is opened by its own command: the first subtitle file in it', async ({ page }, testInfo) => {
  const folder = testInfo.outputPath('season');
  await mkdir(`${folder}/one`, { recursive: true });
  await writeFile(`${folder}/one/Film 10.vtt`, VTT);
  await writeFile(`${folder}/Film 2.vtt`, VTT);
  await writeFile(`${folder}/Film 1.nfo`, 'no subtitles');
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await openMenu(page, 'Project');
  await button(page, 'Open folder…').click();
  await (await chooser).setFiles(folder);
  await expect(page.getByText('Film 2.vtt was opened. One other file was left')).toBeVisible();
});

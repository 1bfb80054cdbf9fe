import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  button,
  download,
  expectTranslated,
  giveKey,
  openMenu,
  textBox,
  translateAll,
  upload,
} from './page-actions.ts';

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

test('[D14.3] an edit of a long WebVTT film is in the file that is saved at once', async ({ page }) => {
  const time = (second: number) => new Date(second * 1_000).toISOString().slice(11, 23);
  const cues = Array.from({ length: 3_000 }, (_, at) => `${time(at)} --> ${time(at + 1)}\nPhrase ${at + 1}\n`);
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Open…').click();
  await (await chooser).setFiles([
    { name: 'Long.vtt', mimeType: 'text/vtt', buffer: Buffer.from(`WEBVTT\n\n${cues.join('\n')}`) },
  ]);
  await giveKey(page);
  await button(page, 'Translate').click();
  await expectTranslated(page, 150);
  await page.getByRole('radio', { name: 'Lines' }).check();
  const edit = async (words: string) => {
    await page.locator('[data-number="2"]').focus();
    await page.keyboard.press('Enter');
    await textBox(page, 'Translation of 2').fill(words);
    await page.keyboard.press('ControlOrMeta+Enter');
  };
  await edit('Edited and saved');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('F4');
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('\nEdited and saved\n');
});

test('an ASS file: styles are chosen, both languages are written into one event', async ({ page }) => {
  await page.goto('/');
  const event = (style: string, text: string) => `Dialogue: 0,0:00:01.00,0:00:02.00,${style},,0,0,0,,${text}\n`;
  const ass = `[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${event('Main', '{\\an8}One\\Ntwo')}${event('OP', '{\\k9}ka')}${event('Sign', 'Shop')}`;
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Open…').click();
  await (await chooser).setFiles({ name: 'Film.ass', mimeType: 'text/plain', buffer: Buffer.from(ass) });
  const styles = page.getByRole('group', { name: 'Styles' });
  await expect(styles.getByRole('checkbox')).toHaveCount(3);
  await expect(styles.getByRole('checkbox', { name: /^OP/ })).not.toBeChecked();
  await styles.getByRole('checkbox', { name: /^Sign/ }).uncheck();
  await giveKey(page);
  await translateAll(page, 1);
  await page.getByText('File options').click();
  await page.getByRole('combobox', { name: 'Both languages' }).selectOption({ label: 'Translation above' });
  const { name, bytes } = await download(page);
  expect(name).toBe('translated.ass');
  expect(bytes.toString('utf8')).toBe(ass.replace('One\\Ntwo', 'PT: One\\NPT: two\\NOne\\Ntwo'));
});

test('an SBV file named .srt is read as what it is by Upload .srt, too, and can be read as .srt', async ({ page }) => {
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Upload .srt').click();
  await (await chooser).setFiles({
    name: 'talk.srt',
    mimeType: 'text/plain',
    buffer: Buffer.from('0:00:01.000,0:00:02.000\nOne\n'),
  });
  await expect(page.getByText('This is an SBV file.')).toBeVisible();
  await page.getByText('Is it another kind of file?').click();
  await button(page, 'Read as .srt').click();
  await button(page, 'Translate').click();
  await expect(page.getByRole('textbox', { name: 'Errors' })).toContainText("couldn't be parsed as number");
});

test('[D2.12] the line ends of the film stay in what is saved after a person has edited the result by hand', async ({
  page,
}) => {
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Open…').click();
  await (await chooser).setFiles({ name: 'Film.vtt', mimeType: 'text/vtt', buffer: Buffer.from(VTT) });
  await giveKey(page);
  await translateAll(page, 2);
  await textBox(page, 'Translated subtitles').click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('NOTE by hand');
  const { bytes } = await download(page);
  expect(bytes.toString('utf8')).toBe(`${VTT.replaceAll(/>Phrase/g, '>PT: Phrase')}NOTE by hand`);
});

test('[D2.12] a film that was mended is saved with its own line ends, where a person wants them', async ({ page }) => {
  await page.goto('/');
  await upload(page, '1\r\n00:00:01.5 -> 00:00:02\r\none\r\n');
  await button(page, 'Mend the file').click();
  await expect(button(page, 'Read strictly')).toBeFocused();
  await giveKey(page);
  await translateAll(page, 1);
  await page.getByText('File options').click();
  await page.getByRole('combobox', { name: 'Line ends' }).selectOption({ label: 'As in the file' });
  const { bytes } = await download(page);
  expect(bytes.toString('utf8')).toBe('1\r\n00:00:01,500 --> 00:00:02,000\r\nPT: one\r\n');
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

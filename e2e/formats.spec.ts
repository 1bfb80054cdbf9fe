import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { button, download, giveKey, translateAll } from './page-actions.ts';

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
  await button(page, 'Read as .srt').click();
  await button(page, 'Translate').click();
  await expect(page.getByRole('textbox', { name: 'Errors' })).toContainText("couldn't be parsed as number");
});

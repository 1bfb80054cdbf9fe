import { expect } from '@playwright/test';
import { editorText, setEditorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { stored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import { button, download, giveKey, openPage, region, textBox, translateAll, upload } from './page-actions.ts';

/** A broken .srt file, from opening it to the download. */

const BROKEN = [
  'A film by somebody',
  '1\r\n00:00:01.5 -> 00:00:02\r\none',
  'deux\r\n00:00:03,000 --> 00:00:04,000\r\n\r\ntwo\r\n\r\nand more',
  '3\r\n00:00:05,000 --> 00:00:06,000\r\n',
  '4\r\n00:00:0X,000 -> 00:00:08,000\r\nnobody can read that',
  '5\r\n00:00:09,000 --> 00:00:10,000\r\nfive',
].join('\r\n\r\n');

const MENDED = [
  'A film by somebody',
  '1\n00:00:01,500 --> 00:00:02,000\none',
  '2\n00:00:03,000 --> 00:00:04,000\ntwo\nand more',
  '3\n00:00:05,000 --> 00:00:06,000',
  '4\n00:00:0X,000 -> 00:00:08,000\nnobody can read that',
  '4\n00:00:09,000 --> 00:00:10,000\nfive\n',
].join('\n\n');

const STRICT_ERROR = "Invalid input format: A film by somebody couldn't be parsed as number (line 1)";
const OFFER = 'This file can be mended: 8 repairs of 7 kinds';

test('[D2.7][D2.9] a broken file is mended and translated; what cannot be read stays where it stood and is not sent', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await giveKey(page);
  await upload(page, BROKEN);
  await expect(region(page, 'Original').getByText(OFFER)).toBeVisible();
  await button(page, 'Mend the file').click();
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(MENDED);
  await expect(button(page, 'Read strictly')).toBeFocused();
  expect(standIn.calls.filter(({ kind }) => kind === 'translate')).toHaveLength(0);

  await translateAll(page, 1);
  expect(standIn.calls.filter(({ kind }) => kind === 'translate').map(({ phrases }) => phrases)).toEqual([
    { 1: 'one', 2: 'two\nand more', 4: 'five' },
  ]);
  const { bytes } = await download(page);
  expect(bytes.toString()).toBe(
    MENDED.replace('\none', '\nPT: one').replace('\ntwo\nand', '\nPT: two\nPT: and').replace('\nfive', '\nPT: five'),
  );
  await expect(button(page, 'Read strictly')).toHaveCount(0);
});

test('[D2.7] the strict error stays word for word, the offer stands below it, and Read strictly takes all back, after a reload too', async ({
  page,
}) => {
  await openPage(page);
  await giveKey(page);
  await upload(page, BROKEN);
  await button(page, 'Translate').click();
  await expect(textBox(page, 'Errors')).toHaveText(STRICT_ERROR);
  await expect(region(page, 'Translation').getByText(OFFER)).toBeVisible();
  await button(page, 'Mend the file').click();
  await expect(textBox(page, 'Errors')).toHaveCount(0);
  await expect(region(page, 'Original').getByText('The file was mended: 8 repairs of 7 kinds')).toBeVisible();

  await expect.poll(async () => (await stored(page, 'uploadedFile')).replaceAll('\r\n', '\n')).toBe(MENDED);
  await page.reload();
  await expect(region(page, 'Original').getByText('The file was mended: 8 repairs of 7 kinds')).toBeVisible();
  await button(page, 'Read strictly').click();
  await expect(textBox(page, 'Errors')).toHaveText(STRICT_ERROR);
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(BROKEN.replaceAll('\r\n', '\n'));
  await expect(button(page, 'Mend the file')).toBeFocused();
});

test('[D2.8] the list is worked by keyboard: kinds are unticked, and the rest is mended', async ({ page }) => {
  await openPage(page);
  await upload(page, '00:00:01.5 -> 00:00:02\none\n\n00:00:03,000 --> 00:00:04,000\ntwo');
  await button(page, 'Show repairs').press('Enter');
  const list = region(page, 'Repairs');
  await expect(list).toBeFocused();
  await expect(list.getByText('00:00:01.5 -> 00:00:02').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(list.getByRole('checkbox', { name: 'The arrow of 1 timing was mended.' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(list.getByRole('checkbox', { name: /^1 timing was written in an unusual way/ })).toBeFocused();
  await page.keyboard.press('Space');
  await button(page, 'Mend the file').press('Enter');
  await expect
    .poll(() => editorText(page, 'Original subtitles'))
    .toBe('1\n00:00:01.5 --> 00:00:02\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n');
  await button(page, 'Undo').press('Enter');
  await expect.poll(() => editorText(page, 'Original subtitles')).toContain('00:00:01.5 -> 00:00:02\none');
});

test('[D2.10] nothing is offered for a right file, and what is typed is looked at anew', async ({ page }) => {
  await openPage(page);
  await upload(page, `${sampleSrt(60)}\n61\n00:59:00,000 --> 00:58:00,000\nlast\n`);
  await expect(
    region(page, 'Original').getByText('1 phrase ends before it begins; some players leave it out.'),
  ).toBeVisible();
  await expect(button(page, 'Mend the file')).toHaveCount(0);
  await setEditorText(page, 'Original subtitles', `${sampleSrt(60)}\n61\n00:59:00,000 --> 00:59:01,000\nlast\n`);
  await expect(button(page, 'Show repairs')).toHaveCount(0);
  await setEditorText(page, 'Original subtitles', `${sampleSrt(60)}\n61\n00:59:00,000 -> 00:59:01,000\nlast\n`);
  await expect(region(page, 'Original').getByText('This file can be mended: 1 repair of 1 kind')).toBeVisible();
});

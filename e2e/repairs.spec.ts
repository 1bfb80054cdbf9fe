import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { test } from './fixtures.ts';
import { button, download, giveKey, openPage, region, translateAll, upload } from './page-actions.ts';

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

import { expect, type Page } from '@playwright/test';
import { reply } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  download,
  editorReady,
  giveKey,
  openBatch,
  openPage,
  textBox,
  upload,
} from './page-actions.ts';

/** Arabic and Hebrew read from right to left in both panels; numbers and timing lines do not. */

const ARABIC = ['مرحبا بكم في بيتنا!', '<i>من هناك؟</i>\nSara: أنا هنا.', 'حسناً، 21 دقيقة.'];
const HEBREW = ['ברוכים הבאים לביתנו!', '<i>מי שם?</i>\nSara: אני כאן.', 'טוב, 21 דקות.'];

const srtOf = (texts: readonly string[]) =>
  texts.map((text, index) => `${index + 1}\n00:00:0${index + 1},000 --> 00:00:0${index + 2},000\n${text}\n`).join('\n');
const jsonOf = (texts: readonly string[]) =>
  JSON.stringify(Object.fromEntries(texts.map((text, index) => [index + 1, text])));

async function expectScript(page: Page, name: string, lang: string): Promise<void> {
  await editorReady(page, name);
  await expect(textBox(page, name)).toHaveAttribute('lang', lang);
  await expect(textBox(page, name)).toHaveAttribute('dir', 'rtl');
}

/** Of each line that is drawn: at which side of its box it begins. */
const sides = (page: Page, name: string) =>
  textBox(page, name)
    .locator('.cm-line')
    .evaluateAll((lines) =>
      lines
        .filter((line) => line.textContent !== '')
        .map((line) => {
          const range = document.createRange();
          range.selectNodeContents(line);
          const text = range.getBoundingClientRect();
          const box = line.getBoundingClientRect();
          return text.left - box.left < box.right - text.right ? 'left' : 'right';
        }),
    );

const PHRASE_SIDES = ['left', 'left', 'right', 'left', 'left', 'right', 'right', 'left', 'left', 'right'];

test('an Arabic original and its Hebrew translation carry their language and direction, line by line', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ kind }) => (kind === 'translate' ? reply(jsonOf(HEBREW)) : undefined));
  await openPage(page);
  await expect(textBox(page, 'Original subtitles')).toHaveAttribute('dir', 'ltr');
  await upload(page, srtOf(ARABIC));
  await expectScript(page, 'Original subtitles', 'ar');
  expect(await sides(page, 'Original subtitles')).toEqual(PHRASE_SIDES);

  await giveKey(page);
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(1);
  await expectScript(page, 'Translated subtitles', 'he');
  expect(await sides(page, 'Translated subtitles')).toEqual(PHRASE_SIDES);
  await openBatch(page, 1);
  await expectScript(page, 'Batch input', 'ar');
  await expectScript(page, 'Batch output', 'he');
  expect(await sides(page, 'Batch output')).toEqual(['left', 'right', 'right', 'right', 'left']);

  await button(page, 'Close').click();
  const { bytes } = await download(page);
  expect(bytes.toString()).toBe(srtOf(HEBREW));
});

import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { editorReady, openBatch, textBox } from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/** Arabic and Hebrew read from right to left in both panels; numbers and timing lines do not. */

const ARABIC = ['مرحبا بكم في بيتنا!', '<i>من هناك؟</i>\nSara: أنا هنا.', 'حسناً، 21 دقيقة.'];
const HEBREW = ['ברוכים הבאים לביתנו!', '<i>מי שם?</i>\nSara: אני כאן.', 'טוב, 21 דקות.'];

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
}) => {
  const phrases = ARABIC.map((text, index) => ({
    number: index + 1,
    time: `00:00:0${index + 1},000 --> 00:00:0${index + 2},000`,
    text,
  }));
  await openStored(
    page,
    translatedFilm(phrases, ({ number }) => HEBREW[number - 1]),
  );
  await expectScript(page, 'Original subtitles', 'ar');
  expect(await sides(page, 'Original subtitles')).toEqual(PHRASE_SIDES);
  await expectScript(page, 'Translated subtitles', 'he');
  expect(await sides(page, 'Translated subtitles')).toEqual(PHRASE_SIDES);
  await openBatch(page, 1);
  await expectScript(page, 'Batch input', 'ar');
  await expectScript(page, 'Batch output', 'he');
  expect(await sides(page, 'Batch output')).toEqual(['left', 'right', 'right', 'right', 'left']);
});

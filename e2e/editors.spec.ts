import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { test } from './fixtures.ts';
import { download, editorReady, openBatch, textBox } from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/** The text areas: appearance, synchronized scrolling, search and text direction. */

const [ORIGINAL, TRANSLATED] = ['Original subtitles', 'Translated subtitles'];

/** The first visible timing line. */
const topTime = (page: Page, name: string) =>
  textBox(page, name).evaluate((content) => {
    const top = content.closest('.cm-scroller')?.getBoundingClientRect().top ?? 0;
    const lines = [...content.querySelectorAll('.cm-line')].filter(({ textContent }) => textContent?.includes('-->'));
    return lines.find((line) => line.getBoundingClientRect().top >= top)?.textContent;
  });

async function scroll(page: Page, name: string, byPx: number): Promise<void> {
  await textBox(page, name).hover();
  await page.mouse.wheel(0, byPx);
}

async function translated(page: Page, ...film: Parameters<typeof translatedFilm>): Promise<void> {
  await openStored(page, translatedFilm(...film));
  await editorReady(page, TRANSLATED);
  await editorReady(page, ORIGINAL);
}

test('[D11.7][S2.15][S9.8] the text areas are plain editors, in which a person scrolls both texts together, searches and replaces', async ({
  page,
}) => {
  await translated(page, 200, () => 'one\ntwo\nthree');
  await test.step('plain editors: font size 14, tab size 2, full width, no gutter', async () => {
    for (const name of [ORIGINAL, TRANSLATED]) {
      const editor = page.locator('.cm-editor').filter({ has: textBox(page, name) });
      await expect(editor.locator('.cm-content')).toHaveCSS('font-size', '14px');
      await expect(editor.locator('.cm-content')).toHaveCSS('tab-size', '2');
      await expect(page.locator('.cm-gutters')).toHaveCount(0);
      const [inner, outer] = await editor.evaluate((element) => {
        const host = (element.getRootNode() as ShadowRoot).host;
        return [element.clientWidth, host.parentElement?.clientWidth];
      });
      expect(inner).toBe(outer);
    }
  });

  const first = await topTime(page, ORIGINAL);
  for (const [led, leads, byPx] of [
    [TRANSLATED, ORIGINAL, 4_000],
    [ORIGINAL, TRANSLATED, 3_000],
    [TRANSLATED, ORIGINAL, -2_000],
  ] as const) {
    const before = await topTime(page, leads);
    await scroll(page, leads, byPx);
    await expect.poll(() => topTime(page, leads)).not.toBe(before);
    await expect.poll(async () => (await topTime(page, led)) === (await topTime(page, leads))).toBe(true);
    expect(await topTime(page, led)).not.toBe(first);
  }

  await textBox(page, ORIGINAL).click();
  await page.keyboard.press('Control+F');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Replace' }), 'of a text that cannot be changed').toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(textBox(page, ORIGINAL)).toBeFocused();

  const before = await editorText(page, TRANSLATED);
  await textBox(page, TRANSLATED).click();
  await page.keyboard.press('Control+F');
  const [word = ''] = /\p{L}{3,}/u.exec(before) ?? [];
  await page.keyboard.type(word);
  await page.getByRole('textbox', { name: 'Replace' }).fill('Oi');
  await page.getByRole('button', { name: 'Replace all' }).click();
  await page.keyboard.press('Escape');
  const { bytes } = await download(page);
  expect(bytes.toString()).toBe(before.replaceAll(new RegExp(word, 'giu'), 'Oi'));
});

const ARABIC = ['مرحبا بكم في بيتنا!', '<i>من هناك؟</i>\nSara: أنا هنا.', 'حسناً، 21 دقيقة.'];
const HEBREW = ['ברוכים הבאים לביתנו!', '<i>מי שם?</i>\nSara: אני כאן.', 'טוב, 21 דקות.'];

async function expectScript(page: Page, name: string, lang: string): Promise<void> {
  await editorReady(page, name);
  await expect(textBox(page, name)).toHaveAttribute('lang', lang);
  await expect(textBox(page, name)).toHaveAttribute('dir', 'rtl');
}

/** The side of its box at which each drawn line begins. */
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

test('an Arabic original and its Hebrew translation have the right language and direction, line by line', async ({
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

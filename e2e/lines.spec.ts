import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { resultsOf } from '../src/engine/batch.ts';
import { batchesOf } from '../test/batches.ts';
import { editorText } from '../test/read-editor.ts';
import { samplePhrases } from '../test/srt-sample.ts';
import { translationOf } from '../test/stand-in-call.ts';
import { stored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import { atRest, button, download, hold, line, OFTEN, textBox } from './page-actions.ts';
import { openLines, translatedFilm } from './stored-film.ts';

/** Lines are shown, edited, confirmed and searched; the changes are in the download and survive a reload. */

/** The downloaded text. */
const result = async (page: Page) => (await download(page)).bytes.toString();

const translated = (page: Page, ...film: Partial<Parameters<typeof translatedFilm>>) => {
  const [phrases = 45, translate] = film;
  return openLines(page, translatedFilm(phrases, translate));
};

/** As in Safari before 26.2. */
function forgetFieldSizing(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('textarea { field-sizing: fixed !important; }');
  document.adoptedStyleSheets = [sheet];
  const supports = CSS.supports.bind(CSS) as (...asked: readonly string[]) => boolean;
  CSS.supports = (...asked: readonly string[]) => asked[0] !== 'field-sizing' && supports(...asked);
}

test('the open line shows its whole text while it grows, wraps and gets less room, also in a browser without "field-sizing"', async ({
  page,
}) => {
  await translated(page, 3, ({ number }) => (number === 2 ? 'Uma frase bem longa '.repeat(12).trim() : 'Sim.'));
  for (const browser of ['this one', 'Safari']) {
    if (browser === 'Safari') {
      await page.addInitScript(forgetFieldSizing);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.reload();
    }
    const box = textBox(page, 'Translation of 2');
    await expect(line(page, 1)).toBeVisible();
    await expect(box, 'what Escape has thrown away').toHaveCount(0);
    await line(page, 2).click();
    const isWhole = () => box.evaluate((element) => element.scrollHeight <= element.clientHeight);
    await expect.poll(isWhole, { ...OFTEN, message: browser }).toBe(true);
    const before = (await box.boundingBox())?.height ?? 0;
    await box.fill('Uma frase bem longa '.repeat(24));
    await expect.poll(isWhole, { ...OFTEN, message: browser }).toBe(true);
    expect((await box.boundingBox())?.height, browser).toBeGreaterThan(before);
    await page.setViewportSize({ width: 1100, height: 900 });
    await expect.poll(isWhole, { ...OFTEN, message: browser }).toBe(true);
    await page.keyboard.press('Escape');
    await expect(box).toHaveCount(0);
    await expect.poll(() => stored(page, 'lineDraft'), OFTEN).toBe('');
  }
});

test('[D14.2][D14.3] a person edits a line by keyboard, and the text is in the file and the JSON, in Undo and Redo, and there after a reload', async ({
  page,
}) => {
  await translated(page, 45, ({ number, text }) => (number === 9 ? 'Um\r\nDois' : translationOf(text)));
  await line(page, 9).focus();
  await page.keyboard.press('Enter');
  await expect(textBox(page, 'Translation of 9')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(textBox(page, 'Translation of 10')).toBeFocused();
  await expect(line(page, 9)).toHaveAttribute('data-state', 'new');
  await page.keyboard.press('Escape');

  await line(page, 2).focus();
  await page.keyboard.press('Enter');
  await expect(textBox(page, 'Translation of 2')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('First line');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Second line');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('F4');
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('\nFirst line\nSecond line\n');
  await expect(textBox(page, 'Translation of 2')).toBeFocused();
  // Called at each drawing before the browser shows it.
  const drawn = await line(page, 2).evaluateHandle((row) => {
    const texts: string[] = [];
    new MutationObserver(() => {
      if (!row.querySelector('textarea')) texts.push(row.textContent ?? '');
    }).observe(row, { childList: true, subtree: true, characterData: true });
    return texts;
  });
  await page.keyboard.press('Enter');
  await expect(textBox(page, 'Translation of 3')).toBeFocused();
  await expect(line(page, 2)).toContainText('First line');
  expect((await drawn.jsonValue()).filter((text) => !text.includes('First line'))).toEqual([]);
  await page.keyboard.type('never');
  await page.keyboard.press('Escape');
  await expect(line(page, 3)).toBeFocused();
  await expect(line(page, 2)).toHaveAttribute('data-state', 'edited');
  expect(await result(page)).toContain('\nFirst line\nSecond line\n');
  expect(await result(page)).not.toContain('never');

  await button(page, 'JSON of batch 1').click();
  await expect.poll(() => editorText(page, 'Batch output')).toContain('"2": "First line\\nSecond line"');
  await button(page, 'Close').click();
  await line(page, 3).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(line(page, 2)).toHaveAttribute('data-state', 'new');
  expect(await result(page)).not.toContain('First line');
  await line(page, 3).focus();
  await page.keyboard.press('ControlOrMeta+y');
  await expect(line(page, 2)).toHaveAttribute('data-state', 'edited');
  expect(await result(page)).toContain('\nFirst line\nSecond line\n');

  await test.step('typed text survives an immediate reload, at any moment around Enter', async () => {
    const box = textBox(page, 'Translation of 5');
    await line(page, 5).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Typed');
    await page.reload();
    await expect(box).toHaveValue('Typed');
    for (const pauseMs of [0, 20]) {
      const words = `Entered ${pauseMs}`;
      await box.fill(words);
      // The draft is stored.
      await expect.poll(() => stored(page, 'lineDraft')).toContain(words);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(pauseMs);
      await page.reload();
      await expect(line(page, 5).or(box).first()).toBeVisible();
      await expect
        .poll(async () => ((await box.count()) ? box.inputValue() : line(page, 5).textContent()))
        .toContain(words);
      if (await box.isHidden()) {
        await line(page, 5).focus();
        await page.keyboard.press('Enter');
      }
      await expect(box).toHaveValue(words);
    }
  });
});

test('what appears at the end of a run moves no line that a person is editing', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  const phrases = samplePhrases(45).map((phrase) => ({
    ...phrase,
    time: phrase.time.replace(/000$/, '900'),
    text: `Это фраза ${phrase.number}`,
  }));
  // A model can fix the untranslated line; the last batch is still missing.
  const film = translatedFilm(phrases, ({ number, text }) => (number % 10 === 0 ? text : `Esta é a frase ${number}.`));
  const results = resultsOf(film).with(2, undefined);
  // The tokens of the earlier answers are already shown.
  const tokens = { input: 90, output: 30 };
  const usage = { ...tokens, reasoning: 0 };
  const batches = batchesOf(results, [{ usage }, { usage }]);
  const model = { endpoint: 'openai', id: 'gpt-5.4-mini' } as const;
  const price = { input: 1, output: 2 };
  const spent = [{ model, price, reported: tokens, expected: tokens, unreported: { input: 0, output: 0 } }];
  const letCome = await hold(page, 'https://api.openai.com/v1/chat/**');
  await openLines(page, { ...film, batches, spent, translated: '' });
  await expect(line(page, 10)).toHaveAttribute('data-problems', 'not-translated');
  await line(page, 5).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' typed');
  const box = textBox(page, 'Translation of 5');
  const before = await atRest(() => box.boundingBox());
  letCome();
  await expect(button(page, 'Ask the model to fix 4 lines')).toBeVisible();
  await expect(box).toBeFocused();
  expect(await box.boundingBox()).toEqual(before);
});

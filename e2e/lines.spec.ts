import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { resultsOf } from '../src/engine/batch.ts';
import { batchesOf } from '../test/batches.ts';
import { editorText } from '../test/read-editor.ts';
import { samplePhrases } from '../test/srt-sample.ts';
import { translationOf } from '../test/stand-in-call.ts';
import { dropFilm } from './drop-film.ts';
import { stored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import { batch, button, download, hold, line, OFTEN, region, textBox } from './page-actions.ts';
import { openLines, openStored, translatedFilm } from './stored-film.ts';

/** Lines are shown, edited, confirmed and searched; the changes are in the download and survive a reload. */

const show = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
/** The downloaded text. */
const result = async (page: Page) => (await download(page)).bytes.toString();

const translated = (page: Page, ...film: Partial<Parameters<typeof translatedFilm>>) => {
  const [phrases = 45, translate] = film;
  return openLines(page, translatedFilm(phrases, translate));
};

test('the heading of the top batch stays visible, and never covers a row that is opened or reached by key', async ({
  page,
}) => {
  await translated(page, 200);
  const grid = page.getByRole('grid', { name: 'Lines' });
  const heading = (number: number) => page.locator(`#batch-${number - 1}`);
  await grid.evaluate((element) => element.scrollTo({ top: 28 * 50 }));
  await expect(line(page, 50)).toBeInViewport();
  await expect(heading(3)).toBeInViewport();
  await expect(heading(1)).toHaveCount(0);
  const bottomOf = async (row: Locator) => row.evaluate((element) => element.getBoundingClientRect().bottom);
  const topOf = async (row: Locator) => row.evaluate((element) => element.getBoundingClientRect().top);

  await line(page, 52).focus();
  for (let number = 51; number >= 44; number--) {
    await page.keyboard.press('ArrowUp');
    await expect(line(page, number)).toBeFocused();
    expect(await topOf(line(page, number))).toBeGreaterThanOrEqual((await bottomOf(heading(3))) - 1);
  }
  await button(page, 'JSON of batch 3').click();
  await expect(page.getByRole('heading', { name: /^Batch 3 of 10/ })).toBeVisible();
  await button(page, 'Close').click();

  await batch(page, 7).click();
  await expect(line(page, 121)).toBeInViewport();
  expect(await topOf(heading(7))).toBeGreaterThanOrEqual((await bottomOf(page.getByRole('columnheader').first())) - 1);

  for (const when of ['once', 'once more']) {
    await textBox(page, 'Go to number').fill('150');
    await page.keyboard.press('Enter');
    await expect(line(page, 150), when).toBeInViewport();
    await grid.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(line(page, 150)).not.toBeInViewport();
  }
});

/** As in Safari before 26.2. */
function forgetFieldSizing(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('textarea { field-sizing: fixed !important; }');
  document.adoptedStyleSheets = [sheet];
  const supports = CSS.supports.bind(CSS) as (...asked: readonly string[]) => boolean;
  CSS.supports = (...asked: readonly string[]) => asked[0] !== 'field-sizing' && supports(...asked);
}

test('the open line shows its whole text while it grows, wraps and loses room, also in a browser that makes no box as high as its text', async ({
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

test('a press counts while the rows scroll, and on the button on which it began, though that has moved meanwhile', async ({
  page,
}) => {
  await translated(page, 200);
  for (const scrolled of ['before', 'meanwhile']) {
    // Anew, because after "Close" the page scrolls to the line again, which would disturb a test that scrolls at once.
    if (scrolled === 'meanwhile') await page.reload();
    const grid = page.getByRole('grid', { name: 'Lines' });
    await expect(line(page, 1)).toBeVisible();
    await grid.evaluate((element) => element.scrollTo({ top: 28 * 17 }));
    const box = await button(page, 'JSON of batch 2').boundingBox();
    if (!box) throw new Error('JSON of batch 2 is not drawn');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const scroll = (px: number) => grid.evaluate((element, by) => element.scrollBy({ top: by }), px);
    if (scrolled === 'before') await scroll(3);
    await page.mouse.down();
    if (scrolled === 'meanwhile') await scroll(40);
    await page.mouse.up();
    await expect(page.getByRole('heading', { name: /^Batch 2 of 10/ }), scrolled).toBeVisible();
    await button(page, 'Close').click();
    await expect(line(page, 1).or(line(page, 21)).first()).toBeVisible();
  }
});

test('[D14.3] a line edited by keyboard is in a file saved before leaving the line, and in the JSON; Undo and Redo work; opening a line with a carriage return does not edit it', async ({
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
});

test('[D14.2] typed text survives an immediate reload, at any moment around Enter', async ({ page }) => {
  await translated(page);
  const box = textBox(page, 'Translation of 5');
  await line(page, 5).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  for (const pauseMs of [0, 100, 400]) {
    const words = `Typed ${pauseMs}`;
    await box.fill('');
    await page.keyboard.type(words);
    await page.waitForTimeout(pauseMs);
    await page.reload();
    await expect(box).toHaveValue(words);
  }
  for (const pauseMs of [0, 5, 20, 100]) {
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

test('[D14.40] "Review" brings the first line with a problem into sight, also where "To review" is chosen already', async ({
  page,
}) => {
  await translated(page, 200, ({ number }) => `мир ${number}`);
  const review = page.getByRole('button', { name: 'Review 200 lines' });
  await review.click();
  await expect(line(page, 1)).toBeFocused();
  await page.getByRole('grid', { name: 'Lines' }).evaluate((grid) => grid.scrollTo({ top: 28 * 150 }));
  await expect(line(page, 1)).not.toBeInViewport();
  await review.click();
  await expect(line(page, 1)).toBeFocused();
  await expect(line(page, 1)).toBeInViewport();
});

test('[D14.40] the keyboard alone suffices to visit ten planted faults, fix them and download', async ({ page }) => {
  const faults = new Map([
    [7, 'Фраза седьмая 7'],
    [23, 'Text  with a doubled space 23'],
    [41, 'no number'],
    [66, 'Phrase sixty-six'],
    [88, 'Phrase 88 Phrase 88 Phrase 88 Phrase 88 Phrase 88 Phrase 88 Phrase 88'],
    [101, 'Phrase 999'],
    [120, '<i>open 120'],
    [133, 'PT 133 134'],
    [159, 'Phrase 159, , twice twice'],
    [188, 'мир 188'],
  ]);
  await openStored(
    page,
    translatedFilm(200, ({ number }) => faults.get(number) ?? `Phrase ${number}`),
  );
  await page.getByRole('button', { name: /^Review \d\d lines$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(show(page, 'To review')).toBeChecked();
  await expect(line(page, 7)).toBeFocused();
  const mended: number[] = [];
  for (const _ of faults) {
    await page.keyboard.press('Enter');
    const box = page.locator('textarea:focus');
    await expect(box).not.toHaveAccessibleName(`Translation of ${mended.at(-1)}`);
    const number = Number((await box.getAttribute('aria-label'))?.replace('Translation of ', ''));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`Phrase ${number}`);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(box).toHaveCount(0);
    mended.push(number);
  }
  expect(mended).toEqual([...faults.keys()]);
  await expect(show(page, 'To review')).toHaveAccessibleName('To review 0');
  const text = await result(page);
  for (const number of faults.keys()) expect(text).toContain(`\nPhrase ${number}\n`);
});

test('[D14.30] an expression that would take years is reported after a second, and typing continues', async ({
  page,
}) => {
  await translated(page, 10_000, ({ number }) => (number === 9_999 ? `${'a'.repeat(60)}!` : `Text ${number}`));
  const field = page.getByRole('searchbox', { name: 'Find in lines' });
  const told = region(page, 'Lines').getByText(/^The search was stopped after one second because it takes too long\./);
  await field.fill('(a+)');
  await page.getByLabel('Regular expression').check();
  await expect(region(page, 'Lines').getByText('1 line', { exact: true })).toBeVisible();
  await field.fill('(a+)+$');
  // It takes 1.3 s; the limit allows for a busy machine.
  const isTold = expect(told).toBeVisible({ timeout: 4_000 });
  const by = textBox(page, 'Replace with');
  await by.pressSequentially('typed meanwhile');
  await expect(by).toHaveValue('typed meanwhile');
  await isTold;
  await field.fill('Text 1234');
  await expect(told).toHaveCount(0);
  await expect(region(page, 'Lines').getByText('1 line', { exact: true })).toBeVisible();
});

test('[D15.54] a line’s marks and its menu are side by side in a small window and beside a video; Find is folded, and its key opens it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const film = translatedFilm(45);
  await openLines(page, { ...film, batches: batchesOf(resultsOf(film), [{ namesTaken: [2] }]) });
  // A problem, the mark of a removed name and the line's menu are side by side.
  const mark = line(page, 2).getByTitle('A speaker’s name was removed').locator('svg');
  await expect(mark).toHaveCount(2);
  const ends = [mark.first(), mark.last(), button(page, 'Actions for 2')].map((each) => each.boundingBox());
  const [problem, name, menu] = await Promise.all(ends);
  expect((problem?.x ?? 0) + (problem?.width ?? 0)).toBeLessThan(name?.x ?? 0);
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(menu?.x ?? 0);
  const field = page.getByRole('searchbox', { name: 'Find in lines' });
  await expect(field).toBeHidden();
  await line(page, 2).focus();
  await page.keyboard.press('ControlOrMeta+f');
  await expect(field).toBeFocused();
  await page.keyboard.type('44');
  await page.keyboard.press('Enter');
  await expect(line(page, 44).locator('mark')).toHaveText(['44', '44']);

  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dropFilm(page);
  await textBox(page, 'Go to number').fill('2');
  await page.keyboard.press('Enter');
  await expect(mark).toHaveCount(2);
  const right = async (part: Locator) =>
    ((await part.boundingBox())?.x ?? 0) + ((await part.boundingBox())?.width ?? 0);
  const left = async () => (await button(page, 'Actions for 2').boundingBox())?.x ?? 0;
  await expect.poll(async () => (await right(mark.last())) <= (await left())).toBe(true);
});

test('[D14.42] on a phone a card shows its texts apart, and a tap opens its sheet: Escape reverts, Confirm continues, also in a filter', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await translated(page, 45, ({ number }) => (number === 12 || number === 30 ? 'Two  spaces' : `PT ${number}`));
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(3 * 844);
  const styleOf = (text: string) =>
    line(page, 2)
      .getByText(text, { exact: true })
      .evaluate((element) => {
        const { color, fontSize } = getComputedStyle(element);
        return { color, px: Number.parseFloat(fontSize) };
      });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const [original, translation] = [await styleOf('Фраза 2'), await styleOf('PT 2')];
    expect(original.color).not.toBe(translation.color);
    expect(original.px).toBeLessThan(translation.px);
  }

  const sheet = page.getByRole('dialog', { name: 'Line 2' });
  // The number and the original.
  for (const part of [line(page, 2).getByRole('rowheader'), line(page, 2).getByRole('gridcell').nth(2)]) {
    await part.click();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  }
  await button(page, 'Actions for 2').click();
  await expect(page.getByRole('menu', { name: 'Actions for 2' })).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('Escape');
  await line(page, 2).focus();
  await page.keyboard.press('Space');
  await expect(line(page, 2)).toHaveAttribute('aria-selected', 'true');
  await expect(sheet).toHaveCount(0);

  await line(page, 2).locator('[role=gridcell]').nth(3).click();
  await expect(textBox(page, 'Translation of 2')).toBeFocused();
  await page.keyboard.type(' not this');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(line(page, 2)).not.toContainText('not this');

  // The commands below the text belong to the line, too.
  await line(page, 2).locator('[role=gridcell]').nth(3).click();
  await expect(textBox(page, 'Translation of 2')).toBeFocused();
  await page.keyboard.type(' nor that');
  await button(sheet, 'Translate again').focus();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(line(page, 2)).not.toContainText('nor that');
  await line(page, 2).locator('[role=gridcell]').nth(3).click();
  await page.keyboard.type(' but this');
  await button(sheet, 'Confirm').click();
  await expect(page.getByRole('dialog', { name: 'Line 3' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line(page, 2)).toHaveAttribute('data-state', 'confirmed');
  await expect(line(page, 2)).toContainText('but this');

  await expect(show(page, 'To review')).toHaveAccessibleName('To review 2');
  await show(page, 'To review').click();
  await expect(line(page, 3)).toHaveCount(0);
  await line(page, 12).locator('[role=gridcell]').nth(3).click();
  await button(page.getByRole('dialog', { name: 'Line 12' }), 'Confirm').click();
  await expect(page.getByRole('dialog', { name: /^Line/ })).toHaveAccessibleName('Line 30');
  await button(page.getByRole('dialog', { name: 'Line 30' }), 'Confirm').click();
  await expect(page.getByRole('dialog', { name: /^Line/ })).toHaveCount(0);
  await expect(line(page, 30)).toBeFocused();
});

// Batches beside the lines, and above them.
for (const width of [1280, 800]) {
  test(`what comes up at the end of a run moves no line that is being edited, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const phrases = samplePhrases(45).map((phrase) => ({
      ...phrase,
      time: phrase.time.replace(/000$/, '900'),
      text: `Это фраза ${phrase.number}`,
    }));
    // A model can fix the untranslated line; the last batch is still missing.
    const film = translatedFilm(phrases, ({ number, text }) =>
      number % 10 === 0 ? text : `Esta é a frase ${number}.`,
    );
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
    const before = await box.boundingBox();
    letCome();
    await expect(button(page, 'Ask the model to fix 4 lines')).toBeVisible();
    await expect(box).toBeFocused();
    expect(await box.boundingBox()).toEqual(before);
  });
}

test('during fast scrolling lines show their texts, and the rest of the row at the next pause', async ({ page }) => {
  await openLines(page, translatedFilm(400));
  const passed = await page.getByRole('grid').evaluate(async (grid) => {
    const seen: boolean[] = [];
    for (let step = 1; step <= 8; step++) {
      grid.scrollTop = step * 1_000;
      // The scrolling is handled and drawn earlier in the same frame.
      await new Promise(requestAnimationFrame);
      const { top, bottom } = grid.getBoundingClientRect();
      const inSight = [...grid.querySelectorAll('[data-number]:not([data-active])')].filter((row) => {
        const box = row.getBoundingClientRect();
        return box.top < bottom && box.bottom > top;
      });
      seen.push(
        inSight.length > 10 && inSight.every((row) => row.textContent?.includes('PT:') && !row.querySelector('button')),
      );
    }
    return seen;
  });
  expect(passed).toEqual(Array(8).fill(true));
  await expect(button(page, 'Actions for 280')).toBeVisible();
  await expect(page.locator('[role=row][data-number]:not(:has(button))')).toHaveCount(0);
});

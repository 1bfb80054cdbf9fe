import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { filmBytes } from '../test/film-file.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure, reply, stall } from '../test/stand-in-call.ts';
import { dropFile, dropFilm } from './drop-film.ts';
import { test } from './fixtures.ts';
import {
  batch,
  batches,
  button,
  chooseEndpoint,
  editorReady,
  expectNoSideways,
  giveFiles,
  giveKey,
  modelSelect,
  openBatch,
  openElsewhere,
  openMenu,
  openPage,
  playDemo,
  region,
  tab,
  textBox,
  unfold,
  upload,
  write,
} from './page-actions.ts';
import { openLines, translatedFilm } from './stored-film.ts';

/** Axe checks every view at every width, with text of twice the size and in forced colours. No view is wider than the screen, down to 320 px. */

const NARROWEST_PX = 320;
const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface PageWithAxe {
  readonly axe: { run(context: Node, options: object): Promise<AxeResults> };
}

const COLOURS = { runOnly: ['color-contrast'] };
/** What can differ between two sizes and themes of the same elements. */
const DRAWN = { runOnly: ['color-contrast', 'scrollable-region-focusable'] };
const SCROLLING = { runOnly: ['scrollable-region-focusable'] };

interface Inspected {
  /** The part that differs from an earlier view. Missing: the whole page. */
  readonly within?: Locator;
  /** Also with letters of twice the size. */
  readonly enlarged?: boolean;
  /** On a phone the settings are unfolded. */
  readonly unfolded?: boolean;
}

/** All rules in the light theme on a wide screen, and in the dark theme on the narrowest phone; for a part of the page there the rules about what is drawn. */
async function inspect(
  page: Page,
  view: string,
  { within, enlarged = false, unfolded = false }: Inspected = {},
): Promise<void> {
  await judge(page, `${view}, 1280 px`, {}, within);
  if (enlarged) {
    await setTextSize(page, '200%');
    await judge(page, `${view}, text of 200 %`, SCROLLING);
    await setTextSize(page, '');
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: NARROWEST_PX, height: 700 });
  if (unfolded) await unfold(page);
  await judge(page, `${view}, ${NARROWEST_PX} px, dark`, within ? DRAWN : {}, within);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** The system replaces the colours; the few places that keep their own must be readable. */
async function inspectForced(page: Page, view: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  await judge(page, `${view}, forced colours`, COLOURS);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null });
}

const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);

/** Neither findings of axe nor sideways scrolling. */
async function judge(page: Page, view: string, options: object = {}, within?: Locator): Promise<void> {
  await settle(page);
  // On a phone some parts are folded away.
  const part = (await within?.count()) ? await within?.first().elementHandle() : null;
  const violations = await page.evaluate(
    async ([part, options]) => {
      const { axe } = globalThis as unknown as PageWithAxe;
      // The style sheets need not be fetched again for each view.
      const { violations } = await axe.run(part ?? document, {
        ...{ resultTypes: ['violations'], preload: false },
        ...options,
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target} ${html.slice(0, 200)}`).join('\n  ')}`,
      );
    },
    [part, options] as const,
  );
  expect(violations, view).toEqual([]);
  await expectNoSideways(page, view);
}

/**
 * Ends running colour transitions, and waits for rows that are measured again after a change of width. It polls, because an animation frame
 * may never come.
 */
const settle = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          const running = document
            .getAnimations()
            .filter(
              ({ effect, playState }) =>
                playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
            );
          for (const animation of running) animation.finish();
          const rows = [...document.querySelectorAll('[data-number]')].map((row) => row.getBoundingClientRect());
          const covered = rows.filter(({ top }, index) => top < (rows[index - 1]?.bottom ?? top) - 1);
          return running.length + covered.length;
        }),
      { intervals: [20, 20, 50, 100] },
    )
    .toBe(0);

test('[S2.19] axe finds nothing on any view, light or dark, and nothing scrolls sideways', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ phrases }) => {
    if ('21' in phrases) return stall('before');
    return '41' in phrases ? failure(400, { message: 'Not today.' }) : undefined;
  });
  await openPage(page);
  await page.evaluate(AXE);
  await inspect(page, 'empty');

  await chooseEndpoint(page, 'OpenRouter');
  await page.getByText('Advanced', { exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Thinking' })).toBeVisible();
  await upload(page, 'x');
  await button(page, 'Translate').click();
  await expect(textBox(page, 'Errors')).toBeVisible();
  await inspect(page, 'an endpoint on the internet, and an error', { within: page.getByRole('main'), unfolded: true });
  await chooseEndpoint(page, 'Another address');
  await expect(page.getByText('The address of the server is missing', { exact: false }).first()).toBeVisible();
  await inspect(page, 'a server on this computer', { within: region(page, 'Translation'), unfolded: true });
  await page.getByText('Advanced', { exact: true }).click();
  await tab(page, 'openai').click();

  await giveKey(page);
  await upload(page, sampleSrt(65));
  await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
  await editorReady(page, 'Original subtitles');
  const notes = region(page, 'Film notes');
  await button(notes, 'Film notes').click();
  for (const one of ['person', 'form of address', 'term']) await button(notes, `Add ${one}`).click();
  await inspect(page, 'ready, with film notes');
  await button(notes, 'Film notes').click();

  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(2);
  await openBatch(page, 3);
  await inspect(page, 'running, with a failed batch open', { within: page.getByRole('main') });
  await button(page, 'Stop batch 2').click();
  await expect(batches(page, 'failed')).toHaveCount(2);
  await button(page, 'Close').click();

  standIn.behave(() => undefined);
  await button(page, 'Retry failed').click();
  await expect(batches(page, 'ok')).toHaveCount(4);
  await editorReady(page, 'Translated subtitles');
  await inspect(page, 'done', { enlarged: true });
  await inspectForced(page, 'done');
  await region(page, 'Translation').getByText('More', { exact: true }).click();
  await inspect(page, 'more ways to save', { within: region(page, 'Translation') });
  await button(page, 'Film notes').click();
  await inspect(page, 'film notes as a sheet', { within: notes });
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Lines' }).check();
  await page.locator('[data-number="2"]').focus();
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByRole('dialog', { name: 'Translate again' })).toBeVisible();
  await inspect(page, 'a line to translate again', { within: page.getByRole('dialog', { name: 'Translate again' }) });
  standIn.behave(({ phrases }) => (Object.keys(phrases).length === 1 ? reply('{"2":"Sim, é isso."}') : undefined));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Suggestion for 2' })).toBeVisible();
  await inspect(page, 'a suggestion', { within: page.getByRole('group', { name: 'Suggestion for 2' }) });
  await page.getByRole('radio', { name: 'Text', exact: true }).check();
  await editorReady(page, 'Translated subtitles');
  await write(page, 'Translated subtitles', 'broken by hand');
  await expect(button(page, 'Go to text line 1').first()).toBeVisible();
  await inspect(page, 'a broken result', { within: region(page, 'Translation') });

  await button(page, 'Restart').click();
  await button(page, 'Don’t save').click();
  await modelSelect(page).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await inspect(page, 'dropdown open', { within: page.getByRole('dialog', { name: 'Models' }) });

  const other = await openElsewhere(page);
  await other.evaluate(AXE);
  await inspect(other, 'the work is in another tab');
});

test('axe finds nothing among the lines and beside a video', async ({ page }) => {
  await openLines(
    page,
    translatedFilm(45, ({ number }) => `Two  spaces ${number}`),
  );
  await page.evaluate(AXE);
  // With its number, because the lines are drawn again when they are judged.
  await page.getByRole('radio', { name: /^To review \d/ }).check();
  await page.locator('[data-number="5"]').focus();
  await expect(page.locator('[data-number="5"]')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.locator('[data-number="6"]')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 line selected')).toBeVisible();
  await expect(page.locator('[data-number="5"]')).toHaveAttribute('data-state', 'confirmed');
  await inspect(page, 'lines, of which one is selected, and one matches no longer', { enlarged: true });
  await inspectForced(page, 'lines');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('[data-number="2"]').focus();
  await page.keyboard.press('Enter');
  await expect(textBox(page, 'Translation of 2')).toBeVisible();
  await inspect(page, 'a line open', { within: page.locator('[data-number="2"]') });
  await page.getByRole('searchbox', { name: 'Find in lines' }).fill('2');
  await textBox(page, 'Replace with').fill('two');
  await button(page, 'Replace').click();
  await expect(page.getByRole('region', { name: 'Replacements' })).toBeVisible();
  // A folded element under the pointer would never end its colour transition.
  await page.mouse.move(0, 0);
  await inspect(page, 'what would be replaced', { within: region(page, 'Replacements') });
  await button(page, 'Cancel').click();
  await button(page, 'Actions for 3').click();
  await expect(page.getByRole('menuitem', { name: 'Confirm' })).toBeVisible();
  await inspect(page, 'the menu of a line', { within: page.getByRole('menu') });
  await page.keyboard.press('Escape');
  await dropFilm(page);
  await inspect(page, 'film and lines', { within: region(page, 'Film') });
});

test('axe finds nothing in the subtitles of a video, the shortcuts, the demo and a series', async ({ page }) => {
  await openPage(page);
  await page.evaluate(AXE);
  const tracks = [{ codecId: 'S_HDMV/PGS', bcp47: 'de' }, { bcp47: 'ru', name: 'Полные' }, { isForced: true }];
  await dropFile(page, filmBytes(tracks), 'Film.mkv');
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'tracks of a film', { within: page.getByRole('dialog') });
  await page.keyboard.press('Escape');
  await openMenu(page, 'More');
  await inspect(page, 'a menu', { within: page.getByRole('banner') });
  await button(page, 'Keyboard shortcuts').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'shortcuts', { within: page.getByRole('dialog') });
  await page.keyboard.press('Escape');
  await playDemo(page);
  await expect(button(page, 'Leave the demo')).toBeVisible();
  await expect(button(page, 'Open your own film')).toBeVisible();
  await expect(page.locator('[data-number="1"]')).toBeVisible();
  await inspect(page, 'demo');

  await button(page, 'Leave the demo').click();
  const files = { 'E1.srt': sampleSrt(30), 'E2.srt': sampleSrt(31), 'E3.srt': sampleSrt(31), 'cover.pdf': '%PDF' };
  await giveFiles(page, 'Open…', files);
  const list = region(page, 'Files');
  await expect(list.locator('[data-file-state]')).toHaveCount(4);
  await button(list, 'Remove E2.srt').click();
  await expect(button(list, 'Undo removing')).toBeVisible();
  await inspect(page, 'a series', { within: list });
});

const styleOf = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** "Contrast ratio" of WCAG 2.2 for two colours as browsers return them: "rgb(35, 33, 30)". */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('[S2.18] with "more contrast" small text has a contrast of 7:1 and lines of 3:1, and in forced colours each state can be seen', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ phrases }) => ('21' in phrases ? stall('before') : undefined));
  await openPage(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    const ground = await styleOf(page.locator('html'), 'background-color');
    const [text, line] = [page.getByText('or paste the text of the subtitles here'), page.getByRole('banner')];
    expect(contrast(await styleOf(text, 'color'), ground)).toBeGreaterThan(7);
    expect(contrast(await styleOf(line, 'border-bottom-color'), ground)).toBeGreaterThan(3);
  }

  await upload(page, sampleSrt(65));
  await giveKey(page);
  // The system's colours (contrast themes of Windows) replace backgrounds, so nothing may depend on a background alone.
  const inBoth = async (check: () => Promise<void>) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, contrast: null, forcedColors: 'active' });
      await check();
    }
  };

  const background = (locator: Locator) => styleOf(locator, 'background-color');
  const line = async (locator: Locator) =>
    `${await styleOf(locator, 'border-bottom-width')} ${await styleOf(locator, 'border-bottom-color')}`;
  await expect(button(page, 'Translate')).toBeEnabled();
  await inBoth(async () => {
    expect(await background(button(page, 'Translate'))).not.toBe(await background(button(page, 'Restart')));
    // Otherwise the browser would draw a plate of the page's colour under the word, which makes it unreadable.
    await expect(button(page, 'Translate')).toHaveCSS('forced-color-adjust', 'none');
    expect(await line(tab(page, 'openai'))).not.toBe(await line(tab(page, 'google')));
    expect(await line(tab(page, 'anthropic'))).toBe(await line(tab(page, 'google')));
  });

  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(3);
  const bar = page.getByRole('progressbar');
  await inBoth(async () => {
    expect(await background(bar.locator('> :last-child'))).not.toBe(await background(page.locator('html')));
    expect(await styleOf(bar, 'border-top-style')).toBe('solid');
  });

  await batch(page, 1).click();
  await expect(batch(page, 1)).toHaveAttribute('aria-current', 'true');
  const top = (number: number) => styleOf(batch(page, number), 'border-top-width');
  await inBoth(async () => expect(await top(1)).not.toBe(await top(3)));

  await page.getByRole('radio', { name: 'Lines' }).check();
  const row = (number: number) => page.locator(`[data-number="${number}"]`);
  // The lines are judged, so they are not drawn once more.
  await expect(row(2)).toHaveAttribute('data-problems', /./);
  await row(2)
    .getByRole('rowheader')
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(row(2)).toHaveAttribute('aria-selected', 'true');
  const mark = () =>
    row(2).evaluate((element) => {
      const { width, backgroundColor } = getComputedStyle(element, '::before');
      return [width, backgroundColor] as const;
    });
  await inBoth(async () => {
    const [width, colour] = await mark();
    expect(width).toBe('6px');
    expect(colour).not.toBe(await background(page.locator('html')));
  });
});

import { expect, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import {
  button,
  editorReady,
  expectNoSideways,
  giveKey,
  OFTEN,
  openBatch,
  openPage,
  region,
  translateUntilSettled,
  upload,
} from './page-actions.ts';
import { openLines, translatedFilm } from './stored-film.ts';

/** Narrow windows, and text of twice the size. */

/**
 * Elements that a person cannot press or read entirely, even after scrolling: outside the page, covered, or longer than their box. `within`: of
 * these alone, as an open menu covers what is below it.
 */
const outOfReach = (page: Page, within = 'body') =>
  page.evaluate((within) => {
    // Skip links are clipped until focused.
    const isShown = (element: HTMLElement) =>
      element.checkVisibility() && element.offsetWidth > 1 && getComputedStyle(element).clipPath === 'none';
    const lost: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('button, a, input, summary, select, [role=tab], h1')) {
      if (!element.closest(within)) continue;
      if (!isShown(element) || element.closest('[aria-hidden=true]')) continue;
      element.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isInside = left >= 0 && right <= document.documentElement.clientWidth;
      const isWhole = element.tagName === 'INPUT' || element.scrollWidth <= element.clientWidth + 1;
      const corners = [
        [left + 3, (top + bottom) / 2],
        [right - 3, (top + bottom) / 2],
      ] as const;
      const isOnTop = corners.every(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && element.contains(hit);
      });
      if (!isInside || !isWhole || !isOnTop) lost.push(element.outerHTML.slice(0, 120));
    }
    return lost;
  }, within);

const LETTERS_AND_SIZES = [
  [100, 1280, 800],
  [100, 600, 800],
  [100, 390, 844],
  [100, 360, 740],
  [200, 1280, 800],
  [200, 390, 844],
  [200, 378, 844],
] as const;

async function expectAllInReach(page: Page, view: string, within?: string): Promise<void> {
  for (const [percent, width, height] of LETTERS_AND_SIZES) {
    const where = `${view}, letters of ${percent} %, ${width} × ${height}`;
    await page.setViewportSize({ width, height });
    // Like a larger default font size in the browser's settings.
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, `${percent}%`);
    // With a film the editors are folded in some of these sizes.
    if (view === 'empty')
      await expect(page.locator('.cm-content').first(), where).toHaveCSS('font-size', `${(14 * percent) / 100}px`);
    await expect.poll(() => outOfReach(page, within), { ...OFTEN, message: where }).toEqual([]);
    await expectNoSideways(page, where);
  }
}

test('[S2.18] with text of 100 % and 200 % everything is reachable at any window width', async ({ page, standIn }) => {
  test.slow();
  standIn.behave(({ phrases }) => ('21' in phrases ? failure(400, { message: 'On purpose.' }) : undefined));
  // At this width the settings are folded at first.
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await expectAllInReach(page, 'empty');

  await page.getByText('Advanced', { exact: true }).click();
  await upload(page, sampleSrt(80));
  await giveKey(page);
  await translateUntilSettled(page);
  await expectAllInReach(page, 'a failed batch');
  await openBatch(page, 2);
  await expectAllInReach(page, 'a failed batch open');
  await button(page, 'Fill gaps with the original').click();
  await button(page, 'Close').click();
  await editorReady(page, 'Translated subtitles');
  await expectAllInReach(page, 'done');
  await page.getByRole('region', { name: 'Translation' }).getByText('More', { exact: true }).click();
  await page.getByText('File options', { exact: true }).click();
  await expectAllInReach(page, 'done, file options open', 'details');
});

test('[S2.18] how a line fits is fully visible beside its problems, and everything is reachable, also with the text spacing of WCAG 1.4.12', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLines(
    page,
    translatedFilm(20, ({ number }) => 'Muito '.repeat(number === 1 ? 54 : 8).trim()),
  );
  const runOver = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-number] > [role=gridcell]')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
        .map((cell) => cell.outerHTML.slice(0, 160)),
    );
  for (const spaced of [false, true]) {
    if (spaced) await page.evaluate(spaceLetters);
    for (const width of [1440, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => outOfReach(page), { ...OFTEN, message: `${width} px, spaced: ${spaced}` }).toEqual([]);
      await expect.poll(runOver, { ...OFTEN, message: `${width} px, spaced: ${spaced}` }).toEqual([]);
    }
  }
});

/** Like a person's own style sheet, which the page's policy does not block. */
function spaceLetters(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }',
  );
  document.adoptedStyleSheets = [sheet];
}

test('[S2.18] at the width of its widest layout minus a scrollbar, the page shows that layout or the narrower one without clipping; a print says that it has the visible part alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  await openLines(page, translatedFilm(60));
  for (const [width, height] of [
    [1024, 600],
    [1032, 600],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    const widthOf = async () => (await region(page, 'Lines').boundingBox())?.width ?? 0;
    await expect.poll(widthOf, `${width} × ${height}`).toBeGreaterThan(0.7 * width);
  }
  const told = page.getByText(/^Only the visible part was printed\. /);
  await expect(told).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(told).toBeVisible();
  expect((await told.boundingBox())?.y, 'at its head').toBe(0);
});

import { expect, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure, stall } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  editorReady,
  expectNoSideways,
  giveKey,
  line,
  openBatch,
  openPage,
  playDemo,
  region,
  stopNow,
  unfold,
  upload,
} from './page-actions.ts';

/** In every state on every screen: the page is at most two screens high, and the next step is visible without scrolling. */

const MOST_SCREENS = 2;
const TARGET_PX = 44;
/** Safari on an iPhone. */
const ZOOMED_INTO_BELOW_PX = 16;

/** From small to large: a window that just fits everything, after one whose page scrolls, might still have a scrollbar. */
const SIZES = [
  [320, 640],
  [390, 844],
  [3840, 2160],
  [720, 800],
  [720, 900],
  [844, 390],
  [1024, 768],
  [1280, 720],
  [1440, 900],
] as const;

/** `next`: the button of the next step; undefined: the next step happens by itself. */
async function expectAtHand(page: Page, state: string, next: string | RegExp | undefined): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  const screens = () => page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
  await expect.poll(screens, { message: `${state}: screens` }).toBeLessThanOrEqual(MOST_SCREENS);
  await expectNoSideways(page, state);
  if (next === undefined) return;
  const step = page.locator('[data-variant=primary]');
  await expect(step, state).toHaveCount(1);
  await expect(step, state).toHaveText(next);
  await expect(step, state).toBeInViewport({ ratio: 1 });
  // Also after scrolling to the page's end, unless the step is the first on the page.
  if (state.startsWith('empty')) return;
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(step, `${state}, scrolled`).toBeInViewport({ ratio: 1 });
}

test('[S2.20] at most two screens high, with the next step visible, on phones and wide screens', async ({
  page,
  standIn,
}) => {
  test.slow();
  const expectAtHandOnAll = async (state: string, next: string | RegExp | undefined) => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await expectAtHand(page, `${state}, ${width} × ${height}`, next);
      if (state === 'running') await expect(button(page, 'Stop')).toBeInViewport({ ratio: 1 });
    }
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(button(page, 'Try the demo')).toBeVisible();
  await expectAtHandOnAll('empty', 'Upload .srt');
  await openPage(page);

  await upload(page, sampleSrt(400));
  await expect(button(page, 'Translate')).toBeEnabled();
  await expectAtHandOnAll('film open', 'Translate');
  await giveKey(page);

  standIn.behave(({ phrases }) => {
    if ('21' in phrases) return stall('before');
    return '41' in phrases ? failure(400, { message: 'Not today.' }) : undefined;
  });
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok').first()).toBeVisible();
  await expectAtHandOnAll('running', undefined);

  await stopNow(page);
  await expect(button(page, 'Resume')).toBeVisible();
  await expectAtHandOnAll('paused', 'Resume');
  standIn.behave(({ phrases }) => ('41' in phrases ? failure(400, { message: 'Not today.' }) : undefined));
  await button(page, 'Resume').click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '19');
  await expectAtHandOnAll('failed', /^Retry/);

  await openBatch(page, 3);
  await expectAtHandOnAll('batch open', 'Retry');
  await button(page, 'Close').click();

  standIn.behave(() => undefined);
  await button(page, 'Download').waitFor();
  await page.getByRole('button', { name: /^Retry .*failed$/ }).click();
  await editorReady(page, 'Translated subtitles');
  await expectAtHandOnAll('finished', /^Review \d+ lines$/);

  await page.getByRole('radio', { name: 'Lines' }).check();
  await expect(page.locator('[data-number="1"]')).toBeVisible();
  await expectAtHandOnAll('Lines', /^Review \d+ lines$/);

  await page.getByLabel('Project', { exact: true }).click();
  await button(page, 'Restart').click();
  await button(page, 'Don’t save').click();
  await playDemo(page);
  await expectAtHandOnAll('demo', 'Open your own film');
});

test.describe('with touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('[S2.20] every control is at least 44 px high, and no field has text so small that a phone zooms into it', async ({
    page,
  }) => {
    const low = () =>
      page.evaluate(
        (least) =>
          [...document.querySelectorAll<HTMLElement>('button, summary, select, input, [role=tab]')]
            .filter(
              (element) =>
                element.checkVisibility() && element.offsetWidth > 1 && !element.closest('[aria-hidden=true]'),
            )
            .filter((element) => element.getBoundingClientRect().height < least)
            .map((element) => element.outerHTML.slice(0, 100)),
        TARGET_PX,
      );
    const small = () =>
      page.evaluate((least) => {
        const fields = document.querySelectorAll<HTMLElement>('input, select, textarea');
        return [...fields]
          .filter((field) => field.offsetWidth > 1 && !field.matches('[type=checkbox], [type=radio]'))
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < least)
          .map((field) => field.outerHTML.slice(0, 100));
      }, ZOOMED_INTO_BELOW_PX);
    await openPage(page);
    expect(await low(), 'empty').toEqual([]);
    await upload(page, sampleSrt(65));
    await giveKey(page);
    await expect(button(page, 'Translate')).toBeEnabled();
    expect(await low(), 'before').toEqual([]);
    await unfold(page);
    for (const part of ['Advanced', 'My prompts']) await page.getByText(part, { exact: true }).click();
    expect(await small(), 'before').toEqual([]);
    await page.getByRole('button', { name: /^Film notes/ }).click();
    await button(page, 'Add person').click();
    await expect(page.getByRole('textbox', { name: /Name/ }).first()).toBeVisible();
    expect(await small(), 'notes').toEqual([]);
    await button(page, 'Translate').click();
    await expect(batches(page, 'ok')).toHaveCount(4);
    expect(await low(), 'done').toEqual([]);
    await expect(page.getByText(/right panel|left panel/)).toHaveCount(0);
    await page.getByRole('radio', { name: 'Lines' }).check();
    await expect(line(page, 1)).toBeVisible();
    expect(await low(), 'Lines').toEqual([]);
    for (const part of ['View options', 'Find and replace']) await page.getByText(part).click();
    await region(page, 'Lines').getByText('More', { exact: true }).click();
    await page.getByText('File options').click();
    expect(await small(), 'Lines').toEqual([]);
    await page.keyboard.press('Escape');
    await line(page, 1).click();
    await expect(page.locator('#line-editor')).toBeVisible();
    expect(await small(), 'open line').toEqual([]);
  });
});

import { expect, type Locator, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure, stall } from '../test/stand-in-call.ts';
import { expectFewTabs } from './few-tabs.ts';
import { test } from './fixtures.ts';
import { outOfReach } from './out-of-reach.ts';
import {
  batches,
  button,
  editorReady,
  expectNoSideways,
  giveFiles,
  giveKey,
  line,
  modelSelect,
  OFTEN,
  openBatch,
  openPage,
  playDemo,
  pressTranslate,
  region,
  scrollToBatch,
  stopNow,
  textBox,
  unfold,
  upload,
} from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/**
 * One walk through the states of the page, with a check of each at every size: at most two screens high, the next step visible without scrolling,
 * every control whole and in reach, also with letters of twice the size, and few Tabs away.
 */

/** More batches than Tabs are allowed. */
const FILM_PHRASES = 400;
const MOST_SCREENS = 2;
const TARGET_PX = 44;
/** Safari on an iPhone. */
const ZOOMED_INTO_BELOW_PX = 16;

/** From small to large: a window that just fits everything, after one whose page scrolls, might still have a scrollbar. */
const SIZES = [
  [844, 390],
  [1024, 768],
  [1280, 720],
] as const;
/** The widest window, and the narrowest that is no phone, are added. To save time, they are checked in two states only. */
const ALL_SIZES = [[3840, 2160], [720, 800], ...SIZES] as const;
const PHONES = [
  [320, 640],
  [390, 844],
] as const;
/** What is low enough for the smaller phone is so for the larger one. */
const SMALL_PHONE = PHONES.slice(0, 1);

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

async function expectAtHandOnAll(
  page: Page,
  sizes: readonly (readonly [number, number])[],
  state: string,
  next: string | RegExp | undefined,
): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expectAtHand(page, `${state}, ${width} × ${height}`, next);
    if (state === 'running') await expect(button(page, 'Stop')).toBeInViewport({ ratio: 1 });
  }
}

async function expectAllInReach(page: Page, view: string, within?: string): Promise<void> {
  for (const [percent, width, height] of [
    [100, 360, 740],
    [200, 378, 844],
    [200, 1280, 800],
  ] as const) {
    const where = `${view}, letters of ${percent} %, ${width} × ${height}`;
    await page.setViewportSize({ width, height });
    // Like a larger default font size in the browser's settings.
    await setLetters(page, percent);
    // With a film the editors are folded in some of these sizes.
    if (view === 'empty')
      await expect(page.locator('.cm-content').first(), where).toHaveCSS('font-size', `${(14 * percent) / 100}px`);
    await expect.poll(() => outOfReach(page, within), { ...OFTEN, message: where }).toEqual([]);
    await expectNoSideways(page, where);
  }
  await setLetters(page, 100);
}

const setLetters = (page: Page, percent: number) =>
  page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), `${percent}%`);

test('[S2.17][S2.18][S2.20] before and during a run the page is at most two screens high, and a person reaches every control of the empty page with at most 12 Tabs', async ({
  page,
  standIn,
}) => {
  const atHand = (state: string, next?: string | RegExp) => expectAtHandOnAll(page, SIZES, state, next);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(button(page, 'Try the demo')).toBeVisible();
  await expectAtHandOnAll(page, ALL_SIZES, 'empty', 'Upload .srt');
  await editorReady(page, 'Prompt');
  await expectAllInReach(page, 'empty');
  await expectFewTabs(page, 'empty');

  await upload(page, sampleSrt(FILM_PHRASES));
  await expect(button(page, 'Translate')).toBeEnabled();
  await giveKey(page);
  await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
  await atHand('film open', 'Translate');

  standIn.behave(({ phrases }) => ('21' in phrases ? stall('before') : undefined));
  await pressTranslate(page);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '19');
  await atHand('running');
  await stopNow(page);
  await expect(button(page, 'Resume')).toBeVisible();
  await atHand('paused', 'Resume');

  await button(page, 'Restart').click();
  await button(page, 'Don’t save').click();
  await playDemo(page);
  await atHand('demo', 'Open your own film');
});

test('[S2.17][S2.18][S2.20] after a run the page is at most two screens high and every control a few Tabs away, also with a failed batch, with that batch open, and in Lines', async ({
  page,
}) => {
  const atHand = (state: string, next?: string | RegExp) => expectAtHandOnAll(page, SIZES, state, next);
  await openStored(
    page,
    translatedFilm(FILM_PHRASES, ({ number }) => (number === 41 ? undefined : 'Sim.')),
  );
  await atHand('failed', /^Retry/);
  await openBatch(page, 3);
  await expectFewTabs(page, 'batch open');
  await expectAllInReach(page, 'batch open');
  await atHand('batch open', 'Retry');

  await button(page, 'Fill gaps with the original').click();
  await button(page, 'Close').click();
  await editorReady(page, 'Translated subtitles');
  await expectFewTabs(page, 'done');
  await expectAtHandOnAll(page, ALL_SIZES, 'done', /^Review \d+ lines$/);
  await expectAllInReach(page, 'done');
  await region(page, 'Translation').getByText('More', { exact: true }).click();
  await page.getByText('File options', { exact: true }).click();
  await expectAllInReach(page, 'done, file options open', 'details');
  await page.keyboard.press('Escape');

  await page.getByRole('radio', { name: 'Lines' }).check();
  await expect(line(page, 1)).toBeVisible();
  await atHand('Lines', /^Review \d+ lines$/);
});

const SECTIONS = /^(Film|Languages and model|Translation)/;

async function unfoldAll(page: Page): Promise<void> {
  const folded = page.getByRole('main').getByRole('button', { name: SECTIONS, expanded: false });
  // A section may unfold by itself in between; then there is nothing to click.
  while ((await folded.count()) > 0) {
    await folded
      .first()
      .click({ timeout: 2_000 })
      .catch(() => {});
  }
  const closed = page.locator('main details:not([open]) > summary:visible');
  while ((await closed.count()) > 0) await closed.first().click();
}

/** Controls that are too low for a finger. */
const low = (page: Page) =>
  page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>('button, summary, select, input, [role=tab]')]
        .filter(
          (element) => element.checkVisibility() && element.offsetWidth > 1 && !element.closest('[aria-hidden=true]'),
        )
        .filter((element) => element.getBoundingClientRect().height < least)
        .map((element) => element.outerHTML.slice(0, 100)),
    TARGET_PX,
  );
/** Fields into which a phone would zoom. */
const small = (page: Page) =>
  page.evaluate((least) => {
    const fields = document.querySelectorAll<HTMLElement>('input, select, textarea');
    return [...fields]
      .filter((field) => field.offsetWidth > 1 && !field.matches('[type=checkbox], [type=radio]'))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < least)
      .map((field) => field.outerHTML.slice(0, 100));
  }, ZOOMED_INTO_BELOW_PX);

const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne\n\n00:00:03.000 --> 00:00:04.000\nTwo\n';
const STYLES = ['Default', 'Signs'].map((name) => `Style: ${name},Arial,20`).join('\n');
const EVENTS = ['Default', 'Signs'].map(
  (name, index) => `Dialogue: 0,0:00:0${index}.00,0:00:0${index}.90,${name},,0,0,0,,Words`,
);
const ASS = `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\n${STYLES}\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${EVENTS.join('\n')}\n`;
/** Timings with a dot instead of the comma. */
const MENDABLE = sampleSrt(60)
  .replaceAll(/(\d\d),(\d{3} -->)/g, '$1 .$2')
  .replaceAll(' -->', ' ->');

test.describe('with touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  const atHand = (page: Page, state: string, next?: string | RegExp) =>
    expectAtHandOnAll(page, SMALL_PHONE, state, next);
  const expectLowUnfolded = async (page: Page, state: string) => {
    await unfoldAll(page);
    await expectAtHandOnAll(page, SMALL_PHONE, `${state}, unfolded`, undefined);
  };

  test('[S2.20][D9.3] on a phone the page is at most two screens high, its next step is visible, and its controls are large enough for a finger', async ({
    page,
    standIn,
  }) => {
    await openPage(page);
    expect(await low(page), 'empty').toEqual([]);
    await upload(page, sampleSrt(FILM_PHRASES), 'A.Film.With.A.Long.Name.2012.1080p.srt');
    await expect(button(page, 'Translate')).toBeEnabled();
    await button(page, 'Translate').click();
    await expect(textBox(page, 'Errors')).toBeVisible();
    await atHand(page, 'no key', 'Translate');
    expect(await low(page), 'before').toEqual([]);
    await expectLowUnfolded(page, 'no key');
    expect(await small(page), 'unfolded').toEqual([]);
    await giveKey(page);
    await button(page, 'Add person').click();
    await expect(page.getByRole('textbox', { name: /Name/ }).first()).toBeVisible();
    expect(await small(page), 'notes').toEqual([]);

    await page.getByLabel('Stop at').fill('0.006');
    await page.getByLabel('Stop at').blur();
    await pressTranslate(page);
    const goOn = region(page, 'Errors').getByRole('button', { name: 'Continue', exact: true });
    await expect(goOn).toBeVisible();
    const [field, press] = [await page.getByLabel('New limit').boundingBox(), await goOn.boundingBox()];
    expect(press?.x, 'Continue is beside the field').toBeGreaterThan((field?.x ?? 0) + (field?.width ?? 0));
    expect(Math.abs((press?.y ?? 0) - (field?.y ?? 0))).toBeLessThan(field?.height ?? 0);

    standIn.behave(({ phrases }) => ('381' in phrases ? failure(401, { message: 'Not your key.' }) : undefined));
    await page.getByLabel('New limit').fill('5');
    await goOn.click();
    await expect(button(page, 'Resume')).toBeVisible();
    await expect(textBox(page, 'Errors')).toBeVisible();
    // The error's link leads to the settings.
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const heading = page.getByRole('heading', { name: 'Batches' });
    expect(await topOf(textBox(page, 'Errors')), 'before what it is about').toBeLessThan(await topOf(heading));
    await atHand(page, 'paused by a failure', 'Resume');
    await expectLowUnfolded(page, 'paused by a failure');

    standIn.behave(({ phrases }) => ('381' in phrases ? failure(400, { message: 'Not today.' }) : undefined));
    await button(page, 'Resume').click();
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '19');
    await atHand(page, 'failed', /^Retry/);
    await expectLowUnfolded(page, 'failed');
    await scrollToBatch(page, 20);
    await openBatch(page, 20);
    await atHand(page, 'batch open', 'Retry');
    await button(page, 'Fill gaps with the original').click();
    await button(page, 'Close').click();
    await editorReady(page, 'Translated subtitles');
    expect(await low(page), 'done').toEqual([]);
    await expect(page.getByText(/right panel|left panel/)).toHaveCount(0);
    await expectAtHandOnAll(page, PHONES, 'done', /^Review \d+ lines$/);
    await expectLowUnfolded(page, 'done');

    await page.getByRole('radio', { name: 'Lines' }).check();
    await expect(line(page, 1)).toBeVisible();
    expect(await low(page), 'Lines').toEqual([]);
    await page.getByRole('button', { name: 'Batches' }).click();
    await expect(batches(page, 'ok').first()).toBeVisible();
    await atHand(page, 'Lines', /^Review \d+ lines$/);
    for (const part of ['View options', 'Find and replace']) await page.getByText(part).click();
    await region(page, 'Lines').getByText('More', { exact: true }).click();
    await page.getByText('File options').click();
    expect(await small(page), 'Lines').toEqual([]);
    await page.keyboard.press('Escape');
    await line(page, 1).click();
    await expect(page.locator('#line-editor')).toBeVisible();
    expect(await small(page), 'open line').toEqual([]);
  });

  test('[S2.20][S2.21] on a phone a person learns of changes to a file even if the film is folded, and sees the demo’s first lines at once', async ({
    page,
  }) => {
    await openPage(page);
    const regions = page.getByRole('region', { name: 'Original' }).locator('[role=status]:not([aria-label])');
    await regions.evaluateAll((elements) => {
      for (const element of elements) element.setAttribute('data-was-empty', String(element.textContent === ''));
    });
    await giveFiles(page, 'Open…', { 'film.vtt': VTT });
    await expect(page.getByText(/^This is a WebVTT file/)).toBeInViewport();
    const told = regions.filter({ hasText: 'This is a WebVTT file' });
    await expect(told).toHaveAttribute('data-was-empty', 'true');
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(told, 'when the phone is turned').toHaveAttribute('data-was-empty', 'true');
    for (const [width, height] of PHONES) {
      await page.setViewportSize({ width, height });
      const isCut = await page.locator('#original').evaluate((panel) => panel.scrollHeight > panel.clientHeight);
      expect(isCut, `the notice is cut, ${width} px`).toBe(false);
    }
    await atHand(page, 'VTT');
    await giveFiles(page, 'Open…', { 'film.ass': ASS });
    await expect(page.getByText(/^This is an ASS file/)).toBeVisible();
    await page.getByText('Styles', { exact: true }).first().click();
    await expect(page.getByRole('checkbox', { name: /^Signs/ })).toBeVisible();
    await atHand(page, 'ASS, styles open');
    await giveFiles(page, 'Open…', { 'film.srt': MENDABLE });
    await expect(page.getByText(/^This file can be repaired/)).toBeVisible();
    await button(page, 'Show repairs').click();
    await expect(page.getByRole('region', { name: 'Repairs' })).toBeVisible();
    await expectLowUnfolded(page, 'repairs open');
    await button(page, 'Mend the file').click();
    await expect(page.getByText(/^The file was repaired: /)).toBeVisible();
    await expectLowUnfolded(page, 'mended');

    await button(page, 'Restart').click();
    await unfold(page);
    await playDemo(page);
    await expect(button(page, 'Open your own film')).toBeVisible();
    await expectAtHandOnAll(page, PHONES, 'demo', 'Open your own film');
    await page.evaluate(() => scrollTo(0, 0));
    const bar = await region(page, 'Next step').boundingBox();
    const first = await line(page, 1).boundingBox();
    expect((first?.y ?? Number.NaN) + (first?.height ?? Number.NaN)).toBeLessThanOrEqual(bar?.y ?? 0);
    await giveFiles(page, 'Open your own film', { 'own.srt': sampleSrt(2) });
    await expect(page.getByText(/2 subtitles/).first()).toBeAttached();
  });
});

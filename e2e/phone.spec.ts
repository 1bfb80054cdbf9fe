import { expect, type Locator, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure } from '../test/stand-in-call.ts';
import { dropFilm } from './drop-film.ts';
import { test } from './fixtures.ts';
import {
  batch,
  batches,
  button,
  editorReady,
  giveFiles,
  giveKey,
  openBatch,
  openFilm,
  openPage,
  playDemo,
  region,
  scrollToBatch,
  textBox,
  unfold,
  upload,
} from './page-actions.ts';
import { openLines, openStored, translatedFilm } from './stored-film.ts';

/** On a phone, whatever is opened scrolls into view with the focus, and the fully unfolded page is at most two screens high. */

const BATCHES = 40;
/** A heading is at the screen's top if it is below the page's scroll padding. */
const NEAR_THE_TOP_PX = 100;

test('[S2.17] an open batch scrolls into view with the focus, and Close returns, on a phone and on a wide screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStored(
    page,
    translatedFilm(20 * BATCHES, ({ number }) => (number === 21 ? undefined : 'Sim.')),
  );
  const heading = (words: string) => region(page, 'Original').getByRole('heading', { name: words, exact: true });

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await scrollToBatch(page, 39);
    await batch(page, 39).click();
    await expect(heading('Batch 39 of 40, OK')).toBeFocused();
    await expect(heading('Batch 39 of 40, OK')).toBeInViewport();
    expect((await heading('Batch 39 of 40, OK').boundingBox())?.y).toBeLessThan(NEAR_THE_TOP_PX);
    await button(page, 'Previous batch').click();
    await expect(heading('Batch 38 of 40, OK')).toBeFocused();
    await button(page, 'Close').click();
    await expect(batch(page, 38)).toBeFocused();
    await expect(batch(page, 38)).toBeInViewport();

    await button(page, '1 failed').click();
    await expect(heading('Batch 2 of 40, failed: line 21 is missing')).toBeFocused();
    await page.keyboard.press('Shift+F2');
    await expect(batch(page, 2)).toBeFocused();
  }
});

test('[S2.13] the row of a failed batch shows its time and failure completely; rows of two heights fill the list', async ({
  page,
}) => {
  // Every second batch lacks its fifth phrase.
  await openStored(
    page,
    translatedFilm(20 * BATCHES, ({ number }) => (number % 40 === 25 ? undefined : 'Sim.')),
  );
  const list = region(page, 'Batches').getByRole('list').locator('..');
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await list.evaluate((element) => element.scrollTo({ top: 0 }));
    const isWhole = (words: string) =>
      list.getByText(words, { exact: true }).evaluate((element) => element.scrollWidth <= element.clientWidth);
    await expect(list.getByText('line 25 is missing', { exact: true })).toBeVisible();
    for (const words of ['1–20 · 0:00', '21–40 · 0:40', 'line 25 is missing'])
      expect(await isWhole(words), words).toBe(true);

    for (const part of [0.35, 0.7, 1]) {
      await list.evaluate((element, to) => element.scrollTo({ top: element.scrollHeight * to }), part);
      await expect
        .poll(() =>
          list.evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            const rows = [...element.querySelectorAll('li')].map((row) => row.getBoundingClientRect());
            const inSight = rows.filter((row) => row.bottom > top && row.top < bottom);
            // The drawn rows reach from the list's top edge to its bottom edge.
            return inSight.length > 0 && Math.min(...inSight.map((row) => row.top)) <= top + 20
              ? Math.max(...inSight.map((row) => row.bottom)) - bottom
              : Number.NEGATIVE_INFINITY;
          }),
        )
        .toBeGreaterThan(-30);
    }
    await expect(batch(page, BATCHES)).toBeInViewport();
  }
});

test('[S2.20] on a phone the button in the bar keeps the focus that is the first action on the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await upload(page, sampleSrt(3));
  await expect(page.getByText(/3 subtitles/).first()).toBeAttached();
  await page.reload();
  const translate = region(page, 'Next step').getByRole('button');
  await expect(translate).toBeVisible();
  await translate.evaluate((element) => {
    const moves = new MutationObserver((changes) => {
      if (changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element))))
        document.title = 'moved';
    });
    moves.observe(document.body, { childList: true, subtree: true });
    element.focus();
  });
  // The code that loads at the first touch has arrived.
  await expect(page.getByText(/tokens in/).first()).toBeAttached();
  await expect(translate).toBeFocused();
  await expect(page).not.toHaveTitle('moved');
});

/** How many lines are wholly in the window, with nothing over them. */
const wholeLines = (page: Page) =>
  page.evaluate(() => {
    const isWhole = (row: Element) => {
      const { left, width, top, bottom } = row.getBoundingClientRect();
      return [top + 3, bottom - 3].every((y) => row.contains(document.elementFromPoint(left + width / 2, y)));
    };
    return [...document.querySelectorAll('[data-number]')].filter(isWhole).length;
  });

const MOST_SCREENS = 2;
const SECTIONS = /^(Film|Languages and model|Translation)/;

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

const PHONES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
];

async function expectLow(page: Page, state: string): Promise<void> {
  const screens = () => page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
  for (const size of PHONES) {
    await page.setViewportSize(size);
    await expect.poll(screens, { message: `${state}: screens, ${size.width} px` }).toBeLessThanOrEqual(MOST_SCREENS);
  }
}

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

test.describe('phones', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('[S2.20] at most two screens high when unfolded; an error is above the batches', async ({ page, standIn }) => {
    test.slow();
    await openPage(page);
    await upload(page, sampleSrt(400), 'A.Film.With.A.Long.Name.2012.1080p.srt');
    await expect(button(page, 'Translate')).toBeEnabled();
    await button(page, 'Translate').click();
    await expect(textBox(page, 'Errors')).toBeVisible();
    await expectLow(page, 'no key');
    await unfoldAll(page);
    await expectLow(page, 'no key, unfolded');

    await giveKey(page);
    standIn.behave(({ phrases }) => ('21' in phrases ? failure(401, { message: 'Not your key.' }) : undefined));
    await button(page, 'Translate').click();
    await expect(button(page, 'Resume')).toBeVisible();
    await expect(textBox(page, 'Errors')).toBeVisible();
    // The error's link leads to the settings.
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const heading = page.getByRole('heading', { name: 'Batches' });
    expect(await topOf(textBox(page, 'Errors')), 'before what it is about').toBeLessThan(await topOf(heading));
    await expectLow(page, 'paused by a failure');
    await unfoldAll(page);
    await expectLow(page, 'paused by a failure, unfolded');

    standIn.behave(({ phrases }) => ('21' in phrases ? failure(400, { message: 'Not today.' }) : undefined));
    await button(page, 'Resume').click();
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '19');
    await unfoldAll(page);
    await expectLow(page, 'failed, unfolded');
    await openBatch(page, 2);
    await expectLow(page, 'batch open');
    await button(page, 'Fill gaps with the original').click();
    await button(page, 'Close').click();
    await editorReady(page, 'Translated subtitles');
    await unfoldAll(page);
    await expectLow(page, 'finished, unfolded');
    await page.getByRole('radio', { name: 'Lines' }).check();
    await expect(page.locator('[data-number="1"]')).toBeVisible();
    await page.getByRole('button', { name: 'Batches' }).click();
    await expect(batches(page, 'ok').first()).toBeVisible();
    await expectLow(page, 'Lines, unfolded');
  });

  test('[S2.20] changes to a file are reported even if the film is folded, the first one in an existing live region', async ({
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
    for (const size of PHONES) {
      await page.setViewportSize(size);
      const isCut = await page.locator('#original').evaluate((panel) => panel.scrollHeight > panel.clientHeight);
      expect(isCut, `the notice is cut, ${size.width} px`).toBe(false);
    }
    await expectLow(page, 'VTT');
    await giveFiles(page, 'Open…', { 'film.ass': ASS });
    await expect(page.getByText(/^This is an ASS file/)).toBeVisible();
    await page.getByText('Styles', { exact: true }).first().click();
    await expect(page.getByRole('checkbox', { name: /^Signs/ })).toBeVisible();
    await expectLow(page, 'ASS, styles open');
    await giveFiles(page, 'Open…', { 'film.srt': MENDABLE });
    await expect(page.getByText(/^This file can be repaired/)).toBeVisible();
    await button(page, 'Show repairs').click();
    await expect(page.getByRole('region', { name: 'Repairs' })).toBeVisible();
    await unfoldAll(page);
    await expectLow(page, 'repairs open, unfolded');
    await button(page, 'Mend the file').click();
    await expect(page.getByText(/^The file was repaired: /)).toBeVisible();
    await unfoldAll(page);
    await expectLow(page, 'mended, unfolded');
  });
});

test.describe('a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('[S2.20][S2.21] the demo shows its first lines in the first view, and leads to a film of one’s own', async ({
    page,
  }) => {
    await page.goto('/');
    await playDemo(page);
    await expect(button(page, 'Open your own film')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    const bar = await page.getByRole('region', { name: 'Next step' }).boundingBox();
    const first = await page.locator('[data-number="1"]').boundingBox();
    expect((first?.y ?? Number.NaN) + (first?.height ?? Number.NaN)).toBeLessThanOrEqual(bar?.y ?? 0);
    await giveFiles(page, 'Open your own film', { 'own.srt': sampleSrt(2) });
    await expect(page.getByText(/2 subtitles/).first()).toBeAttached();
  });

  test('[S2.20] four whole lines are in sight below a film, seven without one; the last command scrolls clear of the bar', async ({
    page,
  }) => {
    await openLines(page, translatedFilm(240));
    const expectClear = async (view: string) => {
      await expect(page.getByRole('button', { name: /^Review 240 lines$/ })).toBeVisible();
      const clearPx = () =>
        page.evaluate(() => {
          scrollTo(0, document.documentElement.scrollHeight);
          const commands = [...document.querySelectorAll('#lines-actions :is(button, summary)')];
          const lowest = Math.max(...commands.map((command) => command.getBoundingClientRect().bottom));
          return (document.querySelector('[aria-label="Next step"]')?.getBoundingClientRect().top ?? 0) - lowest;
        });
      await expect.poll(clearPx, view).toBeGreaterThanOrEqual(0);
      await page.evaluate(() => scrollTo(0, 0));
    };
    await expectClear('without a film');
    await expect.poll(() => wholeLines(page)).toBeGreaterThanOrEqual(7);
    await dropFilm(page);
    await expectClear('with a film');
    await expect.poll(() => wholeLines(page)).toBeGreaterThanOrEqual(4);
  });

  test('[D9.3] the message of a run that its limit has paused holds the field and, beside it, Continue', async ({
    page,
  }) => {
    await openFilm(page, 240);
    await unfold(page);
    await page.getByLabel('Stop at').fill('0.006');
    await page.getByLabel('Stop at').blur();
    await button(page, 'Translate').click();
    const goOn = page.getByRole('region', { name: 'Errors' }).getByRole('button', { name: 'Continue', exact: true });
    await expect(goOn).toBeVisible();
    const [field, press] = [await page.getByLabel('New limit').boundingBox(), await goOn.boundingBox()];
    expect(press?.x).toBeGreaterThan((field?.x ?? 0) + (field?.width ?? 0));
    expect(Math.abs((press?.y ?? 0) - (field?.y ?? 0))).toBeLessThan(field?.height ?? 0);
  });
});

test('[S2.20] at 400 % zoom no heading covers the focus, and the next step stays at the window’s bottom while the page scrolls, 320 × 256', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await openStored(
    page,
    translatedFilm(200, ({ number }) => (number === 41 ? undefined : 'Sim.')),
  );
  const bar = page.getByRole('region', { name: 'Next step' });
  const expectAtBottom = async (view: string) => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const bottom = async () =>
      Math.round(((await bar.boundingBox())?.y ?? 0) + ((await bar.boundingBox())?.height ?? 0));
    await expect.poll(bottom, { message: view }).toBe(256);
  };
  await expectAtBottom('failed');
  await page
    .getByRole('button', { name: 'Advanced', exact: true })
    .or(page.locator('summary', { hasText: 'Advanced' }))
    .first()
    .focus();
  const covered = () =>
    page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      const { left, top: ownTop, width, bottom } = focused.getBoundingClientRect();
      // Firefox does not scroll to a partly visible box.
      const top = Math.max(ownTop, 0);
      const at = document.elementFromPoint(left + width / 2, top + Math.min((bottom - top) / 2, 10));
      return at && (focused.contains(at) || at.contains(focused)) ? '' : focused.outerHTML.slice(0, 120);
    });
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Shift+Tab');
    await expect.poll(covered, { message: `step ${step}` }).toBe('');
  }
  await openBatch(page, 3);
  await expectAtBottom('a batch open');
  await button(page, 'Close').first().click();
  await page.getByRole('radio', { name: 'Lines' }).check({ force: true });
  await expectAtBottom('Lines');

  // Texts keep their size when an iPhone is turned; Safari knows only its prefixed property.
  const written = page
    .locator('link[rel=stylesheet]')
    .first()
    .evaluate(async (link) => (await fetch(link.getAttribute('href') ?? '')).text());
  expect(await written).toContain('-webkit-text-size-adjust:100%');
});

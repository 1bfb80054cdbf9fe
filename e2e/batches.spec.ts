import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { focusedWithoutRing } from './focused-without-ring.ts';
import {
  batch,
  button,
  editorReady,
  expectTranslated,
  OFTEN,
  openBatch,
  openFilm,
  pressTranslate,
  region,
  scrollToBatch,
  textBox,
} from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/** A long list of batches, some of them failed: keys, rows, the open batch, and a window of 400 % zoom. */

/** A heading is at the screen's top if it is below the page's scroll padding. */
const NEAR_THE_TOP_PX = 100;

/** 100 batches. Of the 8th, and of every second one of the last sixty, the first line is missing. */
const isMissing = (number: number) => number === 141 || (number > 800 && number % 40 === 21);
const FILM = translatedFilm(20 * 100, ({ number }) => (isMissing(number) ? undefined : 'Sim.'));
const FAILED = '31 failed';

test('[S2.13][S2.17][S2.20] a person moves through the list of batches by keyboard at each width and zoom, and sees each row whole', async ({
  page,
}) => {
  await openStored(page, FILM);
  await test.step('arrow keys, with one or three batches per line; a row scrolled out of view keeps the focus', () =>
    walkByKey(page));
  await test.step('rows of two heights are whole and fill the list', () => lookAtRows(page));
  await test.step('an open batch, and Close', () => openAndClose(page));
  await test.step('400 % zoom', () => zoomIn(page));
});

test('[S2.13] on a phone the number of finished batches and their rows change in one drawing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openFilm(page, 120);
  const different = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const look = () => {
      const finished = document.querySelectorAll('#batch-rows [data-state=ok]').length;
      const told = [...document.querySelectorAll('[role=progressbar], [aria-label="Next step"]')].flatMap(
        (each) => each.getAttribute('aria-valuenow') ?? /(\d+) of 6 batches/.exec(each.textContent)?.[1] ?? [],
      );
      if (told.some((count) => Number(count) !== finished)) seen.push(`${told.join(' and ')} instead of ${finished}`);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    return seen;
  });
  await pressTranslate(page);
  await expectTranslated(page, 6);
  expect(await different.evaluate((seen) => seen)).toEqual([]);
});

async function walkByKey(page: Page): Promise<void> {
  const press = async (key: string, number: number) => {
    await page.keyboard.press(key);
    await expect(batch(page, number)).toBeFocused();
    await expect(batch(page, number)).toBeInViewport();
    expect(await focusedWithoutRing(page)).toBeNull();
  };
  // The first failed batch; its own button is the next stop, and then Tab leaves the list.
  await editorReady(page, 'Original subtitles');
  await expect(batch(page, 8)).toBeVisible();
  await button(page, FAILED).focus();
  await press('Tab', 8);
  await page.keyboard.press('Tab');
  await expect(button(page, 'Retry batch 8')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(textBox(page, 'Original subtitles')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');

  for (const { width, columns } of [
    { width: 1280, columns: 1 },
    { width: 900, columns: 3 },
  ]) {
    await page.setViewportSize({ width, height: 900 });
    // Keys follow the drawn lines, and the list redraws a moment after the window has changed.
    const topOf = async (number: number) => (await batch(page, number).boundingBox())?.y;
    await expect.poll(async () => (await topOf(8)) === (await topOf(9)), OFTEN).toBe(columns > 1);
    await batch(page, 8).focus();
    await press('ArrowDown', 8 + columns);
    await press('ArrowUp', 8);
    if (columns > 1) {
      await press('ArrowRight', 9);
      await press('ArrowLeft', 8);
    }
    await press('End', 100);
    await press('Home', 1);
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageUp');
    await expect(batch(page, 1)).toBeFocused();

    await press('ArrowDown', 1 + columns);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Batch ${1 + columns} of 100, OK`, exact: true })).toBeFocused();
    await button(page, 'Close').click();
    await expect(batch(page, 1 + columns)).toBeFocused();
  }

  await page.setViewportSize({ width: 1280, height: 900 });
  await batch(page, 8).focus();
  await scrollToBatch(page, 90);
  await expect(batch(page, 8)).toBeFocused();
  await expect(batch(page, 8)).not.toBeInViewport();
  await expect(batch(page, 45)).not.toBeAttached();
  const row = page.getByRole('listitem').filter({ has: batch(page, 90) });
  await expect(row).toHaveAttribute('aria-posinset', '90');
  await expect(row).toHaveAttribute('aria-setsize', '100');
  await page.keyboard.press('ArrowDown');
  await expect(batch(page, 9)).toBeFocused();
  await expect(batch(page, 9)).toBeInViewport();

  // A visible row stays visible when the window narrows and widens again.
  await page.keyboard.press('End');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  for (const width of [900, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('[data-row] :focus')).toBeInViewport();
  }
}

async function lookAtRows(page: Page): Promise<void> {
  const list = region(page, 'Batches').getByRole('list').locator('..');
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await list.evaluate((element) => element.scrollTo({ top: 0 }));
    await batch(page, 8).scrollIntoViewIfNeeded();
    const isWhole = (words: string) =>
      list.getByText(words, { exact: true }).evaluate((element) => element.scrollWidth <= element.clientWidth);
    await expect(list.getByText('line 141 is missing', { exact: true })).toBeVisible();
    for (const words of ['121–140 · 4:00', '141–160 · 4:40', 'line 141 is missing'])
      expect(await isWhole(words), words).toBe(true);

    for (const part of [0.5, 1]) {
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
    await expect(batch(page, 100)).toBeInViewport();
  }
}

async function openAndClose(page: Page): Promise<void> {
  const heading = (words: string) => region(page, 'Original').getByRole('heading', { name: words, exact: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await scrollToBatch(page, 39);
  await batch(page, 39).click();
  await expect(heading('Batch 39 of 100, OK')).toBeFocused();
  await expect(heading('Batch 39 of 100, OK')).toBeInViewport();
  expect((await heading('Batch 39 of 100, OK').boundingBox())?.y).toBeLessThan(NEAR_THE_TOP_PX);
  await button(page, 'Close').click();
  await expect(batch(page, 39)).toBeFocused();
  await expect(batch(page, 39)).toBeInViewport();

  await button(page, FAILED).click();
  const failed = page.getByRole('heading', { name: /^Batch \d+ of 100, failed: line \d+ is missing$/ });
  await expect(failed).toBeFocused();
  const number = Number(/\d+/.exec((await failed.textContent()) ?? '')?.[0]);
  await page.keyboard.press('Shift+F2');
  await expect(batch(page, number)).toBeFocused();
  await expect(batch(page, number)).toBeInViewport();
}

async function zoomIn(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  const bar = region(page, 'Next step');
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
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Shift+Tab');
    await expect.poll(covered, { message: `Tab ${press}` }).toBe('');
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
}

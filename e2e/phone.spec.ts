import { expect } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { test } from './fixtures.ts';
import { batch, button, openPage, region, scrollToBatch, upload } from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/** A batch that is opened takes the focus with its heading, which says how it stands, and comes into view. */

const BATCHES = 40;
/** A heading at the top of the screen, below what the page keeps free for scrolling to. */
const NEAR_THE_TOP_PX = 100;

for (const { name, width } of [
  { name: '[S2.17] on a phone the open batch comes into view with the focus, and Close leads back', width: 390 },
  { name: '[S2.17] on a wide screen the open batch takes the focus, and Close leads back', width: 1280 },
]) {
  test(name, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openStored(
      page,
      translatedFilm(20 * BATCHES, ({ number }) => (number === 21 ? undefined : 'Sim.')),
    );
    const heading = (words: string) => region(page, 'Original').getByRole('heading', { name: words, exact: true });

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
    await expect(heading('Batch 2 of 40, failed: phrase 21 is missing')).toBeFocused();
    await page.keyboard.press('Shift+F2');
    await expect(batch(page, 2)).toBeFocused();
  });
}

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const) {
  test(`[S2.13] a failed batch says whole in its row where it is in the film and why it failed; rows of two heights fill the list, ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // Every second batch lacks its fifth phrase.
    await openStored(
      page,
      translatedFilm(20 * BATCHES, ({ number }) => (number % 40 === 25 ? undefined : 'Sim.')),
    );
    const list = region(page, 'Batches').getByRole('list').locator('..');
    const isWhole = (words: string) =>
      list.getByText(words, { exact: true }).evaluate((element) => element.scrollWidth <= element.clientWidth);
    await expect(list.getByText('phrase 25 is missing', { exact: true })).toBeVisible();
    for (const words of ['1–20 · 0:00', '21–40 · 0:40', 'phrase 25 is missing'])
      expect(await isWhole(words), words).toBe(true);

    for (const part of [0.35, 0.7, 1]) {
      await list.evaluate((element, to) => element.scrollTo({ top: element.scrollHeight * to }), part);
      await expect
        .poll(() =>
          list.evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            const rows = [...element.querySelectorAll('li')].map((row) => row.getBoundingClientRect());
            const inSight = rows.filter((row) => row.bottom > top && row.top < bottom);
            // What is drawn reaches from the list's top edge to its bottom edge.
            return inSight.length > 0 && Math.min(...inSight.map((row) => row.top)) <= top + 20
              ? Math.max(...inSight.map((row) => row.bottom)) - bottom
              : Number.NEGATIVE_INFINITY;
          }),
        )
        .toBeGreaterThan(-30);
    }
    await expect(batch(page, BATCHES)).toBeInViewport();
  });
}

test('[S2.20] on a phone the button of the bar keeps the focus that is the first thing done with the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await upload(page, sampleSrt(3));
  await expect(page.getByText(/3 phrases/).first()).toBeAttached();
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
  // The code that the first sign of a person asks for is there.
  await expect(page.getByText(/tokens in/).first()).toBeAttached();
  await expect(translate).toBeFocused();
  await expect(page).not.toHaveTitle('moved');
});

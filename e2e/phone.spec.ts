import { expect } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import {
  batch,
  button,
  giveKey,
  openPage,
  region,
  scrollToBatch,
  translateUntilSettled,
  upload,
} from './page-actions.ts';

/** A batch that is opened takes the focus with its heading, which says how it stands, and comes into view. */

const BATCHES = 40;
/** A heading at the top of the screen, below what the page keeps free for scrolling to. */
const NEAR_THE_TOP_PX = 100;

for (const { name, width } of [
  { name: '[S2.17] on a phone the open batch comes into view with the focus, and Close leads back', width: 390 },
  { name: '[S2.17] on a wide screen the open batch takes the focus, and Close leads back', width: 1280 },
]) {
  test(name, async ({ page, standIn }) => {
    await page.setViewportSize({ width, height: 844 });
    standIn.behave(({ phrases }) => ('21' in phrases ? failure(400, { message: 'On purpose.' }) : undefined));
    await openPage(page);
    await upload(page, sampleSrt(20 * BATCHES));
    await giveKey(page);
    await translateUntilSettled(page);
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
    await expect(heading('Batch 2 of 40, failed: the provider rejected this request')).toBeFocused();
    await page.keyboard.press('Shift+F2');
    await expect(batch(page, 2)).toBeFocused();
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

import { expect } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import { batch, button, giveKey, openPage, region, translateUntilSettled, upload } from './page-actions.ts';

/** Where the panels stand one below the other, a batch that is opened comes into view and takes the focus. */

const BATCHES = 40;
/** A heading at the top of the screen, below what the page keeps free for scrolling to. */
const NEAR_THE_TOP_PX = 100;

for (const { name, width, moves } of [
  { name: 'on a phone the open batch comes into view with the focus, and Close leads back', width: 390, moves: true },
  { name: 'on a wide screen the focus stays in the list', width: 1280, moves: false },
]) {
  test(name, async ({ page, standIn }) => {
    await page.setViewportSize({ width, height: 844 });
    standIn.behave(({ phrases }) => ('21' in phrases ? failure(400, { message: 'On purpose.' }) : undefined));
    await openPage(page);
    await upload(page, sampleSrt(20 * BATCHES));
    await giveKey(page);
    await translateUntilSettled(page);

    await batch(page, 39).click();
    const heading = region(page, 'Original').getByRole('heading', { name: 'Batch 39', exact: true });
    await expect(moves ? heading : batch(page, 39)).toBeFocused();
    await expect(heading).toBeInViewport();
    if (moves) expect((await heading.boundingBox())?.y).toBeLessThan(NEAR_THE_TOP_PX);
    await button(page, 'Close').click();
    await expect(batch(page, 39)).toBeFocused();
    await expect(batch(page, 39)).toBeInViewport();

    await button(page, '1 failed').click();
    const failed = region(page, 'Original').getByRole('heading', { name: 'Batch 2', exact: true });
    await expect(moves ? failed : button(page, '1 failed')).toBeFocused();
    await expect(failed).toBeInViewport();
  });
}

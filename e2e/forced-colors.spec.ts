import { expect, type Locator } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { stall } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import { batch, batches, button, giveKey, openPage, tab, upload } from './page-actions.ts';

/** Where the system's colours replace the page's own (contrast themes of Windows), nothing is told by a lost background. */

test.use({ contextOptions: { forcedColors: 'active' } });

const styleOf = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(`[S2.18] progress, the chosen tab, the next step and the open batch are seen in forced colours, ${colorScheme}`, async ({
      page,
      standIn,
    }) => {
      standIn.behave(({ phrases }) => ('21' in phrases ? stall('before') : undefined));
      await openPage(page);
      await upload(page, sampleSrt(65));
      await giveKey(page);

      const background = (locator: Locator) => styleOf(locator, 'background-color');
      await expect(button(page, 'Translate')).toBeEnabled();
      expect(await background(button(page, 'Translate'))).not.toBe(await background(button(page, 'Restart')));
      // The browser would lay a plate of the page's colour under the word: it would not be read on it.
      await expect(button(page, 'Translate')).toHaveCSS('forced-color-adjust', 'none');

      const line = async (locator: Locator) =>
        `${await styleOf(locator, 'border-bottom-width')} ${await styleOf(locator, 'border-bottom-color')}`;
      expect(await line(tab(page, 'openai'))).not.toBe(await line(tab(page, 'google')));
      expect(await line(tab(page, 'anthropic'))).toBe(await line(tab(page, 'google')));

      await button(page, 'Translate').click();
      await expect(batches(page, 'ok')).toHaveCount(3);
      const bar = page.getByRole('progressbar');
      const pageBackground = await background(page.locator('html'));
      expect(await background(bar.locator('> :last-child'))).not.toBe(pageBackground);
      expect(await styleOf(bar, 'border-top-style')).toBe('solid');

      await batch(page, 1).click();
      await expect(batch(page, 1)).toHaveAttribute('aria-current', 'true');
      expect(await styleOf(batch(page, 1), 'border-top-width')).not.toBe(
        await styleOf(batch(page, 3), 'border-top-width'),
      );
    });
  });
}

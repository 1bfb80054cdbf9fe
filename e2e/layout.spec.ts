import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { outOfReach } from './out-of-reach.ts';
import { OFTEN, region } from './page-actions.ts';
import { openLines, translatedFilm } from './stored-film.ts';

/** Lines in narrow windows, with a person's own spacing, and in print. */

test('[S2.18] a person sees how each line fits and reaches every control, at any width and text spacing; a print has the visible part alone', async ({
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
  await test.step('at the width of its widest layout minus a scrollbar', async () => {
    for (const [width, height] of [
      [1024, 600],
      [1032, 600],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      const widthOf = async () => (await region(page, 'Lines').boundingBox())?.width ?? 0;
      await expect.poll(widthOf, `${width} × ${height}`).toBeGreaterThan(0.7 * width);
    }
  });

  await test.step('a print says that it has the visible part alone', async () => {
    const told = page.getByText(/^Only the visible part was printed\. /);
    await expect(told).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(told).toBeVisible();
    expect((await told.boundingBox())?.y, 'at its head').toBe(0);
    await page.emulateMedia({ media: null });
  });

  for (const spaced of [false, true]) {
    if (spaced) await page.evaluate(spaceLetters);
    for (const width of [1440, 768, 320]) {
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

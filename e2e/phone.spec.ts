import { expect, type Page } from '@playwright/test';
import { dropFilm } from './drop-film.ts';
import { test } from './fixtures.ts';
import { button, line, textBox } from './page-actions.ts';
import { rowsInSight } from './rows-in-sight.ts';
import { openLines, translatedFilm } from './stored-film.ts';

/** Lines on a phone: cards, and a sheet for the line that is edited. */

test.describe('with touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('[S2.20][D14.42] on a phone a person sees seven whole lines, four below a video, and works on a line in its sheet', async ({
    page,
  }) => {
    const texts = new Map([
      [12, 'Two  spaces'],
      [30, 'Two  spaces'],
    ]);
    await openLines(
      page,
      translatedFilm(60, ({ number }) => texts.get(number) ?? `PT ${number}`),
    );
    const expectClear = async (view: string) => {
      await expect(page.getByRole('button', { name: 'Review 2 lines' })).toBeVisible();
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
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(7);
    await lookAtCards(page);
    await dropFilm(page);
    await expectClear('with a film');
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(4);
    await button(page, 'Close the film').click();
    await useSheets(page);
  });
});

test('[D14.21] in a narrow window with a video a person sees four whole texts, also below a line with a long reason', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const long = 'Translation: {12} где (informal)';
  await openLines(
    page,
    translatedFilm(60, ({ number }) => (number === 1 ? long : `PT ${number}`)),
  );
  await dropFilm(page);
  await expect(line(page, 1)).toContainText('Added by the model');
  const whole = () =>
    page.evaluate(() => {
      const end = document.querySelector('[aria-label="Next step"]')?.getBoundingClientRect().top ?? innerHeight;
      const rows = [...document.querySelectorAll('[role=grid] [data-number]')];
      return rows.filter((row) => {
        const texts = [...row.querySelectorAll('[dir]')].map((text) => text.getBoundingClientRect());
        return texts.length > 0 && texts.every(({ top, bottom }) => top >= 0 && bottom <= end);
      }).length;
    });
  await expect.poll(whole).toBeGreaterThanOrEqual(4);
});

async function lookAtCards(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(3 * 844);
  const styleOf = (text: string) =>
    line(page, 2)
      .getByText(text, { exact: true })
      .evaluate((element) => {
        const { color, fontSize } = getComputedStyle(element);
        return { color, px: Number.parseFloat(fontSize) };
      });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const [original, translation] = [await styleOf('Фраза 2'), await styleOf('PT 2')];
    expect(original.color).not.toBe(translation.color);
    expect(original.px).toBeLessThan(translation.px);
  }
}

async function useSheets(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Line 2' });
  // The number and the original.
  for (const part of [line(page, 2).getByRole('rowheader'), line(page, 2).getByRole('gridcell').nth(2)]) {
    await part.click();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  }
  await button(page, 'Actions for 2').click();
  await expect(page.getByRole('menu', { name: 'Actions for 2' })).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('Escape');
  await line(page, 2).focus();
  await page.keyboard.press('Space');
  await expect(line(page, 2)).toHaveAttribute('aria-selected', 'true');
  await expect(sheet).toHaveCount(0);

  await line(page, 2).locator('[role=gridcell]').nth(3).click();
  await expect(textBox(page, 'Translation of 2')).toBeFocused();
  await page.keyboard.type(' not this');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(line(page, 2)).not.toContainText('not this');

  // The commands below the text belong to the line, too.
  await line(page, 2).locator('[role=gridcell]').nth(3).click();
  await expect(textBox(page, 'Translation of 2')).toBeFocused();
  await page.keyboard.type(' nor that');
  await button(sheet, 'Translate again').focus();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(line(page, 2)).not.toContainText('nor that');
  await line(page, 2).locator('[role=gridcell]').nth(3).click();
  await page.keyboard.type(' but this');
  await button(sheet, 'Confirm').click();
  await expect(page.getByRole('dialog', { name: 'Line 3' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line(page, 2)).toHaveAttribute('data-state', 'confirmed');
  await expect(line(page, 2)).toContainText('but this');

  const toReview = page.getByRole('radio', { name: /^To review/ });
  await expect(toReview).toHaveAccessibleName('To review 2');
  await toReview.click();
  await expect(line(page, 3)).toHaveCount(0);
  await line(page, 12).locator('[role=gridcell]').nth(3).click();
  await button(page.getByRole('dialog', { name: 'Line 12' }), 'Confirm').click();
  await expect(page.getByRole('dialog', { name: /^Line/ })).toHaveAccessibleName('Line 30');
  await button(page.getByRole('dialog', { name: 'Line 30' }), 'Confirm').click();
  await expect(page.getByRole('dialog', { name: /^Line/ })).toHaveCount(0);
  await expect(line(page, 30)).toBeFocused();
}

import { expect } from '@playwright/test';
import { stored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import { batches, button, download, openFilm } from './page-actions.ts';

/** Errors of our own code: the page never goes blank, never hides an error, and offers the work as a file. */

test.use({ expectedProblems: /Boom/ });

test('a page that cannot be drawn says so, and offers Save project, Download and Reload; an unhandled rejection is only a notice', async ({
  page,
  standIn,
}) => {
  standIn.behave((call) =>
    call.kind === 'translate'
      ? { kind: 'reply', finish: 'complete', latencyMs: 300, text: JSON.stringify(call.phrases) }
      : undefined,
  );
  await openFilm(page, 21);
  await expect(button(page, 'Translate')).toBeEnabled();
  // In the task of the click, because the page's earlier drawings write numbers too.
  await button(page, 'Translate').evaluate((translate: HTMLButtonElement) => {
    const boom = () => {
      throw new Error('Boom');
    };
    translate.click();
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', { get: boom });
  });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Something went wrong');
  await expect(alert).toContainText('Boom');
  // The run continues without the page.
  const { bytes } = await download(page);
  expect(bytes.toString()).toContain('Фраза 21');
  expect((await download(page, 'Save project')).bytes.toString()).toContain('subtitle-translator-project');
  await expect.poll(() => stored(page, 'batchDataResults')).toContain('Фраза 21');
  await button(page, 'Reload').click();
  await expect(batches(page, 'ok')).toHaveCount(2);

  await test.step('an unhandled rejection is shown in its own words, and can be dismissed', async () => {
    await page.evaluate(() => void Promise.reject(new Error('Boom <b>bold</b>')));
    const words = page.getByText(/Something went wrong.*Boom <b>bold<\/b>/);
    await expect(words).toBeVisible();
    await button(page, 'Dismiss').click();
    await expect(words).toHaveCount(0);
  });
});

test('an error at the very start shows a message instead of a blank page', async ({ page }) => {
  await page.addInitScript(() => {
    const { addEventListener } = window;
    Object.assign(window, {
      addEventListener(...args: Parameters<typeof addEventListener>) {
        if (args[0] === 'unhandledrejection') throw new Error('Boom');
        addEventListener.apply(window, args);
      },
    });
  });
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('Boom');
  await expect(button(page, 'Reload')).toBeVisible();
});

import { expect, type Page } from '@playwright/test';
import { dropFilm } from '../e2e/drop-film.ts';
import { test } from '../e2e/fixtures.ts';
import { batch, batches, button, openMenu, playDemo } from '../e2e/page-actions.ts';
import { failure, reply } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { FOLDER, isBatch, prepare, translationOf } from './sample-film.ts';

const LOOKS = [
  { name: 'light-1440', width: 1440, height: 900, colorScheme: 'light' },
  { name: 'dark-1440', width: 1440, height: 900, colorScheme: 'dark' },
  { name: 'light-768', width: 768, height: 1024, colorScheme: 'light' },
  { name: 'dark-768', width: 768, height: 1024, colorScheme: 'dark' },
  { name: 'light-390', width: 390, height: 844, colorScheme: 'light' },
  { name: 'dark-390', width: 390, height: 844, colorScheme: 'dark' },
] as const;

/** Each view by name; what it needs of the provider, and the way there. */
const VIEWS: Record<string, (page: Page, standIn: StandIn) => Promise<void>> = {
  empty: async (page) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  },
  ready: async (page) => {
    await prepare(page);
    await expect(page.getByText('gpt-').first()).toBeVisible();
  },
  running: async (page, standIn) => {
    standIn.behave((call) =>
      call.kind === 'translate'
        ? reply(translationOf(call), { latencyMs: isBatch(call, 1) || isBatch(call, 2) ? 200 : 60_000 })
        : undefined,
    );
    await prepare(page);
    await button(page, 'Translate').click();
    await expect(batches(page, 'ok')).toHaveCount(2);
  },
  failed: async (page, standIn) => {
    standIn.behave((call) => {
      if (call.kind !== 'translate') return undefined;
      return isBatch(call, 3)
        ? failure(400, { message: 'The model could not process this request.' })
        : reply(translationOf(call));
    });
    await prepare(page);
    await button(page, 'Translate').click();
    await expect(batches(page, 'ok')).toHaveCount(3);
    await expect(batches(page, 'failed')).toHaveCount(1);
  },
  'failed-batch': async (page, standIn) => {
    await VIEWS.failed?.(page, standIn);
    await batch(page, 3).click();
    await expect(page.getByRole('textbox', { name: 'Batch errors' })).toBeVisible();
  },
  done: async (page, standIn) => {
    standIn.behave((call) => (call.kind === 'translate' ? reply(translationOf(call)) : undefined));
    await prepare(page);
    await button(page, 'Translate').click();
    await expect(button(page, 'Download')).toBeEnabled();
  },
  batch: async (page, standIn) => {
    await VIEWS.done?.(page, standIn);
    await batch(page, 2).click();
    await expect(button(page, 'Validate')).toBeEnabled();
  },
  demo: async (page) => {
    await page.goto('/');
    await playDemo(page);
    await expect(button(page, 'Open your own film')).toBeVisible();
    // The lines have been judged.
    await expect(page.getByRole('button', { name: /^Confirm all without problems/ })).toBeVisible();
  },
  'beside-film': async (page, standIn) => {
    await VIEWS.done?.(page, standIn);
    await page.getByRole('radio', { name: 'Lines' }).check();
    await dropFilm(page);
    await page
      .locator('[data-number="2"]')
      .getByRole('button', { name: /^00:00:10/ })
      .click();
    await expect(page.locator('[data-number="2"]')).toHaveAttribute('aria-current', 'true');
  },
  shortcuts: async (page) => {
    await page.goto('/');
    await openMenu(page, 'More');
    await button(page, 'Keyboard shortcuts').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
};

for (const { name: look, width, height, colorScheme } of LOOKS) {
  test.describe(look, () => {
    test.use({ viewport: { width, height }, colorScheme });
    for (const [view, show] of Object.entries(VIEWS)) {
      test(view, async ({ page, standIn }) => {
        await show(page, standIn);
        await page.waitForTimeout(600);
        // What lies over the page covers the window alone.
        const fullPage = width < 1024 && view !== 'shortcuts';
        await page.screenshot({ path: `${FOLDER}/${view}-${look}.png`, fullPage });
      });
    }
  });
}

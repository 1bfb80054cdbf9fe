import { expect, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  giveKey,
  keyField,
  modelSelect,
  openPage,
  pickModel,
  storeBefore,
  tab,
  translateAll,
  upload,
} from './page-actions.ts';

/** Specification, sections 2 ("Dropdown texts"), 4 ("Provider selection") and 5 ("Keys and models"). */

const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

test('[D5.15][S2.6][S2.14][S4.12] tabs, models and keys go together', async ({ page, standIn }) => {
  standIn.behave((call) => (call.kind === 'models' ? { kind: 'models', latencyMs: 700 } : undefined));
  await openPage(page);
  await expect(tab(page, 'openai')).toHaveAttribute('aria-selected', 'true');
  await expect(modelSelect(page)).toHaveText('Add openai API key');
  await modelSelect(page).click();
  for (const name of ['gpt-4-0125-preview', 'Claude 3.5 Sonnet', 'Gemini 1.5 Flash']) {
    await expect(option(page, `${name} (Add API Key)`)).toHaveAttribute('aria-disabled', 'true');
  }
  await page.keyboard.press('Escape');

  await tab(page, 'anthropic').click();
  await expect(modelSelect(page)).toHaveText('Add anthropic API key');
  await expect(tab(page, 'anthropic')).toHaveAccessibleName('anthropic (no key)');
  await keyField(page).fill('test-key');
  await expect(tab(page, 'anthropic')).toHaveAccessibleName('anthropic (key present)');
  await expect(modelSelect(page)).toHaveText('Loading models...');
  // The key arrived after the tab was chosen: the pick that the tab stands for is made now.
  await expect(modelSelect(page)).toHaveText('Claude Haiku 5.5');

  // A tab whose list is there picks at once; its own model stays when it is chosen again.
  await giveKey(page, 'google');
  await expect(modelSelect(page)).toHaveText('Gemini 3.8 Flash');
  await pickModel(page, 'Gemini 2.5 Pro');
  await tab(page, 'google').click();
  await expect(modelSelect(page)).toHaveText('Gemini 2.5 Pro');
  await tab(page, 'anthropic').click();
  await expect(modelSelect(page)).toHaveText('Claude Haiku 5.5');

  // A model of another provider brings its tab to the front.
  await modelSelect(page).click();
  await expect(option(page, 'gpt-4o (Add API Key)')).toHaveAttribute('aria-disabled', 'true');
  await option(page, 'Gemini 3.5 Flash').click();
  await expect(tab(page, 'google')).toHaveAttribute('aria-selected', 'true');
  await expect(modelSelect(page)).toHaveText('Gemini 3.5 Flash');
});

const translations = (standIn: StandIn) => standIn.calls.filter(({ kind }) => kind === 'translate');
const lists = (standIn: StandIn) => standIn.calls.filter(({ kind }) => kind === 'models');

/** The page with OpenAI's key, whose list could not be read; from now on it can. */
async function openWithoutList(page: Page, standIn: StandIn) {
  standIn.behave((call) => (call.kind === 'models' ? failure(400) : undefined));
  await storeBefore(page, { openaiKey: 'test-key' });
  await openPage(page);
  const failed = page.getByText(/list of models could not be read/);
  await expect(failed).toBeVisible();
  standIn.behave(() => undefined);
  return failed;
}

test('[D5.8] a list that could not be read is read again at the dropdown, and with the network', async ({
  page,
  standIn,
}) => {
  const failed = await openWithoutList(page, standIn);
  await modelSelect(page).click();
  await expect(option(page, 'gpt-6-sol')).toBeVisible();
  await expect(failed).toHaveCount(0);

  await openWithoutList(page, standIn);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(failed).toHaveCount(0);
  // Twice it failed, and each time it was read once more; a list that is there is not read again.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await modelSelect(page).click();
  await expect(option(page, 'gpt-6-sol')).toBeVisible();
  expect(lists(standIn)).toHaveLength(4);
});

test('[D5.8] a list that could not be read is read again before a run: a model that was never chosen and is gone is not sent to', async ({
  page,
  standIn,
}) => {
  await openWithoutList(page, standIn);
  await expect(page.getByText('Translates with gpt-4-0125-preview (OpenAI)')).toBeVisible();
  await upload(page, sampleSrt(21));
  await translateAll(page, 2);
  expect(translations(standIn).map(({ model }) => model)).toEqual(['gpt-5.4-mini', 'gpt-5.4-mini']);
});

test('[S2.7] the key field has a red border while it is empty', async ({ page }) => {
  await openPage(page);
  const borderColour = () =>
    keyField(page).evaluate((input) =>
      getComputedStyle(input)
        .borderTopColor.match(/[\d.]+/g)
        ?.map(Number),
    );
  const [red = 0, green = 0, blue = 0] = (await borderColour()) ?? [];
  expect(red).toBeGreaterThan(Math.max(green, blue) * 2);
  await keyField(page).fill('test-key');
  await expect(keyField(page)).toHaveAttribute('aria-invalid', 'false');
  expect(await borderColour()).not.toEqual([red, green, blue]);
});

test('the very first press on the page opens the dropdown, whose code comes with it', async ({ page }) => {
  await page.goto('/');
  // Made within the page: Firefox dies of a pointer event that Playwright makes.
  await modelSelect(page).evaluate((select) => {
    const options = { bubbles: true, cancelable: true, composed: true };
    select.dispatchEvent(new PointerEvent('pointerdown', options));
    select.dispatchEvent(new MouseEvent('click', options));
  });
  await expect(page.getByRole('listbox')).toBeVisible();
});

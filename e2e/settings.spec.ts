import { expect, type Page } from '@playwright/test';
import { DEFAULT_PROMPT } from '../src/languages/standard-prompt.ts';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure, stall } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  giveKey,
  keyField,
  modelSelect,
  openPage,
  pickModel,
  region,
  storeBefore,
  tab,
  textBox,
  translateAll,
  upload,
  write,
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

test('[S4.12] a tab picks a model that answers in text, not the first of its list', async ({ page, standIn }) => {
  await openPage(page);
  await giveKey(page, 'anthropic');
  await expect(modelSelect(page)).toHaveText(/^Claude/);
  await giveKey(page, 'openai');
  await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
  await modelSelect(page).click();
  await expect(page.getByRole('option', { name: 'gpt-5.4-mini' })).toBeVisible();
  await page.keyboard.press('Escape');
  await upload(page, sampleSrt(21));
  await translateAll(page, 2);
  expect(translations(standIn).map(({ model }) => model)).toEqual(['gpt-5.4-mini', 'gpt-5.4-mini']);
});

test('[D5.7][D12.30] the model in use stands beside Translate; with a tab without a key in front nothing is sent', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await giveKey(page);
  const inUse = page.getByText('Translates with gpt-5.4-mini (OpenAI)', { exact: true });
  await expect(inUse).toBeVisible();
  await expect(button(page, 'Translate')).toHaveAccessibleDescription(/Translates with gpt-5\.4-mini \(OpenAI\)/);
  await tab(page, 'anthropic').click();
  await expect(page.getByText('Choose a model of Anthropic, or go back to OpenAI')).toBeVisible();
  await expect(page.getByText('Until you choose one, nothing is sent.')).toBeVisible();
  standIn.behave(({ phrases }) => ('21' in phrases ? stall('before') : undefined));
  await upload(page, sampleSrt(21));
  await button(page, 'Translate').click();
  await expect(textBox(page, 'Errors')).toContainText('Nothing was sent.');
  expect(translations(standIn)).toEqual([]);
  await button(page, 'go back to OpenAI').click();
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(1);
  await expect(inUse, 'during the run').toBeVisible();
  expect(translations(standIn).map(({ provider }) => provider)).toEqual(['openai', 'openai']);

  // The list that a pick waits for is on its way.
  await tab(page, 'anthropic').click();
  standIn.behave((call) => (call.kind === 'models' ? { kind: 'models', latencyMs: 1_500 } : undefined));
  await keyField(page).fill('test-key');
  await expect(page.getByText('Translates with a model of Anthropic, whose list is being read')).toBeVisible();
  await expect(page.getByText('Translates with claude-haiku-5-5 (Anthropic)')).toBeVisible();
});

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

test('[D5.8] a key that was refused is not asked with again and again', async ({ page, standIn }) => {
  await openPage(page);
  await giveKey(page, 'openai', 'wrong-key');
  await expect(page.getByText(/^The provider refuses this key/)).toBeVisible();
  await modelSelect(page).click();
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await upload(page, sampleSrt(1));
  await button(page, 'Translate').click();
  await expect.poll(() => translations(standIn)).toHaveLength(1);
  expect(lists(standIn)).toHaveLength(1);
});

test('[D5.9] with an empty prompt nothing is sent; the standard prompt comes back, and one’s own after it', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await expect(button(page, 'Reset to the standard prompt')).toHaveCount(0);
  await giveKey(page);
  await upload(page, sampleSrt(21));
  await write(page, 'Prompt', ' \n ');
  await expect(page.getByText('Write a prompt to translate.')).toBeVisible();
  await button(page, 'Translate').click();
  await expect(textBox(page, 'Errors')).toContainText('The prompt is empty.');
  await page.keyboard.press('Control+Enter');
  await expect(region(page, 'Batches')).toHaveCount(0);
  expect(translations(standIn)).toEqual([]);

  await write(page, 'Prompt', 'Into Welsh.');
  await button(page, 'Reset to the standard prompt').click();
  await expect.poll(() => editorText(page, 'Prompt')).toBe(DEFAULT_PROMPT);
  await expect(button(page, 'Undo reset')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => editorText(page, 'Prompt')).toBe('Into Welsh.');
  await expect(button(page, 'Reset to the standard prompt')).toBeFocused();
  await translateAll(page, 2);
  expect(JSON.stringify(translations(standIn).map(({ body }) => body))).toContain('Into Welsh.');
});

test('[D5.13] who never chose a model gets a suggestion in place of one that is gone', async ({ page }) => {
  await openPage(page);
  await giveKey(page);
  await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
  await modelSelect(page).click();
  await expect(option(page, 'gpt-5.4-mini')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('option', { name: /embedding|whisper|image|tts|realtime|-pro$/ })).toHaveCount(0);
});

test('[D5.13] who chose one that is gone is told so at the dropdown, and keeps it', async ({ page }) => {
  await storeBefore(page, { openaiKey: 'test-key', model: 'gpt-4-turbo' });
  await openPage(page);
  await expect(page.getByText('openai does not offer gpt-4-turbo to this key. Choose another model.')).toBeVisible();
  await expect(modelSelect(page)).toHaveText('gpt-4-turbo');
  await expect(modelSelect(page)).toHaveAccessibleDescription(/does not offer gpt-4-turbo/);
  await pickModel(page, 'gpt-4o');
  await expect(page.getByText('does not offer')).toHaveCount(0);
});

test('[S7.7] a list that cannot be read is replaced by the fixed one, and the page says why', async ({
  page,
  standIn,
}) => {
  standIn.behave((call) => (call.kind === 'models' ? failure(400, { message: 'No list today.' }) : undefined));
  await openPage(page);
  await giveKey(page, 'google');
  await expect(page.getByText(/could not be read.*No list today\./)).toBeVisible();
  await modelSelect(page).click();
  await expect(option(page, 'Gemini 2.0 Flash Experimental')).not.toHaveAttribute('aria-disabled', 'true');
});

test('[D5.1][S2.7] the key field: hidden until Show, red while empty, and what no key can be is refused', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  const field = keyField(page);
  const borderColour = () =>
    field.evaluate((input) =>
      getComputedStyle(input)
        .borderTopColor.match(/[\d.]+/g)
        ?.map(Number),
    );
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const [red = 0, green = 0, blue = 0] = (await borderColour()) ?? [];
  expect(red, 'a red border').toBeGreaterThan(Math.max(green, blue) * 2);
  for (const [provider, hint] of [
    ['openai', 'sk-…'],
    ['anthropic', 'sk-ant-…'],
    ['google', 'AIza…'],
  ] as const) {
    await tab(page, provider).click();
    await expect(field).toHaveAttribute('placeholder', hint);
  }

  await field.fill('  test-key\n');
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  expect(await borderColour()).not.toEqual([red, green, blue]);
  await expect(field).toHaveAttribute('type', 'password');
  await button(page, 'Show').click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue('test-key');
  await button(page, 'Hide').click();
  await expect(field).toHaveAttribute('type', 'password');

  await field.fill('test-кey');
  await expect(page.getByText('The key contains a character that no key has: "к". Copy it again.')).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(button(page, 'Check key')).toBeDisabled();
  await expect.poll(() => standIn.calls.map(({ key }) => key)).toEqual(['test-key']);
  expect(await page.evaluate(() => localStorage.getItem('googleKey'))).toBe('test-key');
});

test('[S5.13] Check key tells a good key from a bad one, and both from a check that failed', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  for (const provider of ['openai', 'anthropic', 'google'] as const) {
    await giveKey(page, provider, 'test-key');
    await button(page, 'Check key').click();
    await expect(page.getByText('The key works.'), provider).toBeVisible();
    await keyField(page).fill('wrong-key');
    await expect(page.getByText('The key works.')).toHaveCount(0);
    await button(page, 'Check key').click();
    await expect(page.getByText('The provider refuses this key:'), provider).toBeVisible();
  }
  // The model of the specified check is retired by now: "not found" means that the key is good.
  expect(standIn.calls.filter(({ kind }) => kind === 'key-check').map(({ body }) => body)).toEqual([
    { model: 'claude-3-haiku-20240307', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] },
    { model: 'claude-3-haiku-20240307', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] },
  ]);
  standIn.behave(() => failure(418, { message: 'Out of tea.' }));
  await keyField(page).fill('test-other');
  await button(page, 'Check key').click();
  await expect(page.getByText(/could not be checked: .*Out of tea\./)).toBeVisible();
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

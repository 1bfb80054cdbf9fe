import { expect, type Page } from '@playwright/test';
import { failure } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import { button, giveKey, keyField, modelSelect, openPage, pickModel, storeBefore, tab } from './page-actions.ts';

/** Specification, sections 2 ("Dropdown texts"), 4 ("Provider selection") and 5 ("Keys and models"). */

const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

test('tabs, models and keys go together', async ({ page, standIn }) => {
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
  await expect(modelSelect(page)).toHaveText('Claude Haiku 4.5');

  // A tab whose list is there picks at once; its own model stays when it is chosen again.
  await giveKey(page, 'google');
  await expect(modelSelect(page)).toHaveText('Gemini 2.5 Pro');
  await pickModel(page, 'Gemini 3.8 Flash');
  await tab(page, 'google').click();
  await expect(modelSelect(page)).toHaveText('Gemini 3.8 Flash');
  await tab(page, 'anthropic').click();
  await expect(modelSelect(page)).toHaveText('Claude Haiku 4.5');

  // A model of another provider brings its tab to the front.
  await modelSelect(page).click();
  await expect(option(page, 'gpt-4o (Add API Key)')).toHaveAttribute('aria-disabled', 'true');
  await option(page, 'Gemini 3.5 Flash').click();
  await expect(tab(page, 'google')).toHaveAttribute('aria-selected', 'true');
  await expect(modelSelect(page)).toHaveText('Gemini 3.5 Flash');
});

test('who never chose a model gets a suggestion in place of one that is gone', async ({ page }) => {
  await openPage(page);
  await giveKey(page);
  await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
  await modelSelect(page).click();
  await expect(option(page, 'gpt-5.4-mini')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('option', { name: /embedding|whisper/ })).toHaveCount(0);
});

test('who chose one that is gone is told so at the dropdown, and keeps it', async ({ page }) => {
  await storeBefore(page, { openaiKey: 'test-key', model: 'gpt-4-turbo' });
  await openPage(page);
  await expect(page.getByText('openai does not offer gpt-4-turbo to this key. Choose another model.')).toBeVisible();
  await expect(modelSelect(page)).toHaveText('gpt-4-turbo');
  await expect(modelSelect(page)).toHaveAccessibleDescription(/does not offer gpt-4-turbo/);
  await pickModel(page, 'gpt-4o');
  await expect(page.getByText('does not offer')).toHaveCount(0);
});

test('a list that cannot be read is replaced by the fixed one, and the page says why', async ({ page, standIn }) => {
  standIn.behave((call) => (call.kind === 'models' ? failure(400, { message: 'No list today.' }) : undefined));
  await openPage(page);
  await giveKey(page, 'google');
  await expect(page.getByText(/could not be read.*No list today\./)).toBeVisible();
  await modelSelect(page).click();
  await expect(option(page, 'Gemini 2.0 Flash Experimental')).not.toHaveAttribute('aria-disabled', 'true');
});

test('the key field: hidden until Show, red while empty, and what no key can be is refused', async ({
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

test('Check key tells a good key from a bad one, and both from a check that failed', async ({ page, standIn }) => {
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
  await openPage(page);
  await modelSelect(page).dispatchEvent('pointerdown');
  await modelSelect(page).dispatchEvent('click');
  await expect(page.getByRole('listbox')).toBeVisible();
});

import { expect, type Page } from '@playwright/test';
import type { EndpointId, ProviderId } from '../src/providers/provider.ts';
import { KEY_SETTLED_MS } from '../src/settings/create-settings.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { stall } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  continueHere,
  giveKey,
  keyField,
  modelSelect,
  openElsewhere,
  openPage,
  tab,
  textBox,
  upload,
} from './page-actions.ts';

/** A key goes to the provider that it is of, whatever another tab does and whichever field it was put into. */

/** Slower than the page waits for a key to stand still: between two letters it has the time to send what it would send. */
const SLOW_TYPING = { delay: KEY_SETTLED_MS + 100 };

/** Who was sent the key, in any form, or a piece of it of at least two letters. */
const sentTo = (standIn: StandIn, key: string): readonly EndpointId[] => [
  ...new Set(
    standIn.calls.filter((call) => call.key.length > 1 && key.startsWith(call.key)).map((call) => call.provider),
  ),
];
const storedKeys = (page: Page) =>
  page.evaluate(() => ['openaiKey', 'anthropicKey', 'googleKey'].map((name) => localStorage.getItem(name)));
const isChosen = (page: Page, provider: ProviderId) =>
  expect(tab(page, provider)).toHaveAttribute('aria-selected', 'true');

test('[D5.2] a key of another provider is asked about; nothing of it is stored or sent before the answer', async ({
  page,
  standIn,
}) => {
  const question = page.getByText('This looks like a Google key.');
  await openPage(page);
  await keyField(page).fill('AIzaSy-0a1b2c');
  await expect(question).toBeVisible();
  // Time in which it would be sent.
  await keyField(page).press('End');
  await keyField(page).pressSequentially('34', SLOW_TYPING);
  await expect(button(page, 'Check key')).toBeDisabled();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('0a1b2c');
  expect(standIn.calls).toEqual([]);
  await button(page, 'Use it for Google').click();
  await isChosen(page, 'google');
  await expect(keyField(page)).toHaveValue('AIzaSy-0a1b2c34');
  await expect.poll(() => sentTo(standIn, 'AIzaSy-0a1b2c34')).toEqual(['google']);
  await tab(page, 'openai').click();
  await expect(keyField(page)).toHaveValue('');

  await keyField(page).fill('AIzaSy-0a1b2c56');
  await button(page, 'It is an OpenAI key').click();
  await expect(question).toHaveCount(0);
  await expect.poll(() => sentTo(standIn, 'AIzaSy-0a1b2c56')).toEqual(['openai']);
  await isChosen(page, 'openai');
});

const OF_ANTHROPIC = 'sk-ant-api03-0a1b2c';
const QUESTION = 'This looks like an Anthropic key.';

/** As an earlier version of the page left it. */
async function reloadWithStored(page: Page, name: string, key: string): Promise<void> {
  await page.evaluate((entry) => localStorage.setItem(...entry), [name, key] as const);
  await page.reload();
  await tab(page, 'openai').waitFor();
}

test('[D5.3] a stored key that looks like another provider’s is asked about at start, and sent nowhere before', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await reloadWithStored(page, 'googleKey', OF_ANTHROPIC);
  await upload(page, sampleSrt(3));
  await isChosen(page, 'google');
  await expect(page.getByText(QUESTION)).toBeVisible();
  await expect(keyField(page)).toHaveValue(OF_ANTHROPIC);
  await expect(tab(page, 'google')).toHaveAccessibleName('google (key held back)');
  await button(page, 'Translate').click();
  await expect(textBox(page, 'Errors')).toContainText('Available keys: none');
  await giveKey(page, 'openai', 'test-of-openai');
  await expect.poll(() => sentTo(standIn, 'test-of-openai')).toEqual(['openai']);
  expect(sentTo(standIn, OF_ANTHROPIC)).toEqual([]);
  expect(await storedKeys(page)).toEqual(['test-of-openai', null, OF_ANTHROPIC]);

  await tab(page, 'google').click();
  await button(page, 'Use it for Anthropic').click();
  // The stand-in takes no such key: it was sent.
  await expect(tab(page, 'anthropic')).toHaveAccessibleName('anthropic (key present, refused)');
  await expect(tab(page, 'google')).toHaveAccessibleName('google (no key)');
  await expect.poll(() => sentTo(standIn, OF_ANTHROPIC)).toEqual(['anthropic']);
  expect(await storedKeys(page)).toEqual(['test-of-openai', OF_ANTHROPIC, null]);
});

test('[D5.3] the answer for a stored key holds over a reload and in the other tab, for this very key', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await reloadWithStored(page, 'openaiKey', OF_ANTHROPIC);
  await button(page, 'It is an OpenAI key').click();
  await expect.poll(() => sentTo(standIn, OF_ANTHROPIC)).toEqual(['openai']);
  await page.reload();
  const other = await openElsewhere(page);
  for (const one of [page, other]) {
    if (one === other) await continueHere(other);
    // The stand-in takes no such key: it was sent.
    await expect(tab(one, 'openai')).toHaveAccessibleName('openai (key present, refused)');
    await expect(one.getByText(QUESTION)).toHaveCount(0);
  }
  await continueHere(page);
  await other.close();
  standIn.reset();
  await reloadWithStored(page, 'openaiKey', `${OF_ANTHROPIC}3d`);
  await expect(page.getByText(QUESTION)).toBeVisible();
  expect(standIn.calls).toEqual([]);
});

const modelsUsed = (standIn: StandIn) => [
  ...new Set(standIn.calls.filter(({ kind }) => kind === 'translate').map(({ model }) => model)),
];

test('[D5.6] who takes a run over goes on with its model, and sees so', async ({ page, standIn }) => {
  standIn.behave(({ kind, phrases }) => (kind === 'translate' && !('1' in phrases) ? stall('before') : undefined));
  await openPage(page);
  await upload(page, sampleSrt(60));
  await giveKey(page, 'anthropic', 'test-of-anthropic');
  await giveKey(page);
  await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(1);
  const other = await openElsewhere(page);
  standIn.behave(({ phrases }) => ('41' in phrases ? stall('before') : undefined));
  await page.close();
  await expect(batches(other, 'ok')).toHaveCount(2);
  await isChosen(other, 'openai');
  await expect(other.getByText('Translates with gpt-5.4-mini (OpenAI)')).toBeVisible();
  expect(modelsUsed(standIn)).toEqual(['gpt-5.4-mini']);
});

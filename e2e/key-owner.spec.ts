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

for (const { field, key, owner, question, useIt, keepIt } of [
  {
    field: 'openai',
    key: 'sk-ant-api03-0a1b2c',
    owner: 'anthropic',
    question: 'This looks like an Anthropic key.',
    useIt: 'Use it for Anthropic',
    keepIt: 'It is an OpenAI key',
  },
  {
    field: 'openai',
    key: 'AIzaSy-0a1b2c',
    owner: 'google',
    question: 'This looks like a Google key.',
    useIt: 'Use it for Google',
    keepIt: 'It is an OpenAI key',
  },
  {
    field: 'anthropic',
    key: 'sk-proj-0a1b2c',
    owner: 'openai',
    question: 'This looks like an OpenAI key.',
    useIt: 'Use it for OpenAI',
    keepIt: 'It is an Anthropic key',
  },
  {
    field: 'google',
    key: 'sk-ant-api03-0a1b2c',
    owner: 'anthropic',
    question: 'This looks like an Anthropic key.',
    useIt: 'Use it for Anthropic',
    keepIt: 'It is a Google key',
  },
] as const) {
  test(`a key like ${key.slice(0, 7)}… in the field of ${field} is asked about, and waits for the answer`, async ({
    page,
    standIn,
  }) => {
    await openPage(page);
    await tab(page, field).click();
    await keyField(page).fill(key);
    await expect(page.getByText(question)).toBeVisible();
    // Time in which it would be sent.
    await keyField(page).press('End');
    await keyField(page).pressSequentially('34', SLOW_TYPING);
    await expect(button(page, 'Check key')).toBeDisabled();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('0a1b2c');
    expect(standIn.calls).toEqual([]);

    await button(page, useIt).click();
    await isChosen(page, owner);
    await expect(keyField(page)).toHaveValue(`${key}34`);
    await expect.poll(() => sentTo(standIn, `${key}34`)).toEqual([owner]);
    await tab(page, field).click();
    await expect(keyField(page)).toHaveValue('');

    standIn.reset();
    await keyField(page).fill(`${key}56`);
    await button(page, keepIt).click();
    await expect(page.getByText(question)).toHaveCount(0);
    await expect.poll(() => sentTo(standIn, `${key}56`)).toEqual([field]);
    await expect(keyField(page)).toHaveValue(`${key}56`);
    await isChosen(page, field);
  });
}

test('[D5.2] a key of another provider that is typed by hand: no piece of it is stored or sent', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await keyField(page).pressSequentially('sk-ant-api', SLOW_TYPING);
  await expect(page.getByText('This looks like an Anthropic key.')).toBeVisible();
  expect(standIn.calls).toEqual([]);
  expect(await storedKeys(page)).toEqual([null, null, null]);
  await tab(page, 'google').click();
  await keyField(page).pressSequentially('sk-a', SLOW_TYPING);
  expect(standIn.calls).toEqual([]);
  expect(await storedKeys(page)).toEqual([null, null, null]);
});

test('[D5.2] a key pasted behind an older one is asked about, and no other provider is offered the two', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await giveKey(page, 'openai', 'sk-proj-0a1b2c');
  await expect.poll(() => sentTo(standIn, 'sk-proj-0a1b2c')).toEqual(['openai']);
  for (const behind of ['sk-ant-api03-3d', 'AIzaSy-4e', 'sk-proj-5f']) {
    await keyField(page).fill(`sk-proj-0a1b2c${behind}`);
    await expect(page.getByText('This looks like one key behind another.')).toBeVisible();
    // Time in which it would be sent.
    await keyField(page).pressSequentially('67', SLOW_TYPING);
    await expect(page.getByRole('button', { name: /^Use it for/ })).toHaveCount(0);
  }
  expect(await storedKeys(page)).toEqual(['sk-proj-0a1b2c', null, null]);
  expect(new Set(standIn.calls.map(({ key }) => key))).toEqual(new Set(['sk-proj-0a1b2c']));
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

test('[D5.15] a run that waits for a model of the provider that was just picked does not go to the one before', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ kind, provider }) => (kind === 'models' && provider === 'google' ? stall('before') : undefined));
  await openPage(page);
  await upload(page, sampleSrt(3));
  await giveKey(page);
  await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
  await giveKey(page, 'google');
  await expect(page.getByText('Translates with a model of Google, whose list is being read')).toBeVisible();
  await button(page, 'Translate').click();
  await expect(batches(page, 'loading')).toHaveCount(1);
  await keyField(page).fill('');
  await expect(textBox(page, 'Errors')).toContainText('No model of Google could be picked: it no longer has a key.');
  await expect(batches(page, 'waiting')).toHaveCount(1);
  expect(modelsUsed(standIn)).toEqual([]);
  await expect(page.getByText('Translates with gpt-5.4-mini (OpenAI)')).toBeVisible();
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(1);
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

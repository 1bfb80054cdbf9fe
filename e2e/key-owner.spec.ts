import { expect, type Page } from '@playwright/test';
import { type EndpointId, PROVIDER_IDS, type ProviderId } from '../src/providers/provider.ts';
import { KEY_SETTLED_MS } from '../src/settings/provider-calls.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { stall } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  giveKey,
  keyField,
  modelSelect,
  openPage,
  stopNow,
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
const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name);
const tabModel = (page: Page) => page.evaluate(() => sessionStorage.getItem('tabModel'));
const isChosen = (page: Page, provider: ProviderId) =>
  expect(tab(page, provider)).toHaveAttribute('aria-selected', 'true');

/** A run with OpenAI's model, of which only the first of three batches is answered. */
async function runFirstOfThree(page: Page, standIn: StandIn): Promise<void> {
  standIn.behave(({ kind, phrases }) => (kind === 'translate' && !('1' in phrases) ? stall('before') : undefined));
  await openPage(page);
  await upload(page, sampleSrt(60));
  await giveKey(page);
  await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(1);
}

async function openTwo(page: Page): Promise<Page> {
  await openPage(page);
  const other = await page.context().newPage();
  other.on('dialog', (dialog) => void dialog.accept());
  await openPage(other);
  return other;
}

test('[D5.6] a key and a model saved in another tab leave the chosen provider here; a key pasted here is that provider’s', async ({
  page,
  standIn,
}) => {
  const other = await openTwo(page);
  await tab(other, 'anthropic').click();
  await page.bringToFront();
  await giveKey(page, 'google');
  await expect(modelSelect(page)).toHaveText(/^Gemini/);
  await expect.poll(() => stored(other, 'model')).toMatch(/^gemini/);
  await expect(tab(other, 'google')).toHaveAccessibleName('google (key present)');
  await isChosen(other, 'anthropic');

  await other.bringToFront();
  await keyField(other).fill('test-of-anthropic');
  await expect(modelSelect(other)).toHaveText(/^Claude/);
  expect(await storedKeys(other)).toEqual([null, 'test-of-anthropic', 'test-key']);
  expect(sentTo(standIn, 'test-of-anthropic')).toEqual(['anthropic']);
  await isChosen(page, 'google');
  await expect(modelSelect(page)).toHaveText(/^Gemini/);
  await expect.poll(() => tabModel(page)).toContain('gemini');
  await page.reload();
  await isChosen(page, 'google');
  await expect(modelSelect(page)).toHaveText(/^Gemini/);
});

test('[D5.6] a key field that is being typed into keeps its letters when another tab saves a key', async ({
  page,
  standIn,
}) => {
  const other = await openTwo(page);
  await keyField(other).pressSequentially('test-mi');
  await page.evaluate(() => localStorage.setItem('openaiKey', 'test-of-the-other-tab'));
  await expect.poll(() => stored(other, 'openaiKey')).toBe('test-of-the-other-tab');
  await expect.poll(() => standIn.calls.map(({ key }) => key)).toContain('test-of-the-other-tab');
  await expect(keyField(other)).toHaveValue('test-mi');
  await keyField(other).pressSequentially('ne');
  await expect(keyField(other)).toHaveValue('test-mine');
  await expect.poll(() => stored(page, 'openaiKey')).toBe('test-mine');
  await expect.poll(() => standIn.calls.map(({ key }) => key)).toContain('test-mine');
  const isWhole = (key: string) => key === 'test-of-the-other-tab' || 'test-mine'.startsWith(key);
  expect(standIn.calls.map(({ key }) => key).filter((key) => !isWhole(key))).toEqual([]);
});

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

test('[D5.3] a stored key that looks like another provider’s is asked about at start in every tab, and sent nowhere before', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await reloadWithStored(page, 'googleKey', OF_ANTHROPIC);
  await upload(page, sampleSrt(3));
  const other = await page.context().newPage();
  await openPage(other);
  for (const one of [other, page]) {
    await one.bringToFront();
    await isChosen(one, 'google');
    await expect(one.getByText(QUESTION)).toBeVisible();
    await expect(keyField(one)).toHaveValue(OF_ANTHROPIC);
    await expect(tab(one, 'google')).toHaveAccessibleName('google (key held back)');
  }
  await button(page, 'Translate').click();
  await expect(textBox(page, 'Errors')).toContainText('Available keys: none');
  await giveKey(other, 'openai', 'test-of-openai');
  await expect.poll(() => stored(page, 'openaiKey')).toBe('test-of-openai');
  await expect.poll(() => sentTo(standIn, 'test-of-openai')).toEqual(['openai']);
  expect(sentTo(standIn, OF_ANTHROPIC)).toEqual([]);
  expect(await storedKeys(page)).toEqual(['test-of-openai', null, OF_ANTHROPIC]);

  await button(page, 'Use it for Anthropic').click();
  // The stand-in takes no such key: it was sent.
  await expect(tab(other, 'anthropic')).toHaveAccessibleName('anthropic (key present, refused)');
  await expect(tab(other, 'google')).toHaveAccessibleName('google (no key)');
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
  const other = await page.context().newPage();
  await openPage(other);
  await page.reload();
  for (const one of [other, page]) {
    // The stand-in takes no such key: it was sent.
    await expect(tab(one, 'openai')).toHaveAccessibleName('openai (key present, refused)');
    await expect(one.getByText(QUESTION)).toHaveCount(0);
  }
  await other.close();
  standIn.reset();
  await reloadWithStored(page, 'openaiKey', `${OF_ANTHROPIC}3d`);
  await expect(page.getByText(QUESTION)).toBeVisible();
  expect(standIn.calls).toEqual([]);
});

test('[D5.4] two tabs that each save a key of another provider within a moment keep both', async ({
  page,
  standIn,
}) => {
  // Neither hears of the other before it has saved its own.
  await page.context().addInitScript(() => {
    window.addEventListener('storage', (event) => {
      if (document.documentElement.dataset.deaf === 'yes') event.stopImmediatePropagation();
    });
  });
  const other = await openTwo(page);
  const setDeaf = async (deaf: string) => {
    for (const one of [page, other])
      await one.evaluate((value) => (document.documentElement.dataset.deaf = value), deaf);
  };
  await setDeaf('yes');
  await giveKey(page, 'google', 'test-of-google');
  await giveKey(other, 'anthropic', 'test-of-anthropic');
  await expect.poll(() => storedKeys(page)).toEqual([null, 'test-of-anthropic', 'test-of-google']);
  await setDeaf('no');
  await giveKey(page, 'openai', 'test-of-openai');
  for (const one of [page, other]) {
    await one.bringToFront();
    for (const provider of PROVIDER_IDS)
      await expect(tab(one, provider)).toHaveAccessibleName(`${provider} (key present)`);
    expect(await storedKeys(one)).toEqual(['test-of-openai', 'test-of-anthropic', 'test-of-google']);
  }
  for (const provider of PROVIDER_IDS)
    await expect.poll(() => sentTo(standIn, `test-of-${provider}`)).toEqual([provider]);
});

test('[D5.4] "Keep keys only for this session" in one tab leaves the film of the other its key, and local storage none', async ({
  page,
  standIn,
}) => {
  await runFirstOfThree(page, standIn);
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(batches(other, 'ok')).toHaveCount(1);
  await other.getByText('Advanced', { exact: true }).click();
  await other.getByLabel('Keep keys only for this session').check();
  await page.bringToFront();
  await page.getByText('Advanced', { exact: true }).click();
  await expect(page.getByLabel('Keep keys only for this session')).toBeChecked();
  for (const one of [page, other]) {
    await expect(tab(one, 'openai')).toHaveAccessibleName('openai (key present)');
    await expect.poll(() => storedKeys(one)).toEqual([null, null, null]);
  }
  await stopNow(page);
  standIn.behave(() => undefined);
  standIn.reset();
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(3);
  expect(new Set(standIn.calls.map(({ key }) => key))).toEqual(new Set(['test-key']));
  expect(await storedKeys(page)).toEqual([null, null, null]);
  expect(await page.evaluate(() => sessionStorage.getItem('openaiKey')), 'for a reload').toBe('test-key');
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

/** A run with OpenAI's model in the first tab, of which only the first batch is answered; another model chosen in the second. */
async function runAndChooseElsewhere(page: Page, standIn: StandIn): Promise<Page> {
  await runFirstOfThree(page, standIn);
  const other = await page.context().newPage();
  other.on('dialog', (dialog) => void dialog.accept());
  await other.goto('/');
  await expect(batches(other, 'ok')).toHaveCount(1);
  await giveKey(other, 'anthropic', 'test-of-anthropic');
  await expect(modelSelect(other)).toHaveText(/^Claude/);
  // The first tab has heard of it.
  await expect.poll(() => tabModel(page)).toContain('gpt-5.4-mini');
  standIn.behave(() => undefined);
  return other;
}

const modelsUsed = (standIn: StandIn) => [
  ...new Set(standIn.calls.filter(({ kind }) => kind === 'translate').map(({ model }) => model)),
];

test('[D5.6] a run stays with its model when another tab chooses another one, over Stop and a reload', async ({
  page,
  standIn,
}) => {
  await runAndChooseElsewhere(page, standIn);
  await page.bringToFront();
  await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
  await stopNow(page);
  await expect(batches(page, 'waiting')).toHaveCount(2);
  await page.context().pages()[1]?.close();
  await page.reload();
  await expect(page.getByText('Translates with gpt-5.4-mini (OpenAI)')).toBeVisible();
  await isChosen(page, 'openai');
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(3);
  expect(modelsUsed(standIn)).toEqual(['gpt-5.4-mini']);
});

test('[D5.6] who takes a run over goes on with the run’s model, and sees so', async ({ page, standIn }) => {
  const other = await runAndChooseElsewhere(page, standIn);
  standIn.behave(({ phrases }) => ('41' in phrases ? stall('before') : undefined));
  await page.close();
  await expect(batches(other, 'ok')).toHaveCount(2);
  await isChosen(other, 'anthropic');
  await expect(other.getByText('Translates with gpt-5.4-mini (OpenAI)')).toBeVisible();
  await expect(
    other.getByText('gpt-5.4-mini (OpenAI) translates until you choose a model of Anthropic.'),
  ).toBeVisible();
  expect(modelsUsed(standIn)).toEqual(['gpt-5.4-mini']);
});

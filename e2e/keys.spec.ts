import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { byEndpoint, type EndpointId, PROVIDER_IDS } from '../src/providers/endpoints.ts';
import type { ApiKeys } from '../src/providers/provider.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure, wrongKey } from '../test/stand-in-call.ts';
import { everythingStored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  atRest,
  batches,
  button,
  continueHere,
  download,
  expectElsewhere,
  giveKey,
  keyField,
  openBatch,
  openElsewhere,
  openMenu,
  openPage,
  pressTranslate,
  tab,
  unfold,
  upload,
} from './page-actions.ts';

/** A key is sent only to its own provider and stored only under its own name, whatever happens. */

const MARK = 'CANARY';
const KEYS: ApiKeys = {
  ...byEndpoint(() => 'no key was given'),
  openai: `test-${MARK}-openai-0a1b2c`,
  anthropic: `test-${MARK}-anthropic-3d4e5f`,
  google: `test-${MARK}-google-6a7b8c`,
};
const STORED_AS = { openai: 'openaiKey', anthropic: 'anthropicKey', google: 'googleKey' } as const;
const HEADERS: Readonly<Record<EndpointId, string>> = {
  ...byEndpoint(() => 'authorization'),
  openai: 'authorization',
  anthropic: 'x-api-key',
  google: 'x-goog-api-key',
};

/** Watches every place except storage and requests where a key could appear; the list of findings grows. */
async function watch(context: BrowserContext): Promise<string[]> {
  const found: string[] = [];
  const note = (place: string, text: string) => {
    if (text.includes(MARK)) found.push(`${place}: ${text.slice(0, 300)}`);
  };
  await context.exposeBinding('noteMessage', (_, text: string) => note('message', text));
  await context.addInitScript(() => {
    const tell = (data: unknown) =>
      (window as unknown as { noteMessage: (text: string) => void }).noteMessage(JSON.stringify(data) ?? '');
    const post = BroadcastChannel.prototype.postMessage;
    BroadcastChannel.prototype.postMessage = function (data) {
      tell(data);
      post.call(this, data);
    };
  });
  context.on('console', (message) => note('console', message.text()));
  context.on('weberror', (error) => note('error', String(error.error())));
  context.on('request', (request) => {
    const url = request.url();
    const isGoogleList = /^https:\/\/generativelanguage\.googleapis\.com\/v1beta\/models\?/.test(url);
    if (!isGoogleList) note('url', url);
    else for (const provider of ['openai', 'anthropic'] as const) note('url', url.includes(KEYS[provider]) ? url : '');
    note('body', request.postData() ?? '');
  });
  const follow = (page: Page) => page.on('framenavigated', (frame) => note('address', frame.url()));
  context.pages().forEach(follow);
  context.on('page', follow);
  return found;
}

/** The places in storage or on the page that contain a key, as "place name: whose". */
async function stored(page: Page): Promise<readonly string[]> {
  const { local, session, databases, cookies } = await everythingStored(page);
  const shown = await page.evaluate(() => [document.body.innerText, document.title, location.href, history.state]);
  const places = {
    local,
    session,
    database: Object.fromEntries(Object.values(databases).flat()),
    page: { cookies, shown },
  };
  const found = Object.entries(places).flatMap(([place, entries]) =>
    Object.entries(entries).flatMap((entry) => {
      const text = JSON.stringify(entry);
      return text.includes(MARK) ? [`${place} ${entry[0]}: ${/CANARY-(\w+)/.exec(text)?.[1]}`] : [];
    }),
  );
  return found.toSorted();
}

const IN_THEIR_PLACES = PROVIDER_IDS.map((provider) => `local ${STORED_AS[provider]}: ${provider}`).toSorted();

test('through the whole journey each API key appears only in requests to its own provider and in its own place of storage', async ({
  page,
  context,
  standIn,
}) => {
  const found = await watch(context);
  const files: string[] = [];
  const save = async (name: string) => files.push((await download(page, name)).bytes.toString());
  await openPage(page);
  for (const provider of PROVIDER_IDS) await giveKey(page, provider, KEYS[provider]);
  const lists = () =>
    new Set(standIn.calls.filter(({ kind, status }) => kind === 'models' && status).map(({ key }) => key));
  await expect.poll(() => lists().size).toBe(3);
  for (const provider of PROVIDER_IDS) {
    await tab(page, provider).click();
    // Providers often quote a refused key.
    standIn.behave(({ kind, key }) => {
      if (kind === 'translate') return failure(400, { message: `Bad request with key ${key} (${key}).` });
      return wrongKey(`Incorrect API key provided: ${key}.`);
    });
    await button(page, 'Check key').click();
    await expect(page.getByText(/rejects this key: .*Incorrect API key provided: (?!.*CANARY)/)).toBeVisible();
    await upload(page, sampleSrt(3));
    await pressTranslate(page);
    await expect(batches(page, 'failed')).toHaveCount(1);
    await openBatch(page, 1);
    expect(await stored(page)).toEqual(IN_THEIR_PLACES);
    await button(page, 'Close').click();
    await openMenu(page, 'Project');
    await save('Save project');
    standIn.behave(() => undefined);
    await button(page, 'Retry failed').click();
    await expect(batches(page, 'ok')).toHaveCount(1);
    // The database contains the undo steps of all this.
    await button(page, 'Restart').click();
    await button(page, 'Don’t save').click();
  }
  await openMenu(page, 'Project');
  await save('Export settings');
  const other = await openElsewhere(page);
  await continueHere(other);
  await expectElsewhere(page);
  for (const one of [page, other]) await expect.poll(() => stored(one)).toEqual(IN_THEIR_PLACES);

  expect(found).toEqual([]);
  expect(files.length).toBe(4);
  for (const file of files) expect(file).not.toContain(MARK);
  expect(standIn.calls.length).toBeGreaterThanOrEqual(12);
  for (const { provider, kind, path, headers, body } of standIn.calls) {
    const { [HEADERS[provider]]: ownHeader = '', ...others } = headers;
    expect(JSON.stringify([others, body])).not.toContain(MARK);
    const inList = provider === 'google' && kind === 'models' ? decodeURIComponent(path) : '';
    if (inList === '') expect(path).not.toContain(MARK);
    expect(ownHeader + inList).toContain(KEYS[provider]);
    for (const stranger of PROVIDER_IDS) {
      if (stranger !== provider) expect(ownHeader + path).not.toContain(KEYS[stranger]);
    }
  }
});

test('with "Keep keys only for this session" keys stay in their tab, survive a reload, and are forgotten in every tab at once', async ({
  page,
}) => {
  await openPage(page);
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByLabel('Keep keys only for this session').check();
  for (const provider of PROVIDER_IDS) await giveKey(page, provider, KEYS[provider]);
  const inTab = PROVIDER_IDS.map((provider) => `session ${STORED_AS[provider]}: ${provider}`).toSorted();
  await expect.poll(() => stored(page)).toEqual(inTab);
  await page.reload();
  await tab(page, 'google').click();
  await expect(keyField(page)).toHaveValue(KEYS.google);
  // Keys stay in their tab: the tab that takes over asks for one.
  const other = await openElsewhere(page);
  await continueHere(other);
  await tab(other, 'google').click();
  await expect(keyField(other)).toHaveValue('');
  await giveKey(other, 'google', KEYS.google);
  await button(other, 'Forget keys').click();
  for (const one of [page, other]) await expect.poll(() => stored(one)).toEqual([]);
});

test('[D5.22] an error of the key moves nothing around it, at 1440 and 390 px', async ({ page, standIn }) => {
  const message = `Incorrect API key provided: sk-proj-${'*'.repeat(150)}aaaa. You can find your API key at https://platform.openai.com/account/api-keys.`;
  standIn.behave(() => wrongKey(message));
  await openPage(page);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await unfold(page);
    const parts = [page.getByRole('heading', { name: 'Settings' }), keyField(page), button(page, 'Forget keys')];
    const places = () => Promise.all([...parts, page.getByText('Advanced', { exact: true })].map(topOf));
    const empty = await atRest(places);
    for (const [text, told] of [
      ['sk-', 'The key is not complete yet.'],
      ['sk-\u0430bc', /^The key contains a wrong character/],
      [`sk-proj-${'a'.repeat(156)}`, /^The provider rejects this key: Incorrect API key provided: sk-p\*{3}\. You/],
    ] as const) {
      await keyField(page).fill(text);
      if (await button(page, 'Check key').isEnabled()) await button(page, 'Check key').click();
      await expect(page.getByText(told)).toBeVisible();
      expect(await places(), `${text.slice(0, 8)}, ${width} px`).toEqual(empty);
    }
    await keyField(page).fill('');
  }
});

const topOf = (part: Locator): Promise<number> =>
  part.evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY));

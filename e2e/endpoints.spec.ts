import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { MORE_NAMES, type MoreId } from '../src/providers/provider.ts';
import { jsonAt } from '../src/providers/transport/failure.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { samplePhrases, sampleSrt } from '../test/srt-sample.ts';
import { failure, reply, translatedJson, translationOf } from '../test/stand-in-call.ts';
import { type StandIn, startStandIn } from '../test/stand-in-provider.ts';
import type { StandInModel } from '../test/stand-in-wire.ts';
import { test as base } from './fixtures.ts';
import {
  button,
  chooseEndpoint,
  download,
  giveAddress,
  giveKey,
  keyField,
  modelSelect,
  openPage,
  region,
  tab,
  textBox,
  translateAll,
  upload,
} from './page-actions.ts';

/** The endpoints of the tab "more", on the built page under its policy: those on the internet under their real names, and servers on this computer. */

const translated = (count: number) =>
  formatSrt(samplePhrases(count).map((phrase) => ({ ...phrase, text: translationOf(phrase.text) })));

const test = base.extend<{ server: StandIn }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.close();
  },
});

// Firefox says so of a server that does not answer, or lets no page in, where others only log it.
test.use({ expectedProblems: /Cross-Origin Request Blocked: .*http:\/\/(127\.0\.0\.1|localhost):\d+\/v1\// });

/** A server on this computer that needs no key. */
const startServer = (options: { port?: number } = {}) =>
  startStandIn({
    ...options,
    isKeyValid: () => true,
    models: { openai: [{ id: 'qwen3:8b-instruct' }, { id: 'nomic-embed-text' }] },
  });

const problem = (page: Page) => page.getByRole('status').filter({ hasText: 'The list of models could not be read' });

async function expectFilm(page: Page, count: number): Promise<void> {
  const { name, bytes } = await download(page);
  expect(name).toBe('translated.srt');
  expect(bytes.toString('utf8')).toBe(translated(count));
}

for (const name of ['Another address', 'Ollama', 'LM Studio', 'llama.cpp']) {
  test(`[D12.1] a film by ${name}, byte for byte, without a key`, async ({ page, server, standIn }) => {
    await page.goto('/');
    await upload(page, sampleSrt(45));
    await chooseEndpoint(page, name);
    await giveAddress(page, server.origin);
    await expect(modelSelect(page)).toContainText('qwen3:8b-instruct');
    await translateAll(page, 3);
    await expectFilm(page, 45);
    const calls = server.calls.filter(({ kind }) => kind === 'translate');
    expect(calls).toHaveLength(3);
    for (const { headers } of calls) expect(headers).not.toHaveProperty('authorization');
    expect(standIn.calls, 'nothing left this computer').toEqual([]);
  });
}

const CLOUD = (['openrouter', 'deepseek', 'mistral', 'groq', 'xai'] as const).map(
  (id) => [id, MORE_NAMES[id]] as const,
);

for (const [id, name] of CLOUD) {
  test(`[D12.1][D12.2] a film by ${name}, byte for byte, by the model that was chosen before a reload`, async ({
    page,
    standIn,
  }) => {
    await page.goto('/');
    await upload(page, sampleSrt(25));
    await chooseEndpoint(page, name);
    await expect(page.getByText(new RegExp(`You need an? ${name} key to translate`))).toBeVisible();
    expect(standIn.calls, 'nobody has said more than a name').toEqual([]);
    await keyField(page).fill('test-key');
    await expect(modelSelect(page)).toContainText('chat-small', { ignoreCase: true });

    await page.reload();
    await expect(tab(page, 'more')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('combobox', { name: 'Endpoint' })).toHaveValue(id);
    await expect(keyField(page)).toHaveValue('test-key');
    await translateAll(page, 2);
    await expectFilm(page, 25);
    expect(new Set(standIn.calls.map(({ provider }) => provider))).toEqual(new Set([id]));
  });
}

test('[D12.3] each key goes to its own endpoint alone', async ({ page, standIn, server }) => {
  await page.goto('/');
  const keys: Partial<Record<MoreId, string>> = {};
  for (const [id, name] of CLOUD) {
    keys[id] = `test-CANARY-${id}`;
    await chooseEndpoint(page, name);
    await keyField(page).fill(`test-CANARY-${id}`);
    await button(page, 'Check key').click();
    await expect(page.getByText('The key works.')).toBeVisible();
  }
  await chooseEndpoint(page, 'Another address');
  await giveAddress(page, server.origin);
  await keyField(page).fill('test-CANARY-local');
  await expect(modelSelect(page)).toContainText('qwen3:8b-instruct');
  await page.reload();
  await button(page, 'Upload .srt').waitFor();

  const local = server.calls.filter(({ headers }) => JSON.stringify(headers).includes('CANARY-local'));
  expect(local.length).toBeGreaterThan(0);
  for (const call of [...standIn.calls, ...server.calls]) {
    const text = JSON.stringify([call.path, call.headers, call.body]);
    for (const [id, key] of Object.entries({ ...keys, local: 'test-CANARY-local' })) {
      const isOwn = server.calls.includes(call) ? id === 'local' : id === call.provider;
      if (!isOwn) expect(text, `${id}'s key`).not.toContain(key);
    }
  }
  // Another address is another server: the key stays behind.
  const other = await startServer();
  await chooseEndpoint(page, 'Another address');
  await giveAddress(page, other.origin);
  await expect(modelSelect(page)).toContainText('qwen3:8b-instruct');
  await expect(keyField(page)).toHaveValue('');
  for (const { headers } of other.calls) expect(JSON.stringify(headers)).not.toContain('CANARY');
  await other.close();
});

test('[D12.4] a server that does not run is told, and used as soon as it runs', async ({ page }) => {
  const address = await freeAddress();
  await openPage(page);
  await upload(page, sampleSrt(20));
  await chooseEndpoint(page, 'Ollama');
  await giveAddress(page, address);
  await expect(problem(page)).toContainText(`Nothing answers at ${address}/v1. Start Ollama`);
  const server = await startServer({ port: Number(new URL(address).port) });
  await button(page, 'Try again').click();
  await expect(modelSelect(page)).toContainText('qwen3:8b-instruct');
  await translateAll(page, 1);
  await expectFilm(page, 20);
  await server.close();
});

test('[D12.4] a server that lets no page in is told, with the switch to turn on', async ({ page, server }) => {
  server.behave(() => failure(403, { withoutCors: true }));
  await openPage(page);
  for (const [name, words] of [
    ['Ollama', 'OLLAMA_ORIGINS to http'],
    ['LM Studio', 'Switch on "Enable CORS"'],
  ] as const) {
    await chooseEndpoint(page, name);
    await giveAddress(page, server.origin);
    await expect(problem(page)).toContainText(
      `${name} answers at ${server.origin}/v1, but does not let this page read`,
    );
    await expect(problem(page)).toContainText(words);
  }
});

test('a server that goes away in the midst of a film pauses the run in words, and the run goes on when it is back', async ({
  page,
}) => {
  const address = await freeAddress();
  const port = Number(new URL(address).port);
  let server = await startServer({ port });
  server.behave(({ kind }) =>
    kind === 'translate' && server.calls.length > 3 ? { kind: 'stall', when: 'before' } : undefined,
  );
  await page.goto('/');
  await upload(page, sampleSrt(100));
  await chooseEndpoint(page, 'Another address');
  await giveAddress(page, address);
  await expect(modelSelect(page)).toContainText('qwen3:8b-instruct');
  await button(page, 'Translate').click();
  await expect.poll(() => server.calls.length).toBeGreaterThan(5);
  await server.close();
  await expect(region(page, 'Batches').getByText('does not answer', { exact: false }).first()).toBeVisible({
    timeout: 20_000,
  });
  // Until it pauses, the run could find the server back by itself.
  await expect(button(page, 'Try now')).toBeVisible({ timeout: 20_000 });
  server = await startServer({ port });
  await button(page, 'Try now').click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '5', { timeout: 30_000 });
  await expectFilm(page, 100);
  await server.close();
});

test('[D12.4] a server on this computer works without the internet', async ({ page, context, server }) => {
  await page.goto('/');
  await upload(page, sampleSrt(20));
  await chooseEndpoint(page, 'Another address');
  await giveAddress(page, server.origin);
  await expect(modelSelect(page)).toContainText('qwen3:8b-instruct');
  // The loopback goes with the network in this browser's emulation: only what the page is told is changed.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    window.dispatchEvent(new Event('offline'));
  });
  await translateAll(page, 1);
  await expectFilm(page, 20);
  await context.close();
});

test('an address elsewhere is refused in words, and nothing is sent', async ({ page, server }) => {
  await page.goto('/');
  await chooseEndpoint(page, 'Another address');
  await giveAddress(page, 'http://192.168.0.2:8000');
  await expect(page.getByText('This page may not connect to this address.', { exact: false }).first()).toBeVisible();
  await expect(textBox(page, 'Address')).toHaveAttribute('aria-invalid', 'true');
  expect(server.calls).toEqual([]);
});

test('a server without a list is told the model by name', async ({ page, server }) => {
  server.behave(({ kind }) => (kind === 'models' ? failure(404) : undefined));
  await page.goto('/');
  await upload(page, sampleSrt(20));
  await chooseEndpoint(page, 'Another address');
  await giveAddress(page, server.origin);
  await textBox(page, 'Name of the model').fill('my-model');
  await textBox(page, 'Name of the model').press('Enter');
  await expect(modelSelect(page)).toContainText('my-model');
  await translateAll(page, 1);
  await expectFilm(page, 20);
  expect(server.calls.at(-1)?.model).toBe('my-model');
});

test('[D12.30][D12.31] a server without a model: told, in front over a reload, and asked again as a person comes back', async ({
  page,
  standIn,
}) => {
  const models: StandInModel[] = [];
  const server = await startStandIn({ isKeyValid: () => true, models: { openai: models } });
  await openPage(page);
  await giveKey(page);
  await upload(page, sampleSrt(20));
  await chooseEndpoint(page, 'LM Studio');
  await giveAddress(page, server.origin);
  const told = page.getByText('The server has no model loaded.', { exact: false });
  await expect(told).toBeVisible();
  await expect(page.getByText('Choose or load a model of LM Studio, or go back to OpenAI')).toBeVisible();
  for (const name of ['Translate', 'Try the first batch']) {
    await button(page, name).click();
    await expect(textBox(page, 'Errors')).toContainText('Nothing was sent.');
  }

  await page.reload();
  await expect(told).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Endpoint' })).toHaveValue('lmstudio');
  models.push({ id: 'qwen3:8b-instruct' });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(modelSelect(page)).toContainText('qwen3:8b-instruct');
  await translateAll(page, 1);
  await expectFilm(page, 20);
  expect(standIn.calls.filter(({ kind }) => kind === 'translate')).toEqual([]);
  await server.close();
});

test('[D12.5][D12.6] how much is thought, and half the price: said to the provider, and what came of it told', async ({
  page,
  standIn,
}) => {
  standIn.behave((call) =>
    call.kind === 'translate'
      ? reply(translatedJson(call), { usage: { input: 900, output: 4_000, reasoning: 3_100 }, tier: 'flex' })
      : undefined,
  );
  await page.goto('/');
  await upload(page, sampleSrt(20));
  await giveKey(page, 'openai');
  await expect(modelSelect(page)).toContainText('gpt-5.4-mini');
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Thinking', exact: true }).selectOption('more');
  await page.getByRole('checkbox', { name: 'Half price, slower', exact: true }).check();
  await translateAll(page, 1);
  const [call] = standIn.calls.filter(({ kind }) => kind === 'translate');
  expect(call?.body).toMatchObject({ reasoning_effort: 'high', service_tier: 'flex' });
  await expect(region(page, 'Batches')).toContainText(
    '900 in · 4,000 out (of it 3,100 thinking) (4,900 at half price)',
  );
});

test('[D12.6] no room at half price: the run waits, and asks before more is paid', async ({ page, standIn }) => {
  const message = "Invalid service_tier argument: 'flex' is not supported for this model.";
  standIn.behave(({ kind, body }) =>
    kind === 'translate' && jsonAt(body, 'service_tier') ? failure(400, { message }) : undefined,
  );
  await page.goto('/');
  await upload(page, sampleSrt(20));
  await giveKey(page, 'openai');
  await expect(modelSelect(page)).toContainText('gpt-5.4-mini');
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Half price, slower', exact: true }).check();
  await button(page, 'Translate').click();
  await expect(page.getByText('does not serve this model at half price now', { exact: false }).first()).toBeVisible();
  expect(standIn.calls.filter(({ kind }) => kind === 'translate')).toHaveLength(1);
  const box = page.getByRole('checkbox', { name: 'Half price, slower', exact: true });
  if (!(await box.isVisible())) await page.getByText('Advanced', { exact: true }).click();
  await box.uncheck();
  await button(page, 'Resume').click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1');
});

/** On which nothing listens. */
async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

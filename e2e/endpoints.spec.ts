import { expect, type Page } from '@playwright/test';
import { freePort } from '../test/run-web-server.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure } from '../test/stand-in-call.ts';
import { type StandIn, startStandIn } from '../test/stand-in-provider.ts';
import { test as base } from './fixtures.ts';
import {
  button,
  chooseEndpoint,
  download,
  giveAddress,
  keyField,
  modelSelect,
  openPage,
  sent,
  tab,
  translateAll,
  upload,
} from './page-actions.ts';
import { translatedFilm } from './stored-film.ts';

/** The endpoints of the tab "more", on the built page under its policy: those on the internet under their real names, and servers on this computer. */

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
  expect(bytes.toString('utf8')).toBe(translatedFilm(count).translated);
}

test('[D12.1][D12.4] a film by a server on this computer, byte for byte, without a key and without the internet', async ({
  page,
  server,
  standIn,
}) => {
  await page.goto('/');
  await upload(page, sampleSrt(45));
  await chooseEndpoint(page, 'Another address');
  await giveAddress(page, server.origin);
  await expect(modelSelect(page)).toContainText('qwen3:8b-instruct');
  // The loopback goes with the network in this browser's emulation: only what the page is told is changed.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    window.dispatchEvent(new Event('offline'));
  });
  await translateAll(page, 3);
  await expectFilm(page, 45);
  const calls = sent(server);
  expect(calls).toHaveLength(3);
  for (const { headers } of calls) expect(headers).not.toHaveProperty('authorization');
  expect(standIn.calls, 'nothing left this computer').toEqual([]);
});

test('[D12.1][D12.2] a film by an endpoint on the internet, byte for byte, by the model that was chosen before a reload', async ({
  page,
  standIn,
}) => {
  await page.goto('/');
  await upload(page, sampleSrt(25));
  await chooseEndpoint(page, 'OpenRouter');
  await expect(page.getByText('You need an OpenRouter key to translate')).toBeVisible();
  expect(standIn.calls, 'nobody has said more than a name').toEqual([]);
  await keyField(page).fill('test-key');
  await expect(modelSelect(page)).toContainText('chat-small', { ignoreCase: true });

  await page.reload();
  await expect(tab(page, 'more')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('combobox', { name: 'Endpoint' })).toHaveValue('openrouter');
  await expect(keyField(page)).toHaveValue('test-key');
  await translateAll(page, 2);
  await expectFilm(page, 25);
  expect(new Set(standIn.calls.map(({ provider }) => provider))).toEqual(new Set(['openrouter']));
});

test('[D12.4] a server that does not run, or lets no page in, is told with what to do, and used as soon as it does', async ({
  page,
}) => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  await openPage(page);
  await upload(page, sampleSrt(20));
  await chooseEndpoint(page, 'Ollama');
  await giveAddress(page, address);
  await expect(problem(page)).toContainText(`Nothing answers at ${address}/v1. Start Ollama`);
  const server = await startServer({ port });
  server.behave(() => failure(403, { withoutCors: true }));
  await button(page, 'Try again').click();
  await expect(problem(page)).toContainText(`Ollama answers at ${address}/v1, but does not let this page read`);
  await expect(problem(page)).toContainText('OLLAMA_ORIGINS to http');
  server.behave(() => undefined);
  await button(page, 'Try again').click();
  await expect(modelSelect(page)).toContainText('qwen3:8b-instruct');
  await translateAll(page, 1);
  await expectFilm(page, 20);
  await server.close();
});

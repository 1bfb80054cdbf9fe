import { expect, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure } from '../test/stand-in-call.ts';
import { startStandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  button,
  chooseEndpoint,
  download,
  giveAddress,
  modelSelect,
  sent,
  translateAll,
  upload,
} from './page-actions.ts';
import { translatedFilm } from './stored-film.ts';

/** Local servers on the built page, under its policy. */

// Firefox reports a server that is down or without CORS, where other browsers only log it.
test.use({ expectedProblems: /Cross-Origin Request Blocked: .*http:\/\/(127\.0\.0\.1|localhost):\d+\/v1\// });

/** A local server that needs no key. */
const startServer = (options: { port?: number } = {}) =>
  startStandIn({
    ...options,
    isKeyValid: () => true,
    models: { openai: [{ id: 'qwen3:8b-instruct' }, { id: 'nomic-embed-text' }] },
  });

const problem = (page: Page) => page.getByRole('status').filter({ hasText: 'The list of models could not be loaded' });

test('[D12.1][D12.4] a person follows the advice until a local server answers, and translates a film without a key and without the internet', async ({
  page,
  standIn,
}) => {
  // Its port becomes free when it stops.
  const { port, origin: address, close } = await startServer();
  await close();
  await page.goto('/');
  await upload(page, sampleSrt(45));
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
  // This browser's offline emulation would also block the loopback address, so only navigator.onLine changes.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    window.dispatchEvent(new Event('offline'));
  });
  await translateAll(page, 3);
  const { name, bytes } = await download(page);
  expect(name).toBe('translated.srt');
  expect(bytes.toString('utf8')).toBe(translatedFilm(45).translated);
  const calls = sent(server);
  expect(calls).toHaveLength(3);
  for (const { headers } of calls) expect(headers).not.toHaveProperty('authorization');
  expect(standIn.calls, 'nothing left this computer').toEqual([]);
  await server.close();
});

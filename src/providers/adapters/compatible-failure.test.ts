import { expect, test } from 'vitest';
import { ENDPOINTS } from '../endpoints.ts';
import type { LocalId } from '../provider.ts';
import { explainLocal, type LocalBrowser } from './compatible-failure.ts';

const BROWSER: LocalBrowser = {
  permission: async () => undefined,
  isThere: async () => false,
  forbidsLocal: false,
  origin: 'https://subtitles.example',
};
const LOCAL: readonly LocalId[] = ['ollama', 'lmstudio', 'llamacpp', 'local'];
const explain = (id: LocalId, browser: Partial<LocalBrowser>, wasRead = false) =>
  explainLocal(id, ENDPOINTS[id].address || 'http://localhost:8000/v1', { ...BROWSER, ...browser }, wasRead);

test.each([
  ['ollama', 'Nothing answers at http://localhost:11434/v1. Start Ollama (the app, or "ollama serve"), or correct'],
  ['lmstudio', 'Nothing answers at http://localhost:1234/v1. Start the server in LM Studio under "Developer"'],
  ['llamacpp', 'Nothing answers at http://localhost:8080/v1. Start it with "llama-server'],
  ['local', 'Nothing answers at http://localhost:8000/v1. Start the server, or correct the address.'],
] as const)('[D12.4] %s does not run', async (id, words) => {
  expect(await explain(id, {})).toEqual({ kind: 'not-running', message: expect.stringContaining(words) });
});

test.each([
  ['ollama', 'OLLAMA_ORIGINS to https://subtitles.example and start Ollama again'],
  ['lmstudio', 'Switch on "Enable CORS"'],
  ['llamacpp', 'look whether another program answers'],
  ['local', '"Access-Control-Allow-Origin: https://subtitles.example"'],
] as const)('[D12.4] %s runs and does not let the page in', async (id, words) => {
  const failure = await explain(id, { isThere: async () => true });
  expect(failure).toEqual({ kind: 'local-blocked', message: expect.stringContaining(words) });
  expect(failure?.message).not.toContain('{origin}');
});

test.each(LOCAL)('%s: the browser’s permission is refused', async (id) => {
  // Asked or not, nothing can be seen of the server then.
  const failure = await explain(id, { permission: async () => 'denied' });
  expect(failure).toEqual({ kind: 'local-blocked', message: expect.stringContaining('Open the site settings') });
});

test.each(LOCAL)('%s: Safari', async (id) => {
  const failure = await explain(id, { forbidsLocal: true });
  expect(failure).toEqual({ kind: 'local-blocked', message: expect.stringContaining('Chrome, Edge or Firefox') });
});

test('a call that broke says nothing against a server whose answers were read before', async () => {
  expect(await explain('ollama', { isThere: async () => true }, true)).toBeUndefined();
  expect(await explain('ollama', {}, true)).toMatchObject({ kind: 'not-running' });
});

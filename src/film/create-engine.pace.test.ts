import { expect, onTestFinished, test, vi } from 'vitest';
import { createEngineHarness } from '../../test/engine-harness.ts';
import { createFakeStorage } from '../../test/fake-storage.ts';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { failure, success } from '../../test/session-harness.ts';
import { modelOf } from '../../test/settings-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { endWaits } from '../clock/clock.ts';
import { byEndpoint, type EndpointId } from '../providers/endpoints.ts';
import type { TranslateOutcome } from '../providers/provider.ts';
import { createPreferences } from '../storage/preferences.ts';
import { createKeptPaces } from './kept-paces.ts';

fakeTimersAndConsole();

const ANSWER_MS = 3_000;
const REFUSAL_MS = 100;
const HOUR_MS = 3_600_000;
const OTHER = modelOf('groq', 'llama-4');
/** The number of requests of a film of 800 phrases. */
const ALL = 40;

/** A page whose provider accepts so many requests at once. It translates one film after another. */
const NEW_KEY = 'gsk_abcdefghijklmnopqrstuvwxyz0123456789';

function openPage(
  endpoint: EndpointId,
  id: string,
  most = () => Number.POSITIVE_INFINITY,
  { keyOf = (_: EndpointId): string => 'a-key', listMs = 0 } = {},
) {
  const paces = createKeptPaces(createPreferences(createFakeStorage()).paces, Date.now);
  let sentAt: number[] = [];
  let [running, mostRunning] = [0, 0];

  async function answer(batch: string): Promise<TranslateOutcome> {
    sentAt.push(Date.now());
    const isRefused = running >= most();
    if (!isRefused) running++;
    mostRunning = Math.max(mostRunning, running);
    await new Promise((resolve) => setTimeout(resolve, isRefused ? REFUSAL_MS : ANSWER_MS));
    if (isRefused) return failure('rate-limit');
    running--;
    return success(JSON.stringify(Object.fromEntries(Object.keys(JSON.parse(batch)).map((key) => [key, `PT ${key}`]))));
  }

  const { session, settings, dispose } = createEngineHarness({
    kept: { model: { endpoint, id }, keys: byEndpoint(keyOf) },
    models: id === OTHER.id ? [OTHER] : [modelOf(endpoint, id), OTHER],
    translate: ({ messages }) => answer(messages.at(-1)?.parts.at(-1) ?? '{}'),
    ...{ paces, listMs, takes: (key) => key !== NEW_KEY.slice(0, 20) },
  });

  onTestFinished(dispose);

  /** How many requests of a film are sent before the first answer or refusal can come (`atOnce`), and how many in total. */
  async function film(phrases = 20 * ALL): Promise<{ readonly atOnce: number; readonly calls: number }> {
    sentAt = [];
    session.clear('all');
    session.openSource(sampleSrt(phrases), []);
    await session.translate();
    await vi.dynamicImportSettled();
    while (session.store.getState().translated === '') await vi.advanceTimersByTimeAsync(REFUSAL_MS);
    expect(session.store.getState().translated).toContain(`PT ${phrases}`);
    const [first = 0] = sentAt;
    return { atOnce: sentAt.filter((at) => at < first + REFUSAL_MS).length, calls: sentAt.length };
  }

  /** How many requests go at first to another endpoint's model, if a film was stopped and continues with that model. */
  async function goOnWithOther(): Promise<number> {
    session.openSource(sampleSrt(800), []);
    await session.translate();
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(REFUSAL_MS);
    session.stop({ now: true });
    settings.pickModel(OTHER);
    await vi.advanceTimersByTimeAsync(1_000);
    sentAt = [];
    session.resume();
    await vi.advanceTimersByTimeAsync(REFUSAL_MS);
    return sentAt.length;
  }

  /** The pace that is remembered for another endpoint's model, if a film was begun before that model's list had come. */
  async function rememberedOfLatePick(): Promise<number | undefined> {
    await vi.advanceTimersByTimeAsync(2 * listMs);
    settings.showProvider(OTHER.endpoint);
    settings.setKey(OTHER.endpoint, 'gsk_abcdefghijklmnopqrstuvwxyz0123456789', { sure: true });
    await film();
    return paces.read(OTHER)?.mostAtOnce;
  }
  /** How many requests are sent in the second after a change, in a film that has been running for `ms`. */
  async function sentAfter(ms: number, change: 'model' | 'key' | 'half a key' | 'nothing'): Promise<number> {
    session.openSource(sampleSrt(800), []);
    await session.translate();
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(ms);
    sentAt = [];
    if (change === 'model') settings.pickModel(OTHER);
    if (change === 'key') settings.setKey(endpoint, NEW_KEY, { sure: true });
    if (change === 'half a key') settings.setKey(endpoint, NEW_KEY.slice(0, 20), { sure: true });
    await vi.advanceTimersByTimeAsync(1_000);
    return sentAt.length;
  }
  /** The most requests of a film that are sent at the same time. */
  async function mostOfFilm(concurrency: 'automatic' | number, phrases?: number): Promise<number> {
    settings.setConcurrency(concurrency);
    await film(phrases);
    return mostRunning;
  }
  return { film, mostOfFilm, goOnWithOther, rememberedOfLatePick, sentAfter };
}

test.each<readonly [EndpointId, string, boolean]>([
  ['deepseek', 'deepseek-v4-flash', true],
  ['openrouter', 'maker/model', false],
  ['openrouter', 'maker/model:free', false],
  ['groq', 'llama-4', false],
  ['openai', 'gpt-4o', false],
])('sends all requests of the first film at once to %s, %s: %s', async (endpoint, id, together) => {
  const { atOnce } = await openPage(endpoint, id).film();
  if (together) expect(atOnce).toBe(ALL);
  else expect(atOnce).toBeLessThan(10);
});

test.each<readonly [EndpointId, 'automatic' | number, number]>([
  ['ollama', 'automatic', 4],
  ['llamacpp', 'automatic', 4],
  ['ollama', 12, 12],
  ['groq', 'automatic', ALL],
])('[D12.34] to %s, with concurrency %s, sends %i requests at the same time', async (endpoint, concurrency, most) => {
  expect(await openPage(endpoint, 'a-model').mostOfFilm(concurrency)).toBe(most);
});

test('starts later films slowly for a day if a provider refused requests within its documented limits', async () => {
  const { film } = openPage('deepseek', 'deepseek-v4-flash', () => 8);
  const first = await film();
  expect(first.atOnce).toBe(ALL);
  expect(first.calls).toBeLessThan(2.1 * ALL);
  for (const again of [1, 2]) {
    const next = await film();
    expect(next.atOnce, `film ${again} after it`).toBeLessThan(10);
    expect(next.calls).toBeLessThan(1.4 * ALL);
  }
  vi.setSystemTime(Date.now() + 25 * HOUR_MS);
  expect((await film()).atOnce).toBe(ALL);
});

test('sends at most 256 requests at once unless the person allows more', async () => {
  const page = openPage('deepseek', 'deepseek-v4-flash');
  expect(await page.mostOfFilm('automatic', 6_000)).toBe(256);
  expect(await page.mostOfFilm(300, 6_000)).toBe(300);
});

test('starts at the pace of the last film without refusals, not at the documented limits', async () => {
  let most = 8;
  const page = openPage('deepseek', 'deepseek-v4-flash', () => most);
  await page.film();
  most = Number.POSITIVE_INFINITY;
  expect((await page.film()).atOnce).toBeLessThan(10);
  expect((await page.film()).atOnce).toBe(ALL);
});

test('does not keep the pace of one provider when a film continues with another provider', async () => {
  const sent = await openPage('deepseek', 'deepseek-v4-flash').goOnWithOther();
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(10);
});

test.each(['model', 'key'] as const)('stops waiting after refusals when the person sets another %s', async (change) => {
  const refused = () => openPage('groq', 'llama-3', () => 0);
  expect(await refused().sentAfter(HOUR_MS, 'nothing')).toBeLessThanOrEqual(1);
  expect(await refused().sentAfter(HOUR_MS, change)).toBeGreaterThan(1);
});

test('does not stop waiting after refusals when the person has typed only half of a key', async () => {
  expect(await openPage('groq', 'llama-3', () => 0).sentAfter(HOUR_MS, 'half a key')).toBeLessThanOrEqual(1);
});

test('remembers no pace for a model that no film has used', async () => {
  const keyOf = (of: EndpointId) => (of === 'groq' ? '' : 'a-key');
  const page = openPage('deepseek', 'deepseek-v4-flash', undefined, { keyOf, listMs: 2_000 });
  expect((await page.rememberedOfLatePick()) ?? 0).toBeLessThanOrEqual(ALL);
});

test.each<[string, 'rest' | 'busy' | 'left']>([
  ['an answer waits for all other tasks of the page, so a key that a person presses is drawn first', 'rest'],
  ['an answer is taken after a quarter of a second, even if the page is never at rest', 'busy'],
  ['[D18.7] an answer is taken at once when the page is left', 'left'],
])('%s', async (_, how) => {
  let endLast = () => {};
  const postTask = vi.fn(() => new Promise<void>((resolve) => (endLast = resolve)));
  vi.stubGlobal('scheduler', { postTask });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { session, dispose } = createEngineHarness({
    models: [OTHER],
    listMs: 0,
    kept: { model: OTHER, keys: byEndpoint(() => 'a-key') },
    translate: async () => success('{"1": "PT"}'),
  });
  onTestFinished(dispose);
  session.openSource(sampleSrt(1), []);
  await session.translate();
  await vi.dynamicImportSettled();
  for (let ms = 0; ms < 1_000 && postTask.mock.calls.length === 0; ms++) await vi.advanceTimersByTimeAsync(1);
  expect(postTask).toHaveBeenCalledExactlyOnceWith(expect.any(Function), { priority: 'background' });
  await vi.advanceTimersByTimeAsync(200);
  expect(session.store.getState().batches).toMatchObject([{ state: 'loading' }]);
  if (how === 'rest') endLast();
  if (how === 'left') endWaits();
  await vi.advanceTimersByTimeAsync({ rest: 20, busy: 100, left: 0 }[how]);
  expect(session.store.getState().batches).toMatchObject([{ state: 'ok' }]);
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, expect, test, vi } from 'vitest';
import { EN_DE } from '../test/noted-films/en-de.ts';
import { linesOfFilm } from '../test/noted-films/noted-film.ts';
import { RU_PT } from '../test/noted-films/ru-pt.ts';
import { keysOf } from '../test/settings-harness.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { checkFiles, createCore } from './core.ts';
import type { RunSettings } from './engine/requests.ts';
import { parseJson } from './lib/json.ts';
import { isCounted } from './review/problem-kinds.ts';
import { textToSave } from './subtitles/formats.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const SETTINGS: RunSettings = {
  prompt: 'Translate into Portuguese.',
  model: { endpoint: 'openai', id: 'gpt-4o' },
  keys: keysOf({ openai: 'key' }),
  calls: { thinking: 'least', halfPrice: false },
  concurrency: 'automatic',
  limit: null,
  ownPrices: {},
  hosts: {},
};

/** A provider that answers each phrase with "T " and its text after a second, and counts the calls in flight. */
function standIn() {
  const underWay = { now: 0, most: 0, all: 0 };
  const fetch: typeof globalThis.fetch = async (_, init) => {
    underWay.all++;
    underWay.most = Math.max(underWay.most, ++underWay.now);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    underWay.now--;
    const { messages } = parseJson(String(init?.body)) as { messages: { content: string }[] };
    const phrases = parseJson(messages.at(-1)?.content ?? '') as Record<string, string>;
    const texts = Object.fromEntries(Object.entries(phrases).map(([number, text]) => [number, `T ${text}`]));
    const content = JSON.stringify(texts);
    return Response.json({
      choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1_000, completion_tokens: 500 },
    });
  };
  return { fetch, underWay };
}

beforeEach(() => void vi.useFakeTimers());

test('translates a file to the bytes that the page would save', async () => {
  const core = createCore({ fetch: standIn().fetch, settings: () => SETTINGS });
  const film = await core.add(bytesOf(sampleSrt(45)), 'film.srt');
  void film.commands.translate();
  const ended = film.ended;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toEqual({ kind: 'finished' });
  const state = film.store.getState();
  const page = bytesOf(textToSave(state, state.translated));

  const result = core.translateFile(bytesOf(sampleSrt(45)), { name: 'film.srt' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toMatchObject({ ok: true, value: { translated: 45, total: 45, ending: { kind: 'finished' } } });
  const saved = await result;
  expect(saved.ok && saved.value.bytes).toEqual(page);
  film.commands.clearTranslated();
  expect(await film.ended).toEqual({ kind: 'finished' });
  core.dispose();
  expect(await film.ended).toEqual({ kind: 'finished' });
});

test('says why a file cannot be read, and why no run can start', async () => {
  const core = createCore({ fetch: standIn().fetch, settings: () => ({ ...SETTINGS, prompt: '' }) });
  const unread = core.translateFile(bytesOf('one'));
  const unsent = core.translateFile(bytesOf(sampleSrt(2)));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await unread).toMatchObject({ ok: false, error: expect.stringContaining('Invalid input format') });
  expect(await unsent).toMatchObject({ ok: false, error: expect.stringContaining('The prompt is empty') });
});

test('sends the batches of two films within one limit of requests at once, the first film first', async () => {
  const { fetch, underWay } = standIn();
  const core = createCore({ fetch, settings: () => ({ ...SETTINGS, concurrency: 3 }) });
  const [one, two] = await Promise.all([
    core.add(bytesOf(sampleSrt(100)), 'one.srt'),
    core.add(bytesOf(sampleSrt(100)), 'two.srt'),
  ]);
  await Promise.all([one.commands.translate(), two.commands.translate()]);
  const ended = Promise.all([one.ended, two.ended]);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(one.store.getState().batches.every(({ state }) => state === 'ok')).toBe(true);
  expect(two.store.getState().batches.every(({ state }) => state === 'ok')).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toEqual([{ kind: 'finished' }, { kind: 'finished' }]);
  expect(underWay.most).toBe(3);
  core.dispose();
});

test('[D9.3] holds the costs of two films within one limit', async () => {
  const { fetch, underWay } = standIn();
  const call = (1_000 * 2.5 + 500 * 10) / 1e6;
  const core = createCore({ fetch, settings: () => ({ ...SETTINGS, concurrency: 1, limit: call * 7.5 }) });
  const [one, two] = await Promise.all([
    core.add(bytesOf(sampleSrt(100)), 'one.srt'),
    core.add(bytesOf(sampleSrt(100)), 'two.srt'),
  ]);
  await Promise.all([one.commands.translate(), two.commands.translate()]);
  const ended = Promise.all([one.ended, two.ended]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await ended).toMatchObject([{ kind: 'finished' }, { kind: 'paused', pause: { kind: 'limit' } }]);
  expect(underWay.all).toBe(7);
  expect(core.spent().cost).toBeCloseTo(7 * call);
  core.dispose();
});

test('[D9.3] holds the costs of films within one limit if they are translated one after the other', async () => {
  const { fetch, underWay } = standIn();
  const call = (1_000 * 2.5 + 500 * 10) / 1e6;
  const core = createCore({ fetch, settings: () => ({ ...SETTINGS, concurrency: 1, limit: call * 7.5 }) });
  const one = core.translateFile(bytesOf(sampleSrt(100)), { name: 'one.srt' });
  await vi.advanceTimersByTimeAsync(60_000);
  const two = core.translateFile(bytesOf(sampleSrt(100)), { name: 'two.srt' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await one).toMatchObject({ ok: true, value: { ending: { kind: 'finished' } } });
  expect(await two).toMatchObject({ ok: true, value: { ending: { kind: 'paused', pause: { kind: 'limit' } } } });
  expect(underWay.all).toBe(7);
  expect(core.spent().cost).toBeCloseTo(7 * call);
});

test('[D9.3] counts costs at the price that the program sets', async () => {
  const ownPrices = { 'openai:own-model': { input: 1, output: 2 } };
  const settings = () => ({
    ...SETTINGS,
    model: { endpoint: 'openai', id: 'own-model' } as const,
    ownPrices,
    limit: 1,
  });
  const core = createCore({ fetch: standIn().fetch, settings });
  const result = core.translateFile(bytesOf(sampleSrt(20)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toMatchObject({ ok: true, value: { ending: { kind: 'finished' } } });
  expect(core.spent()).toEqual({ cost: (1_000 * 1 + 500 * 2) / 1e6, guessed: 0, isPartial: false });
});

test('[D7.2] pauses all films when a key is refused, and Resume of one film continues all', async () => {
  const { fetch, underWay } = standIn();
  let isRefused = true;
  const refuse = vi.fn(async () => Response.json({ error: { message: 'No such key.' } }, { status: 401 }));
  const core = createCore({
    fetch: (...request) => (isRefused ? refuse() : fetch(...request)),
    settings: () => ({ ...SETTINGS, concurrency: 1 }),
  });
  const add = () => core.add(bytesOf(sampleSrt(40)), 'film.srt');
  const [one, two] = await Promise.all([add(), add()]);
  await Promise.all([one.commands.translate(), two.commands.translate()]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refuse).toHaveBeenCalledTimes(1);
  expect(await Promise.all([one.ended, two.ended])).toMatchObject([
    { kind: 'paused', pause: { kind: 'bad-key' } },
    { kind: 'paused', pause: { kind: 'bad-key' } },
  ]);
  isRefused = false;
  two.commands.resume();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.all([one.ended, two.ended])).toEqual([{ kind: 'finished' }, { kind: 'finished' }]);
  expect(underWay.all).toBe(4);
  core.dispose();
});

test('counts the calls in flight as paid if their film is closed', async () => {
  const core = createCore({ fetch: standIn().fetch, settings: () => SETTINGS });
  const film = await core.add(bytesOf(sampleSrt(20)), 'film.srt');
  await film.commands.translate();
  await vi.advanceTimersByTimeAsync(500);
  film.dispose();
  expect(core.spent().guessed).toBeGreaterThan(0);
  expect(core.spent().cost).toBe(core.spent().guessed);
});

test('ends with "The film was closed." for everybody who waits for a closed film', async () => {
  const core = createCore({ fetch: standIn().fetch, settings: () => SETTINGS });
  const translated = core.translateFile(bytesOf(sampleSrt(20)));
  const film = await core.add(bytesOf(sampleSrt(20)), 'film.srt');
  void film.commands.translate();
  const ended = film.ended;
  const other = await core.add(bytesOf(sampleSrt(20)), 'film.srt');
  void other.commands.translate();
  const otherEnded = other.ended;
  await vi.advanceTimersByTimeAsync(500);
  other.commands.dispose();
  expect(await otherEnded).toEqual({ kind: 'refused', message: 'The film was closed.' });
  core.dispose();
  expect(await ended).toEqual({ kind: 'refused', message: 'The film was closed.' });
  expect(await translated).toEqual({ ok: false, error: 'The film was closed.' });
});

test('ends a run on its own account although an earlier run could not start', async () => {
  let prompt = '';
  const core = createCore({ fetch: standIn().fetch, settings: () => ({ ...SETTINGS, prompt }) });
  const film = await core.add(bytesOf(sampleSrt(20)), 'film.srt');
  void film.commands.translate();
  expect(await film.ended).toMatchObject({ kind: 'refused' });
  prompt = SETTINGS.prompt;
  void film.commands.translate();
  const ended = film.ended;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toEqual({ kind: 'finished' });
});

test('sends nothing for a second film while the provider makes the first film wait', async () => {
  const fetch = vi.fn(async () => Response.json({}, { status: 429, headers: { 'retry-after': '30' } }));
  const core = createCore({ fetch, settings: () => ({ ...SETTINGS, concurrency: 1 }) });
  const add = () => core.add(bytesOf(sampleSrt(20)), 'film.srt');
  const [one, two] = await Promise.all([add(), add()]);
  await one.commands.translate();
  await vi.advanceTimersByTimeAsync(5_000);
  await two.commands.translate();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  core.dispose();
});

test('sends several requests at once for a film although a paused film may send only one at a time', async () => {
  const { fetch, underWay } = standIn();
  let isUnfit = true;
  const unfit = { choices: [{ message: { role: 'assistant', content: 'No.' }, finish_reason: 'stop' }] };
  const core = createCore({
    fetch: (...request) => (isUnfit ? Promise.resolve(Response.json(unfit)) : fetch(...request)),
    settings: () => ({ ...SETTINGS, concurrency: 3 }),
  });
  const one = await core.add(bytesOf(sampleSrt(200)), 'one.srt');
  await one.commands.translate();
  await vi.advanceTimersByTimeAsync(20_000);
  one.commands.resume();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await one.ended).toMatchObject({ kind: 'paused', pause: { kind: 'differences' } });
  isUnfit = false;
  const two = await core.add(bytesOf(sampleSrt(100)), 'two.srt');
  await two.commands.translate();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await two.ended).toEqual({ kind: 'finished' });
  expect(underWay.most).toBe(3);
  core.dispose();
});

test('continues after Resume if the limit of money changed between two reads of the settings', async () => {
  for (let change = 0; change < 40; change++) {
    let looksLeft = change;
    const settings = () => ({ ...SETTINGS, limit: looksLeft-- > 0 ? null : 0 });
    const core = createCore({ fetch: standIn().fetch, settings });
    const film = await core.add(bytesOf(sampleSrt(20)), 'film.srt');
    await film.commands.translate();
    await vi.advanceTimersByTimeAsync(5_000);
    looksLeft = Number.POSITIVE_INFINITY;
    film.commands.resume();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([change, film.store.getState().batches.map(({ state }) => state)]).toEqual([change, ['ok']]);
    core.dispose();
  }
});

test('reports an error in onEvent, and continues the films', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  const onEvent = vi.fn(() => {
    throw new Error('of the program');
  });
  const core = createCore({ fetch: standIn().fetch, settings: () => SETTINGS, onEvent });
  const result = core.translateFile(bytesOf(sampleSrt(20)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toMatchObject({ ok: true, value: { ending: { kind: 'finished' } } });
  expect(report).toHaveBeenCalledTimes(onEvent.mock.calls.length);
});

test('checks a translation that another program made', async () => {
  const original = bytesOf(sampleSrt(3));
  const checked = await checkFiles(
    { bytes: original, name: 'one.srt' },
    { bytes: bytesOf(sampleSrt(2).replace('Фраза 1', 'Frase 99')), name: 'two.srt' },
  );
  const lines = checked.ok ? checked.value : [];
  expect(lines.map(({ translation }) => translation !== undefined)).toEqual([true, true, false]);
  expect(lines[0]?.problems.map(({ kind }) => kind)).toContain('numbers-differ');
});

test.each([
  ['with a provider', SETTINGS],
  ['with a server on this computer', { ...SETTINGS, model: { endpoint: 'ollama', id: 'gemma3' } }],
])('runs in plain Node, without a page: %s', async (_, settings) => {
  const program = `
    const { createCore } = await import('./src/core.ts');
    const reply = { choices: [{ message: { content: '{"1":"Oi"}' }, finish_reason: 'stop' }] };
    const core = createCore({ fetch: async () => Response.json(reply), settings: () => (${JSON.stringify(settings)}) });
    const file = new TextEncoder().encode('1\\n00:00:01,000 --> 00:00:02,000\\nПривет\\n');
    const result = await core.translateFile(file, { name: 'film.srt' });
    process.stdout.write(new TextDecoder().decode(result.value.bytes));
  `;
  const node = ['--import', './scripts/run-typescript.mjs', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  expect(stdout.trim()).toBe('1\n00:00:01,000 --> 00:00:02,000\nOi');
});

test('[D14.53] asks for a look at 4 of 308 lines in two films that people translated, however fast the lines are', async () => {
  let [all, toReview] = [0, 0];
  for (const film of [EN_DE, RU_PT]) {
    const lines = linesOfFilm(film);
    const timed = (text: (line: (typeof lines)[number]) => string) =>
      bytesOf(
        lines
          .map((line, at) => {
            const begin = `00:${String(Math.floor(at / 20)).padStart(2, '0')}:${String((at % 20) * 3).padStart(2, '0')}`;
            return `${line.number}\n${begin},000 --> ${begin},990\n${text(line)}\n`;
          })
          .join('\n'),
      );
    const checked = await checkFiles(
      { name: 'film.srt', bytes: timed(({ original }) => original) },
      { name: 'translated.srt', bytes: timed(({ translation = '' }) => translation) },
    );
    const judged = checked.ok ? checked.value : [];
    all += judged.length;
    toReview += judged.filter(({ problems }) => problems.some((problem) => isCounted(problem, false))).length;
    expect(judged.some(({ problems }) => problems.some(({ kind }) => kind === 'too-fast'))).toBe(true);
  }
  expect(all).toBe(308);
  // These are the two lines of one quotation, and two lines with a name in Cyrillic letters.
  expect(toReview).toBe(4);
});

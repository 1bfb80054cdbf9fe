import { beforeEach, expect, test, vi } from 'vitest';
import { EN_DE } from '../test/noted-films/en-de.ts';
import { linesOfFilm } from '../test/noted-films/noted-film.ts';
import { RU_PT } from '../test/noted-films/ru-pt.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { checkFiles, createCore, type FilmRequest } from './core.ts';
import { parseJson } from './lib/json.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const REQUEST: Partial<FilmRequest> = { to: 'pt-BR', model: 'openai/gpt-4o' };
const KEYS = { openai: 'key' };
/** The price of one request to the stand-in, in US dollars. */
const CALL = (1_000 * 2.5 + 500 * 10) / 1e6;

/** Answers each phrase with "T " and its text, after a second, and counts the unanswered requests. */
function standIn() {
  const underWay = { now: 0, most: 0, all: 0 };
  const asked: string[] = [];
  const network: typeof globalThis.fetch = async (_, init) => {
    underWay.all++;
    underWay.most = Math.max(underWay.most, ++underWay.now);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    underWay.now--;
    const { messages } = parseJson(String(init?.body)) as { messages: { content: string }[] };
    asked.push(messages[0]?.content ?? '');
    const phrases = parseJson(messages.at(-1)?.content ?? '') as Record<string, string>;
    const texts = Object.fromEntries(Object.entries(phrases).map(([number, text]) => [number, `T ${text}`]));
    return answer(JSON.stringify(texts));
  };
  return { network, underWay, asked };
}

const answer = (content: string) =>
  Response.json({
    choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1_000, completion_tokens: 500 },
  });

type Parts = Partial<Parameters<typeof createCore>[0]> & { readonly atOnce?: number };

const coreOf = ({ atOnce, ...parts }: Parts = {}) =>
  createCore({
    network: standIn().network,
    keys: KEYS,
    settings: atOnce === undefined ? {} : { atOnce },
    ...parts,
  });

async function opened(core: ReturnType<typeof createCore>, text = sampleSrt(45), more: Partial<FilmRequest> = {}) {
  const film = await core.open({ bytes: bytesOf(text), name: 'film.srt' }, { ...REQUEST, ...more });
  if (!film.ok) throw new Error(film.error);
  return film.value;
}

beforeEach(() => void vi.useFakeTimers());

test('translates a file, and returns everything that is known about it', async () => {
  const core = coreOf();
  const result = core.translateFile(bytesOf(sampleSrt(45)), { ...REQUEST, name: 'film.srt' });
  await vi.advanceTimersByTimeAsync(10_000);
  const saved = await result;
  expect(saved).toMatchObject({
    ...{ ok: true, name: 'film.pt-BR.srt', lines: 45, end: { kind: 'finished' } },
    cost: { cost: 3 * CALL, guessed: 0 },
  });
  expect(saved.ok && textOf(saved.bytes)).toBe(sampleSrt(45).replaceAll('Фраза', 'T Фраза'));
});

test('says why a file cannot be read, and why no run can start', async () => {
  const { network, underWay } = standIn();
  const unread = await coreOf({ network }).translateFile(bytesOf('one'), REQUEST);
  expect(unread).toMatchObject({ ok: false, error: expect.stringContaining('Invalid input format') });
  const noKey = coreOf({ network, keys: {} }).translateFile(bytesOf(sampleSrt(2)), REQUEST);
  expect(await noKey).toMatchObject({
    ok: false,
    error: expect.stringContaining('No API key'),
    end: { kind: 'refused', cause: 'account' },
  });
  const noLanguage = await coreOf({ network }).translateFile(bytesOf(sampleSrt(2)), { model: 'openai/gpt-4o' });
  expect(noLanguage).toMatchObject({ ok: false, error: expect.stringContaining('target language is missing') });
  const noModel = await coreOf({ network }).translateFile(bytesOf(sampleSrt(2)), { to: 'pt' });
  expect(noModel).toMatchObject({ ok: false, error: expect.stringContaining('No model') });
  expect(underWay.all).toBe(0);
});

test('sends the batches of two films within one number of requests at once, those of the first film first', async () => {
  const { network, underWay } = standIn();
  const core = coreOf({ network, atOnce: 3 });
  const [one, two] = [await opened(core, sampleSrt(100)), await opened(core, sampleSrt(100))];
  const ended = Promise.all([one.run(), two.run()]);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(one.progress()).toEqual({ done: 5, failed: 0, total: 5, underWay: 0 });
  expect(two.progress().done).toBeLessThan(5);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toEqual([{ kind: 'finished' }, { kind: 'finished' }]);
  expect(underWay.most).toBe(3);
  core.dispose();
});

test('asks for each film with its own prompt and model', async () => {
  const { network, asked } = standIn();
  const core = coreOf({ network });
  const films = [await opened(core), await opened(core, sampleSrt(20), { to: 'de', tone: 'formal' })];
  const ended = Promise.all(films.map((film) => film.run()));
  await vi.advanceTimersByTimeAsync(10_000);
  await ended;
  expect(asked.filter((prompt) => prompt.includes('informal Brazilian Portuguese'))).toHaveLength(3);
  expect(asked.filter((prompt) => prompt.includes('formal German'))).toHaveLength(1);
});

test('[D9.3] applies one limit to two films at once', async () => {
  const { network, underWay } = standIn();
  const core = coreOf({ network, atOnce: 1, maxCost: CALL * 7.5 });
  const [one, two] = [await opened(core, sampleSrt(100)), await opened(core, sampleSrt(100))];
  const ended = Promise.all([one.run(), two.run()]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await ended).toMatchObject([{ kind: 'finished' }, { kind: 'paused', cause: 'limit' }]);
  expect(underWay.all).toBe(7);
  expect(core.spent().cost).toBeCloseTo(7 * CALL);
  core.dispose();
});

test('[D9.3] applies one limit to films that are translated one after another', async () => {
  const { network, underWay } = standIn();
  const core = coreOf({ network, atOnce: 1, maxCost: CALL * 7.5 });
  const one = core.translateFile(bytesOf(sampleSrt(100)), { ...REQUEST, name: 'one.srt' });
  await vi.advanceTimersByTimeAsync(60_000);
  const two = core.translateFile(bytesOf(sampleSrt(100)), { ...REQUEST, name: 'two.srt' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await one).toMatchObject({ ok: true, end: { kind: 'finished' } });
  expect(await two).toMatchObject({
    ...{ ok: true, end: { kind: 'paused', cause: 'limit' } },
    name: 'two.40-of-100.pt-BR.srt',
  });
  expect(underWay.all).toBe(7);
  expect(core.spent().cost).toBeCloseTo(7 * CALL);
});

test('[D9.3] counts at the price that the program names', async () => {
  const model = 'openai/own-model';
  const settings = { ownPrices: { [model]: { input: 1, output: 2 } } };
  const core = coreOf({ settings, maxCost: 1 });
  const result = core.translateFile(bytesOf(sampleSrt(20)), { ...REQUEST, model });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toMatchObject({ ok: true, end: { kind: 'finished' } });
  expect(core.spent()).toMatchObject({ cost: (1_000 * 1 + 500 * 2) / 1e6, guessed: 0, isPartial: false });
});

test('sends nothing under a limit if the price is unknown', async () => {
  const { network, underWay } = standIn();
  const core = coreOf({ network, maxCost: 1 });
  const result = await core.translateFile(bytesOf(sampleSrt(20)), { ...REQUEST, model: 'openai/own-model' });
  expect(result).toMatchObject({ ok: false, end: { kind: 'refused', cause: 'limit' } });
  expect(underWay.all).toBe(0);
});

test('[D7.2] a refused key pauses all films, and a second run of one continues all', async () => {
  const { network, underWay } = standIn();
  let isRefused = true;
  const refuse = vi.fn(async () => Response.json({ error: { message: 'No such key.' } }, { status: 401 }));
  const core = coreOf({ network: (...request) => (isRefused ? refuse() : network(...request)), atOnce: 1 });
  const [one, two] = [await opened(core, sampleSrt(40)), await opened(core, sampleSrt(40))];
  const refused = Promise.all([one.run(), two.run()]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refuse).toHaveBeenCalledTimes(1);
  expect(await refused).toMatchObject([
    { kind: 'paused', cause: 'account', failure: 'bad-key' },
    { kind: 'paused', cause: 'account', failure: 'bad-key' },
  ]);
  isRefused = false;
  const ended = Promise.all([two.run(), one.run()]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toEqual([{ kind: 'finished' }, { kind: 'finished' }]);
  expect(underWay.all).toBe(4);
  core.dispose();
});

test('counts the unanswered calls of a closed film as paid for', async () => {
  const core = coreOf();
  const film = await opened(core, sampleSrt(20));
  void film.run();
  await vi.advanceTimersByTimeAsync(500);
  film.dispose();
  expect(core.spent().guessed).toBeGreaterThan(0);
  expect(core.spent().cost).toBe(core.spent().guessed);
});

test('a wait for a film ends when the film is closed', async () => {
  const core = coreOf();
  const closed = { kind: 'refused', cause: 'closed', message: 'The film was closed.' };
  const translated = core.translateFile(bytesOf(sampleSrt(20)), REQUEST);
  const [film, other] = [await opened(core, sampleSrt(20)), await opened(core, sampleSrt(20))];
  const [ended, otherEnded] = [film.run(), other.run()];
  await vi.advanceTimersByTimeAsync(500);
  other.dispose();
  expect(await otherEnded).toEqual(closed);
  core.dispose();
  expect(await ended).toEqual(closed);
  expect(await translated).toEqual({ ok: false, error: 'The film was closed.', end: closed });
});

test('a second film sends nothing while the provider makes the first one wait', async () => {
  const network = vi.fn(async () => Response.json({}, { status: 429, headers: { 'retry-after': '30' } }));
  const core = coreOf({ network, atOnce: 1 });
  const [one, two] = [await opened(core, sampleSrt(20)), await opened(core, sampleSrt(20))];
  void one.run();
  await vi.advanceTimersByTimeAsync(5_000);
  void two.run();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(network).toHaveBeenCalledTimes(1);
  core.dispose();
});

test('a paused film does not limit another one to one request at a time', async () => {
  const { network, underWay } = standIn();
  let isUnfit = true;
  const unfit = { choices: [{ message: { role: 'assistant', content: 'No.' }, finish_reason: 'stop' }] };
  const core = coreOf({
    network: (...request) => (isUnfit ? Promise.resolve(Response.json(unfit)) : network(...request)),
    atOnce: 3,
  });
  const one = await opened(core, sampleSrt(200));
  void one.run();
  await vi.advanceTimersByTimeAsync(20_000);
  const again = one.run();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await again).toMatchObject({ kind: 'paused', failure: 'differences' });
  isUnfit = false;
  const two = await opened(core, sampleSrt(100));
  const ended = two.run();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toEqual({ kind: 'finished' });
  expect(underWay.most).toBe(3);
  core.dispose();
});

test('an error in onEvent does not stop the films', async () => {
  const errors: unknown[] = [];
  const later = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act, ms) =>
    later(() => {
      try {
        act();
      } catch (error) {
        errors.push(error);
      }
    }, ms),
  );
  const onEvent = vi.fn(() => {
    throw new Error('of the program');
  });
  const core = coreOf({ onEvent });
  const result = core.translateFile(bytesOf(sampleSrt(20)), REQUEST);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toMatchObject({ ok: true, end: { kind: 'finished' } });
  expect(errors).toHaveLength(onEvent.mock.calls.length);
  expect(errors[0]).toEqual(new Error('of the program'));
});

test('judges a translation that another program made', async () => {
  const original = bytesOf(sampleSrt(3));
  const checked = await checkFiles(
    { bytes: original, name: 'one.srt' },
    { bytes: bytesOf(sampleSrt(2).replace('Фраза 1', 'Frase 99')), name: 'two.srt' },
  );
  expect(checked).toMatchObject({ ok: true, value: { lines: 3 } });
  const problems = checked.ok ? checked.value.problems : [];
  expect(problems.map(({ line, kind }) => [line, kind])).toEqual(
    expect.arrayContaining([
      [1, 'numbers-differ'],
      [3, 'missing'],
    ]),
  );
});

test('[D14.53] in two films that people translated, 2 of 308 lines need a look, however fast the lines are', async () => {
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
    if (!checked.ok) throw new Error(checked.error);
    all += checked.value.lines;
    toReview += checked.value.doubtful;
    expect(checked.value.fits).toBeGreaterThan(0);
  }
  expect(all).toBe(308);
  // A name that stays in Cyrillic letters twice.
  expect(toReview).toBe(2);
});

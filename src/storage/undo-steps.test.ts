import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { createFakeFallback } from '../../test/fake-storage.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { createTimerClock } from '../clock/clock.ts';
import { NEW_BATCH } from '../engine/batch.ts';
import { EMPTY_WORK, type Undo, type Work, withSaved } from '../film/film.ts';
import { isStepOf, rememberAll, rememberBatch, rememberMending } from '../film/undo.ts';
import { modelByName } from '../providers/models.ts';
import { createUndoSteps } from './undo-steps.ts';

const FILM = {
  ...EMPTY_WORK,
  sourceText: '"null"',
  phrases: samplePhrases(25),
  batches: batchesOf([['', '{"1":"um"}'], undefined], [{ usage: { input: 1, output: 2, reasoning: 0 } }]),
  paused: { reason: 'person' } as const,
  error: 'Something',
};
const [FIRST = NEW_BATCH] = FILM.batches;
const restart = (previous: Undo | null = null, sourceText = FILM.sourceText): Undo => ({
  ...rememberAll({ ...FILM, sourceText }, 'restart'),
  previous,
});
const again = (previous: Undo | null = null): Undo => rememberBatch({ ...FILM, undo: previous }, 0, 'translate-again');

let store: ReturnType<typeof createFakeFallback>;
beforeEach(() => {
  store = createFakeFallback();
});
afterEach(() => void vi.useRealTimers());
const load = () => createUndoSteps(store).load();
const sourceOf = (undo: Undo | null) => (undo && isStepOf(undo, 'film') ? undo.before.sourceText : undefined);

test('each command comes back as it was, the newest first', async () => {
  const changed: Undo = {
    command: 'change-lines',
    words: 'Changed 2 lines',
    lines: [
      { number: 1, text: 'Oi', marks: null },
      { number: 2, text: null, marks: { of: '2-x', confirmed: true } },
    ],
    result: { translated: 'mine', ownResult: { since: 'a stamp', now: null }, isCleared: false, error: null },
    previous: {
      command: 'bring-back-together',
      batches: [{ index: 0, batch: FIRST, made: '{"1":"dois"}' }],
      previous: restart(),
    },
  };
  const steps: Undo = {
    ...rememberAll(FILM, 'mend-original'),
    previous: again({ ...rememberAll(FILM, 'clear-original'), previous: changed }),
  };
  await createUndoSteps(store).settle(steps);
  expect(await load()).toEqual(steps);
});

test.each(['clear-translated', 'assemble-again', 'take-edits', 'bring-back-text'])(
  'the step %s of an older version brings back the text that it replaced',
  async (command) => {
    const film = { ...FILM, translated: 'mine', ownResult: { since: 'a stamp', now: null } };
    const lines = [{ number: 1, text: 'Oi' }];
    await createUndoSteps(store).settle({ ...rememberAll(film, 'clear-original'), previous: restart() });
    const head = { command, ...(command === 'take-edits' && { lines }) };
    store.texts.set('undo:1', JSON.stringify(head));
    expect(await load()).toEqual({
      command: 'change-lines',
      words: 'The translated text was replaced',
      lines: command === 'take-edits' ? lines : [],
      result: { translated: 'mine', ownResult: { since: 'a stamp', now: null }, isCleared: false, error: null },
      previous: restart(),
    });
  },
);

test('[D1.22] a film that was put away comes back from below more steps than are read', async () => {
  const film: Undo = {
    ...rememberAll(FILM, 'open-next'),
    madeWith: { prompt: 'followed', model: modelByName('claude-9'), follows: true },
  };
  let steps = film as Undo;
  for (let count = 0; count < 250; count++)
    steps = {
      command: 'change-lines',
      words: '',
      lines: [{ number: 1, text: `${count}` }],
      result: null,
      previous: steps,
    } as Undo;
  await createUndoSteps(store).settle(steps);
  let read = await load();
  while (read?.command === 'change-lines') read = read.previous;
  expect(read).toEqual(film);
});

test('what an opened project put its own settings in place of comes back; the model stands there by its name', async () => {
  const madeWith = { prompt: 'mine', model: modelByName('claude-9') };
  const step: Undo = { ...rememberAll(FILM, 'open-project'), madeWith };
  await createUndoSteps(store).settle(step);
  expect(JSON.parse(String(store.texts.get('undo:0')))).toMatchObject({
    madeWith: { prompt: 'mine', model: 'claude-9' },
  });
  expect(await load()).toEqual(step);
});

test('of mending comes back by what it is recognized', async () => {
  const step: Undo = rememberMending({ ...EMPTY_WORK, sourceText: 'broken' }, 'mended');
  await createUndoSteps(store).settle(step);
  const loaded = await load();
  expect(loaded).toEqual(step);
  expect(rememberMending({ ...EMPTY_WORK, sourceText: 'mended', undo: loaded }, 'again')).toMatchObject({
    before: { sourceText: 'broken' },
  });
});

test('a step more writes that step alone; a step less keeps the others; none leaves nothing behind', async () => {
  const storage = createUndoSteps(store);
  const first = restart(null, 'first');
  await storage.settle(first);
  store.texts.set('undo:0:uploadedFile', 'untouched');
  const second = restart(first, 'second');
  await storage.settle(second);
  expect(sourceOf((await load())?.previous ?? null)).toBe('untouched');
  await storage.settle(again(second));
  await storage.settle(second);
  expect(sourceOf(await load())).toBe('second');
  await storage.settle(null);
  expect(store.texts.size).toBe(0);
});

test('after a load the whole chain is written anew, so that nothing old stands among it', async () => {
  await createUndoSteps(store).settle(restart(restart(null, 'older'), 'newer'));
  store.texts.set('undo:0:phrases', 'broken');
  const storage = createUndoSteps(store);
  const loaded = await storage.load();
  expect([sourceOf(loaded), loaded?.previous]).toEqual(['newer', null]);
  await storage.settle(again(loaded));
  expect(await load()).toMatchObject({ command: 'translate-again', previous: { command: 'restart', previous: null } });
});

test.each([
  ['a count that is none', 'undo', 'NaN'],
  ['a count beyond all reason', 'undo', '1e300'],
  ['a step that is missing', 'undo', '2'],
  ['a head of another kind', 'undo:0', '{"command":"erase"}'],
  ['a head that is no JSON', 'undo:0', '{"comm'],
  ['phrases that are cut off', 'undo:0:phrases', '[{"number":1'],
  ['results of other phrases', 'undo:0:batchDataResults', '[["",""]]'],
  ['a text that is missing', 'undo:0:uploadedFile', null],
])('%s: it cannot be taken back, and nothing is thrown', async (_, key, text) => {
  await createUndoSteps(store).settle(restart());
  if (text === null) store.texts.delete(key);
  else store.texts.set(key, text);
  expect(await load()).toBeNull();
});

test('a database that fails or never answers holds up nothing', async () => {
  const storage = createUndoSteps(store);
  store.fails = true;
  expect(await storage.load()).toBeNull();
  await storage.settle(restart());
  store.fails = false;
  await storage.settle(again(restart()));
  expect(await load()).not.toBeNull();

  vi.useFakeTimers();
  const never = () => new Promise<never>(() => {});
  const silent = createUndoSteps({ getMany: never, setMany: never, clear: never });
  const answers = Promise.all([silent.load(), silent.settle(null)]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answers).toEqual([null, undefined]);
});

const STATES: Readonly<Record<string, Partial<Work>>> = {
  'a translation that is not finished': {},
  'a finished one that is in no file': {
    batches: batchesOf([
      ['', '{"1":"um"}'],
      ['', '{"21":"um"}'],
    ]),
  },
};
test.each(Object.keys(STATES))('[D1.22] names a film that was put away and is not stored: %s', async (name) => {
  vi.useFakeTimers();
  const told: (string | null)[] = [];
  const storage = createUndoSteps(store, (film) => told.push(film), createTimerClock().after);
  await storage.load();
  store.fails = true;
  await storage.settle(rememberAll({ ...FILM, ...STATES[name], fileName: 'E01.srt' }, 'open-next'));
  expect(told.at(-1)).toBe('E01');
  store.fails = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told.at(-1), 'it is tried again').toBeNull();
  expect(sourceOf(await load())).toBe(FILM.sourceText);
});

test('[D1.22] names no film that has no translation, is saved as a file, or was stored before the database failed', async () => {
  const told: (string | null)[] = [];
  const storage = createUndoSteps(store, (film) => told.push(film));
  await storage.settle(restart());
  const stored = await storage.load();
  store.fails = true;
  const batches = batchesOf([
    ['', '{"1":"um"}'],
    ['', '{"21":"um"}'],
  ]);
  const finished = { ...FILM, batches };
  const inFile = withSaved({ ...finished, undo: stored }, finished);
  await storage.settle(rememberAll(inFile, 'open-next'));
  await storage.settle(rememberAll({ ...EMPTY_WORK, sourceText: 'a film', undo: stored }, 'clear-original'));
  expect(told.filter((film) => film !== null)).toEqual([]);
});

test('[D1.22] names a film while a slow database has not stored it', async () => {
  vi.useFakeTimers();
  const told: (string | null)[] = [];
  const setMany: typeof store.setMany = async (...entries) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    return store.setMany(...entries);
  };
  const storage = createUndoSteps({ ...store, setMany }, (film) => told.push(film));
  void storage.settle(restart());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.at(-1)).toBe('');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(told.at(-1)).toBeNull();
});

test('[D1.22] steps that come after two seconds are given later, and nothing is written over them meanwhile', async () => {
  await createUndoSteps(store).settle(restart());
  vi.useFakeTimers();
  const getMany: typeof store.getMany = async (keys) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return store.getMany(keys);
  };
  const storage = createUndoSteps({ ...store, getMany });
  const loading = storage.load();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await loading).toBeNull();
  const late = storage.late();
  void storage.settle(again());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sourceOf(await late)).toBe(FILM.sourceText);
  expect(sourceOf(await load())).toBe(FILM.sourceText);
  void storage.settle(again(await late));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await load()).toMatchObject({ command: 'translate-again', previous: { command: 'restart' } });
});

test('[D1.22] what a slow write has stored is known as the next one begins', async () => {
  vi.useFakeTimers();
  const setMany: typeof store.setMany = async (...entries) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return store.setMany(...entries);
  };
  const storage = createUndoSteps({ ...store, setMany });
  const steps = [restart(null, 'first'), restart(restart(null, 'second'), 'third'), restart(null, 'fourth')];
  for (const step of steps) {
    void storage.settle(step);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await load()).toEqual(steps.at(-1));
});

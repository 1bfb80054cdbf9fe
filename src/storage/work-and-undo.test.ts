import { beforeEach, expect, test, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { createFakeFallback, createFakeStorage } from '../../test/fake-storage.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { sessionReducer } from '../film/reducer.ts';
import { isStepOf } from '../film/undo.ts';
import { createFilmStorage } from './film-storage.ts';

const WORK: Work = {
  ...EMPTY_WORK,
  sourceText: 'hours of work',
  phrases: samplePhrases(1),
  batches: batchesOf([['', '{"1":"um"}']]),
  translated: 'the result',
};
const RESTARTED = sessionReducer(WORK, { type: 'session-restarted' });
const TAKEN_BACK = sessionReducer(RESTARTED, { type: 'command-undone' });

/** Both places, as a tab that dies leaves them. */
let local: ReturnType<typeof createFakeStorage>;
let database: ReturnType<typeof createFakeFallback>;
beforeEach(() => {
  local = createFakeStorage();
  database = createFakeFallback();
});

function openTab() {
  return createFilmStorage({ storage: local, undoStore: database, onProblem: () => {} });
}

/** A tab that has kept these, one after the other. */
async function tabThatKept(...states: readonly Work[]) {
  const work = openTab();
  await work.load();
  for (const state of states) {
    work.save(state);
    await work.flush();
  }
  return work;
}

/** What the next visit finds, shown or as an undo step. */
async function findable(): Promise<readonly string[]> {
  const work = openTab();
  const loaded = await work.load();
  const before: string[] = [];
  for (let { undo } = loaded; undo; undo = undo.previous)
    if (isStepOf(undo, 'film')) before.push(undo.before.sourceText);
  return [loaded.sourceText, ...before];
}

test('the work and what can be taken back come back together', async () => {
  await tabThatKept(WORK, RESTARTED);
  expect((await openTab().load()).undo).toEqual(RESTARTED.undo);
  await tabThatKept(TAKEN_BACK);
  expect(await openTab().load()).toEqual(WORK);
});

/** For each write to either place: what the next visit would find if the tab died just after the write. */
async function foundAtDeaths(work: ReturnType<typeof openTab>, states: readonly Work[]) {
  const deaths: { readonly texts: Map<string, string>; readonly steps: Map<string, string> }[] = [];
  const dieHere = () => deaths.push({ texts: new Map(local.texts), steps: new Map(database.texts) });
  const [realSet, realMany, realClear] = [local.setItem, database.setMany, database.clear];
  local.setItem = (key, text) => {
    realSet(key, text);
    dieHere();
  };
  database.setMany = async (...entries) => {
    const written = await realMany(...entries);
    dieHere();
    return written;
  };
  database.clear = async () => {
    await realClear();
    dieHere();
  };
  for (const state of states) {
    work.save(state);
    await work.flush();
  }
  const found: (readonly string[])[] = [];
  for (const { texts, steps } of deaths) {
    local = createFakeStorage(texts);
    database = createFakeFallback();
    for (const [key, text] of steps) database.texts.set(key, text);
    found.push(await findable());
  }
  return found;
}

test('wherever the tab dies, thrown-away work is still there or can be taken back', async () => {
  const found = await foundAtDeaths(await tabThatKept(WORK), [RESTARTED, TAKEN_BACK]);
  expect(found.length).toBeGreaterThan(5);
  for (const texts of found) expect(texts).toContain('hours of work');
});

test('wherever the tab dies while Undo puts older work in place of newer, both are still there or can be taken back', async () => {
  const newer: Work = { ...RESTARTED, sourceText: 'newer work', phrases: samplePhrases(2) };
  const work = await tabThatKept(WORK, RESTARTED, newer);
  const found = await foundAtDeaths(work, [sessionReducer(newer, { type: 'command-undone' })]);
  expect(found.length).toBeGreaterThan(2);
  for (const texts of found) expect(texts).toEqual(expect.arrayContaining(['hours of work', 'newer work']));
});

test('what comes while a step is written is saved with it, the newest last', async () => {
  const work = await tabThatKept();
  work.save(WORK);
  work.save(RESTARTED);
  work.save({ ...RESTARTED, sourceText: 'typed at once' });
  await work.flush();
  expect(await findable()).toEqual(['typed at once', 'hours of work']);
});

test('an upload while the step of Restart is still being written is kept, and ends what can be taken back', async () => {
  vi.useFakeTimers();
  const { setMany } = database;
  database.setMany = async (...entries) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return setMany(...entries);
  };
  const work = await tabThatKept();
  for (const state of [WORK, RESTARTED, { ...RESTARTED, sourceText: 'uploaded', undo: null }]) {
    work.save(state);
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(await findable()).toEqual(['uploaded']);
});

test.each([
  { type: 'lines-changed', lines: [{ number: 1, text: 'dois' }], words: 'Changed' },
  { type: 'result-read', lines: [{ number: 1, text: 'dois' }], isAll: true, others: 'there', grows: false },
] as const)('[D14.2] lines are stored at once as the page goes: $type', async (event) => {
  const work = await tabThatKept(WORK);
  work.save(sessionReducer(WORK, event));
  void work.leave();
  expect(local.texts.get('batchDataResults')).toContain('dois');
});

import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { batchesOf, factsOf } from '../../test/batches.ts';
import { createFakeStorage, type FakeStorage } from '../../test/fake-storage.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { KEPT, keysOf } from '../../test/settings-harness.ts';
import { resultsOf } from '../engine/batch.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { modelByName } from '../providers/models.ts';
import type { KeptSettings } from '../settings/settings.ts';
import type { BatchSlot } from '../translation/batch.ts';
import { createFilmStore } from './film-store.ts';
import { createSettingsStorage } from './settings-storage.ts';

const SESSION: Work = {
  ...EMPTY_WORK,
  sourceText: 'source',
  phrases: Array.from({ length: 25 }, (_, index) => ({ number: index + 1, time: 'a --> b', text: `t${index}` })),
  batches: batchesOf(
    [
      ['', 'output'],
      ['error', ''],
    ],
    [{ usage: { input: 1, output: 2, reasoning: 0 } }, { failure: 'refused' }],
  ),
  shownBatch: 1,
  translated: 'translated',
  error: 'an error',
};
const SETTINGS: KeptSettings = {
  ...KEPT,
  prompt: 'my prompt',
  model: modelByName('gemini-2.5-pro'),
  modelChosen: true,
  keys: keysOf({ openai: 'sk-1', anthropic: 'sk-ant-1', google: 'AIza1' }),
  concurrency: 4,
};

const SPECIFIED_KEYS = [
  ...['uploadedFile', 'translated', 'err', 'initPrompt', 'phrases', 'batchInput', 'batchErr', 'batchOutput'],
  ...['numBatches', 'batchShown', 'batchDataResults', 'model', 'openaiKey', 'anthropicKey', 'googleKey'],
];
const OUR_KEYS = ['sessionExtras', 'settingsExtras', 'sessionRevision', 'mirrorStamp', 'schemaVersion'];
const DAMAGE = [
  ...['[{"number":1,"time":"a --> b","te', '5', 'null', 'NaN', '', '1e308', '[1,2,3]', '{"length":2}'],
  ...['[[null,[null]],{"a":null}]', 'hello, world', '"a \\u0000 string"'],
  '{"__proto__":{"polluted":true},"constructor":[{"__proto__":1}]}',
];

let storage: FakeStorage;

const soon = (_ms: number, callback: () => void) => {
  queueMicrotask(callback);
  return () => {};
};

/** Loads a session. Parts that had to be repaired are written again. */
async function loadSession(): Promise<Work> {
  const persistence = createFilmStore({ storage, onProblem: () => {}, after: soon });
  const loaded = await persistence.load();
  await persistence.flush();
  return loaded;
}
const loadSettings = () => createSettingsStorage({ storage, tabStorage: null, onProblem: () => {} }).load();

beforeEach(async () => {
  storage = createFakeStorage();
  const session = createFilmStore({ storage, onProblem: () => {}, after: soon });
  await session.load();
  session.save(SESSION);
  await session.flush();
  const settings = createSettingsStorage({ storage, tabStorage: null, onProblem: () => {} });
  settings.load();
  settings.save(SETTINGS);
  settings.flush();
});

test('stores every key that the tests below damage', async () => {
  expect(SPECIFIED_KEYS).toHaveLength(15);
  expect(await loadSession()).toEqual(SESSION);
  expect(loadSettings()).toEqual(SETTINGS);
  for (const key of SPECIFIED_KEYS) expect(storage.texts.has(key)).toBe(true);
});

/** Damages a key and opens the page. Undamaged parts must be unchanged, and nothing may be deleted. */
async function opensWith(key: string, text: string): Promise<void> {
  storage.texts.set(key, text);
  const session = await loadSession();
  expect(resultsOf(session)).toHaveLength(Math.ceil(session.phrases.length / 20));
  expect(factsOf(session)).toHaveLength(resultsOf(session).length);
  expect({ ...session, results: resultsOf(session) }).toMatchObject(untouched(key));
  expect(loadSettings()).toMatchObject(untouchedSettings(key));
  if (text !== '' && text !== 'null' && !OUR_KEYS.includes(key)) expect([...storage.texts.values()]).toContain(text);
  expect(Object.prototype).not.toHaveProperty('polluted');
  // The repaired session was written, so loading it again gives the same state.
  expect(await loadSession()).toEqual(session);
}

test.each([...SPECIFIED_KEYS, ...OUR_KEYS])('[S3.6] opens without the stored key %s', (key) => opensWith(key, 'NaN'));

test('[S3.6] opens with any damaged key, keeps all other parts, and deletes nothing', async () => {
  const whole = new Map(storage.texts);
  const damage = fc.oneof(
    fc.constantFrom(...DAMAGE).map((text) => () => text),
    fc.double({ min: 0, max: 1, noNaN: true }).map((share) => (own: string) => own.slice(0, share * own.length)),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SPECIFIED_KEYS, ...OUR_KEYS), damage, async (key, textOf) => {
      storage = createFakeStorage(whole);
      await opensWith(key, textOf(whole.get(key) ?? ''));
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test('never takes stored results for other phrases', async () => {
  const others = SESSION.phrases.map((phrase) => ({ ...phrase, text: `other ${phrase.text}` }));
  storage.texts.set('phrases', JSON.stringify(others));
  const loaded = await loadSession();
  expect({ ...loaded, results: resultsOf(loaded) }).toMatchObject({
    phrases: others,
    results: [undefined, undefined],
    translated: '',
  });
  expect(loaded.paused).toEqual({ reason: 'person' });
  expect(JSON.parse(storage.texts.get('broken:batchDataResults') ?? '')).toEqual(resultsOf(SESSION));
  expect(storage.texts.get('broken:translated')).toBe('translated');
});

test('[S3.6] loses only one batch if one stored slot is broken', async () => {
  storage.texts.set('batchDataResults', '[["","output"],["no pair"]]');
  expect(resultsOf(await loadSession())).toEqual([['', 'output'], undefined]);
  expect(storage.texts.get('broken:batchDataResults')).toBe('[["","output"],["no pair"]]');
});

test('replaces only the broken parts of the extras by their defaults', async () => {
  const extras = JSON.parse(storage.texts.get('sessionExtras') ?? '');
  storage.texts.set(
    'sessionExtras',
    JSON.stringify({ ...extras, paused: 7, details: [extras.details[0], { usage: 'x' }] }),
  );
  expect(await loadSession()).toEqual({
    ...SESSION,
    batches: batchesOf(resultsOf(SESSION), [factsOf(SESSION)[0] ?? {}]),
  });
  expect(storage.texts.has('broken:sessionExtras')).toBe(true);
});

/** The facts that must be unchanged if this key is broken. */
function untouched(key: string): Partial<Work & { results: readonly BatchSlot[] }> {
  const { sourceText, phrases, translated, error, shownBatch } = SESSION;
  const results = resultsOf(SESSION);
  // The revision shows an interrupted save. It may cost facts that can be derived again.
  if (OUR_KEYS.includes(key)) return { sourceText, phrases, results };
  return {
    ...(key !== 'uploadedFile' && { sourceText }),
    ...(key !== 'err' && { error }),
    ...(key !== 'phrases' && { phrases }),
    ...(key !== 'phrases' && key !== 'batchShown' && { shownBatch }),
    ...(key !== 'phrases' && key !== 'batchDataResults' && { results, ...(key !== 'translated' && { translated }) }),
  };
}

function untouchedSettings(key: string): Partial<KeptSettings> {
  const { prompt, model, keys, doubtfulKeys, ...others } = SETTINGS;
  return {
    ...(!OUR_KEYS.includes(key) && others),
    ...(key !== 'initPrompt' && { prompt }),
    ...(key !== 'model' && !OUR_KEYS.includes(key) && { model }),
    ...(!key.endsWith('Key') && { keys, doubtfulKeys }),
  };
}

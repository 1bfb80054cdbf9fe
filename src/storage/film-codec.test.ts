import { describe, expect, test, vi } from 'vitest';
import { batchesOf, factsOf } from '../../test/batches.ts';
import { readableFilm } from '../../test/readable-film.ts';
import { begin, replyOf, success } from '../../test/session-harness.ts';
import { resultsOf } from '../engine/batch.ts';
import { runReducer } from '../engine/run-reducer.ts';
import type { StoredFacts } from '../film/accepted-facts.ts';
import type { Work } from '../film/film.ts';
import { planSuggestions } from '../film/plan-suggestions.ts';
import { filmTexts, linesText, parseFilm, type SessionKey } from './film-codec.ts';

const film = readableFilm(45);
const FAILED = resultsOf(film).with(0, ['An error.', '']);
const parsed = (texts: Readonly<Record<SessionKey, string>>) =>
  parseFilm({ read: (key) => texts[key], incompleteWrite: false });
const reloaded = (state: Work) => parsed(filmTexts(state));

test('[D11.5] keeps prompt and model of each batch over a reload, for any endpoint', () => {
  const state: Work = {
    ...film,
    batches: batchesOf(resultsOf(film), [{}, { making: 1 }]),
    provenances: [null, { prompt: 'Translate.', model: { endpoint: 'groq', id: 'meta-llama/llama-4' } }],
  };
  const { state: read, broken } = reloaded(state);
  expect([read.provenances, read.batches[1]?.provenance, [...broken]]).toEqual([state.provenances, 1, []]);
  const stored = JSON.parse(filmTexts(state).sessionExtras);
  expect([stored.makings.length, stored.details[1].making]).toEqual([2, 1]);
});

test('keeps the list of the results during a run while no slot changes', () => {
  const running: Work = { ...film, batches: batchesOf(resultsOf(film).with(1, null)) };
  const before = resultsOf(running);
  const usage = { input: 100, output: 40, reasoning: 0 };
  const after = runReducer(running, { type: 'tokens-used', index: 1, usage });
  expect(after.batches).not.toBe(running.batches);
  expect(resultsOf(after)).toBe(before);
});

test('composes the text of a part of the film anew when one of its batches or lines has changed', () => {
  const [ask] = planSuggestions(film, [1], { kind: 'again' });
  const changes: readonly Partial<Work>[] = [
    { batches: film.batches.with(0, batchesOf(FAILED)[0] as Work['batches'][0]) },
    { marks: { 1: { flagged: true } } },
    { suggestions: { 1: [{ of: '', wish: 'again', text: 'Olá' }] } },
    { suggestionRequests: ask ? [{ ...ask, id: 'suggest 1', stage: 'loading' }] : [] },
  ];
  const ofFirst = (work: Work) => linesText(work, 0, 1);
  const texts = [{}, ...changes].map((change) => ofFirst({ ...film, ...change }));
  expect(new Set(texts).size).toBe(5);
  for (const [at, change] of changes.entries()) {
    expect(ofFirst(film)).toBe(texts[0]);
    expect(ofFirst({ ...film, ...change })).toBe(texts[at + 1]);
    // Nothing is remembered of a film with other phrases.
    expect(ofFirst({ ...film, ...change, phrases: [...film.phrases] })).toBe(texts[at + 1]);
  }
});

test.each([
  ['at rest', []],
  ['with a batch under way', [null]],
])('writes only the film notes again after each key typed into them, even in a long film: %s', (_, slots) => {
  const long = readableFilm(2_000);
  const results = [...slots, ...resultsOf(long).slice(slots.length)];
  const model = { endpoint: 'openai', id: 'gpt-4o' } as const;
  const state: Work = {
    ...long,
    batches: batchesOf(results).map((each) => ({ ...each, provenance: 1 })),
    provenances: Array.from({ length: 100 }, (_, at) => ({ prompt: `Translate ${at}.`, model })),
  };
  const typed = (about: string) => filmTexts({ ...state, notes: { ...state.notes, about } });
  typed('A');
  const written = vi.spyOn(JSON, 'stringify');
  const joined = vi.spyOn(Array.prototype, 'join');
  expect(typed('A f').sessionExtras).toContain('"about":"A f"');
  expect(written.mock.calls.length).toBeLessThan(50);
  expect(joined.mock.contexts.filter((list) => (list as readonly unknown[]).length >= 100)).toEqual([]);
  const read = parsed(typed('A fly'));
  expect([read.state.notes.about, resultsOf(read.state).length, read.broken.size]).toEqual(['A fly', 100, 0]);
});

test('drops only the broken entry of a film’s spending, so that the spending limit still applies', () => {
  const tokens = { input: 1_000, output: 500 };
  const paid = { price: null, reported: tokens, expected: tokens, unreported: tokens };
  const spent = ['gpt-4o', 'another'].map((id) => ({ ...paid, model: { endpoint: 'openai', id } }));
  const { sessionExtras, ...texts } = filmTexts({ ...film, spent });
  const { state, broken } = parsed({ ...texts, sessionExtras: sessionExtras.replace('"gpt-4o"', '7') });
  expect([state.spent, [...broken]]).toEqual([[spent[1]], ['sessionExtras']]);
});

describe('[D9.2] a call that was under way when the page closed', () => {
  const model = { endpoint: 'openai', id: 'gpt-4o' } as const;
  const USAGE = { input: 1_000, output: 500, reasoning: 0 };

  test('counts a call that was under way when the page closed as paid, without reported tokens', async () => {
    vi.useFakeTimers();
    const harness = begin(60, {
      maxAtOnce: 1,
      readPricing: () => ({ prompt: 'Translate.', model, own: {}, stopAt: null }),
      answer: ({ numbers }) => ({ ...success(replyOf(numbers)), usage: USAGE }),
    });
    // The first call is answered, and the second one is under way.
    await harness.pass(1_500);
    expect(harness.requests).toHaveLength(2);
    const { state, broken } = reloaded(harness.state());
    expect([...broken]).toEqual([]);
    expect(state.spent).toHaveLength(1);
    expect(state.spent[0]?.reported).toEqual({ input: 1_000, output: 500 });
    expect(state.spent[0]?.unreported.input).toBeGreaterThan(0);
    expect(state.spent[0]).not.toHaveProperty('unreportedEnded');
    await harness.pass(60_000);
    const answered = [{ reported: { input: 3_000 }, unreported: { input: 0, output: 0 } }];
    expect(harness.state().spent).toMatchObject(answered);
  });
});

test('[D15.50] drops only stored speakers that are no names', () => {
  const [first, ...others] = film.phrases;
  const spoken = [{ ...first, speakers: ['NURSE', 'GUARD'] }, ...others];
  const stored = filmTexts({ ...film, phrases: spoken as Work['phrases'] });
  expect(parsed(stored).state.phrases).toEqual(spoken);
  const phrases = stored.phrases.replace('["NURSE","GUARD"]', '{"NURSE":1}');
  expect(parsed({ ...stored, phrases }).state.phrases).toEqual([{ ...first, speakers: [] }, ...others]);
});

test('[D15.50] limits the number and length of stored speakers, so that they cannot fill a request', () => {
  const [first, ...others] = film.phrases;
  const names = Array.from({ length: 5_000 }, (_, at) => `MAN ${at} ${'x'.repeat(50)}`);
  const stored = filmTexts({
    ...film,
    phrases: [{ ...first, speakers: names }, ...others] as Work['phrases'],
  });
  const kept = parsed(stored).state.phrases[0]?.speakers ?? [];
  expect([kept.length, ...kept.map(({ length }) => length)]).toEqual([4, 40, 40, 40, 40]);
});

test('[D15.53] keeps the texts of a batch if the list of removed speakers’ names is broken', () => {
  const facts = {
    failure: 'quota',
    progress: { texts: { 1: 'PT' }, namesTaken: [1] },
    namesTaken: [1],
  } satisfies StoredFacts;
  const stored = filmTexts({ ...film, batches: batchesOf(FAILED, [facts]) });
  const sessionExtras = stored.sessionExtras.replaceAll('"namesTaken":[1]', '"namesTaken":{"1":1}');
  expect(factsOf(parsed({ ...stored, sessionExtras }).state)[0]?.progress?.texts).toEqual({ 1: 'PT' });
});

test('keeps paid texts and confirmations beside a value that only another version knows', () => {
  const facts = { failure: 'quota', progress: { texts: { 1: 'PT' } } } satisfies StoredFacts;
  const batches = batchesOf(FAILED, [facts]);
  const marks = { 2: { of: '5-x', confirmed: true, dismissed: ['slid', 'spacing'], before: 'Não' } } as const;
  const stored = filmTexts({ ...film, batches, marks });
  const sessionExtras = stored.sessionExtras.replace('"quota"', '"no-moon"').replace('"slid"', '"too-blue"');
  const { state, broken } = parsed({ ...stored, sessionExtras });
  expect(factsOf(state)[0]).toEqual({ ...facts, failure: 'differences' });
  expect([state.marks, [...broken]]).toEqual([{ 2: { ...marks[2], dismissed: ['spacing'] } }, []]);
});

test('keeps suggestions and found film notes beside a failure that only another version knows', () => {
  const why = { kind: 'quota', message: 'No more.' } as const;
  const texts = { of: '5-x', text: 'Não', wish: 'again' } as const;
  const suggestions = { 2: [texts, { of: '5-x', failure: why, wish: 'again' }] } as const;
  const found = { about: 'A nurse.', people: [], address: [], terms: [] };
  const begun = { count: 2, done: 1, lines: 9, stamp: 'x', found, message: 'No more.', unread: 0, languages: {} };
  const reading = { ...begun, parts: null, stage: 'stopped', failure: 'quota' } as const;
  const stored = filmTexts({ ...film, suggestions, reading: reading as unknown as Work['reading'] });
  const sessionExtras = stored.sessionExtras.replaceAll('"quota"', '"no-moon"');
  const { state, broken } = parsed({ ...stored, sessionExtras });
  expect(state.suggestions[2]?.map(({ text, failure }) => text ?? failure?.message)).toEqual(['Não', 'No more.']);
  expect(state.reading).toMatchObject({ found, message: 'No more.' });
  expect([...broken]).toEqual([]);
});

test('keeps facts that only another version knows, until another film comes', () => {
  const stored = filmTexts(film);
  const sessionExtras = stored.sessionExtras.replace(/}$/, ',"voices":{"1":["Ana"]},"undo":7}');
  const { state, broken } = parsed({ ...stored, sessionExtras });
  expect([state.past, [...broken]]).toEqual([[], []]);
  const changed = { ...state, marks: { 2: { flagged: true } } } as const;
  const again = reloaded(parsed(filmTexts(changed)).state).state;
  expect(JSON.parse(filmTexts(again).sessionExtras)).toMatchObject({ voices: { 1: ['Ana'] }, marks: changed.marks });
  expect(filmTexts({ ...again, phrases: [...again.phrases] }).sessionExtras).not.toContain('voices');
  const ofOther = filmTexts({ ...film, phrases: film.phrases.slice(1) });
  const torn = parsed({ ...ofOther, sessionExtras });
  expect(filmTexts(torn.state).sessionExtras).not.toContain('voices');
});

describe('stored suggestions', () => {
  const [ask] = planSuggestions(film, [22], { kind: 'again' });
  const state: Work = {
    ...film,
    suggestionRequests: ask ? [{ ...ask, id: 'suggest 1', stage: 'loading' }] : [],
    suggestions: {
      21: [
        { of: '5-x', text: 'Sim', wish: 'told', told: 'She is a woman.' },
        { of: '5-x', failure: { kind: 'quota', message: 'No credit.' }, wish: 'shorter' },
      ],
    },
  };
  /** The suggestion that says that no answer came. */
  const left = { 22: [{ of: ask?.of[22], failure: { kind: 'left', message: '' }, wish: 'again' }] };

  test('[D10.7][D7.23] keeps suggestions over a reload, and says at other lines that no answer came', () => {
    const { state: read, broken } = reloaded(state);
    expect([read.suggestions, read.suggestionRequests, [...broken]]).toEqual([
      { ...state.suggestions, ...left },
      [],
      [],
    ]);
  });

  test('loses nothing else if a stored suggestion is broken', () => {
    const stored = filmTexts(state);
    const sessionExtras = stored.sessionExtras.replace('"wish":"told"', '"wish":"?"');
    const { state: read, broken } = parsed({ ...stored, sessionExtras });
    expect([read.suggestions, resultsOf(read), [...broken]]).toEqual([
      { 21: [], ...left },
      resultsOf(state),
      ['sessionExtras'],
    ]);
  });
});

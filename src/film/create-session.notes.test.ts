import { beforeEach, describe, expect, it, vi } from 'vitest';
import { factsOf } from '../../test/batches.ts';
import {
  type Answer,
  createHarness,
  cutOff,
  failure,
  type HarnessOptions,
  inMs,
  readAgain,
  replyOf,
  type SentRequest,
  success,
} from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { madeWithOtherNotes } from '../engine/notes-of-batch.ts';
import { type FilmReading, progress } from '../engine/run-state.ts';
import { stampOf } from '../lib/text.ts';
import { type FilmNotes, NO_NOTES } from '../notes/notes.ts';
import { NO_LANGUAGES_SAID } from '../settings/settings.ts';
import { waitingForResume, withoutRunning } from './at-rest.ts';
import type { Work } from './film.ts';
import { planSuggestions } from './plan-suggestions.ts';
import { totalUsage } from './shown-facts.ts';

beforeEach(() => void vi.useFakeTimers());

const MADE_WITH = { prompt: 'p', model: { endpoint: 'openai', id: 'm' } } as const;
const TERM: FilmNotes = { ...NO_NOTES, terms: [{ source: 'Фраза 21', translation: 'Frase', note: '' }] };
const PEOPLE: FilmNotes = { ...NO_NOTES, people: [{ name: 'Анна', translation: 'Ana', gender: 'female', note: '' }] };

const OTHER_TEXT = '1\n00:00:01,000 --> 00:00:02,000\nSomething else\n';
const LANGUAGES = { from: 'Russian', into: 'Portuguese' };

type Harness = ReturnType<typeof createHarness>;

/** The answer of a reading that has found one person. */
const foundIn = (name: string) => success(JSON.stringify({ people: [{ name, translation: 'X', gender: 'female' }] }));
const names = (state: Work) => state.reading?.found.people.map(({ name }) => name);
const readPricing = () =>
  ({ own: {}, stopAt: null, prompt: 'p', model: { endpoint: 'openai', id: 'gpt-4o' } }) as const;
const paid = ({ spent }: Work) => spent.reduce((sum, { reported }) => sum + reported.input, 0);

function open(options: HarnessOptions = {}, name = 'Film 1.srt', count = 5) {
  const harness = createHarness(options);
  harness.session.openSource(sampleSrt(count), [], name);
  return harness;
}

/** Opens a film with notes and translates it for `ms`; 60 phrases in three batches by default. */
async function translated(notes: FilmNotes = NO_NOTES, options: HarnessOptions = {}, count = 60, ms = 5_000) {
  const harness = open({ madeWith: () => MADE_WITH, ...options }, 'Film 1.srt', count);
  harness.session.changeNotes(notes);
  await harness.session.translate();
  await harness.pass(ms);
  return harness;
}

/** A film of one batch with notes, `ms` after Translate. */
const oneBatch = (notes: FilmNotes, answer: NonNullable<HarnessOptions['answer']>, ms?: number) =>
  translated(notes, { answer }, 20, ms);

describe('film notes in requests', () => {
  it('[D15.1] sends no notes if the film has none', async () => {
    const { requests } = await translated();
    expect(requests.map(({ notes }) => notes)).toEqual([undefined, undefined, undefined]);
  });

  it('[D15.2] sends people with every batch, and a term with the batches that have it in their lines or context', async () => {
    const { requests } = await translated({ ...TERM, people: PEOPLE.people });
    expect(requests.map(({ notes }) => notes?.includes('Ana'))).toEqual([true, true, true]);
    expect(requests.map(({ notes }) => notes?.includes('Frase'))).toEqual([false, true, true]);
  });

  it('[D15.2] sends with a suggestion the terms of its lines and their neighbours', async () => {
    const { session, state, requests, pass } = await translated(TERM);
    session.ask(planSuggestions(state(), [19], { kind: 'again' }));
    session.ask(planSuggestions(state(), [5], { kind: 'again' }));
    await pass(2_000);
    expect(requests.slice(-2).map(({ notes }) => notes?.includes('Frase') ?? false)).toEqual([true, false]);
  });

  it('[D15.2] sends a waiting suggestion with the present notes, not with earlier ones', async () => {
    const { session, state, requests, pass } = await translated(PEOPLE, {
      maxAtOnce: 1,
      answer: ({ numbers }) => inMs(1_000, success(replyOf(numbers))),
    });
    session.translateAgain(0);
    await pass(100);
    session.ask(planSuggestions(state(), [45], { kind: 'again' }));
    session.changeNotes({ ...PEOPLE, people: PEOPLE.people.map((one) => ({ ...one, translation: 'Anna' })) });
    await pass(3_000);
    const [asked] = requests.filter(({ suggestion }) => suggestion);
    expect(asked?.notes).toContain('Анна = Anna');
  });
});

describe('[D15.3] batches made with other notes', () => {
  it('lists a batch as made with other notes as long as its request would differ now', async () => {
    const { session, state } = await translated(TERM);
    expect(madeWithOtherNotes(state())).toEqual([]);
    session.changeNotes({ ...TERM, terms: [{ source: 'Фраза 21', translation: 'Oração', note: '' }] });
    expect(madeWithOtherNotes(state())).toEqual([1, 2]);
    session.changeNotes(PEOPLE);
    expect(madeWithOtherNotes(state())).toEqual([0, 1, 2]);
    session.changeNotes(TERM);
    expect(madeWithOtherNotes(state())).toEqual([]);
  });

  it('lists a batch as made with other notes if the notes changed during its request', async () => {
    const { session, state, pass } = await translated(NO_NOTES, {
      answer: ({ numbers }) => inMs(8_000, success(replyOf(numbers))),
    });
    session.changeNotes(PEOPLE);
    await pass(10_000);
    expect(madeWithOtherNotes(state())).toEqual([0, 1, 2]);
  });

  it('sends batches made with other notes together, without edited and confirmed lines, as one undo step', async () => {
    const { session, state, requests, pass } = await translated();
    session.changeLines([{ number: 3, text: 'mine' }]);
    session.markLines([25], { confirmed: true });
    session.changeNotes(PEOPLE);
    const before = state();
    session.translateAgain(madeWithOtherNotes(state()));
    await pass(5_000);
    const [, , , first, second] = requests;
    expect(first?.numbers).not.toContain(3);
    expect(second?.numbers).not.toContain(25);
    expect(requests).toHaveLength(6);
    expect(resultsOf(state())[0]?.[1]).toContain('mine');
    expect(madeWithOtherNotes(state())).toEqual([]);
    session.undo();
    expect(resultsOf(state())).toEqual(resultsOf(before));
    expect(madeWithOtherNotes(state())).toEqual([0, 1, 2]);
    expect(state().past).toEqual(before.past);
  });

  it('aborts batches that are sent again when Undo follows', async () => {
    const { session, state, requests, pass } = await translated();
    session.changeNotes(PEOPLE);
    const before = resultsOf(state());
    session.translateAgain([0, 1, 2]);
    await pass(100);
    session.undo();
    expect(requests.slice(3).map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
    expect(resultsOf(state())).toEqual(before);
  });
});

describe('[D15.4] the notes of a film', () => {
  it('keeps the notes after Clear and Restart for the same film, and offers them to the next film', async () => {
    const { session, state } = await translated(PEOPLE);
    session.clear('all');
    expect(state().notes).toEqual(PEOPLE);
    session.openSource(sampleSrt(5), [], 'Film 1.srt');
    expect(state().notes).toEqual(PEOPLE);
    session.clear('original');
    expect(state().notes).toEqual(PEOPLE);
    session.openSource(sampleSrt(7), [], 'Film 2.srt');
    expect(state()).toMatchObject({ notes: NO_NOTES, lastNotes: { film: 'Film 1', notes: PEOPLE } });
    session.changeNotes(PEOPLE, 'Added the notes of Film 1');
    session.undo();
    expect(state().notes).toEqual(NO_NOTES);
  });

  it('keeps the notes during translation, and begins the next film with its own notes', async () => {
    const { session, state } = await translated(PEOPLE);
    expect(state().notes).toEqual(PEOPLE);
    session.openSource(sampleSrt(7), [], 'Film 2.srt');
    expect(state()).toMatchObject({ notes: NO_NOTES, lastNotes: { film: 'Film 1' } });
    session.undo();
    expect(state().notes).toEqual(PEOPLE);
  });

  it('makes one undo step of several changes of notes at once, and none of typing', () => {
    const { session, state } = createHarness();
    session.changeNotes({ ...NO_NOTES, about: 'A' });
    expect(state().past).toEqual([]);
    session.changeNotes(PEOPLE, 'Pasted 1 row into People');
    session.changeNotes({ ...PEOPLE, about: 'B' }, 'Removed x');
    session.undo();
    expect(state().notes).toEqual(PEOPLE);
    session.undo();
    expect(state().notes.about).toBe('A');
  });
});

describe('[D15.8] Read the film', () => {
  const ANNA = { name: 'Анна', translation: '', gender: 'unknown', note: '' } as const;

  /** An untranslated film, and an answer for each part of a reading. */
  const unread = (answers: readonly Answer[], options: HarnessOptions = {}) =>
    open({ answer: (_, count) => answers[count - 1] ?? failure('server'), ...options }, '');

  it('reads one part after another, sends earlier findings along, and joins all findings', async () => {
    const { session, state, requests, pass } = unread([foundIn('Анна'), foundIn('Борис')]);
    session.readFilm([['one'], ['two']], LANGUAGES);
    await pass(1_500);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.reading?.user).toContain('Анна');
    expect(requests[1]?.reading?.user).toContain('two');
    await pass(1_000);
    expect(state().reading).toMatchObject({ stage: 'done', done: 2, unread: 0, message: '' });
    expect(names(state())).toEqual(['Анна', 'Борис']);
    expect(state().notes).toEqual(NO_NOTES);
  });

  it('accepts the answer under way after Stop and sends nothing more; "Go on" asks only for the missing parts', async () => {
    const { session, state, requests, pass } = unread([foundIn('Анна'), foundIn('Борис')]);
    session.readFilm([['one'], ['two']], LANGUAGES);
    await pass(500);
    session.endReading('stop');
    await pass(60_000);
    expect(requests).toHaveLength(1);
    expect(state().reading).toMatchObject({ stage: 'stopped', done: 1 });
    session.readFilm([['one'], ['two']], LANGUAGES);
    await pass(2_000);
    expect(requests.map(({ reading }) => reading?.user.endsWith('two'))).toEqual([false, true]);
    expect(names(state())).toEqual(['Анна', 'Борис']);
  });

  it('[D15.9] does not bring a discarded proposal into another film that was pasted later', async () => {
    const { session, state, pass } = unread([foundIn('Анна')]);
    session.edit('original', sampleSrt(20));
    session.readFilm([['one']], LANGUAGES);
    await pass(1_000);
    expect(names(state())).toEqual(['Анна']);
    session.endReading('drop');
    session.edit('original', sampleSrt(20).replaceAll('Фраза', 'Another line').replaceAll('00:', '01:'));
    session.undo();
    expect(state().reading).toBeNull();
  });

  it('[D15.9] brings a discarded proposal back at Undo, and joins it with what was read since', async () => {
    const { session, state, pass } = unread([foundIn('Анна'), foundIn('Борис')]);
    session.readFilm([['one']], LANGUAGES);
    await pass(1_500);
    session.endReading('drop');
    expect(state().reading).toBeNull();
    session.undo();
    expect(names(state())).toEqual(['Анна']);
    expect(state().reading?.stage).toBe('done');
    expect(state().past).toEqual([]);
    session.endReading('drop');
    session.readFilm([['two']], LANGUAGES);
    await pass(1_500);
    session.undo();
    expect({ names: names(state()), past: state().past }).toEqual({ names: ['Анна', 'Борис'], past: [] });
  });

  it('continues a reading after a reload only on request, with the rows found before', async () => {
    const first = unread([foundIn('Анна'), foundIn('Борис')]);
    first.session.readFilm([['one'], ['two']], LANGUAGES);
    await first.pass(1_500);
    const { session, state, requests, pass } = createHarness({
      answer: () => foundIn('Борис'),
      initial: first.state(),
    });
    await pass(60_000);
    expect(requests).toHaveLength(0);
    session.readFilm([['one'], ['two']], LANGUAGES);
    await pass(2_000);
    expect(requests.map(({ reading }) => reading?.user.endsWith('two'))).toEqual([true]);
    expect(names(state())).toEqual(['Анна', 'Борис']);
  });

  it('remembers over a reload which price was shown for a reading, but not in a project file', async () => {
    const { session, state, pass } = unread([foundIn('Анна')]);
    session.readFilm([['one'], ['two']], LANGUAGES, undefined, 'openai:m');
    await pass(1_500);
    expect(readAgain(withoutRunning(state())).reading?.told).toBe('openai:m');
    expect(readAgain(waitingForResume(state())).reading?.told).toBeUndefined();
  });

  it.each<[string, Answer, Partial<FilmReading>]>([
    [
      'stops with the provider’s words after a refusal',
      failure('refused', 'no'),
      { stage: 'stopped', message: 'no', done: 0 },
    ],
    [
      'stops at an outage, and never tries again by itself',
      failure('server', 'down'),
      { stage: 'stopped', message: 'down' },
    ],
    [
      'keeps the whole rows of a reply that is cut off',
      cutOff('{"people":[{"name":"Анна","translation":"","gender":"","note":""},{"na'),
      { stage: 'done', unread: 1 },
    ],
    [
      'counts a late failure of the provider as a reply that is cut off',
      { ...failure('server', 'down'), text: '{"people":[{"name":"Анна"}],"terms":[{"so' },
      { stage: 'done', unread: 1, found: { about: '', people: [ANNA], address: [], terms: [] } },
    ],
    [
      'keeps the whole rows of a reply that is no JSON, which Google’s adapter calls a failure',
      { ...failure('malformed', 'no JSON'), text: '{"people":[{"name":"Анна"},],"terms":[{"so' },
      { stage: 'done', unread: 1, found: { about: '', people: [ANNA], address: [], terms: [] } },
    ],
    [
      'stops at a successful reply without text',
      failure('malformed', 'empty'),
      { stage: 'stopped', message: 'empty', done: 0, unread: 0 },
    ],
    ['reports a reply that cannot be read, without a second call', success('Sorry.'), { stage: 'done', unread: 1 }],
    [
      'keeps the whole rows of a reply that ends with a refusal, and stops with the reason',
      { ...failure('refused', 'no'), text: '{"people":[{"name":"Анна"},{"name":"Бор' },
      { stage: 'stopped', failure: 'refused', found: { about: '', people: [ANNA], address: [], terms: [] } },
    ],
  ])('a reading of the film %s', async (_, answer, expected) => {
    const { session, state, requests, pass } = unread([answer]);
    session.readFilm([['one']], LANGUAGES);
    await pass(120_000);
    expect(requests).toHaveLength(1);
    expect(state().reading).toMatchObject(expected);
    expect(state().error).toBe('');
  });

  it('waits as long as the provider asks for if a reading is refused for pace', async () => {
    const { session, state, requests, pass } = unread([failure('rate-limit', 'slow', 5_000), foundIn('Анна')]);
    session.readFilm([['one']], LANGUAGES);
    await pass(20_000);
    expect(requests).toHaveLength(2);
    expect(state().reading?.stage).toBe('done');
  });

  it('sends a reading before waiting batches, and ends it with the film', async () => {
    const answer = ({ numbers, reading }: SentRequest) =>
      reading ? inMs(5_000, foundIn('Анна')) : success(replyOf(numbers));
    const { session, state, requests, pass } = await translated(NO_NOTES, { answer }, 40, 100);
    session.readFilm([['one']], LANGUAGES);
    await pass(2_000);
    expect(requests).toHaveLength(3);
    expect(progress(state()).ok).toBe(2);
    session.clear('all');
    expect(state().reading).toBeNull();
    await pass(10_000);
    expect(state().reading).toBeNull();
  });

  it('does not send a reading that the spending limit forbids, and pauses no run', async () => {
    const { session, state, requests, pass } = unread([foundIn('Анна')], {
      readPricing: () => ({ ...readPricing(), stopAt: 0.000001 }),
    });
    session.readFilm([['one']], LANGUAGES);
    await pass(1_000);
    expect(requests).toHaveLength(0);
    expect(state()).toMatchObject({ paused: null, reading: { stage: 'stopped', failure: 'limit' } });
    expect(readAgain(state()).reading?.failure).toBe('limit');
    expect(state().reading?.message).toContain('is spent');
  });
});

describe('[D15.3] parts of a batch that were made with different notes', () => {
  const slowly = ({ numbers }: { numbers: readonly number[] }) => inMs(3_000, success(replyOf(numbers)));

  it('lists a batch as made with other notes if one of its parts was, until all of it is translated again', async () => {
    const { session, state, requests, pass } = await translated(NO_NOTES, { answer: slowly });
    session.translateAgain(0, { inHalves: true });
    await pass(500);
    session.changeNotes(PEOPLE);
    await pass(10_000);
    expect(requests.slice(3).map(({ notes }) => notes !== undefined)).toEqual([false, true]);
    expect(madeWithOtherNotes(readAgain(state()))).toEqual([0, 1, 2]);
    session.changeNotes(NO_NOTES);
    expect(madeWithOtherNotes(state())).toEqual([0]);
    session.translateAgain(0);
    await pass(5_000);
    expect(madeWithOtherNotes(state())).toEqual([]);
  });

  it('lists a batch as made with other notes if one of its parts was, even after an outage and Retry', async () => {
    const answers = [
      cutOff(replyOf([1, 2, 3, 4, 5]).slice(0, -1)),
      failure('server'),
      success(replyOf(Array.from({ length: 15 }, (_, at) => at + 6))),
    ];
    for (const byHand of [false, true]) {
      const { session, state, pass } = await oneBatch(
        NO_NOTES,
        (_, count) => answers[count - 1] ?? failure('server'),
        2_500,
      );
      expect(resultsOf(state())[0]?.[0]).toBe('server');
      session.changeNotes(PEOPLE);
      if (byHand) session.translateAgain(0);
      await pass(30_000);
      expect(resultsOf(state())[0]?.[0]).toBe('');
      expect(madeWithOtherNotes(state())).toEqual([0]);
    }
  });

  it('lists no batch as made with other notes if the notes did not change, however often Retry fails', async () => {
    const answers = [cutOff(replyOf([1, 2]).slice(0, -1)), failure('bad-request'), failure('bad-request')];
    const { session, state, pass } = await oneBatch(
      PEOPLE,
      ({ numbers }, count) => answers[count - 1] ?? success(replyOf(numbers)),
    );
    for (const _ of [1, 2]) {
      session.translateAgain('failed');
      await pass(5_000);
    }
    expect(progress(state())).toMatchObject({ ok: 1, failed: 0 });
    expect(madeWithOtherNotes(state())).toEqual([]);
  });

  it('does not list a failed batch as made with other notes because a person wrote one of its lines', async () => {
    const { session, state, pass } = await oneBatch(PEOPLE, ({ numbers }, count) =>
      success(count < 3 ? '{}' : replyOf(numbers)),
    );
    session.changeLines([{ number: 3, text: 'mine' }]);
    session.translateAgain('failed');
    await pass(5_000);
    expect(progress(state())).toMatchObject({ ok: 1, failed: 0 });
    expect(madeWithOtherNotes(state())).toEqual([]);
  });

  it('lists a batch as made with other notes if its corrective pass had newer notes and was cut off', async () => {
    const { session, state, pass } = await oneBatch(
      PEOPLE,
      ({ numbers, correction }) =>
        correction
          ? inMs(1_000, cutOff(replyOf(numbers.slice(0, 5)).slice(0, -1)))
          : success(replyOf(numbers).replace('"PT 3"', '""')),
      500,
    );
    session.changeNotes(NO_NOTES);
    await pass(9_000);
    // Lines 6 to 20 come from the first answer.
    expect(progress(state())).toMatchObject({ ok: 1 });
    expect(madeWithOtherNotes(state())).toEqual([0]);
  });

  it('sends all of a batch again if one of its parts was made with other notes', async () => {
    const answers = [cutOff(replyOf([1, 2]).slice(0, -1)), failure('refused', 'no')];
    const { session, state, requests, pass } = await translated(NO_NOTES, {
      maxAtOnce: 1,
      answer: ({ numbers }, count) => answers[count - 1] ?? success(replyOf(numbers)),
    });
    session.changeNotes(PEOPLE);
    session.translateAgain([0]);
    await pass(5_000);
    expect(requests.at(-1)?.numbers).toHaveLength(20);
    expect(resultsOf(state())[0]?.[0]).toBe('');
    expect(madeWithOtherNotes(state())).toEqual([1, 2]);
  });

  it.each([
    ['a line', 2, (session: Harness['session']) => session.changeLines([{ number: 2, text: 'mine' }])],
    // Editing the JSON counts like an edit of an OK batch: Undo can restore it.
    ['the JSON', 0, (session: Harness['session']) => session.edit(0, '{"1": "PT 1", "2": "mine"}')],
  ] as const)(
    'sends all of a batch again in one request if a part had other notes and a person has edited %s',
    async (_, kept, edit) => {
      const answers = [cutOff(replyOf([1, 2, 3]).slice(0, -1)), failure('refused', 'no')];
      const { session, state, requests, pass } = await translated(NO_NOTES, {
        maxAtOnce: 1,
        answer: ({ numbers }, count) => answers[count - 1] ?? success(replyOf(numbers)),
      });
      edit(session);
      session.changeNotes(PEOPLE);
      const sent = requests.length;
      const before = resultsOf(state());
      session.translateAgain([0]);
      await pass(5_000);
      expect(resultsOf(state())[0]?.[0]).toBe('');
      expect(madeWithOtherNotes(state())).toEqual([1, 2]);
      const all = Array.from({ length: 20 }, (_, index) => index + 1);
      expect(requests.slice(sent).map(({ numbers }) => numbers)).toEqual([all.filter((number) => number !== kept)]);
      expect(JSON.parse(resultsOf(state())[0]?.[1] ?? '')[2]).toBe(kept === 2 ? 'mine' : 'PT 2');
      session.undo();
      expect(resultsOf(state())).toEqual(before);
    },
  );

  it('does not list a batch as made with other notes because of lines that a person keeps', async () => {
    const { session, state, pass } = await translated();
    session.changeLines([{ number: 3, text: 'mine' }]);
    session.changeNotes(PEOPLE);
    session.translateAgain([0, 1, 2]);
    await pass(5_000);
    expect(madeWithOtherNotes(state())).toEqual([]);
    const refused = await translated(PEOPLE, { answer: () => failure('refused', 'no') });
    expect(madeWithOtherNotes(refused.state())).toEqual([]);
  });
});

describe('[D15.4] text typed into the notes after an undo step', () => {
  it('keeps rows typed after a step when the step is undone; rows of the same table come back with Redo', () => {
    const { session, state } = open();
    session.changeNotes(TERM, '1 term added');
    session.changeNotes({ ...state().notes, people: PEOPLE.people });
    session.undo();
    expect(state().notes).toEqual(PEOPLE);
    session.changeNotes({ ...state().notes, ...TERM, people: PEOPLE.people }, '1 term added');
    const typed = [...TERM.terms, { source: 'b', translation: 'c', note: '' }];
    session.changeNotes({ ...state().notes, terms: typed });
    session.undo();
    expect(state().notes.terms).toEqual([]);
    session.redo();
    expect(state().notes).toEqual({ ...PEOPLE, terms: typed });
    session.undo();
    session.changeNotes({ ...state().notes, about: 'A comedy.' }, 'Took it over');
    for (let times = 0; times < 2; times++) session.undo();
    expect(state().notes).toEqual({ ...PEOPLE, terms: typed });
    expect(state().past).toEqual([]);
  });

  it('does not restore notes that the person has removed', () => {
    const { session, state } = open();
    const again = () => session.openSource(sampleSrt(5), [], 'Film 1.srt');
    session.changeNotes(PEOPLE);
    session.clear('original');
    again();
    expect(state().notes).toEqual(PEOPLE);
    session.changeNotes(NO_NOTES);
    session.clear('original');
    again();
    expect(state().notes).toEqual(NO_NOTES);
  });

  it('does not mix notes of an emptied page into an opened project file at Undo', () => {
    const { session, state } = open();
    session.changeNotes(TERM);
    session.clear('original');
    session.changeNotes(NO_NOTES, 'Removed Фраза 21');
    const own = { ...NO_NOTES, terms: [{ source: 'own', translation: 'próprio', note: '' }] };
    void session.replace(waitingForResume({ ...state(), sourceText: sampleSrt(9), notes: own, past: [] }));
    session.undo();
    expect([state().sourceText, state().notes]).not.toEqual([sampleSrt(9), TERM]);
  });

  it('[D15.4] does not put the notes into another film that is pasted over this one', () => {
    const { session, state } = open();
    session.changeNotes(PEOPLE);
    session.changeNotes({ ...PEOPLE, terms: TERM.terms }, '1 term was imported');
    session.changeNotes(PEOPLE, 'Removed a');
    session.edit('original', OTHER_TEXT);
    expect(state()).toMatchObject({ notes: NO_NOTES, lastNotes: { film: 'Film 1', notes: PEOPLE } });
    session.undo();
    expect(state()).toMatchObject({ sourceText: sampleSrt(5), notes: PEOPLE });
  });

  it.each([
    ['another film', OTHER_TEXT],
    ['one letter', '1'],
    ['a letter of the original', 'Ф'],
  ])('[D15.4] brings back notes and proposal at Undo if %s replaces the whole original at once', async (_, text) => {
    const { session, state, pass } = open({ answer: () => success('{"about":"A comedy."}') }, '');
    session.changeNotes(PEOPLE);
    session.readFilm([['one']], LANGUAGES);
    await pass(1_000);
    session.edit('original', text);
    expect(state()).toMatchObject({ sourceText: text, notes: NO_NOTES, reading: null });
    session.edit('original', `${text} and more`);
    session.undo();
    expect(state()).toMatchObject({
      sourceText: sampleSrt(5),
      notes: PEOPLE,
      reading: { stage: 'done', found: { about: 'A comedy.' } },
    });
  });

  it.each<[string, past: readonly unknown[], (session: Harness['session']) => void]>([
    ['one letter in its place', [], (session) => session.edit('original', '1')],
    ['nothing in its place', [], (session) => session.edit('original', '')],
    [
      'another film in its place, which has got a note',
      [{ film: { facts: { notes: { about: 'Another film.' } } } }],
      (session) => {
        session.edit('original', OTHER_TEXT);
        session.changeNotes({ ...NO_NOTES, about: 'Another film.' });
      },
    ],
  ])("[D15.4] restores name and notes of a film when the editor's own Undo takes back %s", async (_, past, edit) => {
    const { session, state, pass } = createHarness({ answer: () => success('{"about":"A comedy."}') });
    session.openSource(sampleSrt(5).replaceAll('\n', '\r\n'), [], 'Film 1.srt');
    session.changeNotes(PEOPLE);
    session.readFilm([['one']], LANGUAGES);
    await pass(1_000);
    edit(session);
    session.edit('original', sampleSrt(5));
    expect(state()).toMatchObject({ fileName: 'Film 1.srt', notes: PEOPLE, reading: { stage: 'done' }, past });
    expect(totalUsage(state()).input).toBe(100);
  });

  it('[D15.4] keeps the notes while a person types a text letter by letter', () => {
    const { session, state } = createHarness();
    session.changeNotes(PEOPLE);
    for (let end = 1; end <= OTHER_TEXT.length; end++) session.edit('original', OTHER_TEXT.slice(0, end));
    session.edit('original', `${OTHER_TEXT}\n${sampleSrt(5)}`);
    expect(state()).toMatchObject({ notes: PEOPLE, past: [] });
  });

  it.each([
    ['another text', OTHER_TEXT, NO_NOTES],
    ['the same text', sampleSrt(5), PEOPLE],
  ])('[D15.4] uses the notes of its own film for %s that is pasted after Clear', (_, text, notes) => {
    const { session, state } = open();
    session.changeNotes(PEOPLE);
    session.changeOptions({ context: 'window' });
    session.clear('original');
    session.edit('original', text);
    expect(state()).toMatchObject({ notes, lastNotes: { film: 'Film 1', notes: PEOPLE } });
    expect(state().options.context).toBe(notes === PEOPLE ? 'window' : undefined);
    session.changeNotes(TERM);
    session.edit('original', '');
    session.edit('original', text);
    expect(state().notes).toEqual(TERM);
  });

  it.each([
    ['Film 1.srt', 'the same text', sampleSrt(5), PEOPLE],
    ['', 'the same text', sampleSrt(5), PEOPLE],
    ['Film 1.srt', 'another text', OTHER_TEXT, NO_NOTES],
    ['', 'another text', OTHER_TEXT, NO_NOTES],
  ])(
    '[D15.4] keeps the notes of film %j when its text is cut out, and uses the notes of its own film for %s that is pasted',
    async (name, _, text, notes) => {
      const { session, state, pass } = open({ answer: () => success('{"about":"A comedy."}') }, name);
      session.readFilm([['one']], LANGUAGES);
      await pass(1_000);
      session.changeNotes(PEOPLE);
      session.changeOptions({ context: 'window' });
      session.edit('original', '');
      expect(state().notes).toEqual(PEOPLE);
      session.edit('original', text);
      expect(state()).toMatchObject({ notes, lastNotes: { film: name.replace('.srt', ''), notes: PEOPLE } });
      expect(state().options.context).toBe(notes === PEOPLE ? 'window' : undefined);
      expect(state().reading?.found.about).toBe(notes === PEOPLE ? 'A comedy.' : undefined);
      session.undo();
      expect(state()).toMatchObject({ sourceText: sampleSrt(5), fileName: name, notes: PEOPLE });
    },
  );

  it('[D15.4] a film whose text is cut out and pasted again keeps its name, also if a language was chosen in between', () => {
    const { session, state } = open({}, 'Film 1.srt');
    session.changeNotes(PEOPLE);
    session.edit('original', '');
    session.notePrompt({ text: 'before', follows: true, said: NO_LANGUAGES_SAID }, 'English → German');
    session.edit('original', sampleSrt(5));
    expect(state()).toMatchObject({ fileName: 'Film 1.srt', sourceText: sampleSrt(5), notes: PEOPLE });
    expect(state().past.map(({ command }) => command)).toEqual(['change-prompt']);
  });

  describe.each(['', 'Film 1.srt'])(
    '[D15.4] [D15.8] a film named %j whose text is cut out during a reading',
    (name) => {
      async function cutOut() {
        const answer = (_: unknown, count: number) => success(`{"people":[{"name":"${'AB'[count - 1]}"}]}`);
        const harness = open({ answer, readPricing }, name);
        const read = () => {
          const film = harness.state();
          return [film.reading?.stage, names(film)?.join(), paid(film)] as const;
        };
        harness.session.readFilm([['one'], ['two']], LANGUAGES);
        harness.session.edit('original', '');
        await harness.pass(5_000);
        expect(read()).toEqual(['done', 'A,B', 200]);
        return { ...harness, read };
      }

      it('brings back what was read and paid for after the text of a film was cut out', async () => {
        const { session, state, read } = await cutOut();
        session.undo();
        expect(state().sourceText).toBe(sampleSrt(5));
        expect(read()).toEqual(['done', 'A,B', 200]);
        expect(totalUsage(state()).input).toBe(200);
      });

      it('counts a call under way for the film of its request when another text is pasted', async () => {
        const { session, state, pass } = open({ answer: () => success('{}'), readPricing }, name);
        session.readFilm([['one']], LANGUAGES);
        session.edit('original', '');
        await pass(1);
        session.edit('original', OTHER_TEXT);
        await pass(5_000);
        expect(state().spent).toEqual([]);
        session.undo();
        expect(state()).toMatchObject({ sourceText: sampleSrt(5), reading: { stage: 'stopped' } });
        expect(state().spent).toHaveLength(1);
      });

      it.each([false, true])(
        'counts a reading only for its film when another text is pasted (notes typed: %j)',
        async (isTyped) => {
          const { session, state, read } = await cutOut();
          if (isTyped) session.changeNotes(PEOPLE, 'Took all');
          session.edit('original', OTHER_TEXT);
          expect(read()).toEqual([undefined, undefined, 0]);
          expect(totalUsage(state()).input).toBe(0);
          session.undo();
          if (isTyped) session.undo();
          expect(state().sourceText).toBe(sampleSrt(5));
          expect(read()).toEqual(['done', 'A,B', 200]);
        },
      );
    },
  );

  it('brings typed notes back at Undo after a project file was opened on the empty page', () => {
    const project = open();
    const { session, state } = open();
    session.changeNotes(PEOPLE);
    session.clear('original');
    session.changeNotes({ ...PEOPLE, about: 'typed' });
    void session.replace(readAgain(project.state()));
    expect(state().notes).toEqual(NO_NOTES);
    session.undo();
    expect(state()).toMatchObject({ sourceText: '', notes: { ...PEOPLE, about: 'typed' } });
    session.undo();
    expect(state()).toMatchObject({ sourceText: sampleSrt(5), notes: { ...PEOPLE, about: 'typed' } });
  });

  it('keeps typed notes when a film comes back that was started over or cleared', async () => {
    const { session, state } = await translated(PEOPLE);
    session.clear('all');
    session.changeNotes({ ...PEOPLE, about: 'typed' });
    session.undo();
    expect(resultsOf(state())).toHaveLength(3);
    expect(state().notes.about).toBe('typed');
  });
});

describe('[D15.8] a reading', () => {
  it('[D15.9] keeps what an earlier reading found, even if the new reading of the same film fails', async () => {
    const { session, state, requests, pass } = open({
      answer: (_, count) => (count === 1 ? foundIn('A') : failure('refused', 'no')),
    });
    session.readFilm([['one']], LANGUAGES);
    await pass(5_000);
    session.readFilm([['one']], LANGUAGES);
    await pass(5_000);
    expect(requests).toHaveLength(2);
    expect(state().reading).toMatchObject({ stage: 'stopped', message: 'no' });
    expect(names(state())).toEqual(['A']);
  });

  it('does not start a second reading while one is under way', async () => {
    const { session, state, requests, pass } = open({ answer: () => foundIn('A') });
    session.readFilm([['one']], LANGUAGES);
    await pass(100);
    session.readFilm([['one']], LANGUAGES);
    await pass(5_000);
    expect(requests).toHaveLength(1);
    expect(state().reading?.stage).toBe('done');
  });

  it.each(['opened', 'pasted'])('ends a reading when another film is %s, and ignores its late answer', async (how) => {
    const answer = (_: unknown, count: number) => inMs(5_000, foundIn(count === 1 ? 'Old' : 'New'));
    const { session, state, requests, pass } = open({ maxAtOnce: 1, answer });
    session.readFilm([['one']], LANGUAGES);
    await pass(100);
    if (how === 'pasted') session.edit('original', OTHER_TEXT);
    else session.openSource(sampleSrt(9), [], 'Film 2.srt');
    expect(state().reading).toBeNull();
    session.readFilm([['one']], LANGUAGES);
    await pass(20_000);
    expect(requests).toHaveLength(2);
    expect(names(state())).toEqual(['New']);
  });

  it.each([5_000, 500])('counts the cost of a reading for the film that is translated %d ms later', async (ms) => {
    const { session, state, pass } = open({
      readPricing,
      answer: ({ numbers, reading }) => (reading ? inMs(4_000, foundIn('A')) : success(replyOf(numbers))),
    });
    session.readFilm([['one']], LANGUAGES);
    await pass(ms);
    await session.translate();
    await pass(10_000);
    expect(paid(state())).toBe(200);
    expect(names(state())).toEqual(['A']);
    expect(totalUsage(state())).toMatchObject({ input: 200, output: 80 });
    expect(factsOf(state())[0]?.usage).toMatchObject({ input: 100 });
  });

  it('counts a reading in the film’s tokens and not in a batch’s, even when it was discarded or after a reload', async () => {
    const { session, state, pass } = open({
      answer: ({ numbers, reading }) => (reading ? foundIn('A') : success(replyOf(numbers))),
    });
    await session.translate();
    await pass(5_000);
    session.readFilm([['one'], ['two']], LANGUAGES);
    await pass(5_000);
    session.endReading('drop');
    for (const film of [state(), readAgain(state())]) {
      expect(totalUsage(film)).toMatchObject({ input: 300, output: 120 });
      expect(factsOf(film)[0]?.usage).toMatchObject({ input: 100 });
    }
    session.clear('all');
    expect(totalUsage(state()).input).toBe(0);
    session.undo();
    expect(totalUsage(state()).input).toBe(300);
  });

  it.each(['', 'Film 1.srt'])(
    'does not count the cost of reading %j for another film that is pasted over it',
    async (name) => {
      const { session, state, requests, pass } = open({ readPricing, answer: () => foundIn('A') }, name);
      session.readFilm([['one'], ['two']], LANGUAGES);
      await pass(1_500);
      session.edit('original', `${sampleSrt(5)} and more`);
      expect({ paid: paid(state()), names: names(state()) }).toEqual({ paid: 100, names: ['A'] });
      const expected = state().spent;
      session.edit('original', OTHER_TEXT);
      await pass(20_000);
      expect(requests).toHaveLength(2);
      expect(state().reading).toBe(null);
      expect(state().spent).toEqual([]);
      expect(totalUsage(state()).input).toBe(0);
      session.undo();
      expect(state()).toMatchObject({ fileName: name, reading: { stage: 'stopped', done: 1 } });
      expect(paid(state())).toBeGreaterThanOrEqual(100);
      expect(expected).toHaveLength(1);
    },
  );

  it('counts the cost of a reading for its film after the film has got another format', async () => {
    const { session, state, pass } = open({ readPricing, answer: () => foundIn('A') }, 'Film 1.srt', 20);
    session.changeNotes(PEOPLE);
    session.readFilm([['one']], LANGUAGES);
    await pass(5_000);
    session.edit('original', `WEBVTT\n\n${sampleSrt(20)}`);
    expect(paid(state())).toBe(100);
    expect(names(state())).toEqual(['A']);
    expect(state().notes).toEqual(PEOPLE);
    expect(state().fileName).toBe('');
  });

  it.each<[string, (session: ReturnType<typeof createHarness>['session']) => void]>([
    ['a change of notes', (session) => session.changeNotes(PEOPLE, 'Took A')],
    ['mending', (session) => session.readSourceAs({ readAs: 'srt', text: sampleSrt(4) })],
  ])('continues a reading when %s is undone', async (_, change) => {
    const { session, state, requests, pass } = open({
      readPricing,
      answer: (__, count) => foundIn('AB'[count - 1] ?? ''),
    });
    session.readFilm([['one'], ['two']], LANGUAGES, undefined, 'openai:gpt-4o');
    await pass(500);
    change(session);
    session.undo();
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([false]);
    await pass(60_000);
    expect(requests).toHaveLength(2);
    expect(state()).toMatchObject({ fileName: 'Film 1.srt', reading: { stage: 'done', told: 'openai:gpt-4o' } });
    expect(paid(state())).toBe(200);
    expect(totalUsage(state()).input).toBe(200);
    expect(names(state())).toEqual(['A', 'B']);
  });

  it('ends a reading when another film is brought back', async () => {
    const { session, state, requests, pass } = open({ readPricing, answer: () => foundIn('A') });
    session.openSource(OTHER_TEXT, [], 'Film 2.srt');
    session.readFilm([['one'], ['two']], LANGUAGES);
    await pass(500);
    session.undo();
    await pass(60_000);
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(state()).toMatchObject({ fileName: 'Film 1.srt', reading: null });
  });

  it('begins a reading again if a project file has impossible numbers of parts', async () => {
    const { session, state, requests, pass } = open({ answer: () => foundIn('A') });
    const found = { about: '', people: [], address: [], terms: [] };
    const expected = {
      parts: null,
      mostFound: undefined,
      before: undefined,
      count: 6,
      done: 5,
      lines: 0,
      stamp: stampOf(''),
      stage: 'stopped',
      found,
    } as const;
    void session.replace({ ...state(), reading: { ...expected, message: '', unread: 0, languages: LANGUAGES } });
    session.readFilm([['one'], ['two']], LANGUAGES);
    await pass(5_000);
    expect(requests).toHaveLength(2);
    expect(state().reading).toMatchObject({ stage: 'done', count: 2 });
  });

  it('continues a reading behind the lines that were read, even if the parts are cut differently', async () => {
    for (const isSame of [true, false]) {
      const { session, state, requests, pass } = open({ answer: (_, count) => foundIn(`P${count}`) });
      session.readFilm(
        [
          ['a', 'b'],
          ['c', 'd', 'e'],
        ],
        LANGUAGES,
      );
      await pass(500);
      session.endReading('stop');
      await pass(5_000);
      const after = createHarness({ initial: readAgain(state()), answer: (_, count) => foundIn(`P${count + 1}`) });
      after.session.readFilm([[isSame ? 'a' : 'x'], ['b', 'c'], ['d'], ['e']], LANGUAGES);
      await after.pass(10_000);
      const sent = [...requests, ...after.requests].map(({ reading }) => reading?.user.split('Subtitles:\n')[1]);
      expect(sent).toEqual(isSame ? ['a\nb', 'c', 'd', 'e'] : ['a\nb', 'x', 'b\nc', 'd', 'e']);
      expect(names(after.state())?.slice(0, 4)).toEqual(['P1', 'P2', 'P3', 'P4']);
      expect(after.state().reading).toMatchObject({ stage: 'done', count: 4, done: 4 });
    }
  });
});

it('[D15.4] still offers the notes of a pasted text after another pasted text without notes', () => {
  const { session, state } = createHarness();
  session.edit('original', sampleSrt(5));
  session.changeNotes(PEOPLE);
  session.clear('original');
  session.edit('original', OTHER_TEXT);
  expect(state()).toMatchObject({ notes: NO_NOTES, lastNotes: { notes: PEOPLE } });
  session.clear('original');
  expect(state().lastNotes?.notes).toEqual(PEOPLE);
});

describe('[D15.3] a part of a reply that came before the provider failed', () => {
  const first = Array.from({ length: 10 }, (_, at) => at + 1);
  const rest = Array.from({ length: 10 }, (_, at) => at + 11);
  const ABOUT = { ...PEOPLE, about: 'A comedy.' };

  /** A batch whose second call has other notes, and whose reply breaks off after all requested lines. */
  async function brokenOff(answers: readonly string[]) {
    const [one = '', two = ''] = answers;
    const first = one.endsWith('}') ? success(one) : cutOff(one);
    const harness = await oneBatch(
      PEOPLE,
      (_, count) => (count === 1 ? first : { ...failure('server'), text: two }),
      500,
    );
    harness.session.changeNotes(ABOUT);
    await harness.pass(9_000);
    expect(progress(harness.state())).toMatchObject({ ok: 1 });
    return harness;
  }

  it('records the film notes of its request for a part of a broken reply, beside texts of another answer', async () => {
    const { session, state } = await brokenOff([replyOf(first).slice(0, -1), replyOf(rest)]);
    session.changeNotes(PEOPLE);
    expect(madeWithOtherNotes(state())).toEqual([0]);
  });

  it('records the film notes of its request for a broken reply that corrects another answer', async () => {
    const all = [...first, ...rest];
    const { state } = await brokenOff([replyOf(all).replace('"PT 3"', '""'), replyOf(all)]);
    expect(madeWithOtherNotes(state())).toEqual([]);
  });
});

it('[D15.3] drops the notes of the first answer if a faulty corrective pass replaces all its lines', async () => {
  const { session, state, pass } = await oneBatch(
    PEOPLE,
    ({ numbers }) => success(replyOf(numbers).replace('"PT 3"', '""')),
    500,
  );
  session.changeNotes({ ...PEOPLE, about: 'A comedy.' });
  await pass(9_000);
  expect(progress(state())).toMatchObject({ failed: 1 });
  expect(madeWithOtherNotes(state())).toEqual([]);
});

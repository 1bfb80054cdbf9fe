import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { batchesOf } from '../../../../test/batches.ts';
import { fuzzRuns } from '../../../../test/fuzz-runs.ts';
import { readableFilm } from '../../../../test/readable-film.ts';
import { startSettings } from '../../../../test/settings-harness.ts';
import { resultsOf } from '../../../engine/batch.ts';
import type { LineMarks, Work } from '../../../film/film.ts';
import type { LineFacts } from '../../../film/judged-lines.ts';
import { linesOfBatch } from '../../../film/lines.ts';
import type { Session } from '../../../film/session.ts';
import type { FromWorker, ToWorker } from '../../../film-worker/calls.ts';
import { createFilmWorker } from '../../../film-worker/connect.ts';
import { createFilmServer } from '../../../film-worker/functions.ts';
import { PROBLEM_KINDS, type Problem, type ProblemKind } from '../../../review/line.ts';
import { FILTERS, type Filter, shows } from '../../../review/problem-kinds.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import type { BatchSlot } from '../../../translation/batch.ts';
import {
  allFacts,
  countLines,
  createLineJudge,
  type FilmProblems,
  fineLines,
  NO_PROBLEMS_KNOWN,
  type ReviewState,
  toReview,
} from './line-facts.ts';

const PHRASES: readonly Phrase[] = Array.from({ length: 45 }, (_, place) => ({
  number: place * 2 + 1,
  time: '00:00:01,000 --> 00:00:02,000',
  text: `Phrase ${place}`,
}));
const BATCHES = 3;

type Change = (film: { state: ReviewState; filmProblems: FilmProblems }) => {
  state: ReviewState;
  filmProblems: FilmProblems;
};

const anyBatch = fc.nat(BATCHES - 1);
const anyNumber = fc.constantFrom(...PHRASES.map(({ number }) => number));

const anySlot: fc.Arbitrary<BatchSlot> = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc
    .tuple(fc.constantFrom('', 'Missing key'), fc.dictionary(anyNumber.map(String), fc.constantFrom('Да', 'Нет', '')))
    .map(([error, texts]) => [error, JSON.stringify(texts)] as const),
  fc.constant(['Not JSON', '{"1": ']),
);

const anyMarks: fc.Arbitrary<LineMarks> = fc.constantFrom<LineMarks>(
  { confirmed: true },
  { flagged: true },
  { before: 'Быть' },
  { dismissed: ['spacing'] },
);

const anyProblems: fc.Arbitrary<readonly Problem[]> = fc
  .subarray([...PROBLEM_KINDS], { minLength: 1 })
  .map((kinds) => kinds.map((kind) => ({ kind, words: 'A doubt.', row: undefined, follows: undefined })));

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(anyBatch, anySlot).map<Change>(([batch, slot]) => ({ state, filmProblems }) => ({
    state: { ...state, batches: batchesOf(resultsOf(state).with(batch, slot)) },
    filmProblems,
  })),
  fc.tuple(anyNumber, anyMarks).map<Change>(([number, marks]) => ({ state, filmProblems }) => ({
    state: { ...state, marks: { ...state.marks, [number]: marks } },
    filmProblems,
  })),
  fc.tuple(anyBatch, anyNumber, anyProblems).map<Change>(([batch, number, problems]) => ({ state, filmProblems }) => {
    const verdict = { lines: linesOfBatch(state, batch), problems: new Map([[number, problems]]) };
    return {
      state,
      filmProblems: { ...filmProblems, batches: Object.assign([...filmProblems.batches], { [batch]: verdict }) },
    };
  }),
);

test('after any sequence of changes, the lines’ states and counts are up to date', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { minLength: 1, maxLength: 10 }), (changes) => {
      const results: readonly BatchSlot[] = new Array(BATCHES).fill(undefined);
      let film = {
        state: { phrases: PHRASES, batches: batchesOf(results), marks: {} } as ReviewState,
        filmProblems: NO_PROBLEMS_KNOWN,
      };
      for (const change of changes) {
        film = change(film);
        const { state, filmProblems } = film;
        // A copy has no cached facts.
        const batches = structuredClone(state.batches);
        const fresh: ReviewState = { ...state, phrases: structuredClone(PHRASES), batches };
        const facts = allFacts(fresh, filmProblems);
        const count = (show: Filter, kind: ProblemKind | '' = '') =>
          facts.filter((line) => shows(show, line, kind)).length;
        expect(facts).toHaveLength(PHRASES.length);
        expect({
          states: allFacts(state, filmProblems).map(({ state: seen }) => seen),
          fine: fineLines(state, filmProblems),
          counts: countLines(state, filmProblems),
        }).toEqual({
          states: facts.map(({ state: is }) => is),
          fine: fineLines(fresh, filmProblems),
          counts: {
            shown: Object.fromEntries(FILTERS.map((show) => [show, count(show)])),
            ofKind: Object.fromEntries(PROBLEM_KINDS.map((kind) => [kind, count('problems', kind)])),
          },
        });
      }
    }),
  );
});

test.each<[string, LineMarks | undefined, readonly number[]]>([
  ['of which nothing is done', undefined, [1]],
  ['whose first line is confirmed', { confirmed: true }, [3]],
  ['whose first line was corrected by hand', { before: 'No' }, [1, 3]],
  ['that a person has dismissed at its first line', { dismissed: ['not-translated'] }, []],
])('[D14.59] a batch in another language counts at its first remaining line: one %s', (_, marks, counted) => {
  const state: ReviewState = {
    phrases: PHRASES.slice(0, 4),
    batches: batchesOf([['', JSON.stringify({ 1: 'Yes', 3: 'No', 5: 'Maybe', 7: 'Well' })]]),
    marks: marks ? { 1: marks } : {},
    paused: null,
  };
  const problem = (follows: true | undefined) =>
    [{ kind: 'not-translated', words: 'Wrong language.', row: undefined, follows }] as const;
  const problems = new Map([1, 3, 5, 7].map((number) => [number, problem(number === 1 ? undefined : true)]));
  const filmProblems = { ...NO_PROBLEMS_KNOWN, batches: [{ lines: linesOfBatch(state, 0), problems }] };
  expect(toReview(state, filmProblems)).toEqual(counted);
  expect(countLines(state, filmProblems).ofKind['not-translated']).toBe(counted.length);
});

test('an edit of one line does not change what the rows of other lines show, so they are not redrawn', () => {
  const slot = (text: string): BatchSlot => ['', JSON.stringify({ 1: 'Да', 3: text, 5: 'Нет' })];
  const stateWith = (text: string): ReviewState => ({
    phrases: PHRASES,
    batches: batchesOf([slot(text)]),
    marks: {},
    paused: null,
  });
  const before = allFacts(stateWith('Может быть'), NO_PROBLEMS_KNOWN);
  const after = allFacts(stateWith('Пожалуй'), NO_PROBLEMS_KNOWN);
  expect(after[1]?.line.translation).toBe('Пожалуй');
  const isOther = ({ line, problems }: LineFacts, place: number) =>
    line !== before[place]?.line || problems !== before[place].problems;
  expect(after.filter(isOther)).toEqual([after[1]]);
});

test('[D14.57] a shift counts at the first of its lines that nobody has confirmed', () => {
  const numbers = PHRASES.slice(0, 20).map(({ number }) => number);
  const texts = Object.fromEntries(numbers.map((number) => [number, 'You are late.']));
  const batches = batchesOf([['', JSON.stringify(texts)]]);
  const counted = (confirmed: readonly number[]) => {
    const state: ReviewState = {
      phrases: PHRASES,
      batches,
      marks: Object.fromEntries(confirmed.map((number) => [number, { confirmed: true }])),
      paused: null,
    };
    const problems = numbers.map((number, at): [number, readonly Problem[]] => [
      number,
      [{ kind: 'slid', words: 'Shifted.', row: undefined, follows: at > 0 || undefined }],
    ]);
    const judged = { lines: linesOfBatch(state, 0), problems: new Map(problems) };
    const filmProblems = { ...NO_PROBLEMS_KNOWN, batches: [judged] };
    expect(countLines(state, filmProblems).ofKind.slid).toBe(toReview(state, filmProblems).length);
    return toReview(state, filmProblems);
  };
  expect([counted([]), counted([1]), counted([1, 3, 7]), counted([3])]).toEqual([[1], [3], [5], [1]]);
  expect(counted(numbers)).toEqual([]);
});

test('[D15.42] a chosen tone is judged by at once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { settings } = startSettings();
  const asked: unknown[] = [];
  const ask = (async (_name: string, { tone }: { tone: unknown }) => void asked.push(tone)) as never;
  const store = createStore<Work>(() => readableFilm(45));
  const leave = createLineJudge({ store, analysis: { ask } as never }, settings).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  settings.setLanguages({ toneChosen: 'formal' });
  settings.setLanguages({ recent: ['pt'] });
  await vi.advanceTimersByTimeAsync(1_000);
  leave();
  settings.setLanguages({ toneChosen: 'informal' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([undefined, 'formal']);
});

test('[D18.9] nothing is known about a newly opened film before it is judged, even if its lines have the same texts', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const changed = [0, 1, 2].map((batch) => [batch, []] as const);
  const judgement = {
    version: { work: 1, texts: 1 },
    changed,
    language: 'pt',
    otherLanguages: [],
    limits: NO_PROBLEMS_KNOWN.limits,
  };
  const ask = (async () => judgement) as never;
  const store = createStore<Work>(() => readableFilm(45));
  const judge = createLineJudge({ store, analysis: { ask } as never }, startSettings().settings);
  onTestFinished(judge.subscribe(() => {}));
  const judged = () => allFacts(store.getState(), judge.getSnapshot()).filter(({ isJudged }) => isJudged).length;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(judged()).toBe(45);
  const { phrases, batches } = store.getState();
  store.setState({ phrases: [...phrases], batches: [...batches] });
  expect(judged()).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(judged()).toBe(45);
});

/** A worker in this thread whose answers take as long as the test says, in order. */
class SlowWorker extends EventTarget {
  delayMs = 0;
  private readyAt = 0;
  private isEnded = false;
  private readonly serve = createFilmServer(
    (data: FromWorker) => this.later(() => this.dispatchEvent(Object.assign(new Event('message'), { data }))),
    () => new Promise((resolve) => setTimeout(resolve)),
  );
  postMessage(message: ToWorker): void {
    const data = structuredClone(message);
    this.later(() => this.serve(data));
  }
  terminate(): void {
    this.isEnded = true;
  }
  private later(act: () => void): void {
    this.readyAt = Math.max(this.readyAt, Date.now() + this.delayMs);
    setTimeout(() => this.isEnded || act(), this.readyAt - Date.now());
  }
}

const TEXTS = ['Uma linha boa.', 'Dois  espaços.', ''];
/** Problems visible in the text alone and unique to it. */
const kindsOf = (text: string | undefined): readonly ProblemKind[] =>
  text === '' ? ['empty'] : text?.includes('  ') ? ['spacing'] : [];
const isSeen = (kind: ProblemKind): boolean => kind === 'empty' || kind === 'spacing';

const anyStep = fc.oneof(
  fc.record({ edit: fc.integer({ min: 1, max: 45 }), to: fc.constantFrom(...TEXTS) }),
  fc.record({ passMs: fc.constantFrom(0, 100, 300, 1_000, 5_000) }),
  fc.record({ delayMs: fc.constantFrom(0, 50, 400, 3_000) }),
  fc.record({ dies: fc.constant(true) }),
);

test('after any edits, late answers and worker crashes, each problem belongs to the current text of its line', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 25 }), async (steps) => {
      let worker = new SlowWorker();
      const filmWorker = createFilmWorker({
        startWorker() {
          const { delayMs } = worker;
          worker = Object.assign(new SlowWorker(), { delayMs });
          return worker as unknown as Worker;
        },
        loadServer: async () => createFilmServer,
      });
      const store = createStore<Work>(() => readableFilm(45));
      const ask: Session['analysis']['ask'] = (name, question, signal) =>
        filmWorker.ask(store.getState(), name, question, signal);
      const session = { store, analysis: { ask } as Session['analysis'] };
      const judge = createLineJudge(session, startSettings().settings);
      const leave = judge.subscribe(() => {});
      const facts = () => allFacts(store.getState(), judge.getSnapshot());
      function check(): void {
        for (const { line, problems, isJudged } of facts())
          if (isJudged) expect(problems.map(({ kind }) => kind).filter(isSeen)).toEqual(kindsOf(line.translation));
      }

      for (const step of steps) {
        if ('edit' in step) {
          const state = store.getState();
          const batch = Math.floor((step.edit - 1) / 20);
          const output = linesOfBatch(state, batch).map(({ number, translation }) => [
            number,
            number === step.edit ? step.to : translation,
          ]);
          const slot = ['', JSON.stringify(Object.fromEntries(output))] as const;
          store.setState({ batches: batchesOf(resultsOf(state).with(batch, slot)) });
        } else if ('passMs' in step) await vi.advanceTimersByTimeAsync(step.passMs);
        else if ('delayMs' in step) worker.delayMs = step.delayMs;
        else worker.dispatchEvent(new Event('error'));
        check();
      }
      worker.delayMs = 0;
      await vi.advanceTimersByTimeAsync(120_000);
      check();
      expect(facts().every(({ isJudged }) => isJudged)).toBe(true);
      leave();
      filmWorker.dispose();
    }),
    { numRuns: fuzzRuns(30) },
  );
});

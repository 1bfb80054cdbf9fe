import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchesOf } from '../../../../test/batches.ts';
import { resultsOf } from '../../../engine/batch.ts';
import type { LineMarks } from '../../../film/film.ts';
import { linesOfBatch } from '../../../film/lines.ts';
import { FILTERS, shows } from '../../../review/filter.ts';
import { PROBLEM_KINDS, type Problem } from '../../../review/line.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import type { BatchSlot } from '../../../translation/batch.ts';
import {
  allFacts,
  countLines,
  type FilmProblems,
  fineLines,
  NO_PROBLEMS_KNOWN,
  type ReviewState,
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
  .map((kinds) => kinds.map((kind) => ({ kind, words: 'A doubt.' })));

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(anyBatch, anySlot).map<Change>(([batch, slot]) => ({ state, filmProblems }) => ({
    state: { ...state, results: resultsOf(state).with(batch, slot) },
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
        const counted = countLines(state, filmProblems);
        // A copy has no cached facts.
        const batches = structuredClone(state.batches);
        const fresh: ReviewState = { ...state, phrases: structuredClone(PHRASES), batches };
        const facts = [...allFacts(fresh, filmProblems)];
        expect(facts).toHaveLength(PHRASES.length);
        expect([...allFacts(state, filmProblems)].map(({ state: seen }) => seen)).toEqual(
          facts.map(({ state: is }) => is),
        );
        expect(fineLines(state, filmProblems)).toEqual(fineLines(fresh, filmProblems));
        for (const show of FILTERS)
          expect(counted.shown[show]).toBe(facts.filter((line) => shows(show, line, '')).length);
        for (const kind of PROBLEM_KINDS)
          expect(counted.ofKind[kind]).toBe(facts.filter((line) => shows('problems', line, kind)).length);
      }
    }),
  );
});

test('an edit of one line leaves the other lines’ objects the same, so they are not redrawn', () => {
  const slot = (text: string): BatchSlot => ['', JSON.stringify({ 1: 'Да', 3: text, 5: 'Нет' })];
  const stateWith = (text: string): ReviewState => ({ phrases: PHRASES, batches: batchesOf([slot(text)]), marks: {} });
  const before = allFacts(stateWith('Может быть'), NO_PROBLEMS_KNOWN);
  const after = allFacts(stateWith('Пожалуй'), NO_PROBLEMS_KNOWN);
  expect(after[1]?.line.translation).toBe('Пожалуй');
  expect(after.filter((facts, place) => facts !== before[place])).toEqual([after[1]]);
});

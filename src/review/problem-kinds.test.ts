import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROBLEM_KINDS, type ProblemKind } from './line.ts';
import {
  countFilters,
  counts,
  FILTERS,
  type Filter,
  type Filtered,
  isCounted,
  isFaultless,
  isToReview,
  kindsOf,
  PROBLEM_KIND_ROWS,
  shows,
} from './problem-kinds.ts';

type Marks = Filtered['marks'];

const lineWith = (
  marks: Marks,
  kinds: readonly ProblemKind[] = [],
  { state = 'new', countsFit = false } = {},
): Filtered => ({
  state,
  marks,
  problems: kinds.map((kind) => ({ kind, follows: undefined })),
  hasProblem: kinds.some((kind) => counts(kind, countsFit)),
});

test.each<[string, Filtered, readonly Filter[]]>([
  ['a new line', lineWith({}), []],
  ['a failed line', lineWith({}, [], { state: 'failed' }), ['to-review', 'problems', 'failed']],
  ['a flagged line', lineWith({ flagged: true }), ['to-review', 'problems', 'flagged']],
  ['a line with a problem', lineWith({}, ['spacing']), ['to-review', 'problems']],
  ['a line with a problem of timing alone', lineWith({}, ['timing']), []],
  ['a line that is too fast', lineWith({}, ['timing', 'too-fast']), ['fit']],
  [
    'a line that is too fast, if lines that do not fit count',
    lineWith({}, ['timing', 'too-fast'], { countsFit: true }),
    ['to-review', 'problems', 'fit'],
  ],
  ['a line that is wrong and too long', lineWith({}, ['slid', 'line-too-long']), ['to-review', 'problems', 'fit']],
  ['a confirmed line with a problem', lineWith({ confirmed: true }, ['spacing', 'too-fast']), ['confirmed']],
  ['a confirmed line with a flag', lineWith({ confirmed: true, flagged: true }), ['confirmed', 'flagged']],
  ['an edited line', lineWith({ before: null }), ['edited']],
  [
    'an edited line with a flag',
    lineWith({ before: 'A', flagged: true }),
    ['to-review', 'problems', 'edited', 'flagged'],
  ],
])('shows %s under the right filters', (_, line, filters) => {
  expect(FILTERS.filter((filter) => shows(filter, line, ''))).toEqual(['all', ...filters]);
});

test('a kind narrows "Problems" and "Too fast or long" to the unconfirmed lines that have it', () => {
  const line = lineWith({}, ['too-fast', 'slid']);
  expect(shows('problems', line, 'slid')).toBe(true);
  expect(shows('problems', line, 'spacing')).toBe(false);
  expect(shows('fit', line, 'too-fast')).toBe(true);
  expect(shows('problems', { ...line, marks: { confirmed: true } }, 'slid')).toBe(false);
});

test('[D14.57] a line in which a shift only continues is not counted, but has its problem', () => {
  const line = { ...lineWith({}), problems: [{ kind: 'slid', follows: true }] } as const;
  expect([isCounted(line.problems[0], false), isFaultless(line, false)]).toEqual([false, false]);
  expect([shows('problems', line, 'slid'), countFilters([line]).ofKind.slid]).toEqual([false, 0]);
});

test.each<[Filter, countsFit: boolean, has: ProblemKind, hasNot: ProblemKind]>([
  ['problems', false, 'slid', 'too-fast'],
  ['problems', true, 'too-fast', 'timing'],
  ['fit', false, 'too-fast', 'slid'],
])('offers under "%s" (fit counts: %s) the kind "%s", not "%s"', (filter, countsFit, has, hasNot) => {
  const kinds = kindsOf(filter, countsFit);
  expect([kinds.includes(has), kinds.includes(hasNot)]).toEqual([true, false]);
  expect(kindsOf('all', countsFit)).toEqual([]);
});

test('[D14.53] the kinds are in the order of their weights', () => {
  const weights = PROBLEM_KINDS.map((kind) => PROBLEM_KIND_ROWS[kind].weight);
  const order = ['wrong', 'look', 'fit', 'aside'];
  expect(weights).toEqual([...weights].sort((one, other) => order.indexOf(one) - order.indexOf(other)));
});

const anyMarks: fc.Arbitrary<Marks> = fc.record(
  { flagged: fc.boolean(), confirmed: fc.boolean(), before: fc.constantFrom('A', null) },
  { requiredKeys: [] },
);
const anyLine = fc
  .tuple(anyMarks, fc.subarray([...PROBLEM_KINDS]), fc.constantFrom({ state: 'new' }, { state: 'failed' }))
  .map((facts) => lineWith(...facts));

test('counts for each filter the lines that the filter shows', () => {
  fc.assert(
    fc.property(fc.array(anyLine), (lines) => {
      const { shown, ofKind } = countFilters(lines);
      for (const filter of FILTERS) expect(shown[filter]).toBe(lines.filter((line) => shows(filter, line, '')).length);
      for (const kind of PROBLEM_KINDS) {
        expect(ofKind[kind]).toBe(lines.filter((line) => shows('problems', line, kind)).length);
      }
    }),
  );
});

test('never asks to review a confirmed line', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      expect(isToReview({ ...line, marks: { ...line.marks, confirmed: true } })).toBe(false);
    }),
  );
});

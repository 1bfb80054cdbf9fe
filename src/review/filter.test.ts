import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countFilters, FILTERS, type Filter, type FilterFacts, filterIsToReview, shows } from './filter.ts';
import { PROBLEM_KINDS } from './line.ts';

const plain: FilterFacts = { number: 1, failed: false, flagged: false, confirmed: false, edited: false, problems: [] };

const shownBy = (line: FilterFacts): readonly Filter[] => FILTERS.filter((filter) => shows(filter, line));

test.each<[string, Partial<FilterFacts>, readonly Filter[]]>([
  ['a new line', {}, []],
  ['a failed one', { failed: true }, ['to-review', 'failed']],
  ['a flagged one', { flagged: true }, ['to-review', 'flagged']],
  ['one with a problem', { problems: ['spacing'] }, ['to-review', 'problems']],
  ['one whose timing alone is odd', { problems: ['timing'] }, []],
  ['one with both', { problems: ['timing', 'too-fast'] }, ['to-review', 'problems']],
  ['a confirmed one with a problem', { confirmed: true, problems: ['spacing'] }, ['problems', 'confirmed']],
  ['a confirmed one with a flag', { confirmed: true, flagged: true }, ['confirmed', 'flagged']],
  ['an edited one', { edited: true }, ['edited']],
  ['an edited one with a flag', { edited: true, flagged: true }, ['to-review', 'edited', 'flagged']],
])('%s', (_, facts, filters) => {
  expect(shownBy({ ...plain, ...facts })).toEqual(['all', ...filters]);
});

test('Problems narrowed down to one kind shows the lines of that kind, those of the timing too', () => {
  const line: FilterFacts = { ...plain, problems: ['timing', 'slid'] };
  expect(shows('problems', line, 'slid')).toBe(true);
  expect(shows('problems', line, 'timing')).toBe(true);
  expect(shows('problems', line, 'spacing')).toBe(false);
  expect(shows('all', line, 'spacing')).toBe(true);
});

const anyLine: fc.Arbitrary<FilterFacts> = fc.record({
  number: fc.nat(),
  failed: fc.boolean(),
  flagged: fc.boolean(),
  confirmed: fc.boolean(),
  edited: fc.boolean(),
  problems: fc.subarray([...PROBLEM_KINDS]),
});

test('each count is the number of lines that the choice shows', () => {
  fc.assert(
    fc.property(fc.array(anyLine), (lines) => {
      const { shown, ofKind } = countFilters(lines);
      for (const filter of FILTERS) expect(shown[filter]).toBe(lines.filter((line) => shows(filter, line)).length);
      for (const kind of PROBLEM_KINDS) {
        expect(ofKind[kind]).toBe(lines.filter((line) => shows('problems', line, kind)).length);
      }
    }),
  );
});

test('what a person has confirmed is never to review', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      expect(filterIsToReview({ ...line, confirmed: true })).toBe(false);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { changesBetween, withChanges } from './changes.ts';

const anyItem = fc.option(fc.array(fc.string()), { nil: undefined });
const anyObject = fc.record({
  text: fc.string(),
  list: fc.array(anyItem, { maxLength: 4 }),
  part: fc.option(fc.nat()),
});

test('whatever has changed: another page that knows the object of before has the one of after', () => {
  fc.assert(
    fc.property(anyObject, anyObject, (before, after) => {
      const sent = structuredClone(changesBetween(before, after));
      expect(withChanges(before, sent)).toEqual(after);
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test('of a list only the items that have changed are told, and the others stay the same objects', () => {
  const list = [{ at: 0 }, { at: 1 }, { at: 2 }];
  const before = { list, other: { kept: true } };
  const changes = changesBetween(before, { ...before, list: list.with(1, { at: 7 }) });
  expect(changes).toEqual({ list: { items: [[1, { at: 7 }]] } });
  const after = withChanges(before, changes);
  expect(after.list).toEqual([{ at: 0 }, { at: 7 }, { at: 2 }]);
  expect(after.list[2]).toBe(list[2]);
  expect(after.other).toBe(before.other);
});

test('nothing has changed: nothing is told', () => {
  const object = { list: [1], text: 'a' };
  expect(changesBetween(object, { ...object })).toEqual({});
});

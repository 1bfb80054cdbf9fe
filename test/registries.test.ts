import { describe, expect, test } from 'vitest';
import { PROBLEM_KINDS } from '../src/review/line.ts';
import { PROBLEM_KIND_ROWS } from '../src/review/problem-kinds.ts';

/** The laws of every row of every registry. The compiler asks for a row and its fields; these tests ask that the fields fit together. */

/** The values that two rows share, where each row must have its own. */
const shared = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('kinds of problems', () => {
  test('no two kinds have the same name', () => {
    expect(shared(PROBLEM_KINDS.map((kind) => PROBLEM_KIND_ROWS[kind].name))).toEqual([]);
  });

  test.each(PROBLEM_KINDS)('the row of %s is consistent', (kind) => {
    const { implies, sentence, isTextUseless } = PROBLEM_KIND_ROWS[kind];
    // Two kinds that imply each other would both be left out.
    expect(implies.filter((other) => other === kind || PROBLEM_KIND_ROWS[other].implies.includes(kind))).toEqual([]);
    if (isTextUseless) expect(sentence, 'a kind that no model corrects has no useless text').not.toBeNull();
    if (sentence !== null)
      expect(sentence, 'a full sentence, or one that the row of the notes completes').toMatch(/^[A-Z].*[.:]$/);
  });
});

import { describe, expect, test } from 'vitest';
import { isCommandOf, STEP_COMMANDS } from '../src/film/steps.ts';
import { FAILURE_KIND_ROWS, FAILURE_KINDS, mayPass } from '../src/providers/failure-kinds.ts';
import { PROBLEM_KINDS } from '../src/review/line.ts';
import { PROBLEM_KIND_ROWS } from '../src/review/problem-kinds.ts';
import { STEP_WORDS } from '../src/ui/words/undo-words.ts';

/** The laws of every row of every registry. The compiler asks for a row and its fields; these tests ask that the fields fit together. */

/** The values that two rows share, where each row must have its own. */
const shared = <Value>(values: readonly Value[]): readonly Value[] =>
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

describe('kinds of failures', () => {
  test('no status means two kinds', () => {
    expect(shared(FAILURE_KINDS.flatMap((kind) => FAILURE_KIND_ROWS[kind].statuses))).toEqual([]);
  });

  test.each(FAILURE_KINDS)('the row of %s is consistent', (kind) => {
    const { isRetried, isPaid, isForLess } = FAILURE_KIND_ROWS[kind];
    expect(isRetried && !mayPass(kind), 'the same request is sent again only where it may succeed later').toBe(false);
    expect(isForLess && isPaid, 'a free refusal is not paid').toBe(false);
  });
});

describe('steps of Undo', () => {
  test.each(STEP_COMMANDS)('the words of %s name only what its step stores', (command) => {
    if (isCommandOf(command, 'lines', 'notes')) return expect(STEP_WORDS).not.toHaveProperty(command);
    const words = STEP_WORDS[command];
    if (words.includes('#')) expect(isCommandOf(command, 'batch', 'batches'), 'stores batches').toBe(true);
    if (words.includes('FILM')) expect(isCommandOf(command, 'film'), 'stores the film').toBe(true);
    expect(words).toMatch(/^[A-Z#].*\.$/);
  });
});

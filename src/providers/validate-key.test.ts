import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyProblem } from './validate-key.ts';

describe('keyProblem', () => {
  it.each(['', 'sk-proj-Abc_123', 'sk-ant-api03-x', '  AIzaSy-x_1\n'])('finds nothing wrong with %j', (key) => {
    expect(keyProblem(key)).toBeUndefined();
  });

  it.each([
    ['sk-abc def', 'The key contains a space or a line break. Copy it again.'],
    ['sk-abc\nsk-def', 'The key contains a space or a line break. Copy it again.'],
    ['sk-кey', 'The key contains a character that no key has: "к". Copy it again.'],
    ['sk-abc…', 'The key contains a character that no key has: "…". Copy it again.'],
    ['sk-\u200babc', 'The key contains a character that no key has: U+200B. Copy it again.'],
    ['sk-\u0007abc', 'The key contains a character that no key has: U+0007. Copy it again.'],
    ['sk-😀', 'The key contains a character that no key has: "😀". Copy it again.'],
  ])('words what is wrong with %j', (key, problem) => {
    expect(keyProblem(key)).toBe(problem);
  });

  it('passes only what a header can carry', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (key) => {
        if (keyProblem(key) === undefined) new Headers({ 'x-api-key': key.trim() });
      }),
    );
  });
});

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
  ])('[D5.1] words what is wrong with %j', (key, problem) => {
    expect(keyProblem(key)).toBe(problem);
  });

  it('[D5.1] passes what a header can carry, and only that', () => {
    // Nearly all are printable: of wholly random texts none but the shortest would pass.
    const anyCode = fc.oneof(
      { weight: 60, arbitrary: fc.integer({ min: 0x21, max: 0x7e }) },
      { weight: 1, arbitrary: fc.nat(0x2ff) },
    );
    const anyKey = fc.array(anyCode, { maxLength: 60 }).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(anyKey, (key) => {
        const trimmed = key.trim();
        if (keyProblem(key) === undefined) expect(new Headers({ key: trimmed }).get('key')).toBe(trimmed);
        else expect(trimmed).toMatch(/[^\x21-\x7e]/);
      }),
    );
  });
});

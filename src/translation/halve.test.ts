import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Batch } from './batch.ts';
import { halve, joinReplies } from './halve.ts';
import { validateBatch } from './validate-batch.ts';

const phrase = (number: number) => ({ number, time: `time ${number}`, text: `text ${number}` });
const batchOf = (length: number): Batch => ({
  index: 3,
  phrases: Array.from({ length }, (_, index) => phrase(index + 95)),
  context: [phrase(94)],
});

describe('halve', () => {
  test('the second half has the first as its context', () => {
    const batch = batchOf(5);
    const [first, second] = halve(batch);
    expect(first).toEqual({ index: 3, phrases: batch.phrases.slice(0, 3), context: [phrase(94)] });
    expect(second).toEqual({ index: 3, phrases: batch.phrases.slice(3), context: batch.phrases.slice(0, 3) });
  });

  test('halves of halves end with single phrases, none lost', () => {
    const singles = (batch: Batch): readonly Batch[] =>
      batch.phrases.length === 1 ? [batch] : halve(batch).flatMap(singles);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (length) => {
        expect(singles(batchOf(length)).map(({ phrases }) => phrases)).toEqual(
          batchOf(length).phrases.map((only) => [only]),
        );
      }),
    );
  });

  test.each([0, 1])('%i phrases cannot be halved', (length) => {
    expect(() => halve(batchOf(length))).toThrow(RangeError);
  });
});

describe('joinReplies', () => {
  const { phrases } = batchOf(6);

  test('two valid replies become one', () => {
    const joined = joinReplies(phrases, ['{"96": {"t": "b"}, "95": "a"}', '```\n{"100": "d", "97": "c"}\n```']);
    expect(joined).toBe('{\n    "95": "a",\n    "96": "b",\n    "97": "c",\n    "100": "d"\n}');
  });

  test('replies to both halves are a reply to the whole', () => {
    const batch = batchOf(7);
    const replies = halve(batch).map((half) =>
      JSON.stringify(Object.fromEntries(half.phrases.map(({ number }) => [number, `t${number}`]))),
    );
    expect(validateBatch(batch.phrases, joinReplies(batch.phrases, replies))).toEqual([]);
  });

  test('what can be used of a broken reply is kept', () => {
    const joined = joinReplies(phrases, ['{"95": "a", "96": null}', '{"97": "c", "98": "cut of']);
    expect(JSON.parse(joined)).toEqual({ 95: 'a' });
  });
});

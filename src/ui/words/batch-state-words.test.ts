import { describe, expect, it } from 'vitest';
import { samplePhrases } from '../../../test/srt-sample.ts';
import type { BatchSlot } from '../../translation/batch.ts';
import { validateBatch } from '../../translation/check-reply.ts';
import { batchPlaceWords, batchStateWords } from './batch-words.ts';

const PHRASES = samplePhrases(6);

/** A failed batch whose reply has differences, as the session holds it. */
function failedWith(texts: Readonly<Record<string, unknown>>): BatchSlot {
  const output = JSON.stringify(texts);
  return [validateBatch(PHRASES, output)[0] ?? '', output];
}

const reply = (...numbers: readonly number[]) => Object.fromEntries(numbers.map((number) => [number, 'text']));

describe('batchStateWords', () => {
  it.each<readonly [string, BatchSlot]>([
    ['waiting', undefined],
    ['in progress', null],
    ['OK', ['', '{}']],
    ['failed: phrase 3 is missing', failedWith(reply(1, 2, 4, 5, 6))],
    ['failed: phrases 3 and 4 are missing', failedWith(reply(1, 2, 5, 6))],
    ['failed: phrases 2, 3, 4, 5 and 6 are missing', failedWith(reply(1))],
    ['failed: all phrases are missing', failedWith({})],
    ['failed: phrase 2 is empty', failedWith({ ...reply(1, 3, 4, 5, 6), 2: '' })],
    ['failed: there are lines that this batch does not have', failedWith(reply(1, 2, 3, 4, 5, 6, 7))],
    ['failed: the model answered with a sentence instead of a translation', ['Failed to parse JSON: nothing', 'no']],
  ])('%s', (words, slot) => {
    expect(batchStateWords(PHRASES, slot)).toBe(words);
  });

  it.each([
    ['bad-request', 'failed: the provider rejected this request'],
    ['refused', 'failed: the model refuses to translate something in this batch'],
    ['model-not-found', 'failed: the provider no longer has this model, or it cannot be used for this'],
    ['cancelled', 'failed: stopped by you'],
  ] as const)('of a failure: %s', (failure, words) => {
    expect(batchStateWords(PHRASES, ['In the provider’s words.', ''], { failure })).toBe(words);
  });
});

describe('batchPlaceWords', () => {
  const at = (number: number, time: string) => ({ number, time, text: 'x' });
  it.each<readonly [string, Parameters<typeof batchPlaceWords>[0]]>([
    ['321–340 · 16:00', [at(321, '00:16:00,120 --> 00:16:02,000'), at(340, '00:17:00,000 --> 00:17:02,000')]],
    ['1–2 · 0:05', [at(1, '00:00:05,000 --> 00:00:06,000'), at(2, '00:00:07,000 --> 00:00:08,000')]],
    ['1900 · 1:02:09', [at(1900, '01:02:09,900 --> 01:02:11,000')]],
    ['1 · 0:00', [at(1, '-00:00:01,000 --> 00:00:02,000')]],
    ['7', [at(7, 'when it pleases')]],
    ['', []],
  ])('%s', (words, phrases) => {
    expect(batchPlaceWords(phrases)).toBe(words);
  });
});

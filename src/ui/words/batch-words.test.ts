import { describe, expect, it } from 'vitest';
import { batchesOf, failedBatch } from '../../../test/batches.ts';
import { samplePhrases } from '../../../test/srt-sample.ts';
import type { BatchSlot } from '../../translation/batch.ts';
import { batchPlaceWords, batchStateWords, failureInAWord, replyWords } from './batch-words.ts';

const PHRASES = samplePhrases(6);
const LONGEST = 32;
const reply = (...numbers: readonly number[]) => Object.fromEntries(numbers.map((number) => [number, 'text']));
const ALL = reply(1, 2, 3, 4, 5, 6);

describe('[S2.13] what is wrong with a reply, as a sentence and in a word', () => {
  it.each<readonly [words: string, inAWord: string, answer: string | object]>([
    ['', 'press Validate in it', ALL],
    ['Phrase 3 is missing.', 'phrase 3 is missing', reply(1, 2, 4, 5, 6)],
    ['Phrases 3 and 4 are missing.', 'phrases 3, 4 are missing', reply(1, 2, 5, 6)],
    ['Phrases 2, 3, 4, 5 and 6 are missing.', '5 phrases are missing', reply(1)],
    ['All phrases are missing.', 'all phrases are missing', {}],
    ['Phrase 2 is empty.', 'phrase 2 is empty', { ...ALL, 2: ' ' }],
    ['Phrase 2 holds a timing line.', 'phrase 2 holds a timing', { ...ALL, 2: '00:00:01,000 --> 00:00:02,000' }],
    ['There are lines that this batch does not have.', 'the answer has other lines', { ...ALL, 7: 'text' }],
    ['All keys must be numeric: one is not.', 'the answer has other lines', { ...ALL, one: 'text' }],
    ["Value for key '6' must be a string or an object.", 'not all of it is text', { ...ALL, 6: 5 }],
    ['Phrase 1 stands twice.', 'a phrase stands twice', JSON.stringify(ALL).replace('"2"', '"1":"a","2"')],
    ['No translation came.', 'no translation came', ' '],
    [
      'The model answered with a sentence instead of a translation.',
      'the answer is no translation',
      'I cannot help with that.',
    ],
    ['The model answered with something else than a translation.', 'the answer is no translation', '["a", "b"'],
    [
      'The answer breaks off in phrase 2: 1 phrase can be used, 5 are missing.',
      'it breaks off in phrase 2',
      '{"1": "text", "2": "te',
    ],
  ])('%s', (words, inAWord, answer) => {
    const output = typeof answer === 'string' ? answer : JSON.stringify(answer);
    expect(replyWords(PHRASES, output)).toBe(words);
    expect(failureInAWord(PHRASES, failedBatch(['An error.', output]))).toBe(inAWord);
    expect(inAWord.length).toBeLessThanOrEqual(LONGEST);
  });

  it.each<readonly [string, string]>([
    ['{\n"1": "a"\n"2": "b"\n}', 'Your text is not valid JSON yet: a comma is missing in line 2.'],
    ['{\n"1": "a",\n"2" "b"\n}', 'Your text is not valid JSON yet: look at line 3.'],
    ['', 'Your text is not valid JSON yet.'],
  ])('of a text that a person has edited: %j', (output, words) => {
    expect(replyWords(PHRASES, output, { edited: true })).toBe(words);
    expect(failureInAWord(PHRASES, failedBatch(['An error.', output], { edited: true }))).toBe('not valid JSON yet');
  });
});

describe('batchStateWords', () => {
  it.each<readonly [string, BatchSlot]>([
    ['waiting', undefined],
    ['in progress', null],
    ['OK', ['', '{}']],
    ['failed: phrase 3 is missing', ['An error.', JSON.stringify(reply(1, 2, 4, 5, 6))]],
    ['failed: in words of its own', ['In words of its own.', JSON.stringify(ALL)]],
  ])('%s', (words, slot) => {
    expect(batchStateWords(PHRASES, batchesOf([slot])[0])).toBe(words);
  });

  it.each([
    ['bad-request', 'the request was rejected', 'failed: the provider rejected this request'],
    ['refused', 'the model refuses', 'failed: the model refuses to translate something in this batch'],
    ['cancelled', 'stopped by you', 'failed: stopped by you'],
    [
      'model-not-found',
      'there is no such model',
      'failed: the provider does not have this model, or it cannot be used for this',
    ],
    [
      'no-browser-access',
      'the key is not for web pages',
      'failed: the organization of this key does not allow requests from a web page, and this page can send no others; what is finished is kept',
    ],
  ] as const)('[S2.13] of a failure: %s', (failure, inAWord, words) => {
    const batch = failedBatch(['In the provider’s words.', ''], { failure });
    expect(failureInAWord(PHRASES, batch)).toBe(inAWord);
    expect(batchStateWords(PHRASES, batch)).toBe(words);
  });
});

describe('batchPlaceWords', () => {
  const at = (number: number, time: string) => ({ number, time, text: 'x' });
  it.each<readonly [string, Parameters<typeof batchPlaceWords>[0]]>([
    ['321–340 · 16:00', [at(321, '00:16:00,120 --> 00:16:02,000'), at(340, '00:17:00,000 --> 00:17:02,000')]],
    ['1900 · 1:02:09', [at(1900, '01:02:09,900 --> 01:02:11,000')]],
    ['1 · 0:00', [at(1, '-00:00:01,000 --> 00:00:02,000')]],
    ['7', [at(7, 'when it pleases')]],
    ['', []],
  ])('%s', (words, phrases) => {
    expect(batchPlaceWords(phrases)).toBe(words);
  });
});

import { describe, expect, it } from 'vitest';
import { samplePhrases } from '../../../test/srt-sample.ts';
import { failureInAWord } from './batch-words.ts';

const PHRASES = samplePhrases(6);
const reply = (...numbers: readonly number[]) => Object.fromEntries(numbers.map((number) => [number, 'text']));
const LONGEST = 32;

describe('[S2.13] failureInAWord', () => {
  it.each([
    ['phrase 3 is missing', reply(1, 2, 4, 5, 6)],
    ['phrases 3, 4 are missing', reply(1, 2, 5, 6)],
    ['5 phrases are missing', reply(1)],
    ['all phrases are missing', {}],
    ['phrase 2 is empty', { ...reply(1, 3, 4, 5, 6), 2: '' }],
    ['phrase 2 holds a timing', { ...reply(1, 3, 4, 5, 6), 2: '00:00:01,000 --> 00:00:02,000' }],
    ['the answer has other lines', reply(1, 2, 3, 4, 5, 6, 7)],
    ['the answer has other lines', { ...reply(1, 2, 3, 4, 5, 6), one: 'text' }],
    ['not all of it is text', { ...reply(1, 2, 3, 4, 5, 6), 6: 5 }],
    ['press Validate in it', reply(1, 2, 3, 4, 5, 6)],
    ['no translation came', ' '],
    ['the answer is no translation', 'I cannot help with that.'],
    ['it breaks off in phrase 2', '{"1": "text", "2": "te'],
    ['a phrase stands twice', '{"1": "a", "1": "b", "2": "c", "3": "d", "4": "e", "5": "f", "6": "g"}'],
  ])('%s', (words, answer) => {
    const output = typeof answer === 'string' ? answer : JSON.stringify(answer);
    expect(failureInAWord(PHRASES, ['An error.', output])).toBe(words);
    expect(words.length).toBeLessThanOrEqual(LONGEST);
  });

  it.each([
    ['no-browser-access', 'the key is not for web pages'],
    ['bad-request', 'the request was rejected'],
    ['refused', 'the model refuses'],
    ['cancelled', 'stopped by you'],
  ] as const)('of a failure: %s', (failure, words) => {
    expect(failureInAWord(PHRASES, ['In the provider’s words.', ''], { failure })).toBe(words);
  });

  it('of what a person writes', () => {
    expect(failureInAWord(PHRASES, ['An error.', '{'], { edited: true })).toBe('not valid JSON yet');
  });
});

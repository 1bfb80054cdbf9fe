import { describe, expect, it, test } from 'vitest';
import { samplePhrases } from '../../../test/srt-sample.ts';
import { parseSrt } from '../../subtitles/parse-srt.ts';
import { failureInAWord } from './batch-words.ts';
import { explainFailure } from './failures.ts';
import { refusedFileWords, sourceErrorWords } from './file-summary.ts';

describe('explainFailure', () => {
  it('names the button that goes on', () => {
    expect(explainFailure('server', 'Resume')).toContain('press Resume');
    expect(explainFailure('server', 'Retry')).toContain('press Retry');
  });

  it('[D7.5] says that a connection error can be a wrong key', () => {
    expect(explainFailure('connection', 'Resume')).toContain('a wrong key can look the same');
  });

  it('tells who is not served with a good key from who has a wrong one, each in words of its own', () => {
    const kinds = ['not-permitted', 'no-browser-access', 'website-blocked', 'region'] as const;
    const words = kinds.map((kind) => explainFailure(kind, 'Resume'));
    expect(words).toEqual([
      expect.stringContaining('does not permit this with the key, or from this network'),
      expect.stringContaining('does not allow requests from a web page'),
      expect.stringContaining('restricted to certain websites'),
      expect.stringContaining('does not serve the country or region'),
    ]);
    for (const sentence of words) {
      expect(sentence).not.toMatch(/correct it|refuses the key/i);
      expect(sentence).toMatch(/hat is finished is kept\b.* press Resume\.$/);
    }
  });

  it('points to the dropdown when the model is gone', () => {
    expect(explainFailure('model-not-found', 'Resume')).toContain('Choose another at Model');
  });
});

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

const NEXT = ' Correct it in the original, then press Translate again.';

test.each([
  [
    '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:05,222 --> 00:00:06,000\n',
    'Phrase 2 (line 5) has no text: write one, or delete the phrase.',
  ],
  ['1\n00:00:01,000\nHi\n', 'Phrase 1 (line 1) has no timing line with "-->".'],
  ['Hello there\n', 'A phrase has to begin with its number, and line 1 does not.'],
])('%j', (source, words) => {
  const parsed = parseSrt(source);
  expect(parsed.ok ? '' : sourceErrorWords(parsed.error.message)).toBe(`${words}${NEXT}`);
});

test('an empty file is told in plain words, with what becomes of the film that is open', () => {
  const parsed = parseSrt('');
  const message = parsed.ok ? '' : parsed.error.message;
  expect(sourceErrorWords(message)).toBe('The file is empty. Open another one, or paste subtitles.');
  expect(refusedFileWords(message)).toBe('The file is empty. It was not opened, and the film stays as it is.');
  expect(refusedFileWords('Subtitle at key 3 is empty.')).toBeUndefined();
});

test('another error is none of it', () => {
  expect(sourceErrorWords('No API key configured')).toBeUndefined();
});

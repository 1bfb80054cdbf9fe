import { describe, expect, it, test } from 'vitest';
import { parseSrt } from '../../subtitles/parse-srt.ts';
import { explainFailure, explainOutage, readingFailureWords, suggestionFailureWords } from './failures.ts';
import { refusedFileWords, sourceErrorWords } from './file-summary.ts';

describe('explainFailure', () => {
  it.each([
    ['names the button that goes on', 'server', 'Resume', 'press Resume'],
    ['names the button that goes on', 'server', 'Retry', 'press Retry'],
    ['[D7.5] says that it can be a wrong key', 'connection', 'Resume', 'a wrong key can look the same'],
    ['says that it can be blocked', 'connection', 'Retry', 'whether an extension or your network blocks the provider'],
    ['of a run leads to the button of a batch', 'cut-off', 'Resume', 'Open a failed batch to retry it in halves, or'],
    ['of a run leads to the button of a batch', 'refused', 'Resume', 'Open a failed batch to retry it in halves or'],
    ['of a batch names its button', 'cut-off', 'Retry', 'limit. Retry in halves, or'],
    ['points to the dropdown when the model is gone', 'model-not-found', 'Resume', 'Choose another at Model'],
  ] as const)('%s: %s', (_, kind, goOn, words) => {
    expect(explainFailure(kind, goOn)).toContain(words);
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
});

describe('a server that loads its model', () => {
  const LOADS = /^The server is loading its model\./;
  it.each([
    'Loading model',
    'Model gemma is currently loading',
    'The model is loading, please wait',
    'The server is still starting up',
    'Model is not ready',
    'engine is warming up',
    'Model google/gemma-3 is currently loading',
    'Still loading weights',
  ])('[D7.26] is told as such where a run waits, a batch failed, a line or a reading waits: %s', (message) => {
    expect(explainOutage('server', message)).toMatch(LOADS);
    expect(explainFailure('server', 'Retry', message)).toMatch(LOADS);
    expect(suggestionFailureWords({ kind: 'server', message })).toMatch(LOADS);
    expect(readingFailureWords('server', message)).toMatch(LOADS);
  });
  it.each(['503 down', 'Overloaded', 'Failed to load the model', 'Error loading model: out of memory', ''])(
    'another trouble is not: %s',
    (message) => {
      expect(explainOutage('server', message)).toMatch(/^The provider has trouble of its own\./);
      expect(explainFailure('server', 'Retry', message)).not.toMatch(LOADS);
    },
  );
  it('nor is a refusal of another kind', () => {
    expect(explainFailure('model-not-found', 'Resume', 'The model is not available yet')).not.toMatch(LOADS);
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

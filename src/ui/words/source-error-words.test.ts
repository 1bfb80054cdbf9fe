import { expect, test } from 'vitest';
import { parseSrt } from '../../subtitles/parse-srt.ts';
import { sourceErrorWords } from './source-error-words.ts';

const NEXT = ' Correct it in the original, then press Translate again.';

test.each([
  [
    '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:05,222 --> 00:00:06,000\n',
    'Phrase 2 (line 5) has no text: write one, or delete the phrase.',
  ],
  ['1\n00:00:01,000\nHi\n', 'Phrase 1 (line 1) has no timing line with "-->".'],
  ['Hello there\n', 'A phrase has to begin with its number, and line 1 does not.'],
  ['', 'The file is empty.'],
])('%j', (source, words) => {
  const parsed = parseSrt(source);
  expect(parsed.ok ? '' : sourceErrorWords(parsed.error.message)).toBe(`${words}${NEXT}`);
});

test('another error is none of it', () => {
  expect(sourceErrorWords('No API key configured')).toBeUndefined();
});

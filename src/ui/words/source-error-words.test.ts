import { expect, test } from 'vitest';
import { parseSrt } from '../../subtitles/parse-srt.ts';
import { refusedFileWords, sourceErrorWords } from './file-summary.ts';

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

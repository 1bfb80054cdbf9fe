import { describe, expect, it } from 'vitest';
import { samplePhrases } from '../../../test/srt-sample.ts';
import { replyWords } from './batch-words.ts';

const PHRASES = samplePhrases(4);
const reply = (...numbers: readonly number[]) => Object.fromEntries(numbers.map((number) => [number, 'text']));

describe('replyWords', () => {
  it.each<readonly [string, string]>([
    [JSON.stringify(reply(1, 2, 3, 4)), ''],
    [JSON.stringify(reply(1, 2, 4)), 'Phrase 3 is missing.'],
    [JSON.stringify(reply(1, 4)), 'Phrases 2 and 3 are missing.'],
    ['{}', 'All phrases are missing.'],
    [JSON.stringify({ ...reply(1, 3, 4), 2: ' ' }), 'Phrase 2 is empty.'],
    [JSON.stringify({ ...reply(1, 3, 4), 2: '00:00:01,000 --> 00:00:02,000' }), 'Phrase 2 holds a timing line.'],
    ['{"1": "a", "2": "b", "2": "c", "3": "d", "4": "e"}', 'Phrase 2 stands twice.'],
    [JSON.stringify(reply(1, 2, 3, 4, 5)), 'There are lines that this batch does not have.'],
    [JSON.stringify({ ...reply(1, 2, 3), 4: 7 }), "Value for key '4' must be a string or an object."],
    ['I am sorry, I cannot help.', 'The model answered with a sentence instead of a translation.'],
    ['["a", "b"', 'The model answered with something else than a translation.'],
    ['', 'No translation came.'],
    ['{"1": "a", "2": "b', 'The answer breaks off in phrase 2: 1 phrase can be used, 3 are missing.'],
  ])('%s', (output, words) => {
    expect(replyWords(PHRASES, output)).toBe(words);
  });

  it.each<readonly [string, string]>([
    ['{\n"1": "a"\n"2": "b"\n}', 'Your text is not valid JSON yet: a comma is missing in line 2.'],
    ['{\n"1": "a",\n"2" "b"\n}', 'Your text is not valid JSON yet: look at line 3.'],
    ['', 'Your text is not valid JSON yet.'],
  ])('of a text that a person has edited: %j', (output, words) => {
    expect(replyWords(PHRASES, output, { edited: true })).toBe(words);
  });
});

import { expect, test } from 'vitest';
import { parseProject } from '../src/storage/project-file.ts';
import { parseSrt } from '../src/subtitles/parse-srt.ts';
import { withoutTimingLines } from '../src/subtitles/timing-line.ts';
import { readReply } from '../src/translation/read-reply.ts';
import { asValue, filled, WORST } from './worst-inputs.ts';

/** A parser that is not linear does not come to an end with it; how long one takes is measured in bench/parsers.bench.ts. */
const CHARACTERS = 256 * 1024;

test.each(WORST)('a quarter of a megabyte of %j is read or refused', { timeout: 60_000 }, (pattern) => {
  const text = filled(pattern, CHARACTERS);
  expect(typeof parseSrt(text).ok).toBe('boolean');
  expect(typeof parseSrt(`1\n00:00:01,000 --> 00:00:02,000\n${text}`).ok).toBe('boolean');
  expect(Array.isArray(readReply(text).problems)).toBe(true);
  expect(readReply(asValue(text)).problems).toEqual([]);
  expect(withoutTimingLines(text).length).toBeLessThanOrEqual(text.length);
  expect(parseProject(text).ok).toBe(false);
});

test('a reply with hundreds of thousands of keys that stand twice names them', { timeout: 60_000 }, () => {
  const keys = Array.from({ length: 400_000 }, (_, index) => `"${index % 7}":"text of a phrase"`);
  expect(readReply(`{${keys.join(',')}}`).problems).toHaveLength(7);
});

import { expect, test } from 'vitest';
import { parseProject } from '../src/storage/project-file.ts';
import { parseSrt } from '../src/subtitles/parse-srt.ts';
import { withoutTimingLines } from '../src/subtitles/timing-line.ts';
import { readReply } from '../src/translation/parse-reply.ts';
import { fuzzRuns } from './fuzz-runs.ts';

/**
 * What a file or a model can send to make a parser slow: 10 MB of each are read or refused within a second. A normal run
 * takes 256 KB, for which a parser that is not linear would take far longer; FUZZ_RUNS=100 takes all.
 */

const CHARACTERS = Math.min(fuzzRuns(256), 10 * 1024) * 1024;
const LIMIT_MS = 1_000;
const filled = (pattern: string) => pattern.repeat(Math.ceil(CHARACTERS / pattern.length)).slice(0, CHARACTERS);

/** For ten million open brackets the engine’s own JSON.parse takes a second, and a reply is parsed twice. */
const NESTED = new Set(['[', '{"1":[', '{"1":']);
const NESTED_LIMIT_MS = 4_000;

/** Of up to three times, since other programs share the machine. */
function fastestMs(parse: () => unknown): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && fastest > LIMIT_MS; run++) {
    const start = performance.now();
    parse();
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

const WORST = [
  ...[
    '\n',
    '\r\n',
    ' ',
    '\t',
    '1',
    '1\n',
    '1 ',
    '-',
    '-->',
    ' -->',
    '--> \n',
    '00:',
    '0:0',
    '00:00:00,000 --> ',
    '\u00a0',
  ],
  ...[
    '1\n00:00:01,000 --> 00:00:02,000\n\n',
    '1\n00:00:01,000 --> 00:00:02,000\nx\n',
    '\u202e',
    '\ufeff',
    '<i>',
    '{\\an8}',
  ],
  ...[
    '{',
    '}',
    '[',
    '{"1":',
    '{"1":[',
    '"',
    '\\',
    '\\"',
    '"1":"x",',
    '```',
    '```json\n{',
    '}{',
    '{}',
    'null ',
    '\u0000',
  ],
];
const wrapped = (pattern: string) => `{"1":"${filled(pattern).replace(/["\\\p{Cc}]/gu, '')}"}`;

test.each(WORST)('megabytes of %j', { timeout: 60_000 }, (pattern) => {
  const text = filled(pattern);
  const value = wrapped(pattern);
  const parsers: Readonly<Record<string, () => unknown>> = {
    'an .srt file': () => parseSrt(text),
    'a cue with a text after it': () => parseSrt(`1\n00:00:01,000 --> 00:00:02,000\n${text}`),
    'a reply': () => readReply(text),
    'a value in a reply': () => readReply(value),
    'a text before it is saved': () => withoutTimingLines(text),
    'a project file': () => parseProject(text),
  };
  for (const [name, parse] of Object.entries(parsers)) {
    expect(fastestMs(parse), name).toBeLessThan(NESTED.has(pattern) ? NESTED_LIMIT_MS : LIMIT_MS);
  }
});

test('megabytes of keys that stand twice', () => {
  const keys = Array.from({ length: 400_000 }, (_, index) => `"${index % 7}":"text of a phrase"`);
  const reply = `{${keys.join(',')}}`;
  expect(readReply(reply).errors.length).toBeGreaterThan(0);
  expect(fastestMs(() => readReply(reply))).toBeLessThan(LIMIT_MS);
});

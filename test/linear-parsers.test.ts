import { expect, test } from 'vitest';
import { parseProject } from '../src/project.ts';
import { findRepairs } from '../src/subtitles/mend/find-repairs.ts';
import { parseSrt } from '../src/subtitles/parse-srt.ts';
import { containsTimingLine, withoutTimingLines } from '../src/subtitles/timing.ts';
import { readReply } from '../src/translation/read-reply.ts';
import { asValue, filled, WORST } from './worst-inputs.ts';

/** A quarter of a megabyte of the worst inputs: a far from linear parser times out. bench/parsers.bench.ts measures the time. */

const CHARACTERS = 256 * 1024;
const TIME = '00:00:01,000 --> 00:00:02,000';
const CUE_WITHOUT_TEXT = `1\n${TIME}\n\n`;
const CUE = `1\n${TIME}\nx\n`;
/** Inputs whose first line is a number without a timing line after it. */
const NUMBERS = ['1', '1\n', CUE_WITHOUT_TEXT];
const WITH_TIMING_LINES = ['00:00:00,000 --> ', CUE_WITHOUT_TEXT, CUE];

const refused = (reason: string) => ({
  ok: false,
  error: { line: 1, message: expect.stringMatching(new RegExp(`couldn't be parsed as ${reason} \\(line 1\\)$`)) },
});
const NO_TEXT = refused('.srt phrase');

/** The expected result when the whole file consists of the pattern. */
function expectedFile(pattern: string, text: string) {
  if (pattern === CUE) {
    const count = Math.floor(CHARACTERS / CUE.length);
    // The input's end cuts the last phrase's timing line off.
    const textOf = (number: number) => (number < count ? 'x' : `x\n${CUE.slice(0, CHARACTERS % CUE.length)}`);
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const phrases = numbers.map((number) => ({ number, time: TIME, text: textOf(number) }));
    return {
      ok: true,
      value: { phrases, notes: [{ kind: 'renumbered' }, { kind: 'blank-lines-missing', count: count - 1 }] },
    };
  }
  return text.trim() === '' || NUMBERS.includes(pattern) ? NO_TEXT : refused('number');
}

/** The expected result when the pattern follows a number and a timing line. */
function expectedText(pattern: string, text: string) {
  if (text.trim() === '' || pattern === CUE || pattern === CUE_WITHOUT_TEXT) return NO_TEXT;
  const phrases = [{ number: 1, time: TIME, text: text.trimEnd() }];
  return { ok: true, value: { phrases, notes: [] } };
}

test.each(WORST)('a quarter of a megabyte of %j is read as what it is, or refused for what it lacks', (pattern) => {
  const text = filled(pattern, CHARACTERS);
  expect(parseSrt(text)).toEqual(expectedFile(pattern, text));
  expect(parseSrt(`1\n${TIME}\n${text}`)).toEqual(expectedText(pattern, text));

  const noJson = { kind: 'not-json', keys: [], words: expect.stringMatching(/^Failed to parse JSON: ./) };
  expect(readReply(text)).toEqual({ problems: [noJson], keys: undefined, texts: new Map() });
  const value = JSON.parse(asValue(text))['1'];
  expect(readReply(asValue(text))).toEqual({ problems: [], keys: ['1'], texts: new Map([['1', value]]) });

  const safe = WITH_TIMING_LINES.includes(pattern) ? text.replaceAll('-->', '→') : text;
  expect(withoutTimingLines(text)).toBe(safe);
  expect(containsTimingLine(safe)).toBe(false);
  expect(parseProject(text)).toEqual({ ok: false, error: expect.stringMatching(/^This is not a project file/) });
});

test('a reply with hundreds of thousands of keys that stand twice names them', () => {
  const keys = Array.from({ length: 400_000 }, (_, index) => `"${index % 7}":"text of a phrase"`);
  const named = [...'0123456'].map((key) => ({ kind: 'key-twice', keys: [key], words: `Key '${key}' stands twice.` }));
  expect(readReply(`{${keys.join(',')}}`)).toMatchObject({ problems: named, texts: new Map() });
});

/** What a careless hand or a program can leave in a file, to make the search for repairs slow. */
const BROKEN = [
  ...['&nbsp;', '\u200b', '00:00:01', '00:00:01.5 -> ', '1:', '- ', ' - - ', '00:00:01,000 > ', '\n\n\u200b', '1\n\n'],
  ...['0:00:01.0,0:00:02.0\n', `${TIME}\n`, `${TIME}\n\n`, `${TIME}\nx\n\n`, `${TIME} x\n`, '\ufeff1\n'],
  '1\n0X:00:00,0 -> \n',
  ...['<i>', '< ', '<i', 'www.', 'a.', 'by ', 'S1E1', '@', `1\n${TIME}\nwww.a.com <i>\n\n`],
];

test.each([...WORST, ...BROKEN])('a quarter of a megabyte of %j is searched for repairs, and mended', (pattern) => {
  for (const text of [filled(pattern, CHARACTERS), `1\n${TIME}\n${filled(pattern, CHARACTERS)}\n\n${TIME}\nx`]) {
    const { isOffered, kinds, mend } = findRepairs(text);
    const mended = mend(new Set(kinds.flatMap(({ name, isOptional }) => (isOptional ? [] : [name]))));
    expect(findRepairs(mended, isOffered ? 'mended-srt' : 'srt').isOffered).toBe(false);
  }
});

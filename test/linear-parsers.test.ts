import { expect, test } from 'vitest';
import { meantLetters } from '../src/files/meant-letters.ts';
import { parseProject } from '../src/storage/project-file.ts';
import type { ReadAs } from '../src/subtitles/formats.ts';
import { findRepairs } from '../src/subtitles/mend/find-repairs.ts';
import { parseSrt } from '../src/subtitles/parse-srt.ts';
import { readDocument } from '../src/subtitles/read-document.ts';
import { containsTimingLine, withoutTimingLines } from '../src/subtitles/timing.ts';
import { readReply } from '../src/translation/read-reply.ts';
import { expectLinear } from './growth.ts';
import { asValue, filled, WORST } from './worst-inputs.ts';

/**
 * These tests check that the work of every parser grows in proportion to the length of its text, even for the worst inputs. bench/parsers.bench.ts measures the
 * time.
 */

const TIME = '00:00:01,000 --> 00:00:02,000';

test.each(WORST)('parses long texts of %j in linear time', (pattern) => {
  expectLinear((characters) => {
    const text = filled(pattern, characters);
    for (const source of [text, `1\n${TIME}\n${text}`]) expect(parseSrt(source)).toHaveProperty('ok');
    expect(readReply(text).problems).toMatchObject([{ kind: 'not-json' }]);
    expect(readReply(asValue(text)).problems).toEqual([]);
    expect(containsTimingLine(withoutTimingLines(text))).toBe(false);
    expect(parseProject(text).ok).toBe(false);
  });
});

test('names repeated keys in a reply with a hundred thousand of them in linear time', () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => `"${index % 7}":"text of a phrase"`);
  const named = [...'0123456'].map((key) => ({ kind: 'key-twice', keys: [key], words: `Key '${key}' stands twice.` }));
  expect(readReply(`{${keys.join(',')}}`)).toMatchObject({ problems: named, texts: new Map() });
});

/** Errors of people and programs that could make the search for repairs slow. */
const BROKEN = [
  ...['&nbsp;', '\u200b', '00:00:01', '00:00:01.5 -> ', '1:', '- ', ' - - ', '00:00:01,000 > ', '\n\n\u200b', '1\n\n'],
  ...['0:00:01.0,0:00:02.0\n', `${TIME}\n`, `${TIME}\n\n`, `${TIME}\nx\n\n`, `${TIME} x\n`, '\ufeff1\n'],
  '1\n0X:00:00,0 -> \n',
  `&${'amp;'.repeat(20_000)}`,
  ...['<i>', '< ', '<i', 'www.', 'a.', 'by ', 'S1E1', '@', `1\n${TIME}\nwww.a.com <i>\n\n`],
];

test.each([...WORST, ...BROKEN])(
  'searches long texts of %j for repairs, and repairs them, in linear time',
  (pattern) => {
    for (const [before, after] of [
      ['', ''],
      [`1\n${TIME}\n`, `\n\n${TIME}\nx`],
    ])
      expectLinear((characters) => {
        const { isOffered, kinds, mend } = findRepairs(before + filled(pattern, characters) + after);
        const mended = mend(new Set(kinds.flatMap(({ name, isOptional }) => (isOptional ? [] : [name]))));
        expect(findRepairs(mended, isOffered ? 'mended-srt' : 'srt').isOffered).toBe(false);
      });
  },
);

test.each(['amp;', '#x26;', '#38;'])('decodes &%s in linear time if it was escaped many times', (sign) => {
  expectLinear((characters) => {
    const text = `1\n${TIME}\n&${filled(sign, characters)}`;
    expect(findRepairs(text).kinds.map(({ name }) => name)).toEqual(['html-signs']);
  });
});

test.each(['<', '&amp;', 'x', '{', 'é', 'Ã©', '1,'])(
  'judges the letters of long texts of %j in linear time',
  (pattern) => {
    expectLinear((characters) => expect(meantLetters(`é ${filled(pattern, characters)} é`)).not.toBe(''));
  },
);

const BEGINNINGS: readonly (readonly [ReadAs, string])[] = [
  ['ttml', '<tt><body><p begin="1s" end="2s">a'],
  ['lrc', '[00:01.00]a'],
  ['sub', '{1}{2}a'],
];
const OF_FORMATS = [
  ' ',
  '\t\n',
  '<',
  '<br/>',
  '<span>',
  '</span>',
  '<![CDATA[',
  '&',
  '{y:i}',
  '|',
  '<00:01.00>',
  '[00:01.00]',
];

test.each(BEGINNINGS.flatMap(([readAs, begin]) => OF_FORMATS.map((pattern) => [readAs, pattern, begin] as const)))(
  'reads and writes long texts of %s with %j in linear time',
  (readAs, pattern, begin) => {
    expectLinear((characters) => {
      const read = readDocument(`${begin}${filled(pattern, characters)}b`, readAs);
      if (read.ok) expect(read.value.write(new Map([[1, 'c']]))).toContain('c');
      else expect(read.error).not.toBe('');
    });
  },
);

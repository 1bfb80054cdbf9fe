import { describe, expect, it } from 'vitest';
import { okValue } from '../../../test/ok-value.ts';
import { readDocument } from '../read-document.ts';
import { findRepairs, type Repairs } from './find-repairs.ts';

const T1 = '00:00:01,000 --> 00:00:02,000';
const T2 = '00:00:03,000 --> 00:00:04,000';
const T3 = '00:00:05,000 --> 00:00:06,000';

const neededOf = ({ kinds }: Repairs) => new Set(kinds.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])));
const wordsOf = ({ kinds }: Repairs) => kinds.map(({ sentence, offer }) => [sentence, offer].filter(Boolean).join(' '));

const AB = `1\n${T1}\nA\n\n2\n${T2}\nB\n`;
const ABC = `${AB}\n3\n${T3}\nC\n`;
const ONE_UNNUMBERED = '1 subtitle has no usable number. The repair numbers all subtitles from 1.';
const TWO_UNNUMBERED = '2 subtitles have no usable number. The repair numbers all subtitles from 1.';
const ONE_STOOD = '1 subtitle has no blank line before it. The repair adds one.';
const TWO_STOOD = '2 subtitles have no blank line before them. The repair adds one before each.';
const AFTER_NUMBER = '2 subtitles have a blank line after the number. The repair removes it.';
const FROM_SBV = 'This is an SBV file. The repair makes it an SRT file.';
const UNSEEN = '1 text line has invisible characters. The repair removes them.';
const AFTER_TIMING = '2 subtitles have a blank line after the timing. The repair removes it.';
const WORDLESS = '1 subtitle has no words and is not sent.';
const LEFT_OUT = 'It stays in the file and is not translated.';
const STACKED = `Line 2 of the file is a timing directly above another timing: '${T1}'. ${LEFT_OUT}`;
const CREDITS = `A film\nby somebody\n\n1\n${T1}\nA`;

/** `words`: the sentences about the repairs that a person reads. */
const BROKEN: readonly (readonly [what: string, text: string, mended: string, ...words: string[]])[] = [
  ['no numbers', `${T1}\nA\n\n${T2}\nB\n`, AB, TWO_UNNUMBERED],
  [
    'output of Whisper',
    '[00:01.000 --> 00:02.000]   A\n[00:03.000 --> 00:04.000]  B\n[00:00:05,000 --> 00:00:06,000]\nC\n',
    ABC,
    '2 subtitles have text beside the timing, in the same text line. Text there is not translated. The repair moves it to a text line of its own.',
    '2 subtitles have no blank line before them. The repair adds one before each.',
    '3 timings have an unusual form. Some players cannot read them. The repair writes them as 00:00:01,500.',
    '2 timings have no hours. Some players cannot read them. The repair adds “00:”.',
    '3 subtitles have no usable number. The repair numbers all subtitles from 1.',
  ],
  [
    'output of Whisper with numbers and signs',
    '[00:01.000 --> 00:02.000]  3, 2, 1\n[00:03.000 --> 00:04.000]  2:30\n[00:05.000 --> 00:06.000]  ♪♪\n',
    `1\n${T1}\n3, 2, 1\n\n2\n${T2}\n2:30\n\n3\n${T3}\n♪♪\n`,
    '3 subtitles have text beside the timing, in the same text line. Text there is not translated. The repair moves it to a text line of its own.',
    '2 subtitles have no blank line before them. The repair adds one before each.',
    '3 timings have an unusual form. Some players cannot read them. The repair writes them as 00:00:01,500.',
    '3 timings have no hours. Some players cannot read them. The repair adds “00:”.',
    '3 subtitles have no usable number. The repair numbers all subtitles from 1.',
  ],
  ['one number missing', `7\n${T1}\nA\n\n${T2}\nB\n\n9\n${T3}\nC`, ABC, ONE_UNNUMBERED],
  ['words instead of numbers', `1\n${T1}\nA\n\ndeux\n${T2}\nB\n\n3.\n${T3}\nC`, ABC, TWO_UNNUMBERED],
  [
    'numbers that were translated too',
    `১\n${T1}\nA\n\n২\n${T2}\nB\n\n৩\n${T3}\nC`,
    ABC,
    '3 subtitles have no usable number. The repair numbers all subtitles from 1.',
  ],
  [
    'numbers that were translated into Chinese',
    `1个\n${T1}\nA\n\n2个\n${T2}\nB\n\n四\n${T3}\nC`,
    ABC,
    '3 subtitles have no usable number. The repair numbers all subtitles from 1.',
  ],
  [
    'doubled and decreasing numbers beside an unreadable phrase',
    `5\n${T1}\nA\n\n5\n${T2}\nB\n\n4\n${T3}\nC\n\n6\n\n`,
    `${AB}\n3\n${T3}\nC\n\n6\n`,
    TWO_UNNUMBERED,
    `Line 13 of the file cannot be read: “6”. It stays in the file and is not sent.`,
  ],
  ['no blank line and no number before a phrase', `1\n${T1}\nA\n${T2}\nB`, AB, ONE_STOOD, ONE_UNNUMBERED],
  ['no blank lines', `1\n${T1}\nA\n2\n${T2}\nB\n3\n${T3}`, `${AB}\n3\n${T3}\n`, TWO_STOOD, WORDLESS],
  [
    'a blank line inside a text',
    `1\n${T1}\nA\n\nstill A\n\n2\n${T2}\nB`,
    `1\n${T1}\nA\nstill A\n\n2\n${T2}\nB\n`,
    '1 subtitle has a blank line inside. Players end its text there. The repair removes the blank line.',
  ],
  ['a blank line after the timing', `1\n${T1}\n\nA\n\n2\n${T2}\n \nB`, AB, AFTER_TIMING],
  ['a blank line after every line', `1\n\n${T1}\n\nA\n\n2\n\n${T2}\n\nB`, AB, AFTER_NUMBER, AFTER_TIMING],
  [
    'other arrows, entities, and spaces inside times',
    [
      '1\n00:00:01,000 -> 00:00:02,000\nA',
      '2\n00:00:03,000 --&gt; 00:00:04,000\nB',
      '3\n00: 00: 05, 000 —> 00:00 :06,000\nC',
      '4\n00:00:07,000 → 00:00:08,000\nD',
      '5\n00:00:09,000 - -> 00:00:10,000\nE',
    ].join('\n\n'),
    [
      `1\n${T1}\nA`,
      `2\n${T2}\nB`,
      `3\n${T3}\nC`,
      '4\n00:00:07,000 --> 00:00:08,000\nD',
      '5\n00:00:09,000 --> 00:00:10,000\nE\n',
    ].join('\n\n'),
    '5 timings have another arrow than “-->”. Some players cannot read them. The repair writes “-->”.',
  ],
  [
    'dots, other signs, too few digits, no milliseconds',
    '00:00:01.000 --> 00:00:02.5\nA\n\n00:00:03 --> 00:00:04;25\nB\n\n0:0:5،5 --> 00:00:06,123456\nC',
    '1\n00:00:01,000 --> 00:00:02,500\nA\n\n2\n00:00:03,000 --> 00:00:04,250\nB\n\n3\n00:00:05,500 --> 00:00:06,123\nC\n',
    '3 timings have an unusual form. Some players cannot read them. The repair writes them as 00:00:01,500.',
    '3 subtitles have no usable number. The repair numbers all subtitles from 1.',
  ],
  [
    'no hours',
    `00:01,000 --> 00:02,000\nA\n\n2\n${T2}\nB`,
    AB,
    '1 timing has no hours. Some players cannot read it. The repair adds “00:”.',
    ONE_UNNUMBERED,
  ],
  ['timings of SBV', '0:00:01.000,0:00:02.000\nA\n\n0:00:03.000,0:00:04.000\nB', AB, FROM_SBV, TWO_UNNUMBERED],
  [
    'two files joined, one of them with an empty phrase',
    `1\n${T1}\nA\n\n2\n${T2}\n\n3\n${T3}\nC\n\n\ufeff1\n00:00:07,000 --> 00:00:08,000\nD\n\n2\n00:00:09,000 --> 00:00:10,000\nE`,
    `1\n${T1}\nA\n\n2\n${T2}\n\n3\n${T3}\nC\n\n4\n00:00:07,000 --> 00:00:08,000\nD\n\n5\n00:00:09,000 --> 00:00:10,000\nE\n`,
    'Two files seem to be joined at line 12 of the file. The repair numbers all subtitles again, from 1.',
    WORDLESS,
  ],
  ['two timings one above the other', `1\n${T1}\n${T2}\nA`, `${T1}\n\n1\n${T2}\nA\n`, STACKED],
  [
    'text before the first phrase',
    CREDITS,
    `${CREDITS}\n`,
    `Line 1 of the file cannot be read: “A film”. It stays in the file and is not sent.`,
  ],
  [
    'an unreadable timing, and a number without a timing',
    `1\n${T1}\nA\n\n2\n00:00:0X,000 -> 00:00:04,000\nB\n\n3\nC\n\n4\n${T3}\nD`,
    `1\n${T1}\nA\n\n2\n00:00:0X,000 -> 00:00:04,000\nB\n\n3\nC\n\n4\n${T3}\nD\n`,
    '2 places of the file cannot be read, the first in line 5: “2”. They stay in the file and are not sent.',
  ],
  [
    'a text on the line of its timing',
    `1\n${T1} A\n\n2\n${T2} - Yes?\nNo.`,
    `1\n${T1}\nA\n\n2\n${T2}\n- Yes?\nNo.\n`,
    '2 subtitles have text beside the timing, in the same text line. Text there is not translated. The repair moves it to a text line of its own.',
  ],
  [
    'a text on the line of its timing that begins with a figure, and text that may be another time',
    `${T1} 12 men\nA\n\n2\n${T2} 12:30, noon\nB`,
    `1\n${T1}\n12 men\nA\n\n2\n${T2} 12:30, noon\nB\n`,
    '1 subtitle has text beside the timing, in the same text line. Text there is not translated. The repair moves it to a text line of its own.',
    ONE_UNNUMBERED,
  ],
  [
    'a number on the line of its timing',
    `1\n${T1}\nA\n\n2 ${T2}\nB\n3.\t00:00:05,000\t00:00:06,000\tC`,
    ABC,
    '1 subtitle has text beside the timing, in the same text line. Text there is not translated. The repair moves it to a text line of its own.',
    '2 numbers are beside their timing, in the same text line. The repair moves them to the text line above.',
    ONE_STOOD,
    '1 timing has another arrow than “-->”. Some players cannot read it. The repair writes “-->”.',
    ONE_UNNUMBERED,
  ],
  [
    'two dashes instead of the arrow, and no arrow',
    '1\n00:00:01,000 -- 00:00:02,000\nA\n\n2\n00:00:03,000  00:00:04,000\nB\n\n3\n00:00:05,000 ~ 00:00:06,000\nC',
    ABC,
    '3 timings have another arrow than “-->”. Some players cannot read them. The repair writes “-->”.',
  ],
  [
    'a number on the line of its timing, with another arrow or none',
    '1 00:00:01,000 » 00:00:02,000\nA\n2 00:00:03,000 - 00:00:04,000\nB\n3 00:00:05,000 00:00:06,000\nC',
    ABC,
    '3 numbers are beside their timing, in the same text line. The repair moves them to the text line above.',
    '2 subtitles have no blank line before them. The repair adds one before each.',
    '3 timings have another arrow than “-->”. Some players cannot read them. The repair writes “-->”.',
  ],
  ['numbers in brackets', `[1]\n${T1}\nA\n\n[2]\n${T2}\nB`, AB, TWO_UNNUMBERED],
  ['invisible characters', `1\n${T1}\nA\n\n\u200b2\n${T2}\nB`, AB, UNSEEN],
];

describe('repairs of an unreadable .srt file', () => {
  it.each(BROKEN)('repairs a file with %s, and says so', (_, text, mended, ...words) => {
    const repairs = findRepairs(text);
    expect(repairs.isOffered).toBe(true);
    expect(wordsOf(repairs)).toEqual(words);
    expect(repairs.mend(neededOf(repairs))).toBe(mended);
    expect(readDocument(mended, repairs.readAsAfter(neededOf(repairs), mended)).ok).toBe(true);
    expect(findRepairs(mended, 'mended-srt').isOffered).toBe(false);
  });

  it('reports for each repair the line, the present text and the new text', () => {
    const { kinds } = findRepairs(`1\n00:00:01.5 -> 00:00:02\nA\n\nmore\n\ndix\n${T2}\n\nB`);
    expect(kinds.map(({ name, repairs }) => [name, repairs])).toEqual([
      ['blank-after-timing', [{ line: 8, before: `${T2}\n\nB`, after: `${T2}\nB` }]],
      ['blank-line-inside', [{ line: 2, before: 'A\n\nmore', after: 'A\nmore' }]],
      ['arrows', [{ line: 2, before: '00:00:01.5 -> 00:00:02', after: '00:00:01,500 --> 00:00:02,000' }]],
      ['unusual-times', [{ line: 2, before: '00:00:01.5 -> 00:00:02', after: '00:00:01,500 --> 00:00:02,000' }]],
      ['numbers', [{ line: 7, before: 'dix', after: '2' }]],
    ]);
  });

  it('makes only the ticked repairs', () => {
    const repairs = findRepairs('00:01.5 -> 00:02.5\nA');
    expect(repairs.mend(new Set(['arrows']))).toBe('00:01.5 --> 00:02.5\nA\n');
    expect(repairs.mend(new Set(['numbers', 'hours-missing']))).toBe('1\n00:00:01.5 -> 00:00:02.5\nA\n');
    expect(repairs.mend(new Set())).toBe('00:01.5 -> 00:02.5\nA');
  });

  it.each([
    ['numbers', ['2 B']],
    ['arrows', ['2 B']],
    ['blank-line-inside', ['1 A', '2 B']],
  ] as const)('[D2.20] makes all repairs except %s, and keeps and reports unreadable blocks', (name, phrases) => {
    const first = {
      numbers: `${T1}\nA`,
      arrows: '1\n00:00:01,000 -> 00:00:02,000\nA',
      'blank-line-inside': `1\n${T1}\nA\n\nmore`,
    }[name];
    const repairs = findRepairs(`${first}\n\n2\n\n${T2}\nB\n`);
    const kinds = new Set([...neededOf(repairs)].filter((one) => one !== name));
    const mended = repairs.mend(kinds);
    expect(mended).toBe(`${first}\n\n2\n${T2}\nB\n`);
    const read = okValue(readDocument(mended, repairs.readAsAfter(kinds, mended)));
    expect(read.phrases.map(({ number, text }) => `${number} ${text}`)).toEqual(phrases);
    expect(read.notes).toMatchObject([{ kind: 'kept', count: 1 }]);
    expect(read.write(new Map([[2, 'b']]))).toBe(mended.replace('B', 'b'));
  });

  it('keeps coordinates and settings behind a timing', () => {
    const text = `${T1}  X1:40 X2:600 Y1:20 Y2:50\nA\n\n${T2} align:start line:0\nB`;
    const repairs = findRepairs(text);
    expect(repairs.mend(neededOf(repairs))).toBe(`1\n${text.replace('\n\n', '\n\n2\n')}\n`);
  });

  it('does not read a time of day, a year or an arrow in a text as a timing', () => {
    const text = `1\n${T1}\nIt is\n1984\n10:30 - 11:45\n12:30 » 13:30\n0:01:02.5 0:01:03.1\n5 -> 6\n\nfrom 1:00 to 2:00\n\n2\n${T2}\nB`;
    const repairs = findRepairs(text);
    expect([...neededOf(repairs)]).toEqual(['blank-line-inside']);
  });

  it('does not read times in brackets as timings if most timings have no brackets', () => {
    const text = `1\n${T1}\n[10:00 --> 11:00] Lunch\n\n2\n${T2}\nA\n`;
    expect(findRepairs(text)).toMatchObject({ isOffered: false, kinds: [] });
  });

  it.each(['', ' \n\n', 'Hello', '1\n2\n3', 'a --> b', '{"1": "x"}', '00:00:05,000'])(
    'offers no repair for %j, which is no subtitle file',
    (text) => {
      expect(findRepairs(text)).toMatchObject({ isOffered: false, kinds: [] });
      expect(findRepairs(text).mend(new Set(['numbers']))).toBe(text);
    },
  );
});

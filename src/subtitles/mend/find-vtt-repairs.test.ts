import { describe, expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';
import { findVttRepairs } from './find-vtt-repairs.ts';

const vtt = (...blocks: readonly string[]) => `WEBVTT - x\r\n\r\nNOTE a\r\n\r\n${blocks.join('\r\n\r\n')}\r\n`;
const cue = (time: string, text = 'A') => `intro - 1\r\n${time}\r\n${text}`;
const T1 = '00:00:01.000 --> 00:00:04.000';
const T2 = '00:00:05.000 --> 00:00:06.000';
const needed = (text: string) => {
  const repairs = findVttRepairs(text);
  return repairs.mend(new Set(repairs.kinds.flatMap(({ name, isOptional }) => (isOptional ? [] : [name]))));
};

describe('repairs of WebVTT files', () => {
  it.each<[what: string, broken: string, mended: string]>([
    ['no milliseconds', cue('00:00:01 --> 00:00:04'), cue(T1)],
    ['no milliseconds, with settings', cue('00:00:01 --> 00:00:04 align:start'), cue(`${T1} align:start`)],
    ['no milliseconds in minutes and seconds', cue('00:01 --> 00:04'), cue('00:01.000 --> 00:04.000')],
    ['no milliseconds in the second time', cue('00:00:01.000 --> 00:00:04'), cue(T1)],
    ['another arrow', cue('00:00:01.000 -> 00:00:04.000'), cue(T1)],
    ['an arrow of one character', cue('00:00:01.000 → 00:00:04.000'), cue(T1)],
    ['spaces within times', cue('00:00: 01.000 --> 00:00: 04.000'), cue(T1)],
    ['frames', cue('00:00:01:12 --> 00:00:04:05'), cue('00:00:01.480 --> 00:00:04.200')],
    ['a blank line after the timing', `${T1}\r\n\r\nA`, `${T1}\r\nA`],
    ['several blank lines after the timing', `${T1}\r\n\r\n\r\nA`, `${T1}\r\nA`],
    ['a blank line inside the text', `${T1}\r\nA\r\n\r\nstill A`, `${T1}\r\nA\r\nstill A`],
    ['text on the line of the timing', `00:00:01 --> 00:00:04 Hello there`, `${T1}\r\nHello there`],
  ])('[D2.28] repairs %s, and changes no other byte', (_, broken, mended) => {
    const [before, after] = [vtt(broken, cue(T2, '<v Bob>B')), vtt(mended, cue(T2, '<v Bob>B'))];
    expect(findVttRepairs(before).isOffered).toBe(true);
    expect(needed(before)).toBe(after);
    expect(readDocument(after, 'vtt').ok).toBe(true);
    expect(findVttRepairs(after)).toMatchObject({ isOffered: false, kinds: [] });
  });

  it.each<[what: string, time: string]>([
    ['a comma before the milliseconds', '00:00:01,000 --> 00:00:04,000'],
    ['hours of one digit', '0:00:01.000 --> 0:00:04.000'],
    ['too few digits', '00:00:01.0 --> 00:00:04.00'],
  ])('[D2.28] only reports what some players cannot read: %s', (_, time) => {
    const repairs = findVttRepairs(vtt(cue(time)));
    expect(repairs.isOffered).toBe(false);
    expect(repairs.kinds.map(({ name, isOptional }) => [name, isOptional])).toEqual([['unusual-times', true]]);
    expect(repairs.mend(new Set(['unusual-times']))).toBe(vtt(cue(T1)));
  });

  it('[D2.28] reports an unreadable block, and does not change it', () => {
    const text = vtt('99 --> 5\r\nbroken', cue(T1));
    const repairs = findVttRepairs(text);
    expect(repairs.kinds.map(({ name, sentence }) => [name, sentence])).toEqual([
      ['unreadable-blocks', expect.stringContaining('Line 5 of the file cannot be read: “99 --> 5”.')],
    ]);
    expect(repairs.mend(new Set(['unreadable-blocks']))).toBe(text);
  });

  it.each([
    [vtt(cue('00:01.000 --> 00:04.000'), cue(`${T2} line:0 position:20%`, '- Yes?\r\n- 10:30 -> 11:45'))],
    [vtt('STYLE\r\n::cue { color: red }', 'REGION\r\nid:x', cue('100:00:01.000 --> 100:00:04.000'))],
    [vtt(`${T1}\r\n \r\nA`, `${T2}\r\n `)],
    [`WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n${T1}\nA\n`],
    [`WEBVTT\n\n${T1}\nA\n${T2}\nB\n\n`],
  ])('[D2.28] reports nothing in a correct file', (text) => {
    expect(findVttRepairs(text)).toMatchObject({ isOffered: false, kinds: [] });
    expect(findVttRepairs(text).mend(new Set(['unusual-times', 'blank-after-timing', 'arrows']))).toBe(text);
  });
});

it.each([
  ['WEBVTT'],
  ['\uFEFFWEBVTT'],
  ['WEBVTT - part 2\r\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000'],
  ['X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0'],
])('[D2.27] does not read the header %j of a joined part as text', (head) => {
  const source = vtt(cue(T1), head, cue(T2, 'B'));
  expect(findVttRepairs(source)).toMatchObject({ isOffered: false, kinds: [] });
  const read = readDocument(source, 'vtt');
  expect(read).toMatchObject({ ok: true, value: { phrases: [{ text: 'A' }, { text: 'B' }], notes: [] } });
});

describe('repairs of times and names of cues', () => {
  const mendedBy = (source: string, name: string) => findVttRepairs(source).mend(new Set([name]));
  const namesIn = (source: string) => findVttRepairs(source).kinds.map(({ name }) => name);
  const cue = (from: string, to: string, text: string) => `${from} --> ${to}\n${text}\n`;
  const file = (...cues: readonly string[]) => `WEBVTT\n\n${cues.join('\n')}`;
  const LAST = cue('00:00:06.000', '00:00:07.000', 'B');

  it.each([
    [
      'negative-times',
      file(cue('-00:00:01.000', '00:00:02.000', 'A'), LAST),
      file(cue('00:00:00.000', '00:00:02.000', 'A'), LAST),
    ],
    [
      'end-before-start',
      file(cue('00:00:05.000', '00:00:02.000', 'A'), LAST),
      file(cue('00:00:05.000', '00:00:06.000', 'A'), LAST),
    ],
    [
      'overlaps',
      file(cue('00:00:05.000', '00:00:06.500', 'A'), LAST),
      file(cue('00:00:05.000', '00:00:06.000', 'A'), LAST),
    ],
    ['unusual-times', file(cue('0:00:05,5', '0:00:05,75', 'A')), file(cue('00:00:05.500', '00:00:05.750', 'A'))],
    [
      'blank-after-number',
      file('1\n', cue('00:01.000', '00:02.000', 'A')),
      file(`1\n${cue('00:01.000', '00:02.000', 'A')}`),
    ],
    [
      'blank-after-number',
      file('intro\n', cue('00:01.000', '00:02.000', 'A'), 'cue-2\n', LAST),
      file(`intro\n${cue('00:01.000', '00:02.000', 'A')}`, `cue-2\n${LAST}`),
    ],
    [
      'blank-line-missing',
      file(`${cue('00:01.000', '00:02.000', 'A')}2\n${LAST}`),
      file(cue('00:01.000', '00:02.000', 'A'), `2\n${LAST}`),
    ],
  ])('[D2.28] repairs the times and names of cues: %s', (name, source, expected) => {
    expect(namesIn(source)).toContain(name);
    expect(mendedBy(source, name)).toBe(expected);
    expect(namesIn(expected)).not.toContain(name);
  });

  it('[D2.28] does not change correct times and names of cues', () => {
    const placed = file(cue('00:00:05.000', '00:00:07.000 line:0', 'A'), cue('00:00:06.000', '00:00:07.000', 'B'));
    expect(namesIn(placed)).toEqual([]);
    expect(namesIn(file(`intro\n${cue('00:01.000', '00:02.000', 'A')}`, `2\n${LAST}`))).toEqual([]);
    expect(namesIn(file(cue('00:01.000', '00:02.000', 'A').trimEnd(), LAST).replace('A\n\n', 'A\n'))).toEqual([]);
    const torn = file(cue('00:01.000', '00:02.000', 'A'), 'more text\n', LAST);
    expect(namesIn(torn)).toEqual(['blank-line-inside']);
  });
});

describe('repairs of rolling captions', () => {
  const at = (ms: number): string =>
    `00:${String(Math.floor(ms / 60_000)).padStart(2, '0')}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}.${String(ms % 1_000).padStart(3, '0')}`;
  const timing = (from: number, to: number): string => `${at(from)} --> ${at(to)} align:start position:0%`;

  /**
   * Captions as a video site writes them: a cue in which the words of a line appear below the line before, and 10 ms in which both lines are shown.
   */
  function rolling(lines: readonly string[], lineEnd = '\n'): string {
    const cues = lines.flatMap((line, index) => {
      const [from, to] = [index * 3_000, index * 3_000 + 2_990];
      const [first = '', ...rest] = line.split(' ');
      const timed = first + rest.map((word, place) => `<${at(from + 300 * (place + 1))}><c> ${word}</c>`).join('');
      return [`${timing(from, to)}\n${lines[index - 1] ?? ' '}\n${timed}`, `${timing(to, to + 10)}\n${line}\n `];
    });
    return `WEBVTT\nKind: captions\nLanguage: en\n\n${cues.join('\n\n')}\n\n`.replaceAll('\n', lineEnd);
  }

  const LINES = [
    ...[
      'hello and welcome',
      'to another film',
      '[Music]',
      '[Music]',
      'no',
      'no',
      'we &amp; they went home',
      'at night',
    ],
    ...['and then', 'the end of it'],
  ];
  const unroll = (text: string) => findVttRepairs(text).mend(new Set(['rolling-captions']));
  const textsOf = (text: string) => {
    const read = readDocument(text, 'vtt');
    return read.ok ? read.value.phrases.map((phrase) => phrase.text) : [];
  };

  it.each(['\n', '\r\n'])(
    '[D2.21] shows each line of rolling captions once, in the order of time, and says what this saves',
    (lineEnd) => {
      const text = rolling(LINES, lineEnd);
      const { kinds, isOffered } = findVttRepairs(text);
      expect(isOffered).toBe(false);
      expect(kinds.map(({ name, isOptional, sentence, offer }) => [name, isOptional, sentence, offer])).toEqual([
        [
          'rolling-captions',
          true,
          '19 subtitles repeat lines of the subtitle before, as captions of video sites do.',
          expect.stringMatching(
            /^Without the repetitions there are 10 subtitles instead of 20\. You send about \d\d % less text\.$/,
          ),
        ],
      ]);
      const unrolled = unroll(text);
      expect(textsOf(unrolled)).toEqual(LINES.map((line) => line.replace('&amp;', '&')));
      expect(unrolled).not.toMatch(/<\d|<c>/);
      expect(unrolled.startsWith(text.slice(0, text.indexOf('00:00')))).toBe(true);
      // A line is shown until the next one comes.
      expect(unrolled).toContain(
        `${timing(0, 3_000)}${lineEnd}hello and welcome${lineEnd}${lineEnd}${timing(3_000, 6_000)}`,
      );
      expect(findVttRepairs(unrolled).kinds).toEqual([]);
    },
  );

  it('[D2.21] keeps notes, styles, speakers and wordless cues when it unrolls captions', () => {
    const text = rolling(LINES)
      .replace(
        `${timing(6_000, 8_990)}\n`,
        `NOTE by hand\n\n${timing(5_995, 6_000)}\n \n\nthird\n${timing(6_000, 8_990)}\n`,
      )
      .replace('to<', '<i>to</i><');
    const unrolled = unroll(text);
    expect(unrolled).toContain(
      `NOTE by hand\n\n${timing(5_995, 6_000)}\n \n\nthird\n${timing(6_000, 9_000)}\n[Music]\n`,
    );
    expect(unrolled).toContain('\n<i>to</i> another film\n');
  });

  it('[D2.21] does not unroll words that are repeated later, nor songs', () => {
    const cues = (texts: readonly string[]) =>
      `WEBVTT\n\n${texts.map((text, index) => `${timing(index * 3_000, index * 3_000 + 1_000)}\n${text}\n`).join('\n')}`;
    expect(findVttRepairs(cues(Array.from({ length: 20 }, () => 'No.'))).kinds).toEqual([]);
    expect(findVttRepairs(cues(Array.from({ length: 20 }, (_, index) => `Line ${index}`))).kinds).toEqual([]);
    expect(unroll(cues(['A', 'B']))).toBe(cues(['A', 'B']));
  });

  it('[D2.21] keeps words that are repeated later, even with new words below them', () => {
    const later = [`${timing(100_000, 101_000)}\nYes.`, `${timing(160_000, 162_000)}\nYes.\nAnd no.`];
    expect(textsOf(unroll(`${rolling(LINES)}${later.join('\n\n')}\n`)).slice(-2)).toEqual(['Yes.', 'Yes.\nAnd no.']);
  });
});

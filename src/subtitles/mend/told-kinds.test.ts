import { describe, expect, it } from 'vitest';
import { findRepairs } from './find-repairs.ts';

const block = (number: number, time: string, text: string) => `${number}\n${time}\n${text}\n`;
const T1 = '00:00:01,000 --> 00:00:02,000';
const T2 = '00:00:03,000 --> 00:00:04,000';

interface Told {
  readonly what: string;
  readonly blocks: readonly string[];
  readonly words: string;
  /** With this kind ticked. */
  readonly mended: readonly string[];
}

const rolling = Array.from({ length: 12 }, (_, index) => {
  const at = (tenths: number) => `00:00:${String(Math.floor(tenths / 10)).padStart(2, '0')},${tenths % 10}00`;
  const time = `${at(index * 20)} --> ${at(index * 20 + 20)}`;
  const text =
    index === 0 ? 'line 0' : index % 2 === 0 ? `line ${index / 2 - 1}\nline ${index / 2}` : `line ${(index - 1) / 2}`;
  return { number: index + 1, time, text };
});

const TOLD: readonly Told[] = [
  {
    what: 'ends before begins',
    blocks: [block(1, '00:00:05,000 --> 00:00:05,000', 'A'), block(2, '00:00:06,500 --> 00:00:06,000', 'B')],
    words: '2 phrases end before they begin; some players leave them out. Show until the next one, 2 s at most.',
    mended: [block(1, '00:00:05,000 --> 00:00:06,500', 'A'), block(2, '00:00:06,500 --> 00:00:08,500', 'B')],
  },
  {
    what: 'begins before the film',
    blocks: [block(1, '-00:00:04,567 --> -00:00:03,456', 'A'), block(2, '-00:00:01,000 --> 00:00:01,234', 'B')],
    words:
      '2 phrases begin before the film; some players leave them out. Show from the beginning, until the next one, 2 s at most.',
    mended: [block(1, '00:00:00,000 --> 00:00:02,000', 'A'), block(2, '00:00:00,000 --> 00:00:01,234', 'B')],
  },
  {
    what: 'overlaps',
    blocks: [block(1, '00:00:01,000 --> 00:00:03,500', 'A'), block(2, T2, 'B')],
    words: '1 phrase overlaps the next one. Trim.',
    mended: [block(1, '00:00:01,000 --> 00:00:03,000', 'A'), block(2, T2, 'B')],
  },
  {
    what: 'out of order',
    blocks: [block(1, T2, 'B'), block(2, '00:00:05,000 --> 00:00:06,000', 'C'), block(3, T1, 'A')],
    words: '1 phrase stands before an earlier one. Sort by time.',
    mended: [block(1, T1, 'A'), block(2, T2, 'B'), block(3, '00:00:05,000 --> 00:00:06,000', 'C')],
  },
  {
    what: 'out of order, with one at the very beginning',
    blocks: [
      block(1, T2, 'B'),
      block(2, '00:00:05,000 --> 00:00:06,000', 'C'),
      block(3, '00:00:00,000 --> 00:00:01,000', 'A'),
    ],
    words: '1 phrase stands before an earlier one. Sort by time.',
    mended: [
      block(1, '00:00:00,000 --> 00:00:01,000', 'A'),
      block(2, T2, 'B'),
      block(3, '00:00:05,000 --> 00:00:06,000', 'C'),
    ],
  },
  {
    what: 'out of order, with a line like a timing in a text',
    blocks: [block(1, T2, 'B\n00:00:01,500 -> 00:00:01,900'), block(2, T1, 'A')],
    words: '1 phrase stands before an earlier one. Sort by time.',
    mended: [block(1, T1, 'A'), block(2, T2, 'B\n00:00:01,500 -> 00:00:01,900')],
  },
  {
    what: 'unclosed italics',
    blocks: [block(1, T1, '<i>A\nB'), block(2, T2, '<I>C<i>')],
    words: '2 italics were not closed. Close them.',
    mended: [block(1, T1, '<i>A\nB</i>'), block(2, T2, '<I>C</i>')],
  },
  {
    what: 'unclosed tags',
    blocks: [block(1, T1, '<font color="red"><b>A</b>'), block(2, T2, '<i>B</i> < 3')],
    words: '1 tag was not closed. Close them.',
    mended: [block(1, T1, '<font color="red"><b>A</b></font>'), block(2, T2, '<i>B</i> < 3')],
  },
  {
    what: 'adverts',
    blocks: [block(1, T1, 'Watch films on www.OpenSubtitles.org'), block(2, T2, 'Hello')],
    words: '1 line looks like an advert: 1. Leave out.',
    mended: [block(2, T2, 'Hello')],
  },
  {
    what: 'dots',
    blocks: [block(1, '00:00:01.5 --> 00:00:02,000', 'A'), block(2, T2, 'B')],
    words: '1 timing is written in an unusual way that some players do not read.',
    mended: [block(1, '00:00:01,500 --> 00:00:02,000', 'A'), block(2, T2, 'B')],
  },
  {
    what: 'an arrow without spaces',
    blocks: [block(1, '00:00:01,000-->00:00:02,000', 'A'), block(2, T2, 'B')],
    words: 'The arrow of 1 timing is written in a way that some players do not read.',
    mended: [block(1, T1, 'A'), block(2, T2, 'B')],
  },
  {
    what: 'no hours',
    blocks: [block(1, '00:01,000 --> 00:02,000', 'A'), block(2, T2, 'B')],
    words: 'Hours are missing in 1 timing, which some players do not read.',
    mended: [block(1, T1, 'A'), block(2, T2, 'B')],
  },
  {
    what: 'text beside the timing',
    blocks: [block(1, `${T1} - Yes?`, 'No.'), block(2, T2, 'B')],
    words: '1 phrase has text in the line of its timing, where it is not translated.',
    mended: [block(1, T1, '- Yes?\nNo.'), block(2, T2, 'B')],
  },
  {
    what: 'text beside the timing, and characters behind it that nobody sees',
    blocks: [block(1, `${T1} Yes?\u200b\u200b`, 'No.'), block(2, T2, 'B')],
    words: '1 phrase has text in the line of its timing, where it is not translated.',
    mended: [block(1, T1, 'Yes?\nNo.'), block(2, T2, 'B')],
  },
  {
    what: 'rolling captions',
    blocks: rolling.map(({ number, time, text }) => block(number, time, text)),
    words:
      '11 phrases show lines of the phrase before once more, as captions of video sites do. Unroll: 12 → 6 phrases. 6 fewer are sent and paid for.',
    mended: rolling
      .filter((_, index) => index % 2 === 0)
      .map(({ time }, index) => block(index + 1, time, `line ${index}`)),
  },
];

describe('what is only told, in a file that can be read', () => {
  it.each(TOLD)('$what', ({ blocks, words, mended }) => {
    const repairs = findRepairs(blocks.join('\n'));
    expect(repairs.isOffered).toBe(false);
    expect(repairs.kinds.map(({ sentence, offer }) => [sentence, offer].filter(Boolean).join(' '))).toEqual([words]);
    expect(repairs.kinds.every(({ isTold }) => isTold)).toBe(true);
    expect(repairs.mend(new Set(repairs.kinds.map(({ name }) => name)))).toBe(mended.join('\n'));
  });

  it.each([
    'Downloaded from www.example.com',
    'Subtitles by Somebody\nSync: www.example.org',
    'Legendas: Fulano\nwww.example.com',
    'Become a VIP member and rate this subtitle',
    '★ Film.S01E02.720p ★',
  ])('takes %j at the beginning for an advert', (text) => {
    expect(findRepairs(block(1, T1, text)).kinds.map(({ name }) => name)).toEqual(['adverts']);
  });

  it.each([
    'Translated by Maria Silva',
    'Visit me!',
    'It was 720p, I said.',
    'I mailed www.example.com',
    'Перевод: Иван',
  ])('takes %j for no advert', (text) => {
    expect(findRepairs(block(1, T1, text)).kinds).toEqual([]);
  });

  it('sees an advert that a program has put in under 9999, by its times', () => {
    const text = `${block(1, T1, 'A')}\n${block(9999, '00:00:0,500 --> 00:00:2,00', 'Buy this')}`;
    expect(findRepairs(text).kinds.map(({ sentence }) => sentence)).toContain('1 line looks like an advert: 2.');
  });

  it('says nothing of two speakers, several spaces around an arrow, coordinates', () => {
    const text = [
      block(1, T1, '- A'),
      block(2, '00:00:01,000  -->  00:00:02,500', '- B'),
      block(3, `${T2}  X1:40 X2:600 Y1:20 Y2:50`, 'C'),
      block(10, '100:00:05,000 --> 100:00:06,000 ', '<i>D</i>\n<i>E</i>'),
    ].join('\n');
    expect(findRepairs(text).kinds).toEqual([]);
  });

  it('keeps the numbers where another repair has left nothing to unroll', () => {
    const nine = rolling.slice(0, 9).map(({ number, time, text }) => block(number + 4, time, text));
    const advert = block(14, '00:01:00,000 --> 00:01:02,000', 'Downloaded from www.example.com');
    const repairs = findRepairs([...nine, advert].join('\n'));
    const names = repairs.kinds.map(({ name }) => name);
    expect(names).toEqual(['adverts', 'rolling-captions']);
    expect(repairs.mend(new Set(names))).toBe(nine.join('\n'));
  });

  it('is told beside what is needed, and is not made unasked', () => {
    const text = `00:00:01,000 --> 00:00:03,500\n<i>A\n\n${T2}\nB`;
    const repairs = findRepairs(text);
    expect(repairs.kinds.map(({ name, isTold }) => [name, isTold])).toEqual([
      ['numbers', false],
      ['overlaps', true],
      ['unclosed-tags', true],
    ]);
  });
});

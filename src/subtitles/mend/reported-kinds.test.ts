import { describe, expect, it } from 'vitest';
import { findRepairs } from './find-repairs.ts';

const block = (number: number, time: string, text: string) => `${number}\n${time}\n${text}\n`;
const T1 = '00:00:01,000 --> 00:00:02,000';
const T2 = '00:00:03,000 --> 00:00:04,000';

type Told = readonly [what: string, blocks: readonly string[], words: string, mendedWithItTicked: readonly string[]];
const T3 = '00:00:05,000 --> 00:00:06,000';
const T0 = '00:00:00,000 --> 00:00:01,000';

const rolling = Array.from({ length: 12 }, (_, index) => {
  const at = (tenths: number) => `00:00:${String(Math.floor(tenths / 10)).padStart(2, '0')},${tenths % 10}00`;
  const time = `${at(index * 20)} --> ${at(index * 20 + 20)}`;
  const text =
    index === 0 ? 'line 0' : index % 2 === 0 ? `line ${index / 2 - 1}\nline ${index / 2}` : `line ${(index - 1) / 2}`;
  return { number: index + 1, time, text };
});

/** A film of these phrases in this order, numbered from 1. */
const film = (...phrases: readonly (readonly [time: string, text: string])[]) =>
  phrases.map(([time, text], index) => block(index + 1, time, text));

const TOLD: readonly Told[] = [
  [
    'a phrase that ends before it begins',
    film(['00:00:05,000 --> 00:00:05,000', 'A'], ['00:00:06,500 --> 00:00:06,000', 'B']),
    '2 subtitles end before they begin. Some players skip them. Show until the next subtitle, at most 2 s.',
    film(['00:00:05,000 --> 00:00:06,500', 'A'], ['00:00:06,500 --> 00:00:08,500', 'B']),
  ],
  [
    'a phrase that begins before the film',
    film(['-00:00:04,567 --> -00:00:03,456', 'A'], ['-00:00:01,000 --> 00:00:01,234', 'B']),
    '2 subtitles begin before the film starts. Some players skip them. Show from the start of the film to the next subtitle, at most 2 s.',
    film(['00:00:00,000 --> 00:00:02,000', 'A'], ['00:00:00,000 --> 00:00:01,234', 'B']),
  ],
  [
    'overlaps',
    film(['00:00:01,000 --> 00:00:03,500', 'A'], [T2, 'B']),
    '1 subtitle overlaps the next one. Shorten.',
    film(['00:00:01,000 --> 00:00:03,000', 'A'], [T2, 'B']),
  ],
  [
    'a phrase that is not in the order of time',
    film([T2, 'B'], [T3, 'C'], [T1, 'A']),
    '1 subtitle is not in the order of time. Sort by time.',
    film([T1, 'A'], [T2, 'B'], [T3, 'C']),
  ],
  [
    'a phrase at time 0 that is not in the order of time',
    film([T2, 'B'], [T3, 'C'], [T0, 'A']),
    '1 subtitle is not in the order of time. Sort by time.',
    film([T0, 'A'], [T2, 'B'], [T3, 'C']),
  ],
  [
    'an order with a line like a timing in a text',
    film([T2, 'B\n00:00:01,500 -> 00:00:01,900'], [T1, 'A']),
    '1 subtitle is not in the order of time. Sort by time.',
    film([T1, 'A'], [T2, 'B\n00:00:01,500 -> 00:00:01,900']),
  ],
  [
    'unclosed italics',
    film([T1, '<i>A\nB'], [T2, '<I>C<i>']),
    'The italics of 2 subtitles are not closed. Close all tags.',
    film([T1, '<i>A\nB</i>'], [T2, '<I>C</i>']),
  ],
  [
    'unclosed tags of several kinds',
    film([T1, '<font color="red"><b>A</b>'], [T2, '<i>B</i> < 3']),
    '1 subtitle has a tag that is not closed. Close all tags.',
    film([T1, '<font color="red"><b>A</b></font>'], [T2, '<i>B</i> < 3']),
  ],
  [
    'adverts',
    film([T1, 'Watch films on www.OpenSubtitles.org'], [T2, 'Hello']),
    '1 line looks like an advert: 1. Remove.',
    [block(2, T2, 'Hello')],
  ],
  [
    'dots',
    film(['00:00:01.5 --> 00:00:02,000', 'A'], [T2, 'B']),
    '1 timing has an unusual form. Some players cannot read it. The repair writes it as 00:00:01,500.',
    film(['00:00:01,500 --> 00:00:02,000', 'A'], [T2, 'B']),
  ],
  [
    'an arrow without spaces',
    film(['00:00:01,000-->00:00:02,000', 'A'], [T2, 'B']),
    '1 timing has another arrow than “-->”. Some players cannot read it. The repair writes “-->”.',
    film([T1, 'A'], [T2, 'B']),
  ],
  [
    'no hours',
    film(['00:01,000 --> 00:02,000', 'A'], [T2, 'B']),
    '1 timing has no hours. Some players cannot read it. The repair adds “00:”.',
    film([T1, 'A'], [T2, 'B']),
  ],
  [
    'text on the line of the timing',
    film([`${T1} - Yes?`, 'No.'], [T2, 'B']),
    '1 subtitle has text beside the timing, in the same text line. Text there is not translated. The repair moves it to a text line of its own.',
    film([T1, '- Yes?\nNo.'], [T2, 'B']),
  ],
  [
    'text and invisible characters on the line of the timing',
    film([`${T1} Yes?\u200b\u200b`, 'No.'], [T2, 'B']),
    '1 subtitle has text beside the timing, in the same text line. Text there is not translated. The repair moves it to a text line of its own.',
    film([T1, 'Yes?\nNo.'], [T2, 'B']),
  ],
  [
    'unreadable timings, of which one can be repaired by its digits',
    film(['O0:00:0l,000 --> ٠٠:٠٠:٠٢,٠٠٠', 'A'], ['00:00:03,000 -->', 'B']),
    '2 timings cannot be read. Players skip these subtitles, or show their texts together with the subtitle before. Write these times with the digits 0–9.',
    film([T1, 'A'], ['00:00:03,000 -->', 'B']),
  ],
  [
    'a timing that can be repaired by its digits, with letters behind it',
    film([`${T1.replace('1', 'l')} align:left line:0`, 'A'], [`O${T2.slice(1)} Hello, Lola`, 'B']),
    '2 timings cannot be read. Players skip these subtitles, or show their texts together with the subtitle before. Write these times with the digits 0–9.',
    film([`${T1} align:left line:0`, 'A'], [`${T2} Hello, Lola`, 'B']),
  ],
  [
    'an unreadable timing',
    film([T1, 'A'], ['--> 00:00:04,000', 'B']),
    '1 timing cannot be read. Players skip this subtitle, or show its text together with the subtitle before.',
    film([T1, 'A'], ['--> 00:00:04,000', 'B']),
  ],
  [
    'HTML entities',
    film([T1, 'It&#39;s &quot;us&quot; &amp; them'], [T2, '&lt;i&gt;Hello&lt;/i&gt;']),
    '2 subtitles have codes of web pages (&amp;, &#39;). The repair writes their characters instead.',
    film([T1, 'It\'s "us" & them'], [T2, '<i>Hello</i>']),
  ],
  [
    'rolling captions',
    rolling.map(({ number, time, text }) => block(number, time, text)),
    '11 subtitles repeat lines of the subtitle before, as captions of video sites do. Without the repetitions there are 6 subtitles instead of 12. You send and pay for 6 fewer.',
    rolling
      .filter((_, index) => index % 2 === 0)
      .map(({ time }, index) =>
        block(index + 1, time.replace(/-->.*/, rolling[index * 2 + 1]?.time.slice(13) ?? ''), `line ${index}`),
      ),
  ],
];

describe('repairs that are only reported, in a readable file', () => {
  it.each(TOLD)('reports in a readable file, and repairs on request: %s', (_, blocks, words, mended) => {
    const repairs = findRepairs(blocks.join('\n'));
    expect(repairs.isOffered).toBe(false);
    expect(repairs.kinds.map(({ sentence, offer }) => [sentence, offer].filter(Boolean).join(' '))).toEqual([words]);
    expect(repairs.kinds.every(({ isOptional }) => isOptional)).toBe(true);
    expect(repairs.mend(new Set(repairs.kinds.map(({ name }) => name)))).toBe(mended.join('\n'));
  });

  it.each([
    'Downloaded from www.example.com',
    'Subtitles by Somebody\nSync: www.example.org',
    'Legendas: Fulano\nwww.example.com',
    'Become a VIP member and rate this subtitle',
    '★ Film.S01E02.720p ★',
  ])('reports %j at the beginning as an advert', (text) => {
    expect(findRepairs(block(1, T1, text)).kinds.map(({ name }) => name)).toEqual(['adverts']);
  });

  it.each([
    'Translated by Maria Silva',
    'Visit me!',
    'It was 720p, I said.',
    'I mailed www.example.com',
    'Перевод: Иван',
  ])('does not report %j as an advert', (text) => {
    expect(findRepairs(block(1, T1, text)).kinds).toEqual([]);
  });

  it('reports an advert that a program has inserted as number 9999, by its times', () => {
    const text = `${block(1, T1, 'A')}\n${block(9999, '00:00:0,500 --> 00:00:2,00', 'Buy this')}`;
    expect(findRepairs(text).kinds.map(({ sentence }) => sentence)).toContain('1 line looks like an advert: 2.');
  });

  it('reports nothing about two speakers, several spaces around an arrow, and coordinates', () => {
    const text = [
      block(1, T1, '- A'),
      block(2, '00:00:01,000  -->  00:00:02,500', '- B'),
      block(3, `${T2}  X1:40 X2:600 Y1:20 Y2:50`, 'C'),
      block(10, '100:00:05,000 --> 100:00:06,000 ', '<i>D</i>\n<i>E</i>'),
    ].join('\n');
    expect(findRepairs(text).kinds).toEqual([]);
  });

  it('keeps the numbers of phrases if the removal of adverts leaves too few captions to unroll', () => {
    const nine = rolling.slice(0, 9).map(({ number, time, text }) => block(number + 4, time, text));
    const advert = block(14, '00:01:00,000 --> 00:01:02,000', 'Downloaded from www.example.com');
    const repairs = findRepairs([...nine, advert].join('\n'));
    const names = repairs.kinds.map(({ name }) => name);
    expect(names).toEqual(['adverts', 'rolling-captions']);
    expect(repairs.mend(new Set(names))).toBe(nine.join('\n'));
  });

  it('reports optional repairs beside needed ones, and does not make them by itself', () => {
    const text = `00:00:01,000 --> 00:00:03,500\n<i>A\n\n${T2}\nB`;
    const repairs = findRepairs(text);
    expect(repairs.kinds.map(({ name, isOptional }) => [name, isOptional])).toEqual([
      ['numbers', false],
      ['overlaps', true],
      ['unclosed-tags', true],
    ]);
  });

  it('writes the number of places with a thousands separator', () => {
    const phrases = Array.from({ length: 1_300 }, (_, index) => [T1, `<i>A ${index}`] as const);
    expect(findRepairs(film(...phrases).join('\n')).kinds.map(({ sentence }) => sentence)).toEqual([
      'The italics of 1,300 subtitles are not closed.',
    ]);
  });
});

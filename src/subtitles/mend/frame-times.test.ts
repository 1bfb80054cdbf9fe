import { describe, expect, it } from 'vitest';
import type { FrameRate } from '../formats.ts';
import { findRepairs } from './find-repairs.ts';

const film = (...times: readonly string[]) =>
  times.map((time, index) => `${index + 1}\n${time}\nLine ${index + 1}\n`).join('\n');
const twoDigits = (parts: number) =>
  Array.from({ length: 60 }, (_, index) => {
    const at = (second: number, part: number) =>
      `00:00:${String(second).padStart(2, '0')},${String(part % parts).padStart(2, '0')}`;
    return `${at(index, index * 7)} --> ${at(index, index * 7 + 1)}`;
  });
const kindOf = (text: string, rate?: FrameRate) =>
  findRepairs(text, 'srt', rate).kinds.find(({ name }) => name === 'frame-times');

const FRAMES: readonly (readonly [what: string, text: string, rate: FrameRate | undefined, mended: string])[] = [
  [
    '25 a second if the person chooses nothing',
    film('00:00:01:12 --> 00:00:03:05'),
    undefined,
    film('00:00:01,480 --> 00:00:03,200'),
  ],
  ['24', film('00:00:01:12 --> 00:00:03:05'), '24', film('00:00:01,500 --> 00:00:03,208')],
  ['23.976', film('00:00:01:12 --> 00:00:03:05'), '23.976', film('00:00:01,502 --> 00:00:03,212')],
  ['30', film('00:00:01:29 --> 00:00:03:00'), '30', film('00:00:01,967 --> 00:00:03,000')],
  [
    '29.97, because at 25 there is no 29th frame',
    film('00:00:01:29 --> 00:00:03:00'),
    '25',
    film('00:00:01,969 --> 00:00:03,003'),
  ],
  ['a semicolon before the frame', film('00:00:01;12 --> 00:00:03;05'), '25', film('00:00:01,480 --> 00:00:03,200')],
  ['a frame of one digit', film('00:00:01:5 --> 00:00:03:10'), '25', film('00:00:01,200 --> 00:00:03,400')],
  ['hours of one digit', film('0:00:01:12 --> 0:00:03:05'), '25', film('00:00:01,480 --> 00:00:03,200')],
  ['spaces around the colon', film('00:00:01 : 12 --> 00:00:03 : 05'), '25', film('00:00:01,480 --> 00:00:03,200')],
  ['full-width colons', film('00：00：01：12 --> 00：00：03：05'), '25', film('00:00:01,480 --> 00:00:03,200')],
  ['one hour at 23.976', film('01:00:00:00 --> 01:00:02:12'), '23.976', film('01:00:03,600 --> 01:00:06,102')],
  ['one hour at 29.97', film('01:00:00:00 --> 01:00:02:29'), '29.97', film('01:00:03,600 --> 01:00:06,570')],
  [
    'frame numbers that are dropped at 29.97',
    film('01:00:00;00 --> 01:00:02;15'),
    '29.97',
    film('01:00:00,000 --> 01:00:02,501'),
  ],
  ['an end time without a frame', film('00:00:01:12 --> 00:00:03,500'), '25', film('00:00:01,480 --> 00:00:03,500')],
];

const NO_FRAMES: readonly (readonly [what: string, text: string])[] = [
  ['a number of 30 or more behind a colon', film('00:00:01:12 --> 00:00:03:45')],
  ['three digits behind a colon', film('00:00:01:012 --> 00:00:03:005')],
  ['a single colon that was meant as a comma', film('00:00:01:12 --> 00:00:03,500', ...twoDigits(100).slice(4))],
  ['a few times with two digits', film(...twoDigits(25).slice(0, 10))],
  ['hundredths of a second', film(...twoDigits(100))],
  ['quarters of a second', film(...Array.from({ length: 60 }, () => '00:00:01,00 --> 00:00:01,25'))],
  ['minutes and seconds', film('01:12:20 --> 01:12:25')],
  ['usual times', film('00:00:01,012 --> 00:00:03,020')],
];

describe('repairs of times that count frames', () => {
  it.each(FRAMES)('[D2.22] converts frames with the chosen rate: %s', (_, text, rate, mended) => {
    const repairs = findRepairs(text, 'srt', rate);
    expect(kindOf(text, rate)?.offer + (kindOf(text, rate)?.sentence ?? '')).toMatch(
      /The repair needs the frames per second of the video/,
    );
    expect(repairs.mend(new Set(['frame-times']))).toBe(mended);
    expect(kindOf(mended)).toBeUndefined();
    // If only another kind of repair is made, it must not read frames as decimals.
    expect(kindOf(repairs.mend(new Set(['unusual-times', 'arrows'])))).toBeDefined();
  });

  it.each(NO_FRAMES)('[D2.22] does not find frames in %s', (_, text) => {
    expect(kindOf(text)).toBeUndefined();
  });

  it('[D2.22] finds frames behind a comma if no number in a long film is too high for a frame', () => {
    const kind = kindOf(film(...twoDigits(24)));
    expect(kind?.rates).toMatchObject({
      rate: '23.976',
      fitting: ['23.976', '24', '25', '29.97', '30'],
      isSure: false,
    });
    expect(kindOf(film(...twoDigits(25)))?.rates).toMatchObject({ rate: '25', fitting: ['25', '29.97', '30'] });
    expect(kindOf(film(...twoDigits(25)), '25')?.rates?.isSure).toBe(true);
    expect(kindOf(film(...twoDigits(29)))?.rates?.fitting).toEqual(['29.97', '30']);
  });

  it('[D2.22] converts frames together with all other repairs of an unreadable file', () => {
    const repairs = findRepairs('00:00:01:12 -> 00:00:03:05\nA\n\n00:00:04:00 -> 00:00:05:24\nB\n');
    const needed = new Set(repairs.kinds.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])));
    expect(repairs.mend(needed)).toBe('1\n00:00:01,480 --> 00:00:03,200\nA\n\n2\n00:00:04,000 --> 00:00:05,960\nB\n');
  });
});

describe('four or five digits behind the seconds', () => {
  it.each([
    ['00:00:01,0100 --> 00:00:02,500'],
    ['00:00:01,500 --> 00:00:02,1000'],
    ['00:00:01.0100 --> 00:00:02.1000'],
    ['00:00:01,00100 --> 00:00:02,500'],
    ['00:01,0100 --> 00:02,500'],
  ])('[D2.31] reports four or five digits behind the seconds, and does not change them: %s', (time) => {
    const repairs = findRepairs(film(time));
    const kind = repairs.kinds.find(({ name }) => name === 'four-digits');
    expect(kind?.sentence).toMatch(/^1 timing has four or five digits/);
    const digits = (text: string) => text.match(/[.,]\d{4,5}/g);
    expect(digits(repairs.mend(new Set(repairs.kinds.map(({ name }) => name))))).toEqual(digits(time));
  });

  it.each([['00:00:01,500 --> 00:00:02,500'], ['00:00:01.123456 --> 00:00:02.000000'], ['00:00:01,5 --> 00:00:02,25']])(
    '[D2.31] does not report the digits of %s',
    (time) => {
      expect(findRepairs(film(time)).kinds.some(({ name }) => name === 'four-digits')).toBe(false);
    },
  );
});

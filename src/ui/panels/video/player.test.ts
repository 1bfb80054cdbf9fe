import { describe, expect, test } from 'vitest';
import type { Codec, VideoContents } from '../../../containers/container.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import {
  isUnplayable,
  lineNear,
  lineShownAt,
  missingWords,
  partToPlay,
  phraseAtCursor,
  spansOf,
  speechAfter,
} from './player.ts';

const second = (at: number) => new Date(at * 1_000).toISOString().slice(11, 23).replace('.', ',');
const phrase = (number: number, from: number, to: number): Phrase => ({
  number,
  time: `${second(from)} --> ${second(to)}`,
  text: `Line ${number}`,
});
/** Two lines over each other, and a file that is not in order. */
const PHRASES = [phrase(1, 1, 3), phrase(2, 2, 6), phrase(4, 20, 21), phrase(3, 6, 8), phrase(5, 24.5, 26)];
const FILM = spansOf(PHRASES);

test.each([
  [0, undefined],
  [1, 1],
  [2.5, 2],
  [5, 2],
  [6, 3],
  [8, undefined],
  [20.5, 4],
  [99, undefined],
])('[D17.6] at %s s the video shows line %s', (at, number) => {
  expect(lineShownAt(FILM, at * 1_000)).toBe(number);
});

test('[D17.6] if several lines are shown, the one that began last counts, until it ends', () => {
  const film = spansOf([phrase(1, 0, 10), phrase(2, 2, 4)]);
  expect([1, 3, 5].map((at) => lineShownAt(film, at * 1_000))).toEqual([1, 2, 1]);
});

test.each([
  [0, 1],
  [9, 4],
  [22, 5],
  [99, 5],
])('[D17.7] without a cursor the line near %s s is %s', (at, number) => {
  expect(lineNear(FILM, at * 1_000)).toBe(number);
});

test('[D17.7] without lines there is no line near the time', () => {
  expect(lineNear(spansOf([]), 0)).toBeUndefined();
});

describe('[D17.7] a line is played', () => {
  test('from its start, or up to 0.3 s earlier, until its end, or up to 0.3 s before or after it', () => {
    const { fromMs, toMs = 0 } = partToPlay(FILM, 2, 'line') ?? { fromMs: 0, toMs: 0 };
    expect(fromMs).toBeLessThanOrEqual(2_000);
    expect(fromMs).toBeGreaterThanOrEqual(1_700);
    expect(Math.abs(6_000 - toMs)).toBeLessThanOrEqual(300);
  });
  test('from a second before it, and on', () => {
    expect(partToPlay(FILM, 2, 'on')).toEqual({ fromMs: 1_000, toMs: undefined });
  });
  test('never, if it is never shown', () => {
    expect(partToPlay(FILM, 9, 'line')).toBeUndefined();
  });
});

describe('[D17.10] "Only speech" continues', () => {
  test.each([
    ['in a line, as it plays', 5, undefined],
    ['right after a line, which may be spoken still', 8.1, undefined],
    ['in a long silence, before the next line', 8.5, 19.6],
    ['in the middle of it', 12, 19.6],
    ['shortly before the next line, as it plays', 19, undefined],
    ['in a silence of less than four seconds, as it plays', 22, undefined],
    ['after the last line, as it plays', 40, undefined],
  ])('%s', (_, at, to) => {
    expect(speechAfter(FILM, at * 1_000)).toBe(to && to * 1_000);
  });
  test('from the beginning, if nobody speaks for long', () => {
    expect(speechAfter(spansOf([phrase(1, 30, 31)]), 0)).toBe(29_600);
  });
});

describe('[D17.8] the phrase at the cursor of a text', () => {
  const srt = '1\n00:00:01,000 --> 00:00:03,000\nLine 1\n\n2\n00:00:02,000 --> 00:00:06,000\nLine 2\nand more\n';
  const ass = 'Dialogue: 0,0:00:01.00,0:00:03.00,D,,0,0,0,,Line 1\nDialogue: 0,0:00:02.00,0:00:06.00,D,,0,0,0,,Line 2';
  const sbv = '0:00:01.000,0:00:03.000\nLine 1\n\n0:00:02.000,0:00:06.000\nLine 2\n';
  test.each([
    ['on a number', srt, srt.indexOf('2\n00'), 2],
    ['on a timing', srt, srt.indexOf('00:00:02') + 4, 2],
    ['in a text', srt, srt.indexOf('more'), 2],
    ['at the end of a text', srt, srt.indexOf('Line 1') + 6, 1],
    ['at the very beginning', srt, 0, 1],
    ['at the very end', srt, srt.length, 2],
    ['of WebVTT', srt.replaceAll(',000', '.000'), srt.indexOf('more'), 2],
    ['of ASS', ass, ass.length - 3, 2],
    ['of SBV', sbv, sbv.indexOf('Line 2'), 2],
    ['in a text that speaks of times', srt.replace('and more', '10:30, 11:45'), srt.indexOf('and more') + 5, 2],
    ['of ASS, in a text that speaks of times', `${ass}: 0:10:30, 0:11:45`, ass.length + 5, 2],
    ['before all', 'WEBVTT\n\n', 3, undefined],
    ['of another text', 'Translate into French.', 5, undefined],
    ['at a time that the film does not have', srt.replace('06,000', '06,500'), srt.indexOf('more'), undefined],
  ])('%s', (_, text, cursor, number) => {
    expect(phraseAtCursor(PHRASES, text, cursor)).toBe(number);
  });

  const sub = '{25}{75}Line 1|and more\n{50}{150}Line 2\n';
  const lrc = '[ti:Song]\n[00:01.00]Line 1\n[00:03.00]\n[00:04.00]Line 2\n[00:06.00]\n';
  const ttml =
    '<tt xmlns="http://www.w3.org/ns/ttml"><body><div>\n<p begin="1s" end="3s">Line 1</p>\n<p begin="2s" end="6s">\nLine 2</p>\n</div></body></tt>';
  test.each([
    ['of MicroDVD, in its times', 'sub-25', sub, 3, 1],
    ['of MicroDVD, in its text', 'sub-25', sub, sub.indexOf('Line 2') + 3, 2],
    ['of MicroDVD that says its rate', 'sub', `{1}{1}25\n${sub}`, sub.length, 2],
    ['of LRC, in its time', 'lrc', lrc, lrc.indexOf('[00:04') + 2, 4],
    ['of LRC, in its text', 'lrc', lrc, lrc.indexOf('Line 1') + 6, 3],
    ['of LRC, before all', 'lrc', lrc, 2, undefined],
    ['of TTML, in its times', 'ttml', ttml, ttml.indexOf('1s'), 1],
    ['of TTML, in its text', 'ttml', ttml, ttml.indexOf('Line 2') + 2, 2],
    ['of TTML in one line', 'ttml', ttml.replaceAll('\n', ''), ttml.indexOf('Line 1') + 1, 1],
    ['of a prompt beside it', 'ttml', 'Translate into French.', 5, undefined],
  ] as const)('%s', (_, readAs, text, cursor, number) => {
    const phrases = [...PHRASES, phrase(3, 1, 3), phrase(4, 4, 6)].filter((each) =>
      readAs === 'lrc' ? each.number > 2 : each.number < 3,
    );
    expect(phraseAtCursor(phrases, text, cursor, readAs)).toBe(number);
  });
});

const PLAYED = new Set(['avc1', 'vp9', 'mp4a.40.2', 'opus']);
const codec = (type: string | undefined, name: string): Codec => ({ type, name });
const H264 = codec('avc1', 'H.264');
const HEVC = codec('hvc1', 'HEVC');
const AAC = codec('mp4a.40.2', 'AAC');
const AC3 = codec('ac-3', 'AC-3');
const DTS = codec(undefined, 'DTS');
const contents = (pictures: readonly Codec[], sounds: readonly Codec[]): VideoContents => ({
  pictures,
  sounds,
  subtitles: [],
  isCutOff: false,
});

const WAITS = { hasFailed: false, isLoaded: false, widthPx: 0, hasSound: undefined };
const PLAYS = { hasFailed: false, isLoaded: true, widthPx: 320, hasSound: true };
type PlayableFacts = Parameters<typeof missingWords>[0];
const words = (facts: Partial<PlayableFacts>) =>
  missingWords({
    kind: 'Matroska',
    contents: undefined,
    problem: '',
    element: WAITS,
    canPlay: (type) => PLAYED.has(type),
    ...facts,
  });

const SUBTITLES = ' The subtitles still work.';

describe('[D17.12] the page says what the browser cannot play of a video', () => {
  test.each<[string, Partial<PlayableFacts>, string]>([
    ['nothing, while nothing is known', {}, ''],
    ['nothing of a film that plays', { contents: contents([H264], [AAC]), element: PLAYS }, ''],
    [
      'the picture, by its codec, before anything is loaded',
      { contents: contents([HEVC], [AAC]) },
      'This browser cannot show the picture (HEVC).',
    ],
    [
      'the picture, by what the element draws',
      { element: { ...PLAYS, widthPx: 0 } },
      'This browser cannot show the picture.',
    ],
    [
      'nothing, where the element draws what was not promised',
      { contents: contents([HEVC], [AAC]), element: PLAYS },
      '',
    ],
    ['nothing of a film without a picture', { contents: contents([], [AAC]), element: { ...PLAYS, widthPx: 0 } }, ''],
    [
      'the sound, by its codec',
      { contents: contents([H264], [AC3, AC3]), element: { ...PLAYS, hasSound: undefined } },
      'This browser cannot play the sound (AC-3).',
    ],
    [
      'the sound that has no name for browsers',
      { contents: contents([H264], [DTS]) },
      'This browser cannot play the sound (DTS).',
    ],
    ['nothing, where one of two sounds can be played', { contents: contents([H264], [AC3, AAC]) }, ''],
    [
      'the sound, by what the element says',
      { contents: contents([H264], [AAC]), element: { ...PLAYS, hasSound: false } },
      'This browser cannot play the sound (AAC).',
    ],
    ['nothing of a silent film', { contents: contents([H264], []), element: { ...PLAYS, hasSound: false } }, ''],
    [
      'both',
      { contents: contents([HEVC], [AC3]) },
      'This browser cannot show the picture (HEVC) or play the sound (AC-3).',
    ],
    [
      'all of it, by the element',
      { contents: contents([HEVC], [AC3]), element: { ...WAITS, hasFailed: true } },
      'This browser cannot play this video (HEVC, AC-3).',
    ],
  ])('%s', (_, facts, said) => {
    expect(words(facts)).toBe(said && said + SUBTITLES);
  });

  test('everything, for a kind whose subtitles our readers cannot read either: in one sentence', () => {
    const problem = 'Subtitles inside AVI videos cannot be read.';
    const said =
      'AVI videos cannot be played in a browser, and this page cannot read their subtitles. Open the subtitles as a separate file.';
    expect(words({ kind: 'AVI' })).toBe(said);
    expect(words({ kind: 'AVI', problem, element: { ...WAITS, hasFailed: true } })).toBe(said);
  });

  test('with the reason of our readers if they fail, too, and without mentioning its subtitles', () => {
    const problem = 'The video is incomplete. Get the whole file again.';
    expect(words({ problem, element: { ...WAITS, hasFailed: true } })).toBe(
      `This page can read neither the picture nor the subtitles of this video. ${problem}`,
    );
    expect(words({ problem, element: PLAYS })).toBe('');
  });

  test.each(['AVI', 'MPEG-TS', 'FLV', 'WMV'] as const)('%s is not offered to be played', (kind) => {
    expect(isUnplayable({ kind, contents: undefined, problem: '', element: WAITS, canPlay: () => true })).toBe(true);
  });
});

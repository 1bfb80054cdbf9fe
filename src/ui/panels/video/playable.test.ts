import { describe, expect, test } from 'vitest';
import type { Codec, VideoContents } from '../../../containers/container.ts';
import { isUnplayable, missingWords, type PlayableFacts } from './playable.ts';

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
const words = (facts: Partial<PlayableFacts>) =>
  missingWords({
    kind: 'Matroska',
    contents: undefined,
    problem: '',
    element: WAITS,
    canPlay: (type) => PLAYED.has(type),
    ...facts,
  });

const SUBTITLES = ' The subtitles work all the same.';

describe('[D17.12] what the browser cannot play of a film is told', () => {
  test.each<[string, Partial<PlayableFacts>, string]>([
    ['nothing, while nothing is known', {}, ''],
    ['nothing of a film that plays', { contents: contents([H264], [AAC]), element: PLAYS }, ''],
    [
      'the picture, by its codec, before anything is loaded',
      { contents: contents([HEVC], [AAC]) },
      'Of this film the browser cannot show the picture (HEVC).',
    ],
    [
      'the picture, by what the element draws',
      { element: { ...PLAYS, widthPx: 0 } },
      'Of this film the browser cannot show the picture.',
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
      'Of this film the browser cannot play the sound (AC-3).',
    ],
    [
      'the sound that has no name for browsers',
      { contents: contents([H264], [DTS]) },
      'Of this film the browser cannot play the sound (DTS).',
    ],
    ['nothing, where one of two sounds can be played', { contents: contents([H264], [AC3, AAC]) }, ''],
    [
      'the sound, by what the element says',
      { contents: contents([H264], [AAC]), element: { ...PLAYS, hasSound: false } },
      'Of this film the browser cannot play the sound (AAC).',
    ],
    ['nothing of a silent film', { contents: contents([H264], []), element: { ...PLAYS, hasSound: false } }, ''],
    [
      'both',
      { contents: contents([HEVC], [AC3]) },
      'Of this film the browser cannot show the picture (HEVC) or play the sound (AC-3).',
    ],
    [
      'all of it, by the element',
      { contents: contents([HEVC], [AC3]), element: { ...WAITS, hasFailed: true } },
      'This browser cannot play this film (HEVC, AC-3).',
    ],
  ])('%s', (_, facts, said) => {
    expect(words(facts)).toBe(said && said + SUBTITLES);
  });

  test('all of it, by its kind, of which our readers take no subtitles either: in one sentence', () => {
    const problem = 'Subtitles inside of AVI films cannot be read here.';
    const said =
      'AVI films can be neither played by browsers nor read for subtitles here. Subtitles that come as a file of their own work all the same.';
    expect(words({ kind: 'AVI' })).toBe(said);
    expect(words({ kind: 'AVI', problem, element: { ...WAITS, hasFailed: true } })).toBe(said);
  });

  test('where our readers can make nothing of it either, with their reason, and without praise of its subtitles', () => {
    const problem = 'The film is cut off before its list of tracks. Get the whole file again.';
    expect(words({ problem, element: { ...WAITS, hasFailed: true } })).toBe(
      `Neither picture nor subtitles of this film can be read. ${problem}`,
    );
    expect(words({ problem, element: PLAYS })).toBe('');
  });

  test.each(['AVI', 'MPEG-TS', 'FLV', 'WMV'] as const)('%s is not offered to be played', (kind) => {
    expect(isUnplayable({ kind, contents: undefined, problem: '', element: WAITS, canPlay: () => true })).toBe(true);
  });
});

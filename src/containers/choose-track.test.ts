import { describe, expect, it, test } from 'vitest';
import { DEFAULT_PROMPT } from '../languages/default-prompt.ts';
import { languagesOfPrompt, nameBeside, onlyTrack, proposeTrack, trackFacts, trackName } from './choose-track.ts';
import type { SubtitleTrack } from './container.ts';

/** A text, unless it says otherwise. */
const track = (number: number, facts: Partial<SubtitleTrack> = {}): SubtitleTrack => ({
  number,
  kind: 'SubRip',
  format: 'srt',
  isPictures: false,
  language: undefined,
  title: '',
  isDefault: false,
  isForced: false,
  isSdh: false,
  isCommentary: false,
  phrases: undefined,
  ...facts,
});
const pictures = { kind: 'PGS', format: undefined, isPictures: true } as const;

const RU_PT = { from: 'ru', into: 'pt' };

describe('[D17.33] the proposed track of a video is', () => {
  test.each<[string, readonly SubtitleTrack[], { from?: string; into?: string }, number | undefined]>([
    ['the first text', [track(1, pictures), track(2), track(3)], {}, 2],
    ['none of pictures alone', [track(1, pictures), track(2, pictures)], {}, undefined],
    ['none of none', [], RU_PT, undefined],
    ['not a forced one', [track(1, { isForced: true }), track(2)], {}, 2],
    ['not one in the target language', [track(1, { language: 'pt' }), track(2, { language: 'de' })], RU_PT, 2],
    [
      'not one in a kind of the target language',
      [track(1, { language: 'pt-BR' }), track(2, { language: 'de' })],
      RU_PT,
      2,
    ],
    ['the prompt’s source language', [track(1, { language: 'en' }), track(2, { language: 'ru' })], RU_PT, 2],
    ['of two in it the file’s first', [track(1, { language: 'ru' }), track(2, { language: 'ru' })], RU_PT, 1],
    [
      'not a forced one in the source language',
      [track(1, { language: 'ru', isForced: true }), track(2, { language: 'en' })],
      RU_PT,
      2,
    ],
    ['else the file’s order', [track(5, { language: 'en' }), track(3, { language: 'de' })], RU_PT, 5],
    ['one without a language', [track(1, { language: 'pt' }), track(2)], RU_PT, 2],
    ['the first text where none fits', [track(1, { isForced: true }), track(2, { language: 'pt' })], RU_PT, 1],
    ['a plain one before one for the hard of hearing', [track(1, { isSdh: true }), track(2)], {}, 2],
    [
      'one for the hard of hearing in the source language before a plain one in another',
      [track(1, { language: 'en', isDefault: true }), track(2, { language: 'ru', isSdh: true })],
      RU_PT,
      2,
    ],
    ['not a commentary', [track(1, { isCommentary: true, isDefault: true }), track(2)], {}, 2],
    ['the film’s default one', [track(1, { language: 'ru' }), track(2, { language: 'en', isDefault: true })], {}, 2],
    [
      'the plain one in the language of the default one',
      [
        track(1, { language: 'ru' }),
        track(2, { language: 'en', isSdh: true, isDefault: true }),
        track(3, { language: 'en' }),
      ],
      {},
      3,
    ],
    [
      'the whole one in the language of a default one that is forced',
      [
        track(1, { language: 'en', isForced: true, isDefault: true }),
        track(2, { language: 'de' }),
        track(3, { language: 'en' }),
      ],
      {},
      3,
    ],
    [
      'of two in the source language the default one',
      [track(1, { language: 'ru' }), track(2, { language: 'ru', isDefault: true })],
      RU_PT,
      2,
    ],
    [
      'the default one where none is in the source language',
      [track(1, { language: 'de' }), track(2, { language: 'en', isDefault: true })],
      RU_PT,
      2,
    ],
    [
      'the first one where all are default ones',
      [track(1, { language: 'ru', isDefault: true }), track(2, { language: 'en', isDefault: true })],
      {},
      1,
    ],
    [
      'one for the hard of hearing where there is no other',
      [track(1, { isForced: true }), track(2, { isSdh: true })],
      {},
      2,
    ],
    [
      'of Chinese the other script',
      [track(1, { language: 'zh-Hant' }), track(2, { language: 'zh' })],
      { from: 'zh-Hans', into: 'zh-Hant' },
      2,
    ],
  ])('%s', (_, tracks, { from, into }, proposed) => {
    expect(proposeTrack(tracks, { from, into })?.number).toBe(proposed);
  });
});

test.each<[string, readonly SubtitleTrack[], number]>([
  ['its default one', [track(1, { language: 'ru', isSdh: true }), track(2, { language: 'en', isDefault: true })], 2],
  [
    'its default one in the target language',
    [track(1, { language: 'en' }), track(2, { language: 'pt', isDefault: true })],
    2,
  ],
  [
    'a plain one where none is the default',
    [track(1, { language: 'ru', isSdh: true }), track(2, { language: 'en' })],
    2,
  ],
  ['the first one', [track(1, { language: 'en' }), track(2, { language: 'ru' })], 1],
  [
    'none in the target language where none is the default',
    [track(1, { language: 'pt' }), track(2, { language: 'en' })],
    2,
  ],
])('[D17.33] the proposed track of a video, if nobody has chosen a language, is: %s', (_, tracks, proposed) => {
  expect(proposeTrack(tracks, RU_PT, false)?.number).toBe(proposed);
});

describe('[D17.34] is opened unasked', () => {
  test.each<[string, readonly SubtitleTrack[], number | undefined]>([
    ['the only text', [track(1, { language: 'ru' })], 1],
    ['the only text beside pictures', [track(1, pictures), track(2)], 2],
    ['none of two', [track(1), track(2)], undefined],
    ['no forced one', [track(1, { isForced: true })], undefined],
    ['no commentary', [track(1, { isCommentary: true })], undefined],
    ['one for the hard of hearing', [track(1, { isSdh: true })], 1],
    ['none in the target language', [track(1, { language: 'pt-BR' })], undefined],
    ['no pictures', [track(1, pictures)], undefined],
  ])('%s', (_, tracks, number) => {
    expect(onlyTrack(tracks, RU_PT)?.number).toBe(number);
  });
});

it.each([
  [DEFAULT_PROMPT, { from: 'ru', into: 'pt' }],
  ['Translate from English into German.', { from: 'en', into: 'de' }],
  ['Translate it well.', { from: undefined, into: undefined }],
])('reads the languages of “%s”', (prompt, languages) => {
  expect(languagesOfPrompt(prompt)).toEqual(languages);
});

it.each([
  [{ language: 'en' }, 'English', 'SubRip'],
  [
    { language: 'pt-BR', title: 'Forced', isForced: true },
    'Brazilian Portuguese: Forced',
    'SubRip · forced: only on-screen text and foreign speech',
  ],
  [
    { language: 'en', title: 'english', phrases: 1_412, isDefault: true },
    'English',
    'SubRip · default · 1,412 subtitles',
  ],
  [
    { title: 'SDH', phrases: 1, isSdh: true },
    'Language unknown: SDH',
    'SubRip · SDH: also describes sounds, for deaf and hard-of-hearing viewers · 1 subtitle',
  ],
  [{ language: 'en', isCommentary: true }, 'English', 'SubRip · commentary on the film'],
  [{ ...pictures, language: 'ru' }, 'Russian', 'PGS · pictures, not text'],
  [{ kind: 'EIA-608', format: undefined }, 'Language unknown', 'EIA-608 · cannot be opened here'],
])('says of a track what it is: %o', (facts, name, words) => {
  expect([trackName(track(1, facts)), trackFacts(track(1, facts))]).toEqual([name, words]);
});

it.each([
  ['Film.mkv', 'srt', {}, 'Film.srt'],
  ['Film.2012.mp4', 'vtt', {}, 'Film.2012.vtt'],
  ['Film', 'ass', {}, 'Film.ass'],
  ['.mkv', 'ssa', {}, '.mkv.ssa'],
  ['Film.mkv', 'srt', { isForced: true }, 'Film.forced.srt'],
  ['Film.mkv', 'ass', { isSdh: true }, 'Film.sdh.ass'],
  ['Film.mkv', 'srt', { isCommentary: true }, 'Film.commentary.srt'],
  ['Film.mkv', 'srt', { isForced: true, isSdh: true }, 'Film.forced.sdh.srt'],
])('[D17.36] names subtitles from %s, as .%s, with %o: %s', (film, format, flags, name) => {
  expect(nameBeside(film, format, track(1, flags))).toBe(name);
});

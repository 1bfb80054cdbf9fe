import { describe, expect, it } from 'vitest';
import type { SrtDifference, SrtDifferenceKind } from '../../../subtitles/document.ts';
import { srtDifferenceWords } from './translated-section.tsx';

const difference = (kind: SrtDifferenceKind, line: number, number?: number): SrtDifference => ({ kind, line, number });

describe('srtDifferenceWords', () => {
  it('says nothing where nothing differs', () => {
    expect(srtDifferenceWords([])).toEqual([]);
  });

  it('makes one sentence of each kind, in the order of the lines', () => {
    expect(
      srtDifferenceWords([
        difference('missing', 180, 45),
        difference('unreadable', 812),
        difference('missing', 184, 46),
        difference('missing', 360, 90),
      ]),
    ).toEqual([
      { kind: 'missing', line: 180, words: '3 phrases of the original are missing: 45, 46 and 90.' },
      {
        kind: 'unreadable',
        line: 812,
        words: 'Line 812 cannot be read as a subtitle: a number and a timing line belong there.',
      },
    ]);
  });

  it.each<readonly [SrtDifferenceKind, string, string]>([
    ['missing', '1 phrase of the original is missing: 45.', '2 phrases of the original are missing: 45 and 46.'],
    ['doubled', 'Phrase 45 occurs more than once.', 'Phrases 45 and 46 occur more than once.'],
    ['foreign', 'Phrase 45 is not in the original.', 'Phrases 45 and 46 are not in the original.'],
    ['moved', 'Phrase 45 is not in its place.', 'Phrases 45 and 46 are not in their places.'],
    ['renumbered', 'Phrase 45 stands under another number.', 'Phrases 45 and 46 stand under other numbers.'],
    [
      'time',
      'Phrase 45 has another time than in the original.',
      'Phrases 45 and 46 have other times than in the original.',
    ],
    ['no-text', 'Phrase 45 has no text.', 'Phrases 45 and 46 have no text.'],
    [
      'blank-line',
      'The blank line before phrase 45 is missing.',
      'The blank lines before phrases 45 and 46 are missing.',
    ],
  ])('%s, of one and of more', (kind, one, more) => {
    const words = (...numbers: readonly number[]) =>
      srtDifferenceWords(numbers.map((number) => difference(kind, 1, number)))[0]?.words;
    expect(words(45)).toBe(one);
    expect(words(45, 45)).toBe(one);
    expect(words(45, 46)).toBe(more);
  });

  it('names lines where no phrase can be told', () => {
    expect(srtDifferenceWords([difference('unreadable', 8), difference('unreadable', 12)])[0]?.words).toBe(
      'Lines 8 and 12 cannot be read as subtitles: a number and a timing line belong there.',
    );
  });
});

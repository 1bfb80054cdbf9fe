import { describe, expect, it, test } from 'vitest';
import { connectInside } from '../../../test/session-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { NO_NOTES } from '../../notes/notes.ts';
import { fileSummaryWords, shortFilmName } from './file-summary.ts';

const phrase = (end: string, text: string) => `1\n00:00:00,000 --> ${end}\n${text}\n`;

describe('fileSummaryWords', () => {
  it.each([
    ['Film', sampleSrt(360), 'Film · 360 phrases · 12 min · Russian'],
    ['', sampleSrt(2), '2 phrases · 3 s · Russian'],
    [
      'Film',
      phrase('01:52:20,000', 'And what is it that you want? I have to go to the house.'),
      'Film · 1 phrase · 1 h 52 min · English',
    ],
    ['Film', phrase('00:01:00,000', 'Oh!').replaceAll('\n', '\r\n'), 'Film · 1 phrase · 1 min'],
    [
      'a broken film of three phrases, of which one timing can be read',
      `1\n00:00:01 -> 00:00:02\nOne\n \n2\n00:00:03,000 --> 00:00:04,000\nTwo\n\n\n3\n00:00:05\nThree\n`,
      'a broken film of three phrases, of which one timing can be read',
    ],
    ['Film', 'nothing of a film', 'Film'],
    ['', '', ''],
  ])('"%s": %#', async (name, sourceText, words) => {
    const film = { sourceText, readAs: 'srt', withoutStyles: [], phrases: [], batches: [], notes: NO_NOTES } as const;
    expect(fileSummaryWords(name, await connectInside().ask(film, 'source', undefined))).toBe(words);
  });

  it('is the name alone while the film is not looked at', () => {
    expect(fileSummaryWords('Film', undefined)).toBe('Film');
  });
});

test.each([
  ['Tears.of.Steel.2012', 'Tears.of.Steel.2012'],
  ['A'.repeat(48), 'A'.repeat(48)],
  [
    'The.Film.With.A.Very.Long.Name.Indeed.2012.1080p.BluRay.x264-GROUP',
    'The.Film.With.A.Very.Lon…1080p.BluRay.x264-GROUP',
  ],
])('shortFilmName: %s', (name, short) => {
  expect(shortFilmName(name)).toBe(short);
});

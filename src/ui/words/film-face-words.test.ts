import { describe, expect, it } from 'vitest';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { filmFaceWords } from './film-face-words.ts';

const phrase = (end: string, text: string) => `1\n00:00:00,000 --> ${end}\n${text}\n`;

describe('filmFaceWords', () => {
  it.each([
    ['Film', sampleSrt(360), 'Film · 360 phrases · 12 min · Russian'],
    ['', sampleSrt(2), '2 phrases · 3 s · Russian'],
    [
      'Film',
      phrase('01:52:20,000', 'And what is it that you want? I have to go to the house.'),
      'Film · 1 phrase · 1 h 52 min · English',
    ],
    ['Film', phrase('00:01:00,000', 'Oh!').replaceAll('\n', '\r\n'), 'Film · 1 phrase · 1 min'],
    ['Film', 'nothing of a film', 'Film'],
    ['', '', ''],
  ])('"%s": %#', (name, text, words) => {
    expect(filmFaceWords(name, text)).toBe(words);
  });
});

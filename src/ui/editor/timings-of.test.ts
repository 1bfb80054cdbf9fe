import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { phraseAtLine, samePhrase, timingsOf } from './codemirror-editor.ts';

const read = (srt: string) => timingsOf(Text.of(srt.split('\n')));
const FILM = sampleSrt(5);

describe('timingsOf', () => {
  it.each([
    [1, 0],
    [2, 0],
    [4, 0],
    [5, 1],
    [8, 1],
    [20, 4],
  ])('line %i belongs to the phrase at place %i', (line, place) => {
    expect(phraseAtLine(read(FILM), line)).toBe(place);
  });

  it('knows lines before the first phrase, and texts without any', () => {
    expect(phraseAtLine(read(`WEBVTT\n\n\n${FILM}`), 2)).toBe(-1);
    expect(phraseAtLine(read('nothing'), 1)).toBe(-1);
  });

  it('finds the same phrase where others have more lines, are missing, or stand twice', () => {
    const original = read(FILM);
    const longer = read(FILM.replace('Фраза 2', 'two\nlines'));
    expect([0, 2, 4].map((place) => samePhrase(original, place, longer))).toEqual([0, 2, 4]);
    expect(phraseAtLine(longer, 10)).toBe(2);
    const without2 = read(FILM.replace(/2\n.*\nФраза 2\n\n/, ''));
    expect([0, 1, 2, 4].map((place) => samePhrase(original, place, without2))).toEqual([0, undefined, 1, 3]);
  });
});

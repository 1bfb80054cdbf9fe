import { expect, it } from 'vitest';
import { connectInside } from '../../test/session-harness.ts';
import type { EncodingName } from '../files/encodings.ts';
import { NO_NOTES } from '../notes/notes.ts';
import type { FilmNow } from './calls.ts';

const FILM: FilmNow = { sourceText: '', readAs: 'srt', withoutStyles: [], phrases: [], batches: [], notes: NO_NOTES };

it('[D2.8] tells repairs with their number and the first places, more places when they are asked for, and makes those of the kinds that are named', async () => {
  const { ask } = connectInside();
  const text = Array.from({ length: 120 }, (_, index) => `00:00:${index} -> 00:00:${index + 1}\nline ${index}`).join(
    '\n\n',
  );
  const of = { text, readAs: 'srt', withoutStyles: [] } as const;
  const repairs = await ask(FILM, 'repairs', of);
  expect(repairs).toMatchObject({ isOffered: true });
  const arrows = repairs?.kinds.find(({ sentence }) => sentence === 'The arrow of 120 timings was mended.');
  expect(arrows).toMatchObject({ count: 120, isOptional: false });
  expect(arrows?.places).toHaveLength(50);
  expect(arrows?.places[49]).toMatchObject({ line: 148, before: '00:00:49 -> 00:00:50' });
  const kind = arrows?.name ?? '';
  const more = await ask(FILM, 'places', { of, kind, from: 50, count: 100 });
  expect(more?.map(({ line }) => line)).toEqual(Array.from({ length: 70 }, (_, index) => 151 + 3 * index));
  expect(await ask(FILM, 'places', { of, kind: 'another', from: 0, count: 1 })).toEqual([]);
  const needed = repairs?.kinds.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])) ?? [];
  const mended = await ask(FILM, 'mend', { of, kinds: needed });
  expect(mended?.text.startsWith('1\n00:00:00,000 --> 00:00:01,000\nline 0\n\n2\n')).toBe(true);
  expect(mended?.readAs).toBe('srt');
  expect(await ask(FILM, 'mend', { of, kinds: [] })).toEqual(of);
});

it('[D15.51] tells who speaks in as many lines as a batch has on average: of the phrases in work, else of the original', async () => {
  const { ask } = connectInside();
  const speakersIn = async (film: Partial<FilmNow>) => (await ask({ ...FILM, ...film }, 'source', undefined))?.speakers;
  const cue = (place: number) =>
    `00:${place + 10}.000 --> 00:${place + 10}.900\n${place % 5 === 0 ? `<v MAN ${place}>` : ''}a`;
  const sourceText = `WEBVTT\n\n${Array.from({ length: 40 }, (_, place) => cue(place)).join('\n\n')}\n`;
  expect(await speakersIn({ sourceText, readAs: 'vtt' })).toEqual([
    { number: 1, name: 'MAN 0' },
    { number: 6, name: 'MAN 5' },
    { number: 11, name: 'MAN 10' },
    { number: 16, name: 'MAN 15' },
  ]);
  const phrases = [{ number: 7, time: '', text: 'a', speakers: ['NURSE'] }];
  expect(await speakersIn({ phrases })).toEqual([{ number: 7, name: 'NURSE' }]);
  expect(await speakersIn({ sourceText: '1\n00:00:01,000 --> 00:00:02,000\na\n' })).toEqual([]);
  expect(await speakersIn({ sourceText: 'lost' })).toEqual([]);
});

it('[S2.16] compares a result by its phrases, also where the original cannot be read any more', async () => {
  const { ask } = connectInside();
  const phrases = [{ number: 7, time: '00:00:01,000 --> 00:00:02,000', text: 'a' }];
  const compare = (text: string) => ask({ ...FILM, sourceText: 'lost', phrases }, 'compare', text);
  expect(await compare('7\n00:00:01,000 --> 00:00:02,000\nA\n')).toEqual([]);
  expect(await compare('')).toMatchObject([{ kind: 'missing', number: 7 }]);
});

it('[D1.1] reads a file’s bytes by its encoding, or as a person wants them read, and tells what was encoded twice', async () => {
  const { ask } = connectInside();
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const decode = (bytes: Uint8Array, encoding?: EncodingName) =>
    ask(FILM, 'decode', { bytes, name: 'film.srt', ...(encoding && { encoding }) });
  const french = 'Où étais-tu ?\nÇa ira déjà.\nJe suis prêt à partir.\n';
  expect(await decode(utf8(french))).toEqual({
    ok: true,
    value: { text: french, encoding: 'UTF-8', detected: false, isDoublyEncoded: false },
  });
  const russian = Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2);
  expect(await decode(russian)).toMatchObject({ value: { text: 'Привет', encoding: 'windows-1251', detected: true } });
  expect(await decode(russian, 'windows-1252')).toMatchObject({
    value: { text: 'Ïðèâåò', encoding: 'windows-1252', detected: true },
  });
  const twice = new TextDecoder('windows-1252').decode(utf8(french));
  expect(await decode(utf8(twice))).toMatchObject({ value: { text: twice, isDoublyEncoded: true } });
  expect(await ask({ ...FILM, sourceText: twice }, 'meantLetters', undefined)).toBe(french);
  expect(await ask({ ...FILM, sourceText: french }, 'meantLetters', undefined)).toBeUndefined();
  expect(await decode(Uint8Array.of(0, 1, 0, 0, 2))).toMatchObject({
    ok: false,
    error: expect.stringContaining('is named .srt'),
  });
});

import type { Phrase } from '../src/subtitles/document.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** `count` phrases of two seconds each, numbered from 1. */
export const samplePhrases = (count: number): readonly Phrase[] =>
  Array.from({ length: count }, (_, index) => {
    const at = (second: number) => `00:${twoDigits(Math.floor(second / 60) % 60)}:${twoDigits(second % 60)},000`;
    return { number: index + 1, time: `${at(index * 2)} --> ${at(index * 2 + 1)}`, text: `Фраза ${index + 1}` };
  });

/** The same phrases as an .srt text. */
export const sampleSrt = (count: number): string =>
  `${samplePhrases(count)
    .map(({ number, time, text }) => `${number}\n${time}\n${text}`)
    .join('\n\n')}\n`;

/** These texts as an .srt text, one each second. */
export const srtOf = (texts: readonly string[]): string =>
  texts
    .map(
      (text, index) =>
        `${index + 1}\n00:00:${twoDigits(index + 1)},000 --> 00:00:${twoDigits(index + 1)},900\n${text}\n`,
    )
    .join('\n');

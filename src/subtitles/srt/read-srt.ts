import { ok } from '../../lib/result.ts';
import { compareSrt } from '../compare-srt.ts';
import type { ReadDocument } from '../document.ts';
import { formatSrt } from '../format-srt.ts';
import { readPhrases } from './read-phrases.ts';
import { textOf } from './text-of-parts.ts';
import { textsReadBy } from './texts-read-by.ts';

/** An .srt file by the specification's strict rules: written as specified, not as it came. */
export const readSrt: ReadDocument = function* (text) {
  yield;
  const read = readPhrases(text);
  if (!read.ok) return read;
  const { phrases, notes } = read.value;
  return ok({
    format: 'srt',
    phrases,
    notes,
    styles: [],
    textsIn: (written) => textsReadBy(readSrt, written, phrases),
    compare: (written) => compareSrt(written, phrases),
    *write(texts) {
      const parts: string[] = [];
      for (const phrase of phrases) {
        yield;
        parts.push(formatSrt([{ ...phrase, text: textOf(texts.get(phrase.number) ?? phrase.text) }]));
      }
      return parts.join('\n');
    },
  });
};

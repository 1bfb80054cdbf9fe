import { ok } from '../../lib/result.ts';
import { compareSrt } from '../compare-srt.ts';
import type { DocumentNote, ReadDocument } from '../document.ts';
import { formatSrt } from '../format-srt.ts';
import { parseSrt } from '../parse-srt.ts';
import { srtTextsIn } from './srt-texts-in.ts';

/** An .srt file by the specification's strict rules: written as specified, not as it came. */
export const readSrt: ReadDocument = function* (text) {
  yield;
  const parsed = parseSrt(text);
  if (!parsed.ok) return parsed;
  const { phrases, renumbered, blankLinesMissing } = parsed.value;
  const notes: DocumentNote[] = renumbered ? [{ kind: 'renumbered' }] : [];
  if (blankLinesMissing > 0) notes.push({ kind: 'blank-lines-missing', count: blankLinesMissing });
  return ok({
    format: 'srt',
    phrases,
    notes,
    styles: [],
    *textsIn(written) {
      yield;
      return srtTextsIn(written, phrases);
    },
    compare: (written) => compareSrt(written, phrases),
    *write(texts) {
      yield;
      return formatSrt(phrases.map((phrase) => ({ ...phrase, text: texts.get(phrase.number) ?? phrase.text })));
    },
  });
};

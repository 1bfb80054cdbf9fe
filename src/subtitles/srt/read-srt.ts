import { ok } from '../../lib/result.ts';
import type { ReadDocument, SubtitleDocument } from '../document.ts';
import { parseSrt, type SrtNote } from '../parse-srt.ts';
import type { Phrase } from '../phrase.ts';
import { srtDocument } from './srt-document.ts';

/** An .srt file by the specification's strict rules. */
export const readSrt: ReadDocument = (text) => {
  const parsed = parseSrt(text);
  if (!parsed.ok) return parsed;
  const { phrases, notes } = parsed.value;
  return ok(documentOfPhrases(phrases, notes));
};

/** A strict .srt file of these phrases, without its source: a film that was stored when nobody kept that. */
export const documentOfPhrases = (phrases: readonly Phrase[], notes: readonly SrtNote[] = []): SubtitleDocument =>
  srtDocument(
    readSrt,
    phrases.map((phrase) => ({ kind: 'phrase', phrase })),
    notes,
  );

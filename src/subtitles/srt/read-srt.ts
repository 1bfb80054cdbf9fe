import { ok } from '../../lib/result.ts';
import type { ReadDocument } from '../document.ts';
import { parseSrt } from '../parse-srt.ts';
import { srtDocument } from './srt-document.ts';

/** An .srt file by the specification's strict rules. */
export const readSrt: ReadDocument = function* (text) {
  yield;
  const parsed = parseSrt(text);
  if (!parsed.ok) return parsed;
  const { phrases, notes } = parsed.value;
  return ok(
    srtDocument(
      readSrt,
      phrases.map((phrase) => ({ kind: 'phrase', phrase })),
      notes,
    ),
  );
};

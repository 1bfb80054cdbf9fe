import { ok, type Result } from '../../lib/result.ts';
import type { DocumentNote, SubtitleDocument } from '../document.ts';
import { parseSrt, type SrtError } from '../parse-srt.ts';

/** The phrases of a strict .srt file, and what a person should know of how they were read. */
export function readPhrases(text: string): Result<Pick<SubtitleDocument, 'phrases' | 'notes'>, SrtError> {
  const parsed = parseSrt(text);
  if (!parsed.ok) return parsed;
  const { phrases, renumbered, blankLinesMissing } = parsed.value;
  const notes: DocumentNote[] = renumbered ? [{ kind: 'renumbered' }] : [];
  if (blankLinesMissing > 0) notes.push({ kind: 'blank-lines-missing', count: blankLinesMissing });
  return ok({ phrases, notes });
}

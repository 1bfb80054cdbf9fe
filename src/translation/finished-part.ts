import { ok, type Result } from '../lib/result.ts';
import type { Steps, SubtitleDocument } from '../subtitles/document.ts';
import { formatSrt } from '../subtitles/format-srt.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { assembleBatch } from './assemble.ts';
import { textsOfFilm } from './assemble-document.ts';
import { type BatchSlot, isOk } from './batch.ts';
import { batchAt, countBatches } from './batch-at.ts';

/** A film of which some batches are translated; the phrases of the others stay in the original. */
export interface FinishedPart {
  /** How many phrases are translated, of how many. */
  readonly translated: number;
  readonly total: number;
}

export interface FinishedText extends FinishedPart {
  readonly text: string;
}

/** By batches that are OK. */
export const countFinished = (phrases: readonly Phrase[], results: readonly BatchSlot[]): FinishedPart => ({
  translated: results.reduce(
    (count, slot, index) => count + (isOk(slot) ? batchAt(phrases, index).phrases.length : 0),
    0,
  ),
  total: phrases.length,
});

/**
 * The .srt text as far as it goes, and how far that is. A batch that is OK but was edited until it cannot be read stays in the
 * original, too.
 */
export function assembleFinished(phrases: readonly Phrase[], results: readonly BatchSlot[]): FinishedText {
  let translated = 0;
  const parts = Array.from({ length: countBatches(phrases.length) }, (_, index) => {
    const batch = batchAt(phrases, index).phrases;
    const part = assembleBatch(phrases, index, results[index]);
    if (part.ok) translated += batch.length;
    return part.ok ? part.value : formatSrt(batch);
  });
  return { text: parts.join('\n'), translated, total: phrases.length };
}

/** The same of a film of any format, in its own. The error: the document has other phrases than those that were translated. */
export function* assembleFinishedDocument(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
): Steps<Result<FinishedText, string>> {
  const texts = yield* textsOfFilm(document, phrases, results, true);
  if (!texts.ok) return texts;
  return ok({ text: yield* document.write(texts.value), translated: texts.value.size, total: phrases.length });
}

import { fail, ok, type Result } from '../lib/result.ts';
import type { Phrase, SubtitleDocument } from '../subtitles/document.ts';
import { type BatchSlot, batchAt, countBatches, isOk } from './batch.ts';
import { translationsOf } from './check-reply.ts';

/** A film of which some batches are translated; the phrases of the others stay in the original. */
export interface FinishedText {
  readonly text: string;
  /** How many phrases are translated, of how many. */
  readonly translated: number;
  readonly total: number;
}

/**
 * The text of a file of any format with the translations of its phrases (specification, section 4). `results` has one slot a batch. The
 * error, for the log, says what is missing: an OK output may have been edited since, or the document has other phrases than those that were
 * translated, since it was read by another version of the page.
 */
export function assemble(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
): Result<string, string> {
  const texts = textsOfFilm(document, phrases, results);
  if (!texts.ok) return texts;
  return texts.value.missing === undefined ? ok(document.write(texts.value.texts)) : fail(texts.value.missing);
}

/**
 * The same as far as it goes, and how far that is. A batch that is OK but was edited until it cannot be read stays in the original, too.
 * The error: the document has other phrases.
 */
export function assembleFinished(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
): Result<FinishedText, string> {
  const found = textsOfFilm(document, phrases, results);
  if (!found.ok) return found;
  const { texts } = found.value;
  return ok({ text: document.write(texts), translated: texts.size, total: phrases.length });
}

/** By batches that are OK. */
export const countFinished = (phrases: readonly Phrase[], results: readonly BatchSlot[]) => ({
  translated: results.reduce(
    (count, slot, index) => count + (isOk(slot) ? batchAt(phrases, index).phrases.length : 0),
    0,
  ),
  total: phrases.length,
});

/** The translations by phrase number of the batches that have all of theirs; `missing`: what the first other one lacks. */
function textsOfFilm(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
): Result<{ readonly texts: ReadonlyMap<number, string>; readonly missing: string | undefined }, string> {
  if (phrases.length === 0) return fail('There are no phrases to assemble.');
  if (!isSameFilm(document.phrases, phrases)) return fail('The original can no longer be read as it was translated.');
  const texts = new Map<number, string>();
  let missing: string | undefined;
  for (let index = 0; index < countBatches(phrases); index++) {
    const [batch, slot] = [batchAt(phrases, index).phrases, results[index]];
    const found = isOk(slot) ? translationsOf(batch, slot[1]) : undefined;
    const lack = batch.find(({ number }) => !found?.has(number));
    if (lack === undefined) for (const [number, text] of found ?? []) texts.set(number, text);
    else {
      const words = found ? `has no valid translation of phrase ${lack.number}.` : 'is not OK.';
      missing ??= `Batch ${index + 1} ${words}`;
    }
  }
  return ok({ texts, missing });
}

const isSameFilm = (these: readonly Phrase[], those: readonly Phrase[]): boolean =>
  these === those ||
  (these.length === those.length &&
    these.every(({ number, text }, place) => number === those[place]?.number && text === those[place].text));

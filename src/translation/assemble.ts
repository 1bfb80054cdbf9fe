import { fail, ok, type Result } from '../lib/result.ts';
import type { Phrase, SubtitleDocument } from '../subtitles/document.ts';
import { type BatchSlot, batchAt, countBatches, isOk } from './batch.ts';
import { translationsOf } from './check-reply.ts';

/** A film of which some batches are translated; the phrases of the others stay in the original. */
export interface FinishedPart {
  /** How many phrases are translated, of how many. */
  readonly translated: number;
  readonly total: number;
}

export interface FinishedText extends FinishedPart {
  readonly text: string;
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
  const texts = textsOfFilm(document, phrases, results, { isPart: false });
  return texts.ok ? ok(document.write(texts.value)) : texts;
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
  const texts = textsOfFilm(document, phrases, results, { isPart: true });
  if (!texts.ok) return texts;
  return ok({ text: document.write(texts.value), translated: texts.value.size, total: phrases.length });
}

/** By batches that are OK. */
export const countFinished = (phrases: readonly Phrase[], results: readonly BatchSlot[]): FinishedPart => ({
  translated: results.reduce(
    (count, slot, index) => count + (isOk(slot) ? batchAt(phrases, index).phrases.length : 0),
    0,
  ),
  total: phrases.length,
});

/** The translations by phrase number. `isPart`: batches that have not all of theirs are left out, and are no error. */
function textsOfFilm(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
  { isPart }: { readonly isPart: boolean },
): Result<ReadonlyMap<number, string>, string> {
  if (phrases.length === 0) return fail('There are no phrases to assemble.');
  if (!isSameFilm(document.phrases, phrases)) return fail('The original can no longer be read as it was translated.');
  const texts = new Map<number, string>();
  for (let index = 0; index < countBatches(phrases.length); index++) {
    const batch = textsOfBatch(phrases, index, results[index]);
    if (batch.ok) for (const [number, text] of batch.value) texts.set(number, text);
    else if (!isPart) return batch;
  }
  return ok(texts);
}

/** All translations of one batch by phrase number, in the phrases' order. */
function textsOfBatch(
  phrases: readonly Phrase[],
  index: number,
  slot: BatchSlot,
): Result<ReadonlyMap<number, string>, string> {
  if (!isOk(slot)) return fail(`Batch ${index + 1} is not OK.`);
  const batch = batchAt(phrases, index).phrases;
  const texts = translationsOf(batch, slot[1]);
  const missing = batch.find(({ number }) => !texts.has(number));
  return missing ? fail(`Batch ${index + 1} has no valid translation of phrase ${missing.number}.`) : ok(texts);
}

const isSameFilm = (these: readonly Phrase[], those: readonly Phrase[]): boolean =>
  these === those ||
  (these.length === those.length &&
    these.every(({ number, text }, place) => number === those[place]?.number && text === those[place].text));

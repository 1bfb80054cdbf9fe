import { fail, ok, type Result } from '../lib/result.ts';
import type { Steps, SubtitleDocument } from '../subtitles/document.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { textsOfBatch } from './assemble.ts';
import type { BatchSlot } from './batch.ts';
import { countBatches } from './batch-at.ts';

/**
 * The text of a file of any format with the translations of its phrases. Takes one slot a batch. The error says what is missing; also
 * where the document has other phrases than those that were translated: it was read by another version of the page.
 */
export function* assembleDocument(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
): Steps<Result<string, string>> {
  const texts = yield* textsOfFilm(document, phrases, results);
  return texts.ok ? ok(yield* document.write(texts.value)) : texts;
}

/** The translations by phrase number. `isPart`: batches that have not all of theirs are left out, and are no error. */
export function* textsOfFilm(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
  isPart = false,
): Steps<Result<ReadonlyMap<number, string>, string>> {
  if (!isSameFilm(document.phrases, phrases)) return fail('The original can no longer be read as it was translated.');
  const texts = new Map<number, string>();
  for (let index = 0; index < countBatches(phrases.length); index++) {
    yield;
    const batch = textsOfBatch(phrases, index, results[index]);
    if (batch.ok) for (const [number, text] of batch.value) texts.set(number, text);
    else if (!isPart) return batch;
  }
  return ok(texts);
}

const isSameFilm = (these: readonly Phrase[], those: readonly Phrase[]): boolean =>
  these.length === those.length &&
  these.every(({ number, text }, place) => number === those[place]?.number && text === those[place].text);

import { fail, ok, type Result } from '../lib/result.ts';
import type { Steps, SubtitleDocument } from '../subtitles/document.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { type BatchSlot, isOk } from './batch.ts';
import { batchAt, countBatches } from './batch-at.ts';
import { translationsOf } from './validate-batch.ts';

/**
 * The text of a file of any format with the translations of its phrases. Takes one slot a batch. The error says what is missing; also
 * where the document has other phrases than those that were translated: it was read by another version of the page.
 */
export function* assembleDocument(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
): Steps<Result<string, string>> {
  if (!isSameFilm(document.phrases, phrases)) return fail(OTHER_PHRASES);
  const texts = new Map<number, string>();
  for (let index = 0; index < countBatches(phrases.length); index++) {
    yield;
    const slot = results[index];
    if (!isOk(slot)) return fail(`Batch ${index + 1} is not OK.`);
    const batch = batchAt(phrases, index).phrases;
    const translations = translationsOf(batch, slot[1]);
    for (const { number } of batch) {
      const text = translations.get(number);
      if (text === undefined) return fail(`Batch ${index + 1} has no valid translation of phrase ${number}.`);
      texts.set(number, text);
    }
  }
  return ok(yield* document.write(texts));
}

export const OTHER_PHRASES = 'The original can no longer be read as it was translated.';

export const isSameFilm = (these: readonly Phrase[], those: readonly Phrase[]): boolean =>
  these.length === those.length &&
  these.every(({ number, text }, place) => number === those[place]?.number && text === those[place].text);

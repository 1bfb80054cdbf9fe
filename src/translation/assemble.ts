import { fail, ok, type Result } from '../lib/result.ts';
import { formatSrt } from '../subtitles/format-srt.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { type BatchSlot, isOk } from './batch.ts';
import { splitIntoBatches } from './split-into-batches.ts';
import { translationsOf } from './validate-batch.ts';

/**
 * The final .srt text (specification, section 4): numbers and timing lines as in the source, texts from the batches' outputs.
 * Takes one slot a batch. The error says what is missing, for the log: an output that is OK may have been edited since.
 */
export function assemble(phrases: readonly Phrase[], results: readonly BatchSlot[]): Result<string, string> {
  if (phrases.length === 0) return fail('There are no phrases to assemble.');
  const translated: Phrase[] = [];
  for (const batch of splitIntoBatches(phrases)) {
    const result = results[batch.index];
    if (!isOk(result)) return fail(`Batch ${batch.index + 1} is not OK.`);
    const translations = translationsOf(batch.phrases, result[1]);
    for (const phrase of batch.phrases) {
      const text = translations.get(phrase.number);
      if (text === undefined)
        return fail(`Batch ${batch.index + 1} has no valid translation of phrase ${phrase.number}.`);
      translated.push({ ...phrase, text });
    }
  }
  return ok(formatSrt(translated));
}

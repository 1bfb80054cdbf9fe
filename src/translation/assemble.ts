import { fail, ok, type Result } from '../lib/result.ts';
import { formatSrt } from '../subtitles/format-srt.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { type BatchResult, type BatchSlot, isOk } from './batch.ts';
import { batchAt, countBatches } from './batch-at.ts';
import { translationsOf } from './validate-batch.ts';

/**
 * The final .srt text (specification, section 4): numbers and timing lines of the source, texts of the batches' outputs.
 * `results` has one slot a batch. The error, for the log, says what is missing: an OK output may have been edited since.
 */
export function assemble(phrases: readonly Phrase[], results: readonly BatchSlot[]): Result<string, string> {
  if (phrases.length === 0) return fail('There are no phrases to assemble.');
  const parts: string[] = [];
  for (let index = 0; index < countBatches(phrases.length); index++) {
    const part = assembleBatch(phrases, index, results[index]);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  // Each part ends with a line end; the joining one makes the blank line.
  return ok(parts.join('\n'));
}

interface AssembledBatch {
  readonly phrases: readonly Phrase[];
  readonly part: Result<string, string>;
}

const assembled = new WeakMap<BatchResult, AssembledBatch>();

/** One batch's part of the final text, remembered with its result: made as each batch ends, so that a long film's end is quick. */
export function assembleBatch(phrases: readonly Phrase[], index: number, slot: BatchSlot): Result<string, string> {
  if (!isOk(slot)) return fail(`Batch ${index + 1} is not OK.`);
  const known = assembled.get(slot);
  if (known?.phrases === phrases) return known.part;
  const texts = textsOfBatch(phrases, index, slot);
  const part = texts.ok ? ok(formatSrt(translated(batchAt(phrases, index).phrases, texts.value))) : texts;
  assembled.set(slot, { phrases, part });
  return part;
}

const translated = (phrases: readonly Phrase[], texts: ReadonlyMap<number, string>): readonly Phrase[] =>
  phrases.map((phrase) => ({ ...phrase, text: texts.get(phrase.number) ?? '' }));

/** All translations of one batch by phrase number, in the phrases' order. The error, for the log, says what is missing. */
export function textsOfBatch(
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

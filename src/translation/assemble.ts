import { fail, ok, type Result } from '../lib/result.ts';
import type { Steps, SubtitleDocument } from '../subtitles/document.ts';
import { formatSrt } from '../subtitles/format-srt.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { type Batch, type BatchResult, type BatchSlot, isOk } from './batch.ts';
import { batchAt, countBatches } from './batch-at.ts';
import { translationsOf } from './validate-batch.ts';

/**
 * The final .srt text (specification, section 4): numbers and timing lines as in the source, texts from the batches' outputs.
 * Takes one slot a batch. The error says what is missing, for the log: an output that is OK may have been edited since.
 */
export function assemble(phrases: readonly Phrase[], results: readonly BatchSlot[]): Result<string, string> {
  if (phrases.length === 0) return fail('There are no phrases to assemble.');
  const parts: string[] = [];
  for (let index = 0; index < countBatches(phrases.length); index++) {
    const part = assembleBatch(phrases, index, results[index]);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  // Each part ends with a line end of its own: one more is the blank line between them.
  return ok(parts.join('\n'));
}

/**
 * The text of a file of any format with the translations of its phrases. The error also where the document has other phrases than
 * those that were translated: it was read by another version of the page.
 */
export function* assembleDocument(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
): Steps<Result<string, string>> {
  if (!isSameFilm(document.phrases, phrases)) return fail('The original can no longer be read as it was translated.');
  const texts = new Map<number, string>();
  for (let index = 0; index < countBatches(phrases.length); index++) {
    yield;
    const slot = results[index];
    if (!isOk(slot)) return fail(`Batch ${index + 1} is not OK.`);
    const translations = textsOf(batchAt(phrases, index), slot[1]);
    if (!translations.ok) return translations;
    for (const [number, text] of translations.value) texts.set(number, text);
  }
  return ok(yield* document.write(texts));
}

const isSameFilm = (these: readonly Phrase[], those: readonly Phrase[]): boolean =>
  these.length === those.length &&
  these.every(({ number, text }, place) => number === those[place]?.number && text === those[place].text);

interface AssembledBatch {
  readonly phrases: readonly Phrase[];
  readonly part: Result<string, string>;
}

const assembled = new WeakMap<BatchResult, AssembledBatch>();

/**
 * One batch's part of it. Remembered with the result: done once as each batch finishes, so that a long film's last batch does
 * not hold up the page for all of them.
 */
export function assembleBatch(phrases: readonly Phrase[], index: number, slot: BatchSlot): Result<string, string> {
  if (!isOk(slot)) return fail(`Batch ${index + 1} is not OK.`);
  const known = assembled.get(slot);
  if (known?.phrases === phrases) return known.part;
  const part = partOf(batchAt(phrases, index), slot[1]);
  assembled.set(slot, { phrases, part });
  return part;
}

function partOf(batch: Batch, output: string): Result<string, string> {
  const translations = textsOf(batch, output);
  if (!translations.ok) return translations;
  return ok(
    formatSrt(batch.phrases.map((phrase) => ({ ...phrase, text: translations.value.get(phrase.number) ?? '' }))),
  );
}

/** A text for each phrase of a batch, by number. */
function textsOf({ index, phrases }: Batch, output: string): Result<ReadonlyMap<number, string>, string> {
  const translations = translationsOf(phrases, output);
  const missing = phrases.find(({ number }) => !translations.has(number));
  if (missing === undefined) return ok(translations);
  return fail(`Batch ${index + 1} has no valid translation of phrase ${missing.number}.`);
}

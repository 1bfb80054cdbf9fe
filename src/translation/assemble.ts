import { fail, ok, type Result } from '../lib/result.ts';
import type { Phrase, SubtitleDocument } from '../subtitles/document.ts';
import { isEmptyFor } from '../subtitles/tags.ts';
import { containsTimingLine } from '../subtitles/timing.ts';
import { type BatchSlot, batchAt, countBatches, isFailed, isOk } from './batch.ts';
import { translationsOf } from './check-reply.ts';

interface FilmLine {
  readonly number: number;
  readonly original: string;
  readonly translation: string | undefined;
}

/** A film with some of its phrases translated. The other phrases keep their original. */
export interface FinishedText {
  readonly text: string;
  /** Number of translated phrases, and of all phrases. */
  readonly translated: number;
  readonly total: number;
}

/**
 * The file with its translations, in any format (specification, section 4). `results` has one slot per batch. An error, for the log, says what is missing: a
 * person may have edited an OK output, or another version of the page read other phrases from the file.
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
 * The file as far as it is translated. If an OK batch was edited until it became unreadable, its phrases keep the original. `inPlace`: numbers of the lines in
 * failed batches that count as translated. An error means that the document has other phrases.
 */
export function assembleFinished(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
  inPlace: readonly number[],
): Result<FinishedText, string> {
  const found = textsOfFilm(document, phrases, results);
  if (!found.ok) return found;
  const counted = new Set(inPlace);
  const inFailed = results.flatMap((slot, index) =>
    isFailed(slot)
      ? [...translationsOf(batchAt(phrases, index).phrases, slot[1])].filter(([number]) => counted.has(number))
      : [],
  );
  const texts = new Map([...found.value.texts, ...inFailed]);
  return ok({ text: document.write(texts), translated: texts.size, total: phrases.length });
}

export interface TypedResult {
  readonly text: string;
  /** The text that the person typed over. null: the film as its lines say. */
  readonly before: string | null;
}

export interface TypedLines {
  /** Lines that got another text. Lines whose new text is empty or not allowed are left out. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** True if the person changed only texts of lines, or the end of the file: then these texts say everything that was typed. */
  readonly isAll: boolean;
  /**
   * What the typed text has of the other lines of the film: 'there': all, unchanged; 'not-found': some are missing or empty; 'older': some have an older text.
   */
  readonly others: 'there' | 'not-found' | 'older';
}

/** Reads what a person typed in the result, as texts of the translated lines. All texts are written as in the format of the result. */
export function typedLines(
  document: SubtitleDocument,
  film: readonly FilmLine[],
  { text, before }: TypedResult,
): TypedLines {
  const texts = new Map(
    film.flatMap(({ number, translation }) => (translation === undefined ? [] : [[number, translation]])),
  );
  const now = document.textsIn(document.write(texts));
  const then = before === null ? now : document.textsIn(before, now);
  const typed = document.textsIn(text, then);
  const translated = film.filter(({ number }) => texts.has(number));
  const differing = translated.filter(({ number }) => !typed.has(number) || typed.get(number) !== now.get(number));
  const found = differing.flatMap(({ number, original }) => {
    const one = typed.get(number);
    return one === undefined || isEmptyFor(original, one) || containsTimingLine(one) ? [] : [{ number, text: one }];
  });
  for (const { number, text: one } of found) texts.set(number, one);
  const lines = found.filter(({ number, text: one }) => one !== then.get(number));
  const others = lines.length < found.length ? 'older' : found.length < differing.length ? 'not-found' : 'there';
  return { lines, isAll: document.write(texts).trimEnd() === text.trimEnd(), others };
}

/** Counts the phrases of OK batches, and those in other batches that count as translated. */
export const countFinished = (
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
  inPlace: readonly number[],
) => ({
  translated: results.reduce(
    (count, slot, index) => count + (isOk(slot) ? batchAt(phrases, index).phrases.length : 0),
    inPlace.length,
  ),
  total: phrases.length,
});

/** Translations by phrase number, from batches that have all of theirs. `missing`: what the first incomplete batch lacks. */
function textsOfFilm(
  document: SubtitleDocument,
  phrases: readonly Phrase[],
  results: readonly BatchSlot[],
): Result<{ readonly texts: ReadonlyMap<number, string>; readonly missing: string | undefined }, string> {
  if (phrases.length === 0) return fail('There are no subtitles to assemble.');
  if (!isSameFilm(document.phrases, phrases)) return fail('The original has changed and cannot be read any more.');
  const texts = new Map<number, string>();
  let missing: string | undefined;
  for (let index = 0; index < countBatches(phrases); index++) {
    const [batch, slot] = [batchAt(phrases, index).phrases, results[index]];
    const found = isOk(slot) ? translationsOf(batch, slot[1]) : undefined;
    const lack = batch.find(({ number }) => !found?.has(number));
    if (lack === undefined) for (const [number, text] of found ?? []) texts.set(number, text);
    else {
      const words = found ? `has no valid translation of subtitle ${lack.number}.` : 'is not OK.';
      missing ??= `Batch ${index + 1} ${words}`;
    }
  }
  return ok({ texts, missing });
}

const isSameFilm = (these: readonly Phrase[], those: readonly Phrase[]): boolean =>
  these === those ||
  (these.length === those.length &&
    these.every(({ number, text }, place) => number === those[place]?.number && text === those[place].text));

import { fail, ok, type Result } from '../lib/result.ts';
import { withPlainLineEnds } from './lines.ts';
import type { Phrase } from './phrase.ts';
import { shorten } from './shorten.ts';
import { blocksOf, isNumber, linesOfBlock, type SrtBlock } from './srt-blocks.ts';

export interface ParsedSrt {
  /** At least one; numbers strictly ascending. */
  readonly phrases: readonly Phrase[];
  readonly notes: readonly SrtNote[];
}

/** What a person should know of how an .srt text was read. */
export type SrtNote =
  /** The file's numbers repeat, run backwards or are too large: phrases are numbered from 1. */
  | { readonly kind: 'renumbered' }
  /** Phrases stand without the blank line before them. */
  | { readonly kind: 'blank-lines-missing'; readonly count: number };

export function srtNotes(renumbered: boolean, blankLinesMissing: number): readonly SrtNote[] {
  const notes: SrtNote[] = renumbered ? [{ kind: 'renumbered' }] : [];
  if (blankLinesMissing > 0) notes.push({ kind: 'blank-lines-missing', count: blankLinesMissing });
  return notes;
}

export interface SrtError {
  /** The full text for people, the line number included. */
  readonly message: string;
  /** Counted from 1 in the source as it came. */
  readonly line: number;
}

/**
 * Reads the text of an .srt file (specification, section 5). Timing lines and texts are kept exactly as they came,
 * but for white space at the very end. Fails at the first block that is no phrase. Linear in the length of the source.
 */
export function parseSrt(source: string): Result<ParsedSrt, SrtError> {
  const phrases: Phrase[] = [];
  let blankLinesMissing = 0;
  for (const block of blocksOf(withPlainLineEnds(source.trimEnd().replace(SPOILT_BYTE_ORDER_MARK, '')))) {
    const phrase = phraseOf(block);
    if (!phrase.ok) return phrase;
    phrases.push(phrase.value);
    if (block.blankLineMissing) blankLinesMissing += 1;
  }
  if (phrases.length === 0) return fail(srtError('an empty file', '.srt phrase', 1));

  const renumbered = !haveAscendingNumbers(phrases);
  return ok({
    phrases: renumbered ? phrases.map(({ time, text }, index) => ({ number: index + 1, time, text })) : phrases,
    notes: srtNotes(renumbered, blankLinesMissing),
  });
}

/** What careless conversions leave of a byte-order mark: "?" in an old code page, or its UTF-8 bytes read as Latin letters. */
export const SPOILT_BYTE_ORDER_MARK = /^(?:\?|ï»¿)(?=\d)/;

/** The phrase that the block is; an error where it is none. */
function phraseOf(block: SrtBlock): Result<Phrase, SrtError> {
  const { number, time, body } = linesOfBlock(block);
  if (!isNumber(number)) return fail(srtError(number.trim(), 'number', block.firstLine));
  if (!time.includes('-->') || body === '') return fail(srtError(quote(block.text), '.srt phrase', block.firstLine));
  return ok({ number: Number(number), time, text: body });
}

export const haveAscendingNumbers = (phrases: readonly Phrase[]): boolean =>
  phrases.every(({ number }, index) => Number.isSafeInteger(number) && number > (phrases[index - 1]?.number ?? -1));

/** In one line; the beginning is enough. */
const quote = (block: string): string =>
  block
    .slice(0, 500)
    .split(/\s*\n\s*/)
    .join(' ');

const srtError = (found: string, expected: string, line: number): SrtError => ({
  message: `Invalid input format: ${shorten(found)} couldn't be parsed as ${expected} (line ${line})`,
  line,
});

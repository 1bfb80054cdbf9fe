import { memoizeLast } from '../lib/memo.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { Phrase, SrtError, SrtNote } from './document.ts';
import { isBlank, shorten, withPlainLineEnds } from './lines.ts';
import { isTimingLine } from './timing.ts';

type ParsedSrt = { readonly phrases: readonly Phrase[]; readonly notes: readonly SrtNote[] };

export function srtNotes(renumbered: boolean, blankLinesMissing: number): readonly SrtNote[] {
  const notes: SrtNote[] = renumbered ? [{ kind: 'renumbered' }] : [];
  if (blankLinesMissing > 0) notes.push({ kind: 'blank-lines-missing', count: blankLinesMissing });
  return notes;
}

/**
 * Reads an .srt file (specification, section 5). Timing lines and texts stay unchanged, except for white space at the very end. Fails at the first
 * block that is no phrase. Linear in the length of the source. Performance: a film is read for its repairs, its languages and its phrases.
 */
export const parseSrt = memoizeLast((source: string): Result<ParsedSrt, SrtError> => {
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
});

/** Matches a byte-order mark after a wrong conversion: "?" in an old code page, or its UTF-8 bytes read as Latin letters. */
export const SPOILT_BYTE_ORDER_MARK = /^(?:\?|ï»¿)(?=\d)/;

function phraseOf(block: SrtBlock): Result<Phrase, SrtError> {
  const { number, time, body } = linesOfSrtBlock(block);
  if (!isNumber(number)) return fail(srtError(number.trim(), 'number', block.firstLine));
  if (!time.includes('-->') || body === '') return fail(srtError(quote(block.text), '.srt phrase', block.firstLine));
  return ok({ number: Number(number), time, text: body });
}

export const haveAscendingNumbers = (phrases: readonly Phrase[]): boolean =>
  phrases.every(({ number }, index) => Number.isSafeInteger(number) && number > (phrases[index - 1]?.number ?? -1));

const quote = (block: string): string => block.slice(0, 500).replace(/\s*\n\s*/g, ' ');

const srtError = (found: string, expected: string, line: number): SrtError => ({
  message: `Invalid input format: ${shorten(found)} couldn't be parsed as ${expected} (line ${line})`,
  line,
});

export interface SrtBlock {
  /** The lines, joined by "\n". The first one is not blank. */
  readonly text: string;
  readonly firstLine: number;
  /** True if the block begins inside another block, without a blank line between them. */
  readonly blankLineMissing: boolean;
}

/**
 * Splits a text with "\n" line ends at blank lines. A number directly before a timing also begins a block: otherwise its phrase would be read as
 * text of the phrase before, and shown at the wrong time. Works with offsets, because a file can have millions of lines.
 */
export function blocksOf(source: string): readonly SrtBlock[] {
  const blocks: SrtBlock[] = [];
  let blockStart = -1;
  let firstLine = 0;
  let blankLineMissing = false;
  let lineNumber = 0;
  for (let start = 0, end = 0; start <= source.length; start = end + 1) {
    end = endOfLine(source, start);
    lineNumber += 1;
    const line = source.slice(start, end);
    const blank = isBlank(line);
    const inBlock = blockStart >= 0;
    const beginsInside = inBlock && !blank && isNumber(line) && isTimingLine(lineAfter(source, start));
    if (inBlock && (blank || beginsInside)) {
      blocks.push({ text: source.slice(blockStart, start - 1), firstLine, blankLineMissing });
      blockStart = -1;
    }
    if (blockStart < 0 && !blank) {
      blockStart = start;
      firstLine = lineNumber;
      blankLineMissing = beginsInside;
    }
  }
  if (blockStart >= 0) blocks.push({ text: source.slice(blockStart), firstLine, blankLineMissing });
  return blocks;
}

export function linesOfSrtBlock({ text }: SrtBlock) {
  const number = text.slice(0, endOfLine(text, 0));
  const time = lineAfter(text, 0);
  return { number, time, body: text.slice(number.length + 1 + time.length + 1) };
}

export function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

function lineAfter(text: string, start: number): string {
  const next = endOfLine(text, start) + 1;
  return text.slice(next, endOfLine(text, next));
}

export const isNumber = (line: string): boolean => /^\d+$/.test(line.trim());

import { isBlank } from './lines.ts';
import { isTimingLine } from './timing-line.ts';

/** What stands between blank lines: a phrase, if it can be read as one. */
export interface SrtBlock {
  /** Its lines, joined by "\n"; the first one is not blank. */
  readonly text: string;
  /** Counted from 1. */
  readonly firstLine: number;
  /** It begins inside of another block, without the blank line between them. */
  readonly blankLineMissing: boolean;
}

/**
 * The blocks of a text whose line ends are "\n". They stand between blank lines. A number directly followed by a timing begins a block of its own even without
 * the blank line: otherwise the phrase would be swallowed by its neighbour and shown under the wrong picture.
 * Works with offsets instead of a list of lines, since a file can have millions of them.
 */
export function* blocksOf(source: string): Generator<SrtBlock> {
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
      yield { text: source.slice(blockStart, start - 1), firstLine, blankLineMissing };
      blockStart = -1;
    }
    if (blockStart < 0 && !blank) {
      blockStart = start;
      firstLine = lineNumber;
      blankLineMissing = beginsInside;
    }
  }
  if (blockStart >= 0) yield { text: source.slice(blockStart), firstLine, blankLineMissing };
}

/** The lines of a block by what they are in a phrase; empty where there are not so many. */
export function linesOfBlock({ text }: SrtBlock): {
  readonly number: string;
  readonly time: string;
  readonly body: string;
} {
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

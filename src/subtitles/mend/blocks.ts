import { type LenientTiming, withoutEdges } from './timing.ts';

/** What a text of subtitles consists of when it is read as leniently as can be. */
export type LenientBlock = LenientPhrase | UnparsedBlock;

/** A phrase, with all that is odd about the way in which it is written. */
export interface LenientPhrase {
  readonly type: 'phrase';
  /** Of its first line, counted from 1. */
  readonly line: number;
  readonly timingLine: number;
  /** A blank line, or the beginning of the file, stands before it. */
  readonly separated: boolean;
  /** What stands in the place of its number, without spaces at its ends; undefined: nothing. */
  readonly number: string | undefined;
  /** The line before its number, for people. */
  readonly lineBefore: string;
  /** A byte-order mark stands before it, though not at the beginning of the file: what joining files leaves. */
  readonly markBefore: boolean;
  readonly blankAfterNumber: boolean;
  /** Timing lines between its number and its own timing. */
  readonly stacked: readonly string[];
  /** Its timing line, without spaces at its ends. */
  readonly time: string;
  /** Undefined: nobody can read it, though it stands in the place of a timing and has an arrow. */
  readonly timing: LenientTiming | undefined;
  readonly blankAfterTiming: boolean;
  /** The lines of its text, in groups between which there are blank lines. */
  readonly text: readonly (readonly string[])[];
}

/** Lines that are no phrase: they stay where they stand. */
export interface UnparsedBlock {
  readonly type: 'kept';
  readonly line: number;
  readonly separated: boolean;
  readonly lines: readonly string[];
  /** A timing without number and text. */
  readonly isTiming: boolean;
}

export const isPhrase = (block: LenientBlock): block is LenientPhrase => block.type === 'phrase';

/** What is kept stands apart, so that it is not read as a part of the phrase above it. */
export const keptApart = (blocks: readonly LenientBlock[]): readonly LenientBlock[] =>
  blocks.map((block) => (isPhrase(block) ? block : { ...block, separated: true }));

export const linesOfText = ({ text }: LenientPhrase): readonly string[] => text.flat();

/** What stands in the place of the phrase's number; undefined: that is no number. */
export function numberOf({ number }: LenientPhrase): number | undefined {
  const digits = number === undefined ? '' : withoutEdges(number);
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

export function numberFromOne(blocks: readonly LenientBlock[]): readonly LenientBlock[] {
  let number = 0;
  return blocks.map((block) => (isPhrase(block) ? { ...block, number: `${++number}` } : block));
}

/** The numbers begin with 1 again here, and go on from there. */
export function beginsAgain(phrases: readonly LenientPhrase[], index: number): boolean {
  const [before, here, next] = [phrases[index - 1], phrases[index], phrases[index + 1]].map(
    (phrase) => phrase && numberOf(phrase),
  );
  if (before === undefined || here === undefined || here > 1 || before < 2) return false;
  return index + 1 === phrases.length || next === here + 1;
}

/** The blocks as a text, each as it stands there: with the blank lines that it has, and without those that it lacks. */
export function writeBlocks(blocks: readonly LenientBlock[]): string {
  const parts = blocks.flatMap((block, index) => {
    const text = linesOf(block).join('\n');
    return index === 0 ? [text] : [block.separated ? '\n\n' : '\n', text];
  });
  return parts.length === 0 ? '' : `${parts.join('')}\n`;
}

function linesOf(block: LenientBlock): readonly string[] {
  if (block.type === 'kept') return block.lines;
  const { number, blankAfterNumber, stacked, time, blankAfterTiming, text } = block;
  return [
    ...(number === undefined ? [] : [number]),
    ...(blankAfterNumber ? [''] : []),
    ...stacked,
    time,
    ...(blankAfterTiming ? [''] : []),
    ...text.flatMap((lines, group) => (group === 0 ? lines : ['', ...lines])),
  ];
}

import type { FrameRate, RateChoice } from '../frame-rates.ts';
import { type LenientTiming, withoutEdges } from './read-timing.ts';

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
  /** The same with the spaces behind it, where it stands in the line of its timing; '': it does not. */
  readonly besideTiming: string;
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
    const text = linesOfBlock(block).join('\n');
    return index === 0 ? [text] : [block.separated ? '\n\n' : '\n', text];
  });
  return parts.length === 0 ? '' : `${parts.join('')}\n`;
}

/** Its lines as they stand in the file. */
export function linesOfBlock(block: LenientBlock): readonly string[] {
  if (block.type === 'kept') return block.lines;
  const { number, besideTiming, blankAfterNumber, stacked, time, blankAfterTiming, text } = block;
  return [
    ...(number === undefined || besideTiming !== '' ? [] : [number]),
    ...(blankAfterNumber ? [''] : []),
    ...[...stacked, time].map((line, index) => (index === 0 ? besideTiming + line : line)),
    ...(blankAfterTiming ? [''] : []),
    ...text.flatMap((lines, group) => (group === 0 ? lines : ['', ...lines])),
  ];
}

/** One place of a file that can be mended, or that a person should know of. */
export interface Found {
  /** Of the text as it came, counted from 1. */
  readonly line: number;
  /** What stands there, and what would stand there; the same where it stays as it is, '' where it is left out. */
  readonly before: string;
  readonly after: string;
  /** The phrase's place among the phrases, counted from 1, where the words name it. */
  readonly place?: number;
}

/** What a kind of repair has to do with one block. */
interface Repair {
  readonly found: readonly Found[];
  /** What mending puts in the block's place; missing: the block itself. */
  readonly mended?: readonly LenientBlock[];
}

/** What a kind of repair has to do with a block; undefined: nothing. It is asked once for each block of the file, in their order. */
type BlockInspector = (block: LenientBlock) => Repair | undefined;

/** A kind of repair: finds its places, says so in words, and makes the repair. All are linear in the length of the text. */
export interface RepairKind {
  readonly name: string;
  /**
   * "error": it makes a file readable, and is only looked for where the file cannot be read as it stands. "excluded": the same for
   * what is not translated; once the file was mended, that is settled. "style": needed there, and in a file that can be read only
   * told, since some players stumble over it. "info": always only told.
   */
  readonly severity: 'error' | 'excluded' | 'style' | 'info';
  /** Mending leaves something in the file that is no phrase or has no words, so that it has to be read leniently from then on. */
  readonly keepsBlocks?: true;
  /** The command that makes this repair alone, of a kind that costs a person much; missing: it is ticked in the list. */
  readonly button?: string;
  /** Of a kind that needs the film's frame rate: what can be chosen, with what a person has; undefined: nothing counts frames. */
  rates?(blocks: readonly LenientBlock[], chosen: FrameRate | undefined): RateChoice | undefined;
  /** Inspects a whole file, in which kinds before it in the table may have been mended already. `rate`: as a person has chosen it. */
  inspect(blocks: readonly LenientBlock[], rate?: FrameRate): BlockInspector;
  /** What mending does to all blocks, after what it has put in the place of single ones. */
  afterwards?(blocks: readonly LenientBlock[]): readonly LenientBlock[];
  /** For people; `found` has at least one place. */
  sentence(found: readonly Found[]): string;
  /** Where it is only told: what mending would do, in a few words; for "style" the whole sentence. `phraseCount`: of the file. */
  offer?(found: readonly Found[], phraseCount: number): string;
}

/** For kinds that look at some of the blocks alone, and at those beside them: each comes with its index among them. */
export const inspectEach =
  <Block extends LenientBlock>(
    isOne: (block: LenientBlock) => block is Block,
    inspect: (block: Block, index: number, all: readonly Block[]) => Repair | undefined,
  ): RepairKind['inspect'] =>
  (blocks) => {
    const all = blocks.filter(isOne);
    let index = 0;
    return (block) => (isOne(block) ? inspect(block, index++, all) : undefined);
  };

const MOST = 10;

/** Numbers for a sentence, the first ten of many: "1, 1578", "1, 2, … and 90 more". */
export function fewOf(values: readonly (number | undefined)[]): string {
  const shown = values.slice(0, MOST).join(', ');
  return values.length > MOST ? `${shown} and ${values.length - MOST} more` : shown;
}

/** A sentence for one place, or for several with their number before `many`. */
export const oneOrMany =
  (one: string, many: string) =>
  ({ length }: readonly Found[]): string =>
    length === 1 ? one : `${length.toLocaleString('en')} ${many}`;

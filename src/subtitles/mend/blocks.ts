import type { FrameRate, RateChoice } from '../formats.ts';

/** One of the two times of a timing line. */
export interface LenientTime {
  /** As it stands there. */
  readonly text: string;
  readonly sign: '' | '-';
  /** Hours, if there are any, minutes and seconds: digits. */
  readonly fields: readonly string[];
  /** What stands before the fraction, without spaces; empty: there is no fraction. */
  readonly point: string;
  /** Digits, read as decimals of a second. */
  readonly fraction: string;
  /** Milliseconds from the film's beginning. */
  readonly ms: number;
}

/** A line that tells from when to when, in whatever way it is written. */
export interface LenientTiming {
  readonly start: LenientTime;
  /** The arrow with the spaces around it; spaces alone between two whole times. */
  readonly between: string;
  readonly end: LenientTime;
  /** What stands behind the second time: coordinates, settings, a text. */
  readonly rest: string;
  /** It stands in brackets, as Whisper prints it; `timingText` has none. */
  readonly isInBrackets: boolean;
}

/** No timing line is as long, whatever stands behind its times. */
const LONGEST = 400;

/** Characters that nobody sees: marks of direction, joiners, byte-order marks, controls. */
const INVISIBLE = String.raw`\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const SPACE = String.raw`(?:&nbsp;|[\s${INVISIBLE}])*`;
const COLON = `${SPACE}[:：]${SPACE}`;
const FRACTION = String.raw`(?:${SPACE}([,.;:'،，．：])${SPACE}(\d{1,9})(?![\d]|${COLON}\d))?`;
// Sticky, and no two neighbouring parts can take the same character: linear on any line.
const TIME = new RegExp(String.raw`([-−])?${SPACE}(\d{1,9})${COLON}(\d{1,9})(?:${COLON}(\d{1,9}))?${FRACTION}`, 'y');
const ARROW_HEAD = '(?:[>›»]|&gt;|&#62;|&#x3e;)';
const ARROW = new RegExp(
  `${SPACE}(?:(?:[-−–—―=~]${SPACE})*${ARROW_HEAD}(?:${SPACE}${ARROW_HEAD})*|[→➔➜⟶⇒]|[-–—―]{1,3}|[,~]?)${SPACE}`,
  'iy',
);
const UNSEEN = new RegExp(String.raw`[\s${INVISIBLE}]`);

/** The line without what nobody sees at its ends. */
export function withoutEdges(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && UNSEEN.test(line[from] ?? '')) from++;
  while (from < to && UNSEEN.test(line[to - 1] ?? '')) to--;
  return line.slice(from, to);
}

/** A timing in any of the ways in which real files write it; undefined: the line is none. Linear. */
export function readTiming(line: string): LenientTiming | undefined {
  if (line.length > LONGEST) return undefined;
  const bare = withoutEdges(line);
  const isInBrackets = bare.startsWith('[');
  const whole = isInBrackets ? bare.slice(1) : bare;
  const start = timeAt(whole, 0);
  if (!start) return undefined;
  ARROW.lastIndex = start.text.length;
  const between = ARROW.exec(whole)?.[0];
  const end = between && timeAt(whole, start.text.length + between.length);
  if (!end || (between.trim() === '' && !(isWhole(start) && isWhole(end)))) return undefined;
  const behind = whole.slice(start.text.length + between.length + end.text.length);
  // "1:00 --> 2:00pm": more digits or letters at the time itself make it another thing.
  if (isInBrackets ? !behind.startsWith(']') : /^[\p{L}\d]/u.test(behind)) return undefined;
  return { start, between, end, rest: isInBrackets ? behind.slice(1) : behind, isInBrackets };
}

/** What players and other formats write behind the times: coordinates, settings of a cue. */
const SETTINGS = /^(?:\s+(?:[XY][12]\s*[:=]\s*-?\d+|(?:align|line|position|size|vertical|region)\s*:\s*[^\s]+))*\s*$/i;

/** The text that stands behind the times in their line; undefined: none does. What may be another timing is left alone. */
export function textBehind({ rest, isInBrackets }: LenientTiming): string | undefined {
  if (SETTINGS.test(rest)) return undefined;
  const text = rest.trim();
  // Whisper prints nothing else there: "[00:01.000 --> 00:02.000]  3, 2, 1".
  if (isInBrackets) return text;
  return /\p{L}/u.test(text) && !/^[-−]?\s?\d+\s*[:：]/.test(text) ? text : undefined;
}

/** With hours and a fraction. */
export const isWhole = ({ fields, fraction }: LenientTime): boolean => fields.length === 3 && fraction !== '';

function timeAt(line: string, at: number): LenientTime | undefined {
  TIME.lastIndex = at;
  const parts = TIME.exec(line);
  if (!parts) return undefined;
  const [text, minus, first = '', second = '', third, point = '', fraction = ''] = parts;
  const fields = third === undefined ? [first, second] : [first, second, third];
  const seconds = fields.reduce((sum, field) => sum * 60 + Number(field), 0);
  const ms = seconds * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return { text, sign: minus ? '-' : '', fields, point, fraction, ms: minus ? -ms : ms };
}

export const timingText = ({ start, between, end, rest }: LenientTiming): string =>
  `${start.text}${between}${end.text}${rest}`;

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

import type { FrameRate, RateChoice } from '../formats.ts';

export interface LenientTime {
  readonly text: string;
  readonly sign: '' | '-';
  /** The digits of hours (if there are any), minutes and seconds. */
  readonly fields: readonly string[];
  /** The sign before the fraction, without spaces; '' if there is no fraction. */
  readonly point: string;
  readonly fraction: string;
  readonly ms: number;
}

export interface LenientTiming {
  readonly start: LenientTime;
  /** The arrow with the spaces around it. Only spaces if two whole times have no arrow between them. */
  readonly between: string;
  readonly end: LenientTime;
  /** The text after the second time: coordinates, settings, or words. */
  readonly rest: string;
  /** True for a timing in brackets, as Whisper prints it. `timingText` writes no brackets. */
  readonly isInBrackets: boolean;
}

/** No timing line is longer than this, whatever follows its times. */
const LONGEST = 400;

/** Invisible characters: direction marks, joiners, byte-order marks, controls. */
const INVISIBLE = String.raw`\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const SPACE = String.raw`(?:&nbsp;|[\s${INVISIBLE}])*`;
const COLON = `${SPACE}[:：]${SPACE}`;
const FRACTION = String.raw`(?:${SPACE}([,.;:'،，．：])${SPACE}(\d{1,9})(?![\d]|${COLON}\d))?`;
// Linear on any line: the expression is sticky, and no two neighbouring parts match the same character.
const TIME = new RegExp(String.raw`([-−])?${SPACE}(\d{1,9})${COLON}(\d{1,9})(?:${COLON}(\d{1,9}))?${FRACTION}`, 'y');
const ARROW_HEAD = '(?:[>›»]|&gt;|&#62;|&#x3e;)';
const ARROW = new RegExp(
  `${SPACE}(?:(?:[-−–—―=~]${SPACE})*${ARROW_HEAD}(?:${SPACE}${ARROW_HEAD})*|[→➔➜⟶⇒]|[-–—―]{1,3}|[,~]?)${SPACE}`,
  'iy',
);
const UNSEEN = new RegExp(String.raw`[\s${INVISIBLE}]`);

export function withoutEdges(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && UNSEEN.test(line[from] ?? '')) from++;
  while (from < to && UNSEEN.test(line[to - 1] ?? '')) to--;
  return line.slice(from, to);
}

/** Reads a timing in any notation that occurs in files; undefined: the line is no timing. Linear. */
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
  // With digits or letters directly behind the time it is no timing: "1:00 --> 2:00pm".
  if (isInBrackets ? !behind.startsWith(']') : /^[\p{L}\d]/u.test(behind)) return undefined;
  return { start, between, end, rest: isInBrackets ? behind.slice(1) : behind, isInBrackets };
}

/** Coordinates and cue settings, as players and other formats write them behind the times. */
const SETTINGS = /^(?:\s+(?:[XY][12]\s*[:=]\s*-?\d+|(?:align|line|position|size|vertical|region)\s*:\s*[^\s]+))*\s*$/i;

/** The words after the times of a line; undefined: none. Text that may be another timing does not count. */
export function textBehind({ rest, isInBrackets }: LenientTiming): string | undefined {
  if (SETTINGS.test(rest)) return undefined;
  const text = rest.trim();
  // Whisper prints the whole text there: "[00:01.000 --> 00:02.000]  3, 2, 1".
  if (isInBrackets) return text;
  return /\p{L}/u.test(text) && !/^[-−]?\s?\d+\s*[:：]/.test(text) ? text : undefined;
}

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

export type LenientBlock = LenientPhrase | UnparsedBlock;

export interface LenientPhrase {
  readonly type: 'phrase';
  readonly line: number;
  readonly timingLine: number;
  /** True if a blank line or the beginning of the file is before the block. */
  readonly separated: boolean;
  /** The phrase's number, or the text in its place, without outer spaces; undefined: the place is empty. */
  readonly number: string | undefined;
  readonly lineBefore: string;
  /** True if a byte-order mark is before the block, not at the beginning of the file: two files were joined. */
  readonly markBefore: boolean;
  /** The number with the spaces behind it if it is on the line of the timing; otherwise ''. */
  readonly besideTiming: string;
  readonly blankAfterNumber: boolean;
  readonly stacked: readonly string[];
  readonly time: string;
  /** undefined: the line has an arrow in the place of a timing, but its times cannot be read. */
  readonly timing: LenientTiming | undefined;
  readonly blankAfterTiming: boolean;
  readonly text: readonly (readonly string[])[];
}

/** Lines that belong to no phrase and stay in their place. */
export interface UnparsedBlock {
  readonly type: 'kept';
  readonly line: number;
  readonly separated: boolean;
  readonly lines: readonly string[];
  readonly isTiming: boolean;
}

export const isPhrase = (block: LenientBlock): block is LenientPhrase => block.type === 'phrase';

/** Separates blocks that are no phrases with blank lines, so that they are not read as part of the phrase above. */
export const keptApart = (blocks: readonly LenientBlock[]): readonly LenientBlock[] =>
  blocks.map((block) => (isPhrase(block) ? block : { ...block, separated: true }));

export const linesOfText = ({ text }: LenientPhrase): readonly string[] => text.flat();

export function numberOf({ number }: LenientPhrase): number | undefined {
  const digits = number === undefined ? '' : withoutEdges(number);
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

export function numberFromOne(blocks: readonly LenientBlock[]): readonly LenientBlock[] {
  let number = 0;
  return blocks.map((block) => (isPhrase(block) ? { ...block, number: `${++number}` } : block));
}

/** Returns true if the numbers start again from 1 at this phrase. */
export function beginsAgain(phrases: readonly LenientPhrase[], index: number): boolean {
  const [before, here, next] = [phrases[index - 1], phrases[index], phrases[index + 1]].map(
    (phrase) => phrase && numberOf(phrase),
  );
  if (before === undefined || here === undefined || here > 1 || before < 2) return false;
  return index + 1 === phrases.length || next === here + 1;
}

/** Writes the blocks with their blank lines. */
export function writeBlocks(blocks: readonly LenientBlock[]): string {
  const parts = blocks.flatMap((block, index) => {
    const text = linesOfBlock(block).join('\n');
    return index === 0 ? [text] : [block.separated ? '\n\n' : '\n', text];
  });
  return parts.length === 0 ? '' : `${parts.join('')}\n`;
}

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

/** A place in a file that can be repaired, or that a person should know about. */
export interface Found {
  /** The line in the original text, counted from 1. */
  readonly line: number;
  /** The text now and after the repair. Equal: the text stays; `after` '': the text is removed. */
  readonly before: string;
  readonly after: string;
  /** The index of the phrase, counted from 1, if the sentence names it. */
  readonly place?: number;
}

interface Repair {
  readonly found: readonly Found[];
  /** The blocks after the repair; missing: they do not change. */
  readonly mended?: readonly LenientBlock[];
}

/** Inspects the blocks of a file, called once for each block in order; undefined: the block needs no repair. */
type BlockInspector = (block: LenientBlock) => Repair | undefined;

export interface RepairKind {
  readonly name: string;
  /**
   * "error": makes the file readable; searched only in an unreadable file.
   * "excluded": like "error", but for parts that are not translated.
   * "style": needed in an unreadable file; in a readable one only reported, since some players have trouble with it.
   * "info": only reported.
   */
  readonly severity: 'error' | 'excluded' | 'style' | 'info';
  /** After the repair the file has blocks that are no phrases or have no words, so it must be read leniently. */
  readonly keepsBlocks?: true;
  /** The label of a button that makes only this repair, which changes much; missing: the repair has a tick in the list. */
  readonly button?: string;
  /** For repairs that need the frame rate of the film: the rates to choose from; undefined: no time counts frames. */
  rates?(blocks: readonly LenientBlock[], chosen: FrameRate | undefined): RateChoice | undefined;
  /** Inspects a whole file. Earlier kinds of the table may have repaired it already. `rate`: chosen by a person. */
  inspect(blocks: readonly LenientBlock[], rate?: FrameRate): BlockInspector;
  afterwards?(blocks: readonly LenientBlock[]): readonly LenientBlock[];
  /** True before the repair, which a person reads it to decide about, and after it. */
  sentence(found: readonly Found[]): string;
  /** For repairs that are only reported: what the repair would do, in a few words. `phraseCount`: the number of phrases in the file. */
  offer?(found: readonly Found[], phraseCount: number): string;
}

/** Makes an inspector for a repair that inspects only some blocks. `index` counts these blocks. */
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

/** Lists numbers, at most ten: "1, 1578", "1, 2, … and 90 more". */
export function fewOf(values: readonly (number | undefined)[]): string {
  const shown = values.slice(0, MOST).join(', ');
  return values.length > MOST ? `${shown} and ${values.length - MOST} more` : shown;
}

/** A sentence for one place, or for several with their count before `many`. */
export const oneOrMany =
  (one: string, many: string) =>
  ({ length }: readonly Found[]): string =>
    length === 1 ? one : `${length.toLocaleString('en')} ${many}`;

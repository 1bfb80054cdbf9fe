import { readerOfSlots } from '../slots/document-of-slots.ts';
import { type LinesIn, linesIn } from '../slots/lines-in.ts';
import type { FoundSlots, Slot } from '../slots/slot-format.ts';
import { isNumber } from '../srt-blocks.ts';
import { cueText, encodeCue } from './cue-text.ts';

/** Hours may be missing; a comma, which players refuse, is read all the same. */
const TIME = String.raw`(?:\d+:)?\d{1,2}:\d{1,2}[.,]\d+`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s|$)`);
/** Blocks that are no cues, and are as they should be. */
const NO_CUE = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;

/**
 * The cues of a WebVTT file (W3C, WebVTT, section 6.1): a block ends at an empty line; a timing begins another cue even without one.
 * The slot of a cue is its payload without the tags and the white space around it.
 */
export function findCues(source: string): FoundSlots {
  const lines = linesIn(source);
  const slots: Slot[] = [];
  const unreadable: number[] = [];
  for (const { first, timing, end } of blocksIn(lines)) {
    if (timing !== undefined) {
      const from = Math.min(lines.from(timing + 1), source.length);
      slots.push(slotOf(source, lines.text(timing), from, Math.max(from, lines.to(end - 1))));
    } else if (!NO_CUE.test(lines.text(first))) unreadable.push(lines.from(first));
  }
  return { slots, unreadable };
}

const isTiming = (lines: LinesIn, line: number): boolean => line < lines.count && TIMING.test(lines.text(line));
const isEmpty = (lines: LinesIn, line: number): boolean => lines.from(line) === lines.to(line);

/** What stands between empty lines, or from one timing to the next. */
export interface VttBlock {
  /** Its lines, counted from 0: the first one, and the one behind its last. */
  readonly first: number;
  readonly end: number;
  /** Of a cue. */
  readonly timing: number | undefined;
}

/** The blocks behind the header, in the file's order. Linear. */
export function* blocksIn(lines: LinesIn): Generator<VttBlock> {
  for (let line = afterHeader(lines); line < lines.count; ) {
    if (isEmpty(lines, line)) {
      line++;
      continue;
    }
    const first = line;
    const timing = [first, first + 1].find((at) => isTiming(lines, at));
    line = endOfBlock(lines, (timing ?? first) + 1);
    yield { first, timing, end: line };
  }
}

/** An empty line or another timing. A number right before a timing is that cue's identifier. */
function endOfBlock(lines: LinesIn, begin: number): number {
  let line = begin;
  while (line < lines.count && !isEmpty(lines, line) && !lines.text(line).includes('-->')) line++;
  return line > begin && isTiming(lines, line) && isNumber(lines.text(line - 1)) ? line - 1 : line;
}

/** The first block, whatever stands in it. */
function afterHeader(lines: LinesIn): number {
  let line = 0;
  while (line < lines.count && lines.text(line).replace('\uFEFF', '').trim() === '') line++;
  const header = line;
  line = endOfBlock(lines, header);
  return line;
}

function slotOf(source: string, timing: string, from: number, to: number): Slot {
  const { before, behind, text, isWordless } = cueText(source.slice(from, to));
  return {
    from: from + before,
    to: to - behind,
    time: timing.trim(),
    text,
    kind: isWordless ? 'wordless' : 'text',
  };
}

/** A WebVTT file: header, NOTE, STYLE, REGION, identifiers, settings and speakers stay as they are. */
export const readVtt = readerOfSlots('vtt', 'WebVTT', {
  find: findCues,
  encode: encodeCue,
  looks: { italics: ['<i>', '</i>'], grey: ['<c.grey>', '</c>'] },
});

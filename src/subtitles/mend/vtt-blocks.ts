import { type LinesIn, linesIn } from '../lines.ts';
import { isNumber } from '../parse-srt.ts';
import { afterHeader, NO_CUE } from '../vtt.ts';
import type { LenientBlock, LenientPhrase } from './blocks.ts';
import { SURE_ARROW } from './parse.ts';
import { type LenientTiming, readTiming } from './read-timing.ts';

/** A block of a WebVTT file with its lines, counted from 0: the first one, and the one behind its last. */
export interface VttPlace {
  readonly block: LenientBlock;
  readonly first: number;
  readonly end: number;
}

/**
 * The cues of a WebVTT file, read as leniently as can be, and what cannot be read; header, NOTE, STYLE and REGION are left out. A text that a
 * blank line parts from its cue belongs to it. Linear.
 */
export function readVttLeniently(source: string): readonly VttPlace[] {
  const lines = linesIn(source);
  const places: VttPlace[] = [];
  let isBehindCue = false;
  const isNamedApart = hasNamesApart(lines);
  for (let line = afterHeader(lines); line < lines.count; ) {
    if (isEmpty(lines, line)) {
      line++;
      continue;
    }
    const first = line;
    const at: number | undefined =
      [first, first + 1].find((place) => timingAt(lines, place)) ?? timingApart(lines, first, isNamedApart);
    line = endOf(lines, (at ?? first) + 1);
    const isTorn: boolean = isBehindCue && at === undefined;
    isBehindCue = at !== undefined;
    if (at !== undefined) places.push({ block: cueOf(lines, first, at, line), first, end: line });
    else if (!NO_CUE.test(lines.text(first))) {
      const texts = textsOf(lines, first, line);
      isBehindCue = isTorn && !isAlone(texts);
      if (isBehindCue) places.push(withText(places.pop() as VttPlace, texts, line));
      else
        places.push({
          block: { type: 'kept', line: first + 1, separated: true, lines: texts, isTiming: false },
          first,
          end: line,
        });
    }
  }
  return places;
}

/** The timing of which a blank line parts its number, or, where the file `hasNames` so, its name. */
function timingApart(lines: LinesIn, name: number, hasNames: boolean): number | undefined {
  if (!(hasNames || isNumber(lines.text(name))) || NO_CUE.test(lines.text(name))) return undefined;
  const next = behindEmpty(lines, name + 1);
  return next > name + 1 && timingAt(lines, next) ? next : undefined;
}

/** Whether the first block is the name of a cue, which a blank line parts from it: behind a cue it could be a part of that cue's text. */
function hasNamesApart(lines: LinesIn): boolean {
  const first = behindEmpty(lines, afterHeader(lines));
  return first < lines.count && timingApart(lines, first, true) !== undefined;
}

function behindEmpty(lines: LinesIn, line: number): number {
  let next = line;
  while (next < lines.count && isEmpty(lines, next)) next++;
  return next;
}

/** A number that stands by itself is that of a cue that is gone. */
const isAlone = (texts: readonly string[]): boolean => texts.length === 1 && isNumber(texts[0] ?? '');

const isEmpty = (lines: LinesIn, line: number): boolean => lines.from(line) === lines.to(line);

function timingAt(lines: LinesIn, line: number): LenientTiming | undefined {
  if (line >= lines.count) return undefined;
  const timing = readTiming(lines.text(line));
  return timing && SURE_ARROW.test(timing.between) ? timing : undefined;
}

/** An empty line, or another timing, with the number right before it. */
function endOf(lines: LinesIn, begin: number): number {
  let line = begin;
  const isTiming = () => lines.text(line).includes('-->') && timingAt(lines, line) !== undefined;
  while (line < lines.count && !isEmpty(lines, line) && !isTiming()) line++;
  const isNumbered = line > begin && line < lines.count && !isEmpty(lines, line) && isNumber(lines.text(line - 1));
  return isNumbered ? line - 1 : line;
}

const textsOf = (lines: LinesIn, from: number, end: number): readonly string[] =>
  Array.from({ length: Math.max(0, end - from) }, (_, index) => lines.text(from + index));

function cueOf(lines: LinesIn, first: number, at: number, end: number): LenientPhrase {
  const texts = textsOf(lines, at + 1, end);
  return {
    type: 'phrase',
    line: first + 1,
    timingLine: at + 1,
    // Where no number stands before it, a timing needs no blank line.
    separated: at === first || first === 0 || isEmpty(lines, first - 1),
    number: at > first ? lines.text(first) : undefined,
    lineBefore: first > 0 ? lines.text(first - 1) : '',
    markBefore: false,
    besideTiming: '',
    blankAfterNumber: at > first + 1,
    stacked: [],
    time: lines.text(at).trim(),
    timing: timingAt(lines, at),
    blankAfterTiming: false,
    text: texts.length > 0 ? [texts] : [],
  };
}

function withText({ block, first }: VttPlace, texts: readonly string[], end: number): VttPlace {
  if (block.type === 'kept') return { block, first, end };
  const blankAfterTiming = block.text.length === 0 || block.blankAfterTiming;
  return { block: { ...block, blankAfterTiming, text: [...block.text, texts] }, first, end };
}

import { isBlank } from '../lines.ts';
import { endOfLine } from '../parse-srt.ts';
import { isTimingLine } from '../timing.ts';
import {
  isWhole,
  type LenientBlock,
  type LenientTiming,
  readTiming,
  textBehind,
  type UnparsedBlock,
  withoutEdges,
} from './blocks.ts';

/**
 * Reads a text with "\n" line ends as leniently as possible; undefined: it has too many lines for subtitles. Each line that is not blank is in one
 * block. Linear.
 * `keepsBroken`: an unreadable timing ends the text before it. Otherwise it belongs to that text, if the strict rules read the file.
 */
export function parseLeniently(source: string, keepsBroken: boolean): readonly LenientBlock[] | undefined {
  const lines = classifyLines(source);
  if (!lines) return undefined;
  const cueStarts = findCueStarts(lines);
  const startOf = (place: number) => cueStarts[place]?.start ?? lines.length;
  const blocks = cueStarts.flatMap((cueStart, place) => blocksOf(lines, cueStart, startOf(place + 1), keepsBroken));
  return [...unparsedBlocks(lines, 0, startOf(0)), ...blocks];
}

/** The phrase that begins here, and the lines up to the next phrase that do not belong to it. */
function blocksOf(
  lines: readonly ClassifiedLine[],
  cueStart: CueStart,
  end: number,
  keepsBroken: boolean,
): LenientBlock[] {
  const first = lines[cueStart.start] as ClassifiedLine;
  const timing = lines[cueStart.timing] as ClassifiedLine;
  const textEnd = endOfText(lines, cueStart.timing + 1, end, keepsBroken);
  const text = groupsOf(lines, cueStart.timing + 1, textEnd).map(({ texts }) => texts);
  const kept = unparsedBlocks(lines, textEnd, end);
  const number = cueStart.number === undefined ? undefined : first.text.trim();
  const isAlone = number === undefined && text.length === 0 && cueStart.firstTiming === cueStart.timing;
  if (isAlone && !hasTextBehind(timing)) {
    const { at: line, blankBefore: separated } = first;
    return [{ type: 'kept', line, separated, lines: [timing.text], isTiming: true }, ...kept];
  }
  return [
    {
      type: 'phrase',
      line: first.at,
      timingLine: timing.at,
      separated: first.blankBefore,
      number,
      lineBefore: lines[cueStart.start - 1]?.text ?? '',
      markBefore: first.at > 1 && first.text.startsWith('\ufeff'),
      besideTiming: number !== undefined && first.at === lines[cueStart.firstTiming]?.at ? first.text : '',
      blankAfterNumber: number !== undefined && (lines[cueStart.firstTiming] as ClassifiedLine).blankBefore,
      stacked: lines.slice(cueStart.firstTiming, cueStart.timing).map((line) => line.text),
      time: timing.text.trim(),
      timing: timing.timing,
      blankAfterTiming: text.length > 0 && (lines[cueStart.timing + 1] as ClassifiedLine).blankBefore,
      text,
    },
    ...kept,
  ];
}

/** Where the text ends before the next phrase: at a number without a timing, or at an unreadable timing. */
function endOfText(lines: readonly ClassifiedLine[], from: number, end: number, keepsBroken: boolean): number {
  for (let index = from; index < end; index++) {
    const { form, blankBefore } = lines[index] as ClassifiedLine;
    const next = index + 1 < end ? lines[index + 1] : undefined;
    const isAboveBroken = next?.form === 'broken' && !next.blankBefore;
    if (blankBefore && (form === 'number' || form === 'broken' || isAboveBroken)) return index;
    if (keepsBroken && (form === 'broken' || (form === 'number' && isAboveBroken))) return index;
  }
  return end;
}

function groupsOf(lines: readonly ClassifiedLine[], from: number, end: number) {
  const groups: { readonly first: ClassifiedLine; readonly texts: string[] }[] = [];
  for (let index = from; index < end; index++) {
    const line = lines[index] as ClassifiedLine;
    if (index === from || line.blankBefore) groups.push({ first: line, texts: [line.text] });
    else groups.at(-1)?.texts.push(line.text);
  }
  return groups;
}

const unparsedBlocks = (lines: readonly ClassifiedLine[], from: number, end: number): readonly UnparsedBlock[] =>
  groupsOf(lines, from, end).map(({ first, texts }) => ({
    type: 'kept',
    line: first.at,
    separated: first.blankBefore,
    lines: texts,
    isTiming: false,
  }));

interface ClassifiedLine {
  readonly at: number;
  readonly text: string;
  /** True if a blank line or the beginning of the file is before this line. */
  readonly blankBefore: boolean;
  /** "weak-timing": the line may also be a text. "broken": the line was meant as a timing, but is unreadable. */
  readonly form: 'number' | 'timing' | 'weak-timing' | 'broken' | 'text';
  readonly timing: LenientTiming | undefined;
}

/** Texts with more lines are no subtitles, so they are not searched. */
const MOST_LINES = 400_000;

/** Matches an arrow. A line with only a dash, comma, quotation mark or space between times, as in "10:30 - 11:45", may be a text. */
export const SURE_ARROW = /[>→➔➜⟶⇒]|&gt;|&#62;|&#x3e;/i;
const DIGIT = '[\\dOolI]';
const BROKEN = new RegExp(`^[-−]?\\d${DIGIT}{0,8}\\s*[:：]\\s*${DIGIT}{1,9}\\s*[:：;.,]\\s*${DIGIT}`);
const LONE_TIME = /^-?\d{1,3}:\d{1,2}:\d{1,2}[,.:;]\d{1,3}$/;

function classifyLines(source: string): readonly ClassifiedLine[] | undefined {
  const lines: ClassifiedLine[] = [];
  let blankBefore = true;
  let at = 0;
  for (let start = 0, end = 0; start <= source.length; start = end + 1) {
    end = endOfLine(source, start);
    at += 1;
    const raw = source.slice(start, end);
    const blank = isBlank(raw);
    if (!blank) {
      const beside = blankBefore || lines.at(-1)?.form !== 'number' ? numberBeside(raw) : '';
      if (beside !== '') lines.push({ at, text: beside, blankBefore, form: 'number', timing: undefined });
      const text = raw.slice(beside.length);
      const form = formOf(withoutEdges(text));
      if (beside === '') lines.push({ at, text, blankBefore, ...form });
      else lines.push({ at, text, blankBefore: false, ...form, form: 'timing' });
    }
    blankBefore = blank;
    if (lines.length > MOST_LINES) return undefined;
  }
  return withBracketsOfText(lines);
}

/** Whisper prints all timings in brackets. If most timings have no brackets, times in brackets belong to the text. */
function withBracketsOfText(lines: readonly ClassifiedLine[]): readonly ClassifiedLine[] {
  const inBrackets = lines.filter(({ timing }) => timing?.isInBrackets);
  const bare = lines.filter(({ form, timing }) => form === 'timing' && !timing?.isInBrackets);
  if (inBrackets.length === 0 || bare.length <= inBrackets.length) return lines;
  return lines.map((line, index) => {
    const { at, text, blankBefore, timing } = line;
    const isOfText = timing?.isInBrackets && !blankBefore && lines[index - 1]?.form !== 'number';
    return isOfText ? { at, text, blankBefore, form: 'text', timing: undefined } : line;
  });
}

const NUMBER_BESIDE = /^\s*#?\d{1,7}[.):]?\s+(?=\d)/;

/** The number before a timing on the same line, with the spaces behind it; '': there is none. */
function numberBeside(line: string): string {
  const [number = ''] = NUMBER_BESIDE.exec(line) ?? [];
  const timing = number === '' ? undefined : readTiming(line.slice(number.length));
  const isSure = timing && (SURE_ARROW.test(timing.between) || isWhole(timing.end));
  return isSure && isWhole(timing.start) ? number : '';
}

function formOf(text: string): Pick<ClassifiedLine, 'form' | 'timing'> {
  if (!/^\[?[-−]?\d/.test(text)) return { form: 'text', timing: undefined };
  if (/^\d+$/.test(text)) return { form: 'number', timing: undefined };
  const timing = readTiming(text);
  if (timing) return { form: SURE_ARROW.test(timing.between) ? 'timing' : 'weak-timing', timing };
  const broken = text.length < 400 && ((BROKEN.test(text) && SURE_ARROW.test(text)) || LONE_TIME.test(text));
  return { form: broken ? 'broken' : 'text', timing: undefined };
}

/**
 * The beginning of a phrase, as indexes of lines. `start`: the number or the first timing. `firstTiming`: the first of several timings one above
 * the other, otherwise equal to `timing`.
 */
type CueStart = { start: number; number: number | undefined; firstTiming: number; timing: number };

/** Matches a word in the place of a number, which is short: "dix", "12.", "#5". */
const WORD = /^\S{0,24}$/;

/**
 * Finds the phrases in order: lines that are certainly timings, and lines in the place of a timing. Anything above a timing that looks like a
 * number is its number, unless the file has hardly any numbers.
 */
function findCueStarts(lines: readonly ClassifiedLine[]): readonly CueStart[] {
  const timings = [...lines.keys()].filter((index) => isCueStart(lines, index));
  const isTiming = new Set(timings);
  const isNumbered = timings.filter((index) => hasNumberAbove(lines, index)).length * 2 >= timings.length;
  const cueStarts: CueStart[] = [];
  let free = 0;
  for (let place = 0; place < timings.length; place++) {
    const firstTiming = timings[place] as number;
    while (isStacked(lines, timings[place] as number, timings[place + 1])) place++;
    const timing = timings[place] as number;
    const below = lines[timing + 1];
    const hasText = below !== undefined && below.form !== 'number' && !isTiming.has(timing + 1);
    const number = numberOf(lines, firstTiming, free, isNumbered, hasText);
    cueStarts.push({ start: number ?? firstTiming, number, firstTiming, timing });
    free = timing + 1;
  }
  return cueStarts;
}

function isCueStart(lines: readonly ClassifiedLine[], index: number): boolean {
  const { form, text, timing, blankBefore } = lines[index] as ClassifiedLine;
  if (form === 'timing') return true;
  const above = lines[index - 1];
  const isBelowNumber = above?.form === 'number' && !blankBefore;
  // With a blank line before the number, the strict rules read any line with an arrow as a timing.
  const isMeant = above?.blankBefore || form === 'broken' || isTimingLine(text);
  if (isBelowNumber && isMeant && text.includes('-->')) return true;
  if (form !== 'weak-timing' || !timing) return false;
  if (isBelowNumber) return above.blankBefore;
  return blankBefore && isWhole(timing.start) && isWhole(timing.end);
}

/** True for a timing directly above another one, so that its only text can be on its own line. */
const isStacked = (lines: readonly ClassifiedLine[], timing: number, next: number | undefined): boolean =>
  next === timing + 1 && lines[timing]?.form === 'timing' && !hasTextBehind(lines[timing]) && !lines[next]?.blankBefore;

const hasTextBehind = ({ timing }: ClassifiedLine): boolean => timing !== undefined && textBehind(timing) !== undefined;

/** Matches a number in any script, because programs that translate whole files also translate the numbers. */
const LIKE_A_NUMBER = /^[#№([]?(?:\p{Nd}+[.):\]个]?|[零一二三四五六七八九十百]{1,6})$/u;

function hasNumberAbove(lines: readonly ClassifiedLine[], index: number): boolean {
  const above = lines[index - 1];
  if (above === undefined || (lines[index]?.blankBefore && !above.blankBefore)) return false;
  return above.form === 'number' || LIKE_A_NUMBER.test(withoutEdges(above.text));
}

/** `free`: the first line that can belong to this phrase. */
function numberOf(
  lines: readonly ClassifiedLine[],
  timing: number,
  free: number,
  isNumbered: boolean,
  hasText: boolean,
): number | undefined {
  const index = timing - 1;
  const above = lines[index];
  if (above === undefined || index < free) return undefined;
  if (above.at === lines[timing]?.at) return index;
  const isAdjacent = !lines[timing]?.blankBefore;
  if (above.form === 'number') {
    return (isAdjacent ? above.blankBefore || isNumbered : above.blankBefore && hasText) ? index : undefined;
  }
  const isText = isAdjacent && isNumbered && above.blankBefore && above.form === 'text';
  return isText && WORD.test(withoutEdges(above.text)) ? index : undefined;
}

import type { FrameRate } from '../formats.ts';
import { type LinesIn, lineEndOf, linesIn } from '../lines.ts';
import { isNumber } from '../parse-srt.ts';
import { afterHeader, blocksIn, cueText, isReadAsTiming, NO_CUE, type VttBlock } from '../vtt.ts';
import {
  type Found,
  isPhrase,
  type LenientBlock,
  type LenientPhrase,
  type LenientTiming,
  linesOfBlock,
  type RepairKind,
  readTiming,
} from './blocks.ts';
import { type FoundKind, mended, type Repairs, searchFor } from './find-repairs.ts';
import { blankLines } from './kinds/numbers-and-blank-lines.ts';
import {
  type Caption,
  ROLLING,
  rollingOffer,
  rollingSentence,
  UNROLL,
  type Unrolled,
  unrollCaptions,
} from './kinds/rolling-captions.ts';
import { textBesideTiming, unreadableBlocks } from './kinds/texts.ts';
import { fourDigits, frameTimes, timingForms } from './kinds/timing-forms.ts';
import { changedTimes } from './kinds/wrong-times.ts';
import { SURE_ARROW } from './parse.ts';

/** The kinds in the order in which they are shown and made. WebVTT needs no numbers, and hours may be missing. */
const REPAIR_KINDS: readonly RepairKind[] = [
  textBesideTiming,
  ...blankLines,
  frameTimes('.'),
  ...timingForms('.').filter(({ name }) => name === 'arrows' || name === 'unusual-times'),
  fourDigits,
  // WebVTT has no negative times.
  ...changedTimes('.').map((kind) =>
    kind.name === 'negative-times' ? ({ ...kind, severity: 'error' } as const) : kind,
  ),
  // The text stays in its place, as the page says when the file is opened.
  { ...unreadableBlocks, severity: 'info' },
];

/** Finds repairs of a WebVTT file. All other bytes stay. Linear; never throws. */
export function findVttRepairs(source: string, rate?: FrameRate): Repairs {
  const blocks = readVttLeniently(source).map(({ block }) => block);
  const isOffered = blocks.some((block) => isPhrase(block) && !isReadable(block));
  const rolling = findRolling(source);
  const withRolling = (kinds: readonly FoundKind[]) => (rolling ? [...kinds, rolling.kind] : kinds);
  const search = searchFor(REPAIR_KINDS, blocks, isOffered, rate);
  return {
    isOffered,
    get kinds() {
      return withRolling(search.all());
    },
    get forPrograms() {
      return withRolling(search.forPrograms());
    },
    mend(names) {
      const text = mendBlocks(
        source,
        REPAIR_KINDS.filter(({ name }) => names.has(name)),
        rate,
      );
      return names.has(ROLLING) ? (findRolling(text)?.unroll() ?? text) : text;
    },
    readAsAfter: () => 'vtt',
  };
}

const isReadable = (block: LenientBlock): boolean =>
  !isPhrase(block) ||
  (isReadAsTiming(block.time) && !block.blankAfterNumber && !block.blankAfterTiming && block.text.length <= 1);

function mendBlocks(source: string, kinds: readonly RepairKind[], rate: FrameRate | undefined): string {
  if (kinds.length === 0) return source;
  const places = readVttLeniently(source);
  const lines = linesIn(source);
  const before = new Set(places.map(({ block }) => block));
  const changed = new Map(
    mended([...before], kinds, rate).flatMap((block) =>
      isPhrase(block) && !before.has(block) ? [[block.line, block]] : [],
    ),
  );
  const parts: string[] = [];
  let end = 0;
  for (const { block, first, end: behind } of places) {
    const phrase = changed.get(block.line);
    if (phrase === undefined) continue;
    const blank = phrase.separated && !block.separated ? [''] : [];
    parts.push(source.slice(end, lines.from(first)), [...blank, ...linesOfBlock(phrase)].join(lineEndOf(source)));
    end = lines.to(behind - 1);
  }
  return parts.join('') + source.slice(end);
}

/** A block of a WebVTT file as lines, counted from 0. `end` is behind the last line. */
interface VttPlace {
  readonly block: LenientBlock;
  readonly first: number;
  readonly end: number;
}

/**
 * Reads cues as leniently as possible, and unreadable blocks. Skips header, NOTE, STYLE and REGION. A text after a blank line belongs to the cue
 * before it. Linear.
 */
function readVttLeniently(source: string): readonly VttPlace[] {
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

/** The timing behind a number and a blank line. If `hasNames`: also the timing behind a name and a blank line. */
function timingApart(lines: LinesIn, name: number, hasNames: boolean): number | undefined {
  if (!(hasNames || isNumber(lines.text(name))) || NO_CUE.test(lines.text(name))) return undefined;
  const next = behindEmpty(lines, name + 1);
  return next > name + 1 && timingAt(lines, next) ? next : undefined;
}

/**
 * Returns true if the first block is the name of a cue with a blank line behind it. After a cue, such a block could be a part of the cue's text.
 */
function hasNamesApart(lines: LinesIn): boolean {
  const first = behindEmpty(lines, afterHeader(lines));
  return first < lines.count && timingApart(lines, first, true) !== undefined;
}

function behindEmpty(lines: LinesIn, line: number): number {
  let next = line;
  while (next < lines.count && isEmpty(lines, next)) next++;
  return next;
}

/** True for a block that is only a number: it belonged to a cue that was deleted. */
const isAlone = (texts: readonly string[]): boolean => texts.length === 1 && isNumber(texts[0] ?? '');

const isEmpty = (lines: LinesIn, line: number): boolean => lines.from(line) === lines.to(line);

function timingAt(lines: LinesIn, line: number): LenientTiming | undefined {
  if (line >= lines.count) return undefined;
  const timing = readTiming(lines.text(line));
  return timing && SURE_ARROW.test(timing.between) ? timing : undefined;
}

/** The end of a cue: an empty line, or another timing with the number directly before it. */
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
    // A timing without a number need not have a blank line before it.
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

interface Cue extends Caption {
  readonly block: VttBlock;
  readonly timing: string;
  readonly shown: readonly string[];
  readonly text: string;
}

type Rolled = Unrolled<Cue> & { readonly cue: Cue };

const TAG = /<[^<>]*>/g;
/** Matches times of single words, and spans of their look. They contain no words. */
const WORD_TAG = /<(?:[\d:.]+|c(?:\.[^<>]*)?|\/c)>/g;
const TIMESTAMP = /<[\d:.]+>/;

/**
 * Finds rolling captions of a WebVTT file, as an optional repair: each line stays once, in the cue where it first appears, for as long as later
 * cues repeat it. Times of single words are removed. Header, NOTE, STYLE and other cues stay. Linear.
 */
function findRolling(source: string): { readonly kind: FoundKind; unroll(): string } | undefined {
  const lines = linesIn(source);
  const cues = blocksIn(lines).flatMap((block) => rollingCueOf(lines, source, block) ?? []);
  // Lines above a line whose words appear one by one are old, however long the pause before was.
  const unrolled = unrollCaptions(cues, { later: false });
  if (!unrolled) return undefined;
  const rolled = unrolled.map((made, index): Rolled => ({ ...made, cue: cues[index] as Cue }));
  const places = rolled.map(placeOf).filter(({ before, after }) => before !== after);
  const kept = rolled.filter(({ lines: left }) => left.length > 0);
  const sent = kept.map(({ lines: left }) => left.join('\n').length).reduce((sum, length) => sum + length, 0);
  const all = cues.reduce((sum, { text }) => sum + text.length, 0);
  const offer = rollingOffer(cues.length, kept.length, 1 - sent / Math.max(1, all));
  return {
    kind: {
      name: ROLLING,
      isOptional: true,
      sentence: rollingSentence(places),
      offer,
      button: UNROLL,
      excludes: undefined,
      rates: undefined,
      repairs: places,
    },
    unroll: () => written(source, lines, rolled),
  };
}

function rollingCueOf(lines: LinesIn, source: string, block: VttBlock): Cue | undefined {
  if (block.timing === undefined) return undefined;
  const timing = lines.text(block.timing);
  const times = readTiming(timing);
  const all: string[] = [];
  for (let line = block.timing + 1; line < block.end; line++) all.push(lines.text(line));
  const shown = all.filter((line) => plainOf(line) !== '');
  if (times === undefined || shown.length === 0) return undefined;
  const { text } = cueText(source.slice(lines.from(block.timing + 1), lines.to(block.end - 1)));
  const newFrom = shown.findIndex((line) => TIMESTAMP.test(line));
  return {
    block,
    timing,
    shown,
    text,
    startMs: times.start.ms,
    endMs: times.end.ms,
    lines: shown.map((line) => line.replace(WORD_TAG, '').trim()),
    plain: shown.map(plainOf),
    newFrom: newFrom === -1 ? undefined : newFrom,
  };
}

const plainOf = (line: string): string => line.replace(TAG, '').trim();

function timingOf({ cue: { timing }, last }: Rolled): string {
  const times = readTiming(timing);
  const end = readTiming(last.timing)?.end.text;
  if (times === undefined || end === undefined) return timing;
  const from = timing.indexOf(times.between + times.end.text) + times.between.length;
  return timing.slice(0, from) + end + timing.slice(from + times.end.text.length);
}

function placeOf(made: Rolled): Found {
  const { block, timing, shown } = made.cue;
  return {
    line: (block.timing ?? block.first) + 1,
    before: [timing.trim(), ...shown.map((line) => line.trim())].join('\n'),
    after: made.lines.length === 0 ? '' : [timingOf(made).trim(), ...made.lines].join('\n'),
  };
}

function written(source: string, lines: LinesIn, rolled: readonly Rolled[]): string {
  const lineEnd = lineEndOf(source);
  const parts: string[] = [];
  let end = 0;
  for (const made of rolled) {
    const { first, timing = first, end: behind } = made.cue.block;
    const isLeftOut = made.lines.length === 0;
    parts.push(source.slice(end, lines.from(isLeftOut ? first : timing)));
    end = lines.to(behind - 1);
    if (!isLeftOut) {
      parts.push([timingOf(made), ...made.lines].join(lineEnd));
      continue;
    }
    // Also remove the empty lines behind it, which would otherwise be doubled.
    let next = behind;
    while (next < lines.count && lines.from(next) === lines.to(next)) next++;
    end = next < lines.count ? lines.from(next) : source.length;
  }
  return parts.join('') + source.slice(end);
}

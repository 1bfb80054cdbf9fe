import type { Phrase } from '../document.ts';
import type { FrameRate, RateChoice, ReadAs } from '../formats.ts';
import { isBlank, linesOf, withLineEndsLike, withPlainLineEnds } from '../lines.ts';
import { isNumber, parseSrt, SPOILT_BYTE_ORDER_MARK } from '../parse-srt.ts';
import { readDocument } from '../read-document.ts';
import { isTimingLine } from '../timing.ts';
import { type Found, isPhrase, type LenientBlock, type LenientPhrase, type RepairKind, writeBlocks } from './blocks.ts';
import { blankLines, joinedFiles, numberBesideTiming, numbers } from './kinds/numbers-and-blank-lines.ts';
import { rollingCaptions } from './kinds/rolling-captions.ts';
import * as texts from './kinds/texts.ts';
import { adverts, htmlSigns, withoutSigns } from './kinds/texts.ts';
import { fourDigits, frameTimes, stackedTimings, timingForms, unreadableTimings } from './kinds/timing-forms.ts';
import { changedTimes, outOfOrder } from './kinds/wrong-times.ts';
import { parseLeniently } from './parse.ts';

/**
 * In the order in which they are shown and made: first what makes phrases of lines, then what changes phrases, and what changes their
 * neighbours last, so that each kind changes no other phrases than those at which it was found.
 */
const REPAIR_KINDS: readonly RepairKind[] = [
  texts.invisibleCharacters,
  stackedTimings,
  texts.textBesideTiming,
  numberBesideTiming,
  ...blankLines,
  unreadableTimings,
  frameTimes(','),
  ...timingForms(','),
  fourDigits,
  joinedFiles,
  numbers,
  htmlSigns,
  texts.unreadableBlocks,
  texts.phrasesWithoutWords,
  ...changedTimes(','),
  texts.unclosedTags,
  adverts,
  rollingCaptions,
  outOfOrder,
];

/** What can be mended in a text, and what a person should know of it. */
export interface Repairs {
  /** The text cannot be read as it stands, or not wholly, and can be after mending. */
  readonly isOffered: boolean;
  /** In the order in which they are shown; none without a place. */
  readonly kinds: readonly FoundKind[];
  /** The text with these kinds of repair, by name, made everywhere; unchanged for none. */
  mend(names: ReadonlySet<string>): string;
  /** How `mended`, which `mend` gave for these kinds, is to be read: leniently where something in it is left out or left broken. */
  readAsAfter(names: ReadonlySet<string>, mended: string): ReadAs;
}

export interface FoundKind {
  readonly name: string;
  /** It is only told: what is right is changed only if somebody asks for it. */
  readonly isOptional: boolean;
  readonly sentence: string;
  /** What mending would do, where the kind is told and the sentence does not say it. */
  readonly offer: string;
  /** The command that makes this repair alone; '': none. */
  readonly button: string;
  /** The kind that is made in place of this one; missing: each other one can be made, too. */
  readonly excludes?: string;
  /** With which frame rate it is made, and which fit; missing: it needs none. */
  readonly rates?: RateChoice;
  readonly repairs: readonly Found[];
}

/** How a text is read as an .srt file. */
type SrtReading = Extract<ReadAs, 'srt' | 'mended-srt'>;

/** Looks for all that can be mended in the text of an .srt file. `rate`: as a person has chosen it. Linear in its length; never throws. */
export function findRepairs(text: string, readAs: SrtReading = 'srt', rate?: FrameRate): Repairs {
  const isMended = readAs === 'mended-srt';
  const isRefused = !isMended && !parseSrt(text).ok;
  const source = withPlainLineEnds(text.replace(SPOILT_BYTE_ORDER_MARK, ''));
  const read = readBlocks(source, isRefused, isMended);
  // A text without any phrase is no subtitle file, and is left as it is.
  const blocks = read?.some(isPhrase) ? read : [];
  const phrases = blocks.filter(isPhrase);
  const isOffered = phrases.length > 0 && (isRefused || !phrases.every(isReadable));
  const searched = REPAIR_KINDS.filter((kind) => isSearched(kind, isOffered, isMended));
  const kinds = foundKinds(searched, blocks, isOffered, rate);
  return {
    isOffered,
    kinds,
    mend: (names) => mendBlocks(text, blocks, names, rate),
    readAsAfter(names, mended) {
      if (isMended || KEEP_BLOCKS.some((name) => names.has(name))) return 'mended-srt';
      return names.size === 0 || parseSrt(mended).ok ? 'srt' : 'mended-srt';
    },
  };
}

const KEEP_BLOCKS = REPAIR_KINDS.filter(({ keepsBlocks }) => keepsBlocks).map(({ name }) => name);

/** Where the text can be read as it stands, a timing that nobody can read belongs to the text above it. */
function readBlocks(source: string, isRefused: boolean, isMended: boolean) {
  if (isRefused) return parseLeniently(source, true);
  const blocks = parseLeniently(source, false);
  const isReadableNow = isMended || blocks?.every((block) => !isPhrase(block) || isReadable(block));
  return isReadableNow ? blocks : parseLeniently(source, true);
}

/** The kinds that have places among the blocks, in words. */
export function foundKinds(
  kinds: readonly RepairKind[],
  blocks: readonly LenientBlock[],
  isOffered: boolean,
  rate: FrameRate | undefined,
): readonly FoundKind[] {
  const phraseCount = blocks.filter(isPhrase).length;
  return kinds.flatMap((kind) => {
    const found = blocks.map(kind.inspect(blocks, rate)).flatMap((repair) => repair?.found ?? []);
    if (found.length === 0) return [];
    const rates = kind.rates?.(blocks, rate);
    return [{ ...inWords(kind, found, isOffered, phraseCount), ...(rates && { rates }) }];
  });
}

function mendBlocks(
  text: string,
  blocks: readonly LenientBlock[],
  names: ReadonlySet<string>,
  rate: FrameRate | undefined,
): string {
  const kinds = REPAIR_KINDS.filter(({ name }) => names.has(name));
  if (kinds.length === 0 || blocks.length === 0) return text;
  return withLineEndsLike(writeBlocks(mended(blocks, kinds, rate)), text);
}

/** The blocks with these kinds of repairs made, one kind after the other. What has nothing to mend is the same block as before. */
export function mended(
  blocks: readonly LenientBlock[],
  kinds: readonly RepairKind[],
  rate: FrameRate | undefined,
): readonly LenientBlock[] {
  let now = blocks;
  for (const { inspect, afterwards } of kinds) {
    const repairs = now.map(inspect(now, rate));
    const repaired = now.flatMap((block, index) => repairs[index]?.mended ?? [block]);
    // Nothing is found where kinds before it in the table have repaired its places, too.
    now = afterwards && repairs.some(Boolean) ? afterwards(repaired) : repaired;
  }
  return now;
}

function isSearched({ severity }: RepairKind, isOffered: boolean, isMended: boolean): boolean {
  if (severity === 'info' || severity === 'style') return true;
  return isOffered && !(isMended && severity === 'excluded');
}

export function inWords(
  kind: RepairKind,
  repairs: readonly Found[],
  isOffered: boolean,
  phraseCount: number,
): FoundKind {
  const isOptional = kind.severity === 'info' || !isOffered;
  const offer = isOptional ? (kind.offer?.(repairs, phraseCount) ?? '') : '';
  const isWhole = kind.severity === 'style' && offer !== '';
  return {
    name: kind.name,
    isOptional,
    sentence: isWhole ? offer : kind.sentence(repairs),
    offer: isWhole ? '' : offer,
    button: kind.button ?? '',
    repairs,
  };
}

/** Whether the readers of .srt files see the phrase as it was meant. */
function isReadable(phrase: LenientPhrase): boolean {
  const { number, besideTiming, time, separated, blankAfterNumber, stacked, blankAfterTiming, text } = phrase;
  if (number === undefined || !isNumber(number) || !time.includes('-->')) return false;
  if (besideTiming !== '' || blankAfterNumber || blankAfterTiming || stacked.length > 0 || text.length > 1)
    return false;
  return separated || isTimingLine(time);
}

/** Signs of web pages in a file of a format that does not use them, or that has escaped them twice. Every byte beside them stays. Linear. */
export function findSignRepairs(source: string, readAs: ReadAs): Repairs {
  const read = source.includes('&') ? readDocument(source, readAs) : undefined;
  const { phrases, write } = read?.ok ? read.value : { phrases: [], write: () => source };
  const texts = new Map<number, string>();
  for (const { number, text } of phrases) {
    const mended = text.includes('&') ? mendedText(text) : text;
    if (mended !== text) texts.set(number, mended);
  }
  const found = placesOf(source, phrases, texts);
  return {
    isOffered: false,
    kinds: found.length === 0 ? [] : [inWords(htmlSigns, found, false, phrases.length)],
    mend: (names) => (names.has(htmlSigns.name) ? write(texts) : source),
    readAsAfter: () => readAs,
  };
}

/** A line of nothing but signs for spaces is none; one that was blank before places the others. */
const mendedText = (text: string): string =>
  linesOf(text)
    .flatMap((line) => {
      const mended = withoutSigns(line);
      return isBlank(mended) && !isBlank(line) ? [] : [mended];
    })
    .join('\n');

/** The phrases that get other texts, with the lines of the source at which they begin. */
export function placesOf(
  source: string,
  phrases: readonly Phrase[],
  texts: ReadonlyMap<number, string>,
): readonly Found[] {
  const lineOf = findLines(source);
  return phrases.flatMap((phrase): readonly Found[] => {
    const line = lineOf(phrase);
    const after = texts.get(phrase.number);
    return after === undefined ? [] : [{ line, before: phrase.text, after }];
  });
}

/** Says of phrases, asked in their order, at which line they begin, counted from 1; of a format that writes times otherwise 1. Linear. */
function findLines(text: string): (phrase: Phrase) => number {
  let [at, line] = [0, 1];
  return ({ time }) => {
    const next = at === -1 ? -1 : text.indexOf(time.split(' --> ')[0] ?? time, at);
    if (next !== -1) line += text.slice(at, next).split(/\r\n|\r|\n/).length - 1;
    at = next;
    return line;
  };
}

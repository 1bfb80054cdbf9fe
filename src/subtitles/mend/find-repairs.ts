import { once } from '../../lib/memo.ts';
import type { Phrase } from '../document.ts';
import type { FrameRate, RateChoice, ReadAs } from '../formats.ts';
import { isBlank, linesOf, withLineEndsLike, withPlainLineEnds } from '../lines.ts';
import { isNumber, parseSrt, SPOILT_BYTE_ORDER_MARK } from '../parse-srt.ts';
import { readDocument } from '../read-document.ts';
import { isTimingLine } from '../timing.ts';
import { type Found, isPhrase, type LenientBlock, type LenientPhrase, type RepairKind, writeBlocks } from './blocks.ts';
import { blankLines, joinedFiles, numberBesideTiming, numbers } from './kinds/numbers-and-blank-lines.ts';
import { mayRoll, rollingCaptions } from './kinds/rolling-captions.ts';
import * as texts from './kinds/texts.ts';
import { adverts, htmlSigns, withoutSigns } from './kinds/texts.ts';
import { fourDigits, frameTimes, stackedTimings, timingForms, unreadableTimings } from './kinds/timing-forms.ts';
import { changedTimes, outOfOrder } from './kinds/wrong-times.ts';
import { parseLeniently } from './parse.ts';

/**
 * The kinds of repairs in the order in which they are shown and made: first those that turn lines into phrases, then those that change phrases, at
 * last those that change neighbouring phrases. So each kind changes only the phrases in which it was found.
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

/** The possible repairs of a text, and other facts about it that a person should know. */
export interface Repairs {
  /** True if the text is not fully readable now and will be after the repair. */
  readonly isOffered: boolean;
  /** Searched when it is read. */
  readonly kinds: readonly FoundKind[];
  /** The kinds that make the text readable, which a program repairs, and those with a button, which it repairs on request. */
  readonly forPrograms: readonly FoundKind[];
  mend(names: ReadonlySet<string>): string;
  /** How to read `mended`, the result of `mend` for these kinds: leniently if parts of it are left out or stay broken. */
  readAsAfter(names: ReadonlySet<string>, mended: string): ReadAs;
}

export interface FoundKind {
  readonly name: string;
  /** True if this kind of repair is only reported: a readable text changes only if the person asks for it. */
  readonly isOptional: boolean;
  readonly sentence: string;
  /** What the kind of repair would do, if its sentence does not say so. */
  readonly offer: string;
  /** The label of the button that makes only this repair; '': no button. */
  readonly button: string;
  /** The kind that is made instead of this one; undefined: all can be made. */
  readonly excludes: string | undefined;
  /** The frame rate in use and those that fit; undefined: none is needed. */
  readonly rates: RateChoice | undefined;
  readonly repairs: readonly Found[];
}

type SrtReading = Extract<ReadAs, 'srt' | 'mended-srt'>;

/** Finds repairs of an .srt file. `rate`: chosen by a person. Linear in the length of the text; never throws. */
export function findRepairs(text: string, readAs: SrtReading = 'srt', rate?: FrameRate): Repairs {
  const isMended = readAs === 'mended-srt';
  const strict = isMended ? undefined : parseSrt(text);
  const source = withPlainLineEnds(text.replace(SPOILT_BYTE_ORDER_MARK, ''));
  const isUsual = strict?.ok === true && isUsualForm(source);
  const blocks = once((): readonly LenientBlock[] => {
    const read = readBlocks(source, strict?.ok === false, isMended);
    // A text without phrases is no subtitle file and is not changed.
    return read?.some(isPhrase) ? read : [];
  });
  const isOffered = !isUsual && isUnreadable(blocks().filter(isPhrase), strict?.ok === false);
  const search = once(() =>
    searchFor(
      REPAIR_KINDS.filter((kind) => isSearched(kind, isOffered, isMended)),
      blocks(),
      isOffered,
      rate,
    ),
  );
  return {
    isOffered,
    get kinds() {
      return search().all();
    },
    get forPrograms() {
      return isUsual && !mayRoll(strict.value.phrases) ? [] : search().forPrograms();
    },
    mend: (names) => (names.size === 0 ? text : mendBlocks(text, blocks(), names, rate)),
    readAsAfter(names, mended) {
      if (isMended || KEEP_BLOCKS.some((name) => names.has(name))) return 'mended-srt';
      return names.size === 0 || parseSrt(mended).ok ? 'srt' : 'mended-srt';
    },
  };
}

const isUnreadable = (phrases: readonly LenientPhrase[], isRefused: boolean): boolean =>
  phrases.length > 0 && (isRefused || !phrases.every(isReadable));

/**
 * Performance: true for a text in the form in which most programs write it. All of it is readable, no time counts frames, and no text has HTML
 * entities. So of the kinds for programs it can only have captions that roll.
 */
function isUsualForm(source: string): boolean {
  const text = `${source.trim()}\n`;
  let end = 0;
  while (end < text.length) {
    USUAL_BLOCK.lastIndex = end;
    if (!USUAL_BLOCK.test(text)) return false;
    end = USUAL_BLOCK.lastIndex;
  }
  return true;
}

// Linear: no line can be of two parts, because a text does not begin with a digit.
const USUAL_TIME = String.raw`\d\d:\d\d:\d\d,\d{3}`;
const USUAL_BLOCK = new RegExp(
  String.raw`\d{1,7}\n${USUAL_TIME} --> ${USUAL_TIME}\n(?:(?:[-–—] ?)?[\p{L}<{"'“„«‘¿¡….♪(][^\n&]*\n)+(?:\n+|$)`,
  'uy',
);

const KEEP_BLOCKS = REPAIR_KINDS.filter(({ keepsBlocks }) => keepsBlocks).map(({ name }) => name);

/** Reads the blocks of a text. In a readable file, an unreadable timing belongs to the text above it. */
function readBlocks(source: string, isRefused: boolean, isMended: boolean) {
  if (isRefused) return parseLeniently(source, true);
  const blocks = parseLeniently(source, false);
  const isReadableNow = isMended || blocks?.every((block) => !isPhrase(block) || isReadable(block));
  return isReadableNow ? blocks : parseLeniently(source, true);
}

/** Searches for each kind once, when somebody asks for it. */
export function searchFor(
  kinds: readonly RepairKind[],
  blocks: readonly LenientBlock[],
  isOffered: boolean,
  rate: FrameRate | undefined,
): { readonly all: () => readonly FoundKind[]; readonly forPrograms: () => readonly FoundKind[] } {
  const phraseCount = blocks.filter(isPhrase).length;
  const searched = kinds.map((kind) => {
    const { severity, button } = kind;
    const find = once((): readonly FoundKind[] => {
      const found = blocks.map(kind.inspect(blocks, rate)).flatMap((repair) => repair?.found ?? []);
      if (found.length === 0) return [];
      const rates = kind.rates?.(blocks, rate);
      return [inWords(kind, found, rates, isOffered, phraseCount)];
    });
    return { find, isForPrograms: button !== undefined || (isOffered && severity !== 'info') };
  });
  return {
    all: () => searched.flatMap(({ find }) => find()),
    forPrograms: () => searched.flatMap(({ find, isForPrograms }) => (isForPrograms ? find() : [])),
  };
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

/** Makes these repairs one after another. Unchanged blocks stay the same objects. */
export function mended(
  blocks: readonly LenientBlock[],
  kinds: readonly RepairKind[],
  rate: FrameRate | undefined,
): readonly LenientBlock[] {
  let now = blocks;
  for (const { inspect, afterwards } of kinds) {
    const repairs = now.map(inspect(now, rate));
    const repaired = now.flatMap((block, index) => repairs[index]?.mended ?? [block]);
    // Earlier kinds may have repaired all places of this kind.
    now = afterwards && repairs.some(Boolean) ? afterwards(repaired) : repaired;
  }
  return now;
}

function isSearched({ severity }: RepairKind, isOffered: boolean, isMended: boolean): boolean {
  if (severity === 'info' || severity === 'style') return true;
  return isOffered && !(isMended && severity === 'excluded');
}

function inWords(
  kind: RepairKind,
  repairs: readonly Found[],
  rates: RateChoice | undefined,
  isOffered: boolean,
  phraseCount: number,
): FoundKind {
  const isOptional = kind.severity === 'info' || !isOffered;
  const offer = isOptional ? (kind.offer?.(repairs, phraseCount) ?? '') : '';
  return {
    name: kind.name,
    isOptional,
    sentence: kind.sentence(repairs),
    offer,
    button: kind.button ?? '',
    excludes: undefined,
    rates,
    repairs,
  };
}

/** Returns true if readers of .srt files read the phrase as it is meant. */
function isReadable(phrase: LenientPhrase): boolean {
  const { number, besideTiming, time, separated, blankAfterNumber, stacked, blankAfterTiming, text } = phrase;
  if (number === undefined || !isNumber(number) || !time.includes('-->')) return false;
  if (besideTiming !== '' || blankAfterNumber || blankAfterTiming || stacked.length > 0 || text.length > 1)
    return false;
  return separated || isTimingLine(time);
}

/** Finds HTML entities in a format that does not use them, or in which they were escaped twice. All other bytes stay. Linear. */
export function findSignRepairs(source: string, readAs: ReadAs): Repairs {
  const read = source.includes('&') ? readDocument(source, readAs) : undefined;
  const { phrases, write } = read?.ok ? read.value : { phrases: [], write: () => source };
  const texts = new Map<number, string>();
  for (const { number, text } of phrases) {
    const mended = text.includes('&') ? mendedText(text) : text;
    if (mended !== text) texts.set(number, mended);
  }
  const found = repairPlaces(source, phrases, texts);
  const kinds = found.length === 0 ? [] : [inWords(htmlSigns, found, undefined, false, phrases.length)];
  return {
    isOffered: false,
    kinds,
    forPrograms: kinds,
    mend: (names) => (names.has(htmlSigns.name) ? write(texts) : source),
    readAsAfter: () => readAs,
  };
}

/** Removes lines that have only entities for spaces. Lines that were blank before stay, because they position the other lines. */
const mendedText = (text: string): string =>
  linesOf(text)
    .flatMap((line) => {
      const mended = withoutSigns(line);
      return isBlank(mended) && !isBlank(line) ? [] : [mended];
    })
    .join('\n');

export function repairPlaces(
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

/** Returns a function that gives the line (from 1) at which a phrase begins, called in order; 1 in formats that write times differently. Linear. */
function findLines(text: string): (phrase: Phrase) => number {
  let [at, line] = [0, 1];
  return ({ time }) => {
    const next = at === -1 ? -1 : text.indexOf(time.split(' --> ')[0] ?? time, at);
    if (next !== -1) line += text.slice(at, next).split(/\r\n|\r|\n/).length - 1;
    at = next;
    return line;
  };
}

import { guessLanguage } from '../languages/guess-language.ts';
import { areRelated } from '../languages/language-names.ts';
import { mainScript, type Script, scriptOfLanguage } from '../languages/scripts.ts';
import { grouped } from '../lib/text.ts';
import { withoutTags } from '../subtitles/tags.ts';
import { secondsOf, type Timing, timingOf } from '../subtitles/timing.ts';
import type { Line } from './line.ts';
import {
  type AgreedAddress,
  countCharacters,
  type FilmRules,
  type Limits,
  limitsFor,
  type MeasuredLine,
  measure,
  speedOf,
} from './measured-line.ts';
import { beginWithNumbers, standInQuotes } from './problems/added-around.ts';
import { usualRemarks } from './problems/added-by-model.ts';
import { isLongEnough, lengthOfScript } from './problems/length-and-speed.ts';
import type { NotedLine } from './problems/notes-differ.ts';
import { wordsKept } from './problems/wrong-script.ts';
import { inconsistentLines, saidTwice } from './repeated-lines.ts';
import {
  COMPLETED_BY,
  completedName,
  halfOf,
  type PunctuationName,
  SENTENCE_PUNCTUATION,
  STOP,
} from './text/punctuation.ts';
import { lettersAlone } from './text/words.ts';

/** Facts about the originals and their timings. They stay the same until another film is opened. */
export interface SourceFacts {
  /** BCP 47; undefined: unknown. */
  readonly language: string | undefined;
  /** The script of most letters; undefined: too few letters. */
  readonly script: Script | undefined;
  /** By line number: display time. Missing: the timing is unreadable or zero. */
  readonly seconds: ReadonlyMap<number, number>;
  /** By line number: a sentence about unusual timing. */
  readonly timing: ReadonlyMap<number, string>;
  /** Line length that 95 % of the originals keep; undefined: the author keeps the limit of the language. */
  readonly ownLine: number | undefined;
  /** Characters per second of the median original, and of the 95th percentile; undefined: the film has too few lines. */
  readonly ownSpeed: { readonly usual: number; readonly most: number } | undefined;
  /** Groups of two or more lines with the same original (ignoring tags, case and punctuation), as indexes. */
  readonly repeats: readonly (readonly number[])[];
}

type SourceLine = Pick<Line, 'number' | 'time' | 'original'>;

/** Reads every original, so call this function when a film is opened, not when a translation changes. */
export function sourceFacts(lines: readonly SourceLine[]): SourceFacts {
  const timed = lines.map(({ number, time }) => ({ number, timing: timingOf(time) }));
  const seconds = new Map<number, number>();
  for (const { number, timing } of timed) {
    const shown = secondsOf(timing);
    if (shown !== undefined && shown > 0) seconds.set(number, shown);
  }
  const originals = lines.map(({ original }) => withoutTags(original));
  const places = grouped(originals.keys(), (place) => lettersAlone(originals[place] ?? ''));
  places.delete('');
  const repeats = [...places.values()].filter(({ length }) => length > 1);
  const [language, script] = [guessLanguage(originals), mainScript(originals)];
  const ownLine = ownLineOf(originals, language);
  const ownSpeed = ownSpeedOf(lines, originals, seconds);
  return { language, script, seconds, timing: timingProblems(timed), ownLine, ownSpeed, repeats };
}

/** Up to about 500 elements, evenly spread. */
const SAMPLE_LINES = 500;
function sampleOf<Element>(all: readonly Element[]): readonly Element[] {
  const step = Math.max(1, Math.floor(all.length / SAMPLE_LINES));
  return all.filter((_, index) => index % step === 0);
}

const USUAL_SHARE = 0.95;

/** 60 characters where 42 are the limit. Longer lines are usual only in films whose speech nobody has broken into lines. */
const longestLineIn = (language: string | undefined): number =>
  Math.round((limitsFor(language).charactersPerLine * 10) / 7);

function ownLineOf(originals: readonly string[], language: string | undefined): number | undefined {
  const longest = longestLineIn(language);
  const lengths = sampleOf(originals).map((text) => measure(text).longestLine);
  const isUsual = (most: number): boolean => {
    const long = lengths.filter((length) => length > most);
    return long.length > 1 && long.length > lengths.length * 0.2;
  };
  if (!isUsual(limitsFor(language).charactersPerLine)) return undefined;
  const own = lengths.sort((one, other) => one - other)[Math.floor((lengths.length - 1) * USUAL_SHARE)];
  // A few long lines among shorter ones are no custom of the film.
  return own !== undefined && own > longest && !isUsual(longest) ? longest : own;
}

function ownSpeedOf(lines: readonly SourceLine[], originals: readonly string[], seconds: SourceFacts['seconds']) {
  const timed = lines.map(({ number }, index) => ({ text: originals[index] ?? '', shown: seconds.get(number) }));
  const speeds = sampleOf(timed).flatMap(({ text, shown }) => speedOf(measure(text).characters, shown) ?? []);
  if (speeds.length < 20) return undefined;
  speeds.sort((one, other) => one - other);
  const speedAt = (share: number): number => speeds[Math.floor((speeds.length - 1) * share)] ?? 0;
  return { usual: speedAt(0.5), most: speedAt(USUAL_SHARE) };
}

const SHORTEST_MS = 833;
const LONGEST_MS = 7_000;
/** Two frames at 24 per second. */
const SMALLEST_GAP_MS = 83;

type Timed = { readonly number: number; readonly timing: Timing | undefined };

/**
 * Returns, by line number, a sentence about unusual timing. A display time of 5/6 to 7 seconds and a gap of two frames are usual (Netflix's guide).
 * `lines`: in file order.
 */
export function timingProblems(lines: readonly Timed[]): ReadonlyMap<number, string> {
  const close = lines.filter(({ timing }, index) => {
    const next = lines[index + 1]?.timing;
    return timing && next && next.startMs - timing.endMs < SMALLEST_GAP_MS;
  });
  // If more lines than this follow without a gap, the author has chosen to leave no gaps.
  const isChained = close.length > lines.length * 0.2;
  const found = new Map<number, string>();
  for (const [index, { number, timing }] of lines.entries()) {
    if (timing === undefined) continue;
    const words = ownProblem(timing) ?? nextProblem(timing, lines[index + 1], isChained);
    if (words !== undefined) found.set(number, words);
  }
  return found;
}

const seconds = (ms: number): string => String(Math.round(ms / 10) / 100);

function ownProblem({ startMs, endMs }: Timing): string | undefined {
  const shown = endMs - startMs;
  if (shown < 0) return 'Ends before it begins.';
  if (shown === 0) return 'Ends when it begins.';
  if (shown < SHORTEST_MS) return `Shown for ${seconds(shown)} s; the minimum is 0.83 s.`;
  if (shown > LONGEST_MS) return `Shown for ${seconds(shown)} s; the maximum is 7 s.`;
  return undefined;
}

function nextProblem({ endMs }: Timing, next: Timed | undefined, isChained: boolean): string | undefined {
  if (next?.timing === undefined) return undefined;
  const gap = next.timing.startMs - endMs;
  if (gap < 0) return `Overlaps line ${next.number} by ${seconds(-gap)} s.`;
  return gap < SMALLEST_GAP_MS && !isChained
    ? `Gap of ${seconds(gap)} s to line ${next.number}; the minimum is 0.08 s.`
    : undefined;
}

/** The facts about the whole film that the rules need to judge one line. */
export interface FilmFacts {
  readonly source: SourceFacts;
  /** The same object as long as the contents are equal. */
  readonly rules: FilmRules;
  /** By line number: a sentence about another translation of the same original, or about a text that two lines repeat. */
  readonly inconsistent: ReadonlyMap<number, string>;
  /** By line number: why the translation seems to belong to another line. */
  readonly misaligned: ReadonlyMap<number, string>;
  /** By line number: the language of the line's batch, if it is not the target language. */
  readonly otherLanguage: ReadonlyMap<number, string>;
  /** By line number: the terms and names of the film notes in this line, and where the translation differs from the notes. */
  readonly noted: ReadonlyMap<number, NotedLine>;
  /** The numbers of lines that the model's replies left out. */
  readonly missing: ReadonlySet<number>;
  /** By line number: the signs of a pair, such as quotation marks, whose other half is in a translation before or after the line. */
  readonly otherHalves: ReadonlyMap<number, string>;
}

export interface FilmChoices {
  /** BCP 47: guessed from the prompt (targetLanguage), or chosen by the person. */
  readonly language: string | undefined;
  readonly limits: Limits;
  /** By line number: a sentence about a misaligned translation. */
  readonly misaligned: ReadonlyMap<number, string>;
  /** By line number: a sentence about a batch in another language. */
  readonly otherLanguage: ReadonlyMap<number, string>;
  /** By line number: where the translation differs from the film notes. */
  readonly noted: ReadonlyMap<number, NotedLine>;
  readonly missing: ReadonlySet<number>;
  /** The form of address for everybody in the film; undefined: unknown. */
  readonly address: AgreedAddress | undefined;
}

/**
 * The limits for translations into a language (BCP 47). If the originals are longer than the usual line, translations may be as long. If half of
 * the lines would be too fast even when translated well, translations may be as fast as the originals.
 */
export function limitsOfFilm(
  { ownLine, ownSpeed, script, language: source }: SourceFacts,
  language: string | undefined,
): Limits {
  const usual = limitsFor(language);
  const density =
    lengthOfScript(language === undefined ? undefined : scriptOfLanguage(language)) / lengthOfScript(script);
  const isFast = ownSpeed !== undefined && ownSpeed.usual * density > usual.charactersPerSecond;
  // A translation is often a quarter longer than its original.
  const own = ownLine === undefined ? 0 : Math.ceil(ownLine * density * 1.25);
  const line = (ownLine ?? 0) > longestLineIn(source) ? own : Math.min(own, longestLineIn(language));
  return {
    ...usual,
    charactersPerLine: Math.max(usual.charactersPerLine, line),
    ...(isFast && { charactersPerSecond: Math.ceil(ownSpeed.most * density) }),
  };
}

/**
 * Takes a few milliseconds for 10,000 lines. Reuses the rules object of `before` if the rules are equal, so that few batches are judged again
 * (judgedAlike).
 */
export function filmFacts(
  lines: readonly Line[],
  source: SourceFacts,
  { language, limits, misaligned, otherLanguage, noted, missing, address }: FilmChoices,
  before?: FilmFacts,
): FilmFacts {
  const rules: FilmRules = {
    language,
    sourceLanguage: source.language,
    script: scriptOfTranslations(lines, language),
    sourceScript: source.script,
    related: areRelated(source.language, language),
    limits,
    usualLine: limitsOfFilm(source, language).charactersPerLine,
    ratio: 1,
    punctuation: [],
    isNumbered: false,
    areQuoted: false,
    remarks: [],
    keptWords: [],
    address,
  };
  const seen = translatedSample(lines).map((line) => ({
    number: line.number,
    original: measure(line.original),
    translation: measure(line.translation),
  }));
  const learnt = {
    ...rules,
    ratio: usualRatio(lines, rules),
    punctuation: usualPunctuation(seen, rules),
    isNumbered: beginWithNumbers(seen, rules),
    areQuoted: standInQuotes(seen),
    remarks: usualRemarks(seen),
    keptWords: wordsKept(seen, rules.script),
  };
  const isSame = before !== undefined && JSON.stringify(before.rules) === JSON.stringify(learnt);
  return {
    source,
    rules: isSame ? before.rules : learnt,
    inconsistent: new Map([...saidTwice(lines), ...inconsistentLines(lines, source)]),
    misaligned,
    otherLanguage,
    noted,
    missing,
    otherHalves: otherHalves(lines),
  };
}

const scriptOfTranslations = (lines: readonly Line[], language: string | undefined): Script | undefined =>
  (language === undefined ? undefined : scriptOfLanguage(language)) ??
  mainScript(lines.flatMap(({ translation }) => (translation === undefined ? [] : [translation])));

/** Returns true if both sets of facts lead to the same problems in these lines, so that known problems can be reused. */
export const judgedAlike = (lines: readonly Line[], one: FilmFacts, other: FilmFacts): boolean =>
  one.rules === other.rules &&
  one.source === other.source &&
  lines.every(
    ({ number }) =>
      one.inconsistent.get(number) === other.inconsistent.get(number) &&
      one.misaligned.get(number) === other.misaligned.get(number) &&
      one.otherLanguage.get(number) === other.otherLanguage.get(number) &&
      one.noted.get(number) === other.noted.get(number) &&
      one.missing.has(number) === other.missing.has(number) &&
      one.otherHalves.get(number) === other.otherHalves.get(number),
  );

const translatedSample = (lines: readonly Line[]): readonly (Line & { readonly translation: string })[] =>
  sampleOf(lines).flatMap((line) => (line.translation ? { ...line, translation: line.translation } : []));

/** Two neighbouring steps of the usual ratio. Small changes of the median stay in their step, so that the lines need not be judged again. */
const RATIO_STEP = 1.1;

/**
 * The median length ratio of translation to original, in steps. Until enough lines are translated: the usual ratio of the two scripts. It depends
 * on nothing but these lines, so that a film has the same problems whatever the order in which its answers came.
 */
function usualRatio(lines: readonly Line[], rules: FilmRules): number {
  const ratios: number[] = [];
  for (const { original, translation } of translatedSample(lines)) {
    const characters = countCharacters(withoutTags(original));
    if (isLongEnough(characters, rules.sourceScript))
      ratios.push(countCharacters(withoutTags(translation)) / characters);
  }
  if (ratios.length < 20) return lengthOfScript(rules.script) / lengthOfScript(rules.sourceScript);
  const median = ratios.sort((one, other) => one - other)[ratios.length >> 1] ?? 1;
  return RATIO_STEP ** Math.round(Math.log(median) / Math.log(RATIO_STEP));
}

/**
 * If this many originals have a sign and the share of translations with the sign is below KEPT_SHARE, the translators drop the sign on purpose.
 * Thai drops "?".
 */
const LEAST_MARKS = 10;
const KEPT_SHARE = 0.85;

type SeenLine = Pick<MeasuredLine, 'number' | 'original' | 'translation'>;

/** The signs that this film's translations keep. A sign that is rare in the originals counts as one of them, except the full stop. */
function usualPunctuation(
  seen: readonly SeenLine[],
  { language, sourceLanguage }: FilmRules,
): readonly PunctuationName[] {
  const sample = seen.map(({ original, translation }) => [original.lines, translation.lines] as const);
  const usual = [...SENTENCE_PUNCTUATION, STOP].filter((mark) => {
    const marked = sample.filter(([original]) => mark.has(original, sourceLanguage));
    const kept = marked.filter(([original, translation]) => mark.isKept(original, translation, language));
    if (marked.length >= LEAST_MARKS) return kept.length >= marked.length * KEPT_SHARE;
    // Dots mean little. Two that are lost among a few are the translator's choice.
    return mark.name === 'ellipsis' ? marked.length - kept.length < 2 : mark !== STOP;
  });
  return usual.map(({ name }) => name);
}

/** A quotation seldom has more lines than this. */
const LINES_OF_PAIR = 4;

/**
 * By line number: the halves of pairs, such as quotation marks, whose other half is in a line before or after. Of each kind the nearest half counts,
 * because lines further away may belong to that one.
 */
function otherHalves(lines: readonly Line[]): ReadonlyMap<number, string> {
  const halves = lines.map(({ translation = '' }) => halfOf(withoutTags(translation).split('\n')));
  const found = new Map<number, string>();
  for (const [place, half] of halves.entries()) {
    if (half === undefined) continue;
    const [completed, step] = COMPLETED_BY[half];
    for (let away = 1; away < LINES_OF_PAIR; away++) {
      const at = place + step * away;
      const number = lines[at]?.number ?? Number.NaN;
      found.set(number, `${found.get(number) ?? ''}${completedName(completed, away === 1)}`);
      if (halves[at]?.split(' ')[0] === half.split(' ')[0]) break;
    }
  }
  return found;
}

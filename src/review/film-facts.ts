import { areRelated } from '../languages/language-table.ts';
import { mainScript, type Script, scriptOfLanguage } from '../languages/scripts.ts';
import { grouped } from '../lib/text.ts';
import { shorten } from '../subtitles/lines.ts';
import { withoutTags } from '../subtitles/tags.ts';
import type { Line } from './line.ts';
import { countCharacters, type MeasuredLine, measure } from './measured-line.ts';
import { standInQuotes } from './problems/added-around.ts';
import { usualRemarks } from './problems/added-by-model.ts';
import { isLongEnough, lengthOfScript } from './problems/length-and-speed.ts';
import type { NotedLine } from './problems/notes-differ.ts';
import { beginWithNumbers } from './problems/own-number.ts';
import { type AgreedAddress, type FilmRules, type Limits, limitsFor } from './rules.ts';
import type { SourceFacts } from './source-facts.ts';
import { type MarkName, SENTENCE_MARKS, STOP } from './text/marks.ts';
import { countDifferentWords, lettersAlone } from './text/words.ts';

/** What is known of the whole film when one of its lines is judged. */
export interface FilmFacts {
  readonly source: SourceFacts;
  /** The same object as in the facts before, as long as its contents are equal. */
  readonly rules: FilmRules;
  /** By line number: a sentence on how the same original is translated elsewhere, or on a translation that stands in two lines. */
  readonly inconsistent: ReadonlyMap<number, string>;
  /** By line number: a sentence on why the translation seems to belong to another line. */
  readonly misaligned: ReadonlyMap<number, string>;
  /** By line number: a sentence on the language that its batch is in, instead of the one that is asked for. */
  readonly otherLanguage: ReadonlyMap<number, string>;
  /** By line number: what the film notes say of it. */
  readonly noted: ReadonlyMap<number, NotedLine>;
}

export interface FilmChoices {
  /** BCP 47, guessed (targetLanguage) or chosen by the person. */
  readonly language: string | undefined;
  /** limitsOfFilm, or what the person has set. */
  readonly limits: Limits;
  /** By line number: the sentences of the search for translations that stand with another line. */
  readonly misaligned: ReadonlyMap<number, string>;
  /** By line number: the sentences on batches in another language; missing: there are none. */
  readonly otherLanguage?: ReadonlyMap<number, string>;
  /** By line number: what was found by the film notes; missing: there are none. */
  readonly noted?: ReadonlyMap<number, NotedLine>;
  /** How everybody is to be spoken to; missing: that is not known. */
  readonly address?: AgreedAddress | undefined;
}

/** A translation is often as much longer than its original. */
const LONGER = 1.25;

/**
 * The limits for translations into a language (BCP 47). Of a film whose originals do not keep theirs, lines may be as long as the originals' are;
 * where half of its lines would be too fast however well they are translated, as fast.
 */
export function limitsOfFilm({ ownLine, ownSpeed, script }: SourceFacts, language: string | undefined): Limits {
  const usual = limitsFor(language);
  const density =
    lengthOfScript(language === undefined ? undefined : scriptOfLanguage(language)) / lengthOfScript(script);
  const isFast = ownSpeed !== undefined && ownSpeed.usual * density > usual.charactersPerSecond;
  const line = ownLine === undefined ? 0 : Math.ceil(ownLine * density * LONGER);
  return {
    ...usual,
    charactersPerLine: Math.max(usual.charactersPerLine, line),
    ...(isFast && { charactersPerSecond: Math.ceil(ownSpeed.most * density) }),
  };
}

const NOT_NOTED: ReadonlyMap<number, NotedLine> = new Map();
const NOTHING_TOLD: ReadonlyMap<number, string> = new Map();

/**
 * The facts of a film with its present translations; takes a few milliseconds for 10,000 lines. `before`: the facts worked out last.
 * Rules that are still true stay the same object, so that few batches need to be judged again (judgedAlike).
 */
export function filmFacts(
  lines: readonly Line[],
  source: SourceFacts,
  { language, limits, misaligned, otherLanguage = NOTHING_TOLD, noted = NOT_NOTED, address }: FilmChoices,
  before?: FilmFacts,
): FilmFacts {
  const rules: FilmRules = {
    language,
    sourceLanguage: source.language,
    script: scriptOfTranslations(lines, language),
    sourceScript: source.script,
    related: areRelated(source.language, language),
    limits,
    ratio: 1,
    marks: [],
    isNumbered: false,
    areQuoted: false,
    remarks: [],
    ...(address && { address }),
  };
  const seen = sampleOf(lines).map((line) => ({
    number: line.number,
    original: measure(line.original),
    translation: measure(line.translation),
  }));
  const learnt = {
    ...rules,
    ratio: usualRatio(lines, rules, before?.rules.ratio),
    marks: usualMarks(seen, rules),
    isNumbered: beginWithNumbers(seen, rules),
    areQuoted: standInQuotes(seen),
    remarks: usualRemarks(seen),
  };
  const isSame = before !== undefined && JSON.stringify(before.rules) === JSON.stringify(learnt);
  return {
    source,
    rules: isSame ? before.rules : learnt,
    inconsistent: new Map([...saidTwice(lines), ...inconsistentLines(lines, source)]),
    misaligned,
    otherLanguage,
    noted,
  };
}

const scriptOfTranslations = (lines: readonly Line[], language: string | undefined): Script | undefined =>
  (language === undefined ? undefined : scriptOfLanguage(language)) ??
  mainScript(lines.flatMap(({ translation }) => (translation === undefined ? [] : [translation])));

/** Whether judge finds the same problems in these lines by both facts, so that the problems found before can be kept. */
export const judgedAlike = (lines: readonly Line[], one: FilmFacts, other: FilmFacts): boolean =>
  one.rules === other.rules &&
  one.source === other.source &&
  lines.every(
    ({ number }) =>
      one.inconsistent.get(number) === other.inconsistent.get(number) &&
      one.misaligned.get(number) === other.misaligned.get(number) &&
      one.otherLanguage.get(number) === other.otherLanguage.get(number) &&
      one.noted.get(number) === other.noted.get(number),
  );

/** Number of lines in the sample, taken evenly from the whole film: more lines change nothing. */
const SAMPLE_LINES = 500;
/** With fewer lines the usual ratio of the two scripts is the better guess. */
const LEAST_LINES = 20;
/** A ratio that changes by less keeps its old value, so that lines need not be judged again. */
const SMALL_CHANGE = 0.1;

function sampleOf(lines: readonly Line[]): readonly (Line & { readonly translation: string })[] {
  const step = Math.max(1, Math.floor(lines.length / SAMPLE_LINES));
  return lines.flatMap((line, index) =>
    index % step === 0 && line.translation ? { ...line, translation: line.translation } : [],
  );
}

/** The median ratio of visible characters, translation to original; the usual ratio of the scripts until enough lines are finished. */
function usualRatio(lines: readonly Line[], rules: FilmRules, before: number | undefined): number {
  const ratios: number[] = [];
  for (const { original, translation } of sampleOf(lines)) {
    const characters = countCharacters(withoutTags(original));
    if (isLongEnough(characters, rules.sourceScript))
      ratios.push(countCharacters(withoutTags(translation)) / characters);
  }
  if (ratios.length < LEAST_LINES) return lengthOfScript(rules.script) / lengthOfScript(rules.sourceScript);
  const median = ratios.sort((one, other) => one - other)[ratios.length >> 1] ?? 1;
  return before !== undefined && Math.abs(before / median - 1) < SMALL_CHANGE ? before : median;
}

/** A sign in at least so many originals, kept by less than this share of translations, is left out on purpose, as "?" in Thai. */
const LEAST_MARKS = 10;
const KEPT_SHARE = 0.85;

type SeenLine = Pick<MeasuredLine, 'number' | 'original' | 'translation'>;

/** The signs that this film's translations keep; a sign seen in few originals counts as kept, but for the end of a sentence. */
function usualMarks(seen: readonly SeenLine[], { language }: FilmRules): readonly MarkName[] {
  const sample = seen.map(({ original, translation }) => [original.lines, translation.lines] as const);
  const usual = [...SENTENCE_MARKS, STOP].filter((mark) => {
    const marked = sample.filter(([original]) => mark.has(original));
    const kept = marked.filter(([original, translation]) => mark.isKept(original, translation, language));
    return marked.length < LEAST_MARKS ? mark !== STOP : kept.length >= marked.length * KEPT_SHARE;
  });
  return usual.map(({ name }) => name);
}

/** A key that is equal for originals that are the same to a translator: without tags, in small letters, with single spaces. */
const originalKey = (original: string): string => withoutTags(original).replace(/\s+/gu, ' ').trim().toLowerCase();

/**
 * The numbers of the other lines for which a person may want the edit of line `edited`, too: lines with the same original that still
 * have the translation `before`, which line `edited` had before the edit.
 */
export function repeatsOf(lines: readonly Line[], edited: number, before: string): readonly number[] {
  const key = originalKey(lines.find(({ number }) => number === edited)?.original ?? '');
  if (key === '') return [];
  return lines
    .filter((line) => line.translation === before && line.number !== edited && originalKey(line.original) === key)
    .map(({ number }) => number);
}

/** Words of an original. A shorter one ("Oh no.") may rightly be translated in several ways. */
const LEAST_WORDS = 3;

/** A short original's single other translation is reported only if the usual one stands at least this many times. */
const USUAL_TIMES = 3;

/** The lines with the same translation of an original. */
type Variant = readonly Line[];

/**
 * By line number: a sentence with another translation of the same original. Reported for lines that differ from the most frequent
 * translation; for all lines if no translation is the most frequent. Case, punctuation and tags make no difference.
 */
export function inconsistentLines(lines: readonly Line[], source: SourceFacts): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const places of source.repeats) {
    const variants = variantsOf(lines, places);
    const [most, second] = variants;
    if (most === undefined || second === undefined) continue;
    if (isShortOriginal(most) && !isOneOdd(variants)) continue;
    const odd = most.length === second.length ? variants : variants.slice(1);
    for (const variant of odd) report(variant, variant === most ? second : most, found);
  }
  return found;
}

/** Different words of a translation. Shorter ones may be said twice in a row, for two originals: "No lo sé." */
const LEAST_WORDS_TWICE = 4;

/**
 * By line number: a sentence on a line that begins or ends with all that the one beside it says, though the originals do not: a model has merged
 * the two, or has lost one.
 */
export function saidTwice(lines: readonly Line[]): ReadonlyMap<number, string> {
  const texts = lines.map(({ translation = '' }) => withoutTags(translation).trim());
  const original = (place: number) => lettersAlone(withoutTags(lines[place]?.original ?? ''));
  function saysBoth(place: number, beside: number): boolean {
    const [own = '', other = ''] = [texts[place], texts[beside]];
    if (other === '' || !(own.startsWith(other) || own.endsWith(other))) return false;
    return countDifferentWords(other) >= LEAST_WORDS_TWICE && !original(place).includes(original(beside));
  }
  const found = new Map<number, string>();
  for (const [place, { number }] of lines.entries()) {
    const beside = [place - 1, place + 1].find((other) => saysBoth(place, other));
    if (beside !== undefined) found.set(number, `The translation of line ${lines[beside]?.number} stands here, too.`);
  }
  return found;
}

function report(variant: Variant, other: Variant, found: Map<number, string>): void {
  const words = wordsFor(other);
  for (const { number } of variant) found.set(number, words);
}

/** The different translations, the most frequent first. */
function variantsOf(lines: readonly Line[], places: readonly number[]): readonly Variant[] {
  const repeated = places.flatMap((place) => lines[place] ?? []);
  const variants = grouped(repeated, ({ translation = '' }) => lettersAlone(withoutTags(translation)));
  variants.delete('');
  return [...variants.values()].sort((one, other) => other.length - one.length);
}

const isShortOriginal = ([line]: Variant): boolean =>
  countDifferentWords(withoutTags(line?.original ?? '')) < LEAST_WORDS;

const isOneOdd = (variants: readonly Variant[]): boolean =>
  variants.length === 2 && variants[1]?.length === 1 && (variants[0]?.length ?? 0) >= USUAL_TIMES;

function wordsFor([first]: Variant): string {
  const text = shorten(withoutTags(first?.translation ?? '').replaceAll('\n', ' '), 60);
  return `The same original is “${text}” in line ${first?.number}.`;
}

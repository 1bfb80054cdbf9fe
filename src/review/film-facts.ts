import { areRelated } from '../languages/language-names.ts';
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
import { type PunctuationName, SENTENCE_PUNCTUATION, STOP } from './text/punctuation.ts';
import { countDifferentWords, lettersAlone } from './text/words.ts';

/** What the rules need to know of the whole film to judge one of its lines. */
export interface FilmFacts {
  readonly source: SourceFacts;
  /** Stays the same object while its contents stay equal. */
  readonly rules: FilmRules;
  /** By line number: a sentence about another translation of the same original, or about a text that stands in two lines. */
  readonly inconsistent: ReadonlyMap<number, string>;
  /** By line number: why the translation seems to belong to another line. */
  readonly misaligned: ReadonlyMap<number, string>;
  /** By line number: in which language its batch is, instead of the target language. */
  readonly otherLanguage: ReadonlyMap<number, string>;
  /** By line number: what the film notes say about it. */
  readonly noted: ReadonlyMap<number, NotedLine>;
}

export interface FilmChoices {
  /** BCP 47: guessed from the prompt (targetLanguage), or chosen by the person. */
  readonly language: string | undefined;
  readonly limits: Limits;
  /** By line number: what the search for misaligned translations found. */
  readonly misaligned: ReadonlyMap<number, string>;
  /** By line number: which batches are in another language. */
  readonly otherLanguage?: ReadonlyMap<number, string>;
  /** By line number: where the translation disagrees with the film notes. */
  readonly noted?: ReadonlyMap<number, NotedLine>;
  /** How everybody is addressed; undefined: unknown. */
  readonly address?: AgreedAddress | undefined;
}

/**
 * The limits for translations into a language (BCP 47). If the originals exceed the usual line length, translations may be as long as they are;
 * if half of the lines would be too fast even when translated well, as fast as they are.
 */
export function limitsOfFilm({ ownLine, ownSpeed, script }: SourceFacts, language: string | undefined): Limits {
  const usual = limitsFor(language);
  const density =
    lengthOfScript(language === undefined ? undefined : scriptOfLanguage(language)) / lengthOfScript(script);
  const isFast = ownSpeed !== undefined && ownSpeed.usual * density > usual.charactersPerSecond;
  // A translation is often a quarter longer than its original.
  const line = ownLine === undefined ? 0 : Math.ceil(ownLine * density * 1.25);
  return {
    ...usual,
    charactersPerLine: Math.max(usual.charactersPerLine, line),
    ...(isFast && { charactersPerSecond: Math.ceil(ownSpeed.most * density) }),
  };
}

const NOT_NOTED: ReadonlyMap<number, NotedLine> = new Map();
const NOTHING_TOLD: ReadonlyMap<number, string> = new Map();

/**
 * Takes a few milliseconds for 10,000 lines. Rules that are still true stay the same object as in `before`, so that few batches are judged again
 * (judgedAlike).
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
    punctuation: [],
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
    punctuation: usualPunctuation(seen, rules),
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

/** Whether both facts lead to the same problems in these lines, so that known problems can be reused. */
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

const SAMPLE_LINES = 500;

function sampleOf(lines: readonly Line[]): readonly (Line & { readonly translation: string })[] {
  const step = Math.max(1, Math.floor(lines.length / SAMPLE_LINES));
  return lines.flatMap((line, index) =>
    index % step === 0 && line.translation ? { ...line, translation: line.translation } : [],
  );
}

/** The median length ratio of translation to original; until enough lines are finished, the usual ratio of the two scripts. */
function usualRatio(lines: readonly Line[], rules: FilmRules, before: number | undefined): number {
  const ratios: number[] = [];
  for (const { original, translation } of sampleOf(lines)) {
    const characters = countCharacters(withoutTags(original));
    if (isLongEnough(characters, rules.sourceScript))
      ratios.push(countCharacters(withoutTags(translation)) / characters);
  }
  if (ratios.length < 20) return lengthOfScript(rules.script) / lengthOfScript(rules.sourceScript);
  const median = ratios.sort((one, other) => one - other)[ratios.length >> 1] ?? 1;
  // Ignore small changes, so that the lines need not be judged again.
  return before !== undefined && Math.abs(before / median - 1) < 0.1 ? before : median;
}

/**
 * If at least this many originals have a sign and fewer than KEPT_SHARE of their translations, translators drop it on purpose, as Thai drops
 * "?".
 */
const LEAST_MARKS = 10;
const KEPT_SHARE = 0.85;

type SeenLine = Pick<MeasuredLine, 'number' | 'original' | 'translation'>;

/** The signs that this film's translations keep. A sign seen in few originals counts as kept, except for the full stop. */
function usualPunctuation(seen: readonly SeenLine[], { language }: FilmRules): readonly PunctuationName[] {
  const sample = seen.map(({ original, translation }) => [original.lines, translation.lines] as const);
  const usual = [...SENTENCE_PUNCTUATION, STOP].filter((mark) => {
    const marked = sample.filter(([original]) => mark.has(original));
    const kept = marked.filter(([original, translation]) => mark.isKept(original, translation, language));
    return marked.length < LEAST_MARKS ? mark !== STOP : kept.length >= marked.length * KEPT_SHARE;
  });
  return usual.map(({ name }) => name);
}

const originalKey = (original: string): string => withoutTags(original).replace(/\s+/gu, ' ').trim().toLowerCase();

/** The lines for which a person may want the same edit as for line `edited`: same original, and still the translation `before`. */
export function repeatsOf(lines: readonly Line[], edited: number, before: string): readonly number[] {
  const key = originalKey(lines.find(({ number }) => number === edited)?.original ?? '');
  if (key === '') return [];
  return lines
    .filter((line) => line.translation === before && line.number !== edited && originalKey(line.original) === key)
    .map(({ number }) => number);
}

/** The lines that share one translation of an original. */
type Variant = readonly Line[];

/**
 * By line number: a sentence about another translation of the same original. Reports the lines that differ from the most frequent translation,
 * or all if none is most frequent. Ignores case, punctuation and tags.
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

/**
 * By line number: lines that begin or end with everything their neighbour says, although the originals do not. The model has merged the two
 * lines or lost one.
 */
export function saidTwice(lines: readonly Line[]): ReadonlyMap<number, string> {
  const texts = lines.map(({ translation = '' }) => withoutTags(translation).trim());
  const original = (place: number) => lettersAlone(withoutTags(lines[place]?.original ?? ''));
  function saysBoth(place: number, beside: number): boolean {
    const [own = '', other = ''] = [texts[place], texts[beside]];
    if (other === '' || !(own.startsWith(other) || own.endsWith(other))) return false;
    // Short translations may rightly repeat, as "No lo sé." for two different originals.
    return countDifferentWords(other) >= 4 && !original(place).includes(original(beside));
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

/** Sorted by frequency, the most frequent first. */
function variantsOf(lines: readonly Line[], places: readonly number[]): readonly Variant[] {
  const repeated = places.flatMap((place) => lines[place] ?? []);
  const variants = grouped(repeated, ({ translation = '' }) => lettersAlone(withoutTags(translation)));
  variants.delete('');
  return [...variants.values()].sort((one, other) => other.length - one.length);
}

const isShortOriginal = ([line]: Variant): boolean =>
  // A short original ("Oh no.") may rightly be translated in several ways.
  countDifferentWords(withoutTags(line?.original ?? '')) < 3;

const isOneOdd = (variants: readonly Variant[]): boolean =>
  variants.length === 2 && variants[1]?.length === 1 && (variants[0]?.length ?? 0) >= 3;

function wordsFor([first]: Variant): string {
  const text = shorten(withoutTags(first?.translation ?? '').replaceAll('\n', ' '), 60);
  return `The same original is “${text}” in line ${first?.number}.`;
}

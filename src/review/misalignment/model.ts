import { SPACELESS } from '../../languages/scripts.ts';
import { withPlainDigits } from '../../lib/text.ts';
import { withoutTags } from '../../subtitles/tags.ts';
import type { Line } from '../line.ts';

/** The features of a text that its translation is likely to share. Read once for each text. */
export interface Features {
  /**
   * Characters without spaces and tags, in about as many Latin letters as each would need, plus LENGTH_FLOOR, so that two short texts
   * such as "No." and "Well." hardly differ.
   */
  readonly length: number;
  /** For each of FEATURE_MARKS the text's kind, as an index. */
  readonly marks: readonly number[];
  /** The text's numbers, sorted, in European digits, with spaces between. */
  readonly numbers: string;
  /** Each word once, cut to its beginning, so that endings matter less. */
  readonly words: readonly string[];
}

/** Added to every length, in letters. */
const LENGTH_FLOOR = 3;
/** How many Latin letters one character of a denser script stands for, roughly; the film's true ratio is learnt. */
const DENSE_SCRIPTS: readonly (readonly [script: RegExp, letters: number])[] = [
  [/\p{Script=Han}/gu, 3],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 1.7],
  [/\p{Script=Hangul}/gu, 2.2],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/gu, 1.25],
];
/** Shorter words are left out: articles, pronouns and particles stand in every other line. */
const LEAST_WORD_CHARACTERS = 3;
/** Further words of a text are left out: each word of an original is counted with each of its translation. No phrase has as many. */
const MOST_WORDS = 24;
/** Words are cut to this length: enough to tell words apart, few enough that declined forms fall together. */
const WORD_CHARACTERS = 6;

/** One visible feature of a text: how many kinds there are, and which kind (from 0) a text is of. */
interface Mark {
  readonly kinds: number;
  readonly kindOf: (text: string, whole: string) => number;
}

const has = (pattern: RegExp): Mark => ({ kinds: 2, kindOf: (text) => (pattern.test(text) ? 1 : 0) });
const countOf = (pattern: RegExp, most: number): Mark => ({
  kinds: most + 1,
  kindOf: (text) => Math.min(most, text.match(pattern)?.length ?? 0),
});

const ENDS = [/[?？؟]$/u, /[!！]$/u, /(?:…|\.\.)$/u, /[.。।]$/u, /[,，、،:;؛—–-]$/u];

export const FEATURE_MARKS: readonly Mark[] = [
  { kinds: ENDS.length + 1, kindOf: endOf },
  has(/[?？؟].*[\p{L}\p{N}]/su),
  has(/[!！].*[\p{L}\p{N}]/su),
  // Numbers of sentences, clauses, speakers and lines.
  countOf(/[.?!…。！？؟]+(?=\s+\S)/gu, 2),
  countOf(/[,，、،;؛](?=.)/gu, 2),
  countOf(/^[-–—‐]\s*\S/gmu, 2),
  countOf(/\n/gu, 2),
  has(/["“”„«»「『]/u),
  has(/[♪♫]/u),
  has(/^\s*[[(（]/u),
  has(/^\s*(?:…|\.\.)/u),
  // A phrase that begins in small letters goes on with the sentence of the one before.
  { kinds: 3, kindOf: (text) => (/^\P{L}*\p{Ll}/u.test(text) ? 1 : /^\P{L}*\p{Lu}/u.test(text) ? 2 : 0) },
  { kinds: 2, kindOf: (_, whole) => (/<i>/iu.test(whole) ? 1 : 0) },
];

/** Characters of a text that are read: no phrase on a screen is longer, and some expressions here take the square of the length. */
const MOST_CHARACTERS = 1_000;

export function featuresOf(whole: string): Features {
  const text = withoutTags(whole).trim().slice(0, MOST_CHARACTERS);
  return {
    length: lengthOf(text.replace(/\s+/gu, '')),
    marks: FEATURE_MARKS.map(({ kindOf }) => kindOf(text, whole)),
    numbers: numbersOf(text),
    words: wordsOf(text),
  };
}

function lengthOf(text: string): number {
  const more = DENSE_SCRIPTS.map(([script, letters]) => (letters - 1) * (text.match(script)?.length ?? 0));
  return LENGTH_FLOOR + text.length + more.reduce((sum, letters) => sum + letters, 0);
}

function endOf(text: string): number {
  const bare = text.replace(/["'»”’“)\]」』\s]+$/u, '');
  const kind = ENDS.findIndex((end) => end.test(bare));
  return kind < 0 ? ENDS.length : kind;
}

const numbersOf = (text: string): string => (text.match(/\p{Nd}+/gu) ?? []).map(withPlainDigits).sort().join(' ');

/** In scripts without spaces between words every two neighbouring characters count as a word. */
function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!SPACELESS.test(word)) {
      if (word.length >= LEAST_WORD_CHARACTERS) words.add([...word].slice(0, WORD_CHARACTERS).join(''));
      continue;
    }
    const letters = [...word];
    if (letters.length === 1) words.add(word);
    for (let at = 1; at < letters.length; at++) words.add(`${letters[at - 1]}${letters[at]}`);
  }
  return [...words].slice(0, MOST_WORDS);
}

/** The words of a learnt line, as ids. */
interface WordPair {
  readonly original: readonly number[];
  readonly translation: readonly number[];
}

/** A line with both texts, as the model has read it. */
export interface LearntLine {
  readonly number: number;
  readonly original: Features;
  readonly translation: Features;
  readonly words: WordPair;
}

export type MisalignmentModel = ReturnType<typeof createMisalignmentModel>;

const MARK_WEIGHT = 0.7;
const WORD_WEIGHT = 4;
/** Scores of two texts with the same numbers, and with different ones. Numbers in one text alone count nothing: they may be spelled out. */
const SAME_NUMBERS = 2;
const OTHER_NUMBERS = -2;

/** Learns from the film's finished batches how originals and translations go together. */
export function createMisalignmentModel() {
  const lengths = createLengthModel();
  const marks = createMarkModel();
  const lexicon = createLexicon();
  const batches = new Map<number, readonly (LearntLine | undefined)[]>();
  let lines = 0;

  function count(line: LearntLine, by: 1 | -1): void {
    lengths.count(line.original.length, line.translation.length, by);
    marks.count(line.original.marks, line.translation.marks, by);
    lexicon.count(line.words, by);
    lines += by;
  }

  function read({ number, original, translation }: Line): LearntLine | undefined {
    if (translation === undefined) return undefined;
    const [one, other] = [featuresOf(original), featuresOf(translation)];
    const words = { original: lexicon.originalIds(one.words), translation: lexicon.translationIds(other.words) };
    return { number, original: one, translation: other, words };
  }

  return {
    /** Learns a batch's present lines and forgets its earlier ones; undefined, or lines without translations: only forgets. */
    learn(batch: number, fresh: readonly Line[] | undefined): void {
      for (const line of batches.get(batch) ?? []) if (line) count(line, -1);
      const learnt = (fresh ?? []).map(read);
      for (const line of learnt) if (line) count(line, 1);
      batches.set(batch, learnt);
    },
    /** A batch's learnt lines, in order; undefined for a line without a translation. Empty for a batch that was not learnt. */
    linesOf: (batch: number): readonly (LearntLine | undefined)[] => batches.get(batch) ?? [],
    /** How well the original of one learnt line goes with the translation of another, or of the same: the higher, the better. */
    score(one: LearntLine, other: LearntLine): number {
      return (
        lengths.score(one.original.length, other.translation.length) +
        MARK_WEIGHT * marks.score(one.original.marks, other.translation.marks, one === other) +
        WORD_WEIGHT * lexicon.score(one.words, other.words) +
        numbersScore(one.original.numbers, other.translation.numbers)
      );
    },
    /** How many lines were learnt from the other batches. */
    linesBeside: (batch: number): number =>
      lines - (batches.get(batch)?.filter((line) => line !== undefined).length ?? 0),
  };
}

function numbersScore(one: string, other: string): number {
  if (one === '' || other === '') return 0;
  return one === other ? SAME_NUMBERS : OTHER_NUMBERS;
}

/** After this number of pairs, counted and assumed pairs weigh the same. */
const PRIOR_PAIRS = 12;
/** The share of the assumed pairs with the same mark on both sides. */
const PRIOR_SAME = 0.6;
/** Bound of one mark's score, so that no mark decides alone. */
const MOST_SCORE = 2;

/** Learns which marks of originals go with which marks of translations: Thai, for example, has no full stops. */
function createMarkModel() {
  const tables = FEATURE_MARKS.map(({ kinds }) => new Array<number>(kinds * kinds).fill(0));
  const originals = FEATURE_MARKS.map(({ kinds }) => new Array<number>(kinds).fill(0));
  const translations = FEATURE_MARKS.map(({ kinds }) => new Array<number>(kinds).fill(0));
  let pairs = 0;

  const scoreOf = (mark: number, one: number, other: number, own: number): number => {
    const kinds = FEATURE_MARKS[mark]?.kinds ?? 1;
    const prior = PRIOR_PAIRS * ((one === other ? PRIOR_SAME / kinds : 0) + (1 - PRIOR_SAME) / (kinds * kinds));
    const together = (tables[mark]?.[one * kinds + other] ?? 0) - own + prior;
    const left = (originals[mark]?.[one] ?? 0) - own + PRIOR_PAIRS / kinds;
    const right = (translations[mark]?.[other] ?? 0) - own + PRIOR_PAIRS / kinds;
    const score = Math.log((together * (pairs - own + PRIOR_PAIRS)) / (left * right));
    return Math.max(-MOST_SCORE, Math.min(MOST_SCORE, score));
  };

  return {
    /** `by`: 1 learns the marks of a pair, -1 forgets them. */
    count(original: readonly number[], translation: readonly number[], by: 1 | -1): void {
      for (const [mark, { kinds }] of FEATURE_MARKS.entries()) {
        const [one, other] = [original[mark] ?? 0, translation[mark] ?? 0];
        add(tables[mark], one * kinds + other, by);
        add(originals[mark], one, by);
        add(translations[mark], other, by);
      }
      pairs += by;
    },
    /**
     * How much more often than by chance these marks stand together, as logarithms, summed. `isOwn`: the pair itself has been learnt,
     * and is left out.
     */
    score(original: readonly number[], translation: readonly number[], isOwn: boolean): number {
      const scores = original.map((one, mark) => scoreOf(mark, one, translation[mark] ?? 0, isOwn ? 1 : 0));
      return scores.reduce((sum, score) => sum + score, 0);
    },
  };
}

function add(counts: number[] | undefined, index: number, by: number): void {
  if (counts) counts[index] = (counts[index] ?? 0) + by;
}

/** The histogram's bins: logarithms of ratios in steps of 1/20, from e^-3 to e^3. */
const STEPS_PER_UNIT = 20;
const MOST_UNITS = 3;

/** Bound of the score, so that one very free translation does not outweigh a few lines that fit. */
const LEAST_SCORE = -4;
/** The deviation before any pair is known, measured on film dialogue. */
const FIRST_DEVIATION = 0.35;
const LEAST_DEVIATION = 0.2;
/** After this number of pairs, measured and assumed values weigh the same. */
const PRIOR_LENGTH_PAIRS = 20;
/** Factor from the median deviation of normally distributed values to their standard deviation. */
const DEVIATION_OF_MEDIAN = 1.4826;

/**
 * Learns how long this film's translations are for their originals, and how much that varies. Before any pair is known, original and translation are expected to be equally long (Features.length). The model uses the median and
 * the median deviation, which a misaligned batch hardly moves; it keeps a histogram, so that a pair can be forgotten.
 */
function createLengthModel() {
  const bins = new Array<number>(2 * MOST_UNITS * STEPS_PER_UNIT + 1).fill(0);
  let pairs = 0;
  let known: { readonly usual: number; readonly deviation: number } | undefined;

  function shape() {
    const own = pairs / (pairs + PRIOR_LENGTH_PAIRS);
    const usual = pairs === 0 ? 0 : own * ratioOf(medianOf(bins, pairs));
    const deviations = new Array<number>(bins.length).fill(0);
    for (const [bin, count] of bins.entries()) {
      const away = Math.min(bins.length - 1, Math.round(Math.abs(ratioOf(bin) - usual) * STEPS_PER_UNIT));
      deviations[away] = (deviations[away] ?? 0) + count;
    }
    const measured = pairs === 0 ? 0 : (DEVIATION_OF_MEDIAN * medianOf(deviations, pairs)) / STEPS_PER_UNIT;
    return { usual, deviation: Math.max(LEAST_DEVIATION, own * measured + (1 - own) * FIRST_DEVIATION) };
  }

  return {
    /** `by`: 1 learns a pair of lengths, -1 forgets it. */
    count(original: number, translation: number, by: 1 | -1): void {
      const bin = binOf(Math.log(translation / original));
      bins[bin] = (bins[bin] ?? 0) + by;
      pairs += by;
      known = undefined;
    },
    /** How well two lengths go together: from 0, the usual ratio, down to LEAST_SCORE. */
    score(original: number, translation: number): number {
      known ??= shape();
      const away = (Math.log(translation / original) - known.usual) / known.deviation;
      return Math.max(LEAST_SCORE, (-away * away) / 2);
    },
  };
}

const binOf = (ratio: number): number =>
  Math.round((Math.max(-MOST_UNITS, Math.min(MOST_UNITS, ratio)) + MOST_UNITS) * STEPS_PER_UNIT);

const ratioOf = (bin: number): number => bin / STEPS_PER_UNIT - MOST_UNITS;

/** The bin of the median of all values. */
function medianOf(bins: readonly number[], values: number): number {
  let before = 0;
  for (const [bin, count] of bins.entries()) {
    before += count;
    if (2 * before >= values) return bin;
  }
  return 0;
}

/** Log-likelihood ratios (Dunning 1993): below the first, two words may stand together by chance; from the second on they are a pair. */
const LEAST_EVIDENCE = 4;
const FULL_EVIDENCE = 15;

/** Learns from the film's lines which words of the originals go with which words of the translations. */
function createLexicon() {
  const originals = createCounts();
  const translations = createCounts();
  /** In how many lines a word of the originals and one of the translations stand together. */
  const together: Map<number, number>[] = [];
  let lines = 0;

  /** `by`: 1 learns a line, -1 forgets it. */
  function count({ original, translation }: WordPair, by: 1 | -1): void {
    lines += by;
    originals.add(original, by);
    translations.add(translation, by);
    for (const one of original) {
      const others = together[one] ?? new Map<number, number>();
      together[one] = others;
      for (const other of translation) {
        const sum = (others.get(other) ?? 0) + by;
        if (sum === 0) others.delete(other);
        else others.set(other, sum);
      }
    }
  }

  /** How surely `other` translates `one`, from 0 to 1, as seen in all lines but these two. */
  function surenessOf(one: number, other: number, from: WordPair, to: WordPair): number {
    const seen = together[one]?.get(other);
    if (seen === undefined) return 0;
    // If both arguments are the same line, the line is left out once.
    const [oneInTo, otherInFrom] = from === to ? [0, 0] : [isIn(to.original, one), isIn(from.translation, other)];
    const both = seen - (from === to ? 1 : oneInTo + otherInFrom);
    const ones = originals.of(one) - 1 - oneInTo;
    const others = translations.of(other) - 1 - otherInFrom;
    return association(both, ones, others, lines - (from === to ? 1 : 2));
  }

  /**
   * How much the original of one learnt line and the translation of another (or of the same) say the same: 0 for nothing, about 1 for
   * each word that is surely translated. What the two lines themselves have taught is left out.
   */
  function score(from: WordPair, to: WordPair): number {
    // Words that no other line has tell nothing.
    const sharedWords = to.translation.filter((word) => translations.of(word) > 1);
    if (sharedWords.length === 0) return 0;
    let sum = 0;
    for (const one of from.original) {
      if (originals.of(one) < 2) continue;
      let best = 0;
      for (const other of sharedWords) best = Math.max(best, surenessOf(one, other, from, to));
      sum += best;
    }
    return sum / Math.sqrt(Math.max(1, from.original.length));
  }

  // A new word gets a new id.
  return { originalIds: originals.idsOf, translationIds: translations.idsOf, count, score };
}

/** Counts in how many lines each word stands. */
function createCounts() {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  const idOf = (word: string): number => {
    const known = ids.get(word);
    if (known !== undefined) return known;
    ids.set(word, counts.length);
    return counts.push(0) - 1;
  };
  return {
    idsOf: (words: readonly string[]): readonly number[] => words.map(idOf),
    of: (id: number): number => counts[id] ?? 0,
    add: (words: readonly number[], by: number): void => {
      for (const id of words) counts[id] = (counts[id] ?? 0) + by;
    },
  };
}

const isIn = (words: readonly number[], word: number): number => (words.includes(word) ? 1 : 0);

/** Dice's coefficient, reduced where the evidence is weak. */
function association(both: number, ones: number, others: number, lines: number): number {
  if (both < 1 || both * lines <= ones * others) return 0;
  const evidence = logLikelihoodRatio(both, ones, others, lines);
  if (evidence < LEAST_EVIDENCE) return 0;
  return Math.min(1, (2 * both) / (ones + others)) * Math.min(1, evidence / FULL_EVIDENCE);
}

function logLikelihoodRatio(both: number, ones: number, others: number, lines: number): number {
  const [onlyOne, onlyOther] = [ones - both, others - both];
  const neither = lines - ones - others + both;
  const cells = term(both) + term(onlyOne) + term(onlyOther) + term(neither);
  const margins = term(ones) + term(lines - ones) + term(others) + term(lines - others);
  return 2 * (cells - margins + term(lines));
}

const term = (count: number): number => (count > 0 ? count * Math.log(count) : 0);

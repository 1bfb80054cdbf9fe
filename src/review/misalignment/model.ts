import { SPACELESS } from '../../languages/scripts.ts';
import { withPlainDigits } from '../../lib/text.ts';
import { withoutTags } from '../../subtitles/tags.ts';
import type { Line } from '../line.ts';

/** Features of a text that its translation probably shares. */
interface Features {
  /**
   * The number of characters without spaces and tags, converted to Latin letters, plus LENGTH_FLOOR, so that short texts such as "No." and "Well."
   * hardly differ.
   */
  readonly length: number;
  /** For each of FEATURE_SIGNS the index of the text's kind. */
  readonly signs: readonly number[];
  /** The numbers of the text: sorted, in European digits, separated by spaces. */
  readonly numbers: string;
  /** Each word once. Only its beginning is compared, so that endings matter less. */
  readonly words: readonly string[];
}

/** Unit: Latin letters. */
const LENGTH_FLOOR = 3;
/** About how many Latin letters one character of a denser script replaces. The film's true ratio is learnt. */
const DENSE_SCRIPTS: readonly (readonly [script: RegExp, letters: number])[] = [
  [/\p{Script=Han}/gu, 3],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 1.7],
  [/\p{Script=Hangul}/gu, 2.2],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/gu, 1.25],
];
const WORD_CHARACTERS = {
  /** Shorter words are skipped: articles, pronouns and particles, which occur in every other line. */
  least: 3,
  /** Words are cut to this length: enough to distinguish words, and short enough that inflected forms are equal. */
  most: 6,
} as const;

/** A visible feature of a text. `kindOf` returns a number below `kinds`. */
interface Sign {
  readonly kinds: number;
  readonly kindOf: (text: string, whole: string) => number;
}

const has = (pattern: RegExp): Sign => ({ kinds: 2, kindOf: (text) => (pattern.test(text) ? 1 : 0) });
const countOf = (pattern: RegExp, most: number): Sign => ({
  kinds: most + 1,
  kindOf: (text) => Math.min(most, text.match(pattern)?.length ?? 0),
});

const ENDS = [/[?？؟]$/u, /[!！]$/u, /(?:…|\.\.)$/u, /[.。।]$/u, /[,，、،:;؛—–-]$/u];

const FEATURE_SIGNS: readonly Sign[] = [
  { kinds: ENDS.length + 1, kindOf: endOf },
  has(/[?？؟].*[\p{L}\p{N}]/su),
  has(/[!！].*[\p{L}\p{N}]/su),
  // The numbers of sentences, clauses, speakers and lines.
  countOf(/[.?!…。！？؟]+(?=\s+\S)/gu, 2),
  countOf(/[,，、،;؛](?=.)/gu, 2),
  countOf(/^[-–—‐]\s*\S/gmu, 2),
  countOf(/\n/gu, 2),
  has(/["“”„«»「『]/u),
  has(/[♪♫]/u),
  has(/^\s*[[(（]/u),
  has(/^\s*(?:…|\.\.)/u),
  // A phrase that begins in lower case continues a sentence.
  { kinds: 3, kindOf: (text) => (/^\P{L}*\p{Ll}/u.test(text) ? 1 : /^\P{L}*\p{Lu}/u.test(text) ? 2 : 0) },
  { kinds: 2, kindOf: (_, whole) => (/<i>/iu.test(whole) ? 1 : 0) },
];

export function featuresOf(whole: string): Features {
  // No phrase on a screen is longer, and some expressions need quadratic time.
  const text = withoutTags(whole).trim().slice(0, 1_000);
  return {
    length: lengthOf(text.replace(/\s+/gu, '')),
    signs: FEATURE_SIGNS.map(({ kindOf }) => kindOf(text, whole)),
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

/** In scripts without spaces, each pair of neighbouring characters counts as a word. */
function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!SPACELESS.test(word)) {
      if (word.length >= WORD_CHARACTERS.least) words.add([...word].slice(0, WORD_CHARACTERS.most).join(''));
      continue;
    }
    const letters = [...word];
    if (letters.length === 1) words.add(word);
    for (let at = 1; at < letters.length; at++) words.add(`${letters[at - 1]}${letters[at]}`);
  }
  // No real phrase has more words. The limit bounds the pairs: each word of an original is counted with each of its translation.
  return [...words].slice(0, 24);
}

/** The word ids of a learnt line. */
interface WordPair {
  readonly original: readonly number[];
  readonly translation: readonly number[];
}

/** A line with both texts and their features. */
export interface LearntLine {
  readonly number: number;
  readonly original: Features;
  readonly translation: Features;
  readonly words: WordPair;
}

export type MisalignmentModel = ReturnType<typeof createMisalignmentModel>;

/** What each feature adds to the score of a pair. A number in only one text does not count: the other text may spell it out. */
const WEIGHT = { signs: 0.7, words: 4, sameNumbers: 2, otherNumbers: -2 } as const;

/** Learns from finished batches how originals and translations correspond. */
export function createMisalignmentModel() {
  const lengths = createLengthModel();
  const signs = createSignModel();
  const lexicon = createLexicon();
  const batches = new Map<number, readonly (LearntLine | undefined)[]>();
  let lines = 0;

  function count(line: LearntLine, by: 1 | -1): void {
    lengths.count(line.original.length, line.translation.length, by);
    signs.count(line.original.signs, line.translation.signs, by);
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
    /** Replaces what the model learnt of the batch. `fresh` undefined: the model only forgets the batch. */
    learn(batch: number, fresh: readonly Line[] | undefined): void {
      for (const line of batches.get(batch) ?? []) if (line) count(line, -1);
      const learnt = (fresh ?? []).map(read);
      for (const line of learnt) if (line) count(line, 1);
      batches.set(batch, learnt);
    },
    /** An element is undefined if its line has no translation. Empty for an unknown batch. */
    linesOf: (batch: number): readonly (LearntLine | undefined)[] => batches.get(batch) ?? [],
    /** Scores how well the original of one learnt line matches the translation of another or of the same line. Higher is better. */
    score(one: LearntLine, other: LearntLine): number {
      return (
        lengths.score(one.original.length, other.translation.length) +
        WEIGHT.signs * signs.score(one.original.signs, other.translation.signs, one === other) +
        WEIGHT.words * lexicon.score(one.words, other.words) +
        numbersScore(one.original.numbers, other.translation.numbers)
      );
    },
    /** How many lines are known from other batches. */
    linesBeside: (batch: number): number =>
      lines - (batches.get(batch)?.filter((line) => line !== undefined).length ?? 0),
  };
}

function numbersScore(one: string, other: string): number {
  if (one === '' || other === '') return 0;
  return one === other ? WEIGHT.sameNumbers : WEIGHT.otherNumbers;
}

const SIGN = {
  /** After this many pairs, the counted and the assumed pairs have the same weight. */
  priorPairs: 12,
  /** The assumed share of pairs that have the same sign in both texts. */
  priorSame: 0.6,
  /** The limit of a sign's score, so that no sign decides alone. */
  mostScore: 2,
} as const;

/** Learns which punctuation marks of originals match which ones of translations. Thai, for example, has no full stops. */
function createSignModel() {
  const tables = FEATURE_SIGNS.map(({ kinds }) => new Array<number>(kinds * kinds).fill(0));
  const originals = FEATURE_SIGNS.map(({ kinds }) => new Array<number>(kinds).fill(0));
  const translations = FEATURE_SIGNS.map(({ kinds }) => new Array<number>(kinds).fill(0));
  let pairs = 0;

  const scoreOf = (sign: number, one: number, other: number, own: number): number => {
    const kinds = FEATURE_SIGNS[sign]?.kinds ?? 1;
    const prior =
      SIGN.priorPairs * ((one === other ? SIGN.priorSame / kinds : 0) + (1 - SIGN.priorSame) / (kinds * kinds));
    const together = (tables[sign]?.[one * kinds + other] ?? 0) - own + prior;
    const left = (originals[sign]?.[one] ?? 0) - own + SIGN.priorPairs / kinds;
    const right = (translations[sign]?.[other] ?? 0) - own + SIGN.priorPairs / kinds;
    const score = Math.log((together * (pairs - own + SIGN.priorPairs)) / (left * right));
    return Math.max(-SIGN.mostScore, Math.min(SIGN.mostScore, score));
  };

  return {
    /** `by`: 1 learns the pair, -1 forgets it. */
    count(original: readonly number[], translation: readonly number[], by: 1 | -1): void {
      for (const [sign, { kinds }] of FEATURE_SIGNS.entries()) {
        const [one, other] = [original[sign] ?? 0, translation[sign] ?? 0];
        add(tables[sign], one * kinds + other, by);
        add(originals[sign], one, by);
        add(translations[sign], other, by);
      }
      pairs += by;
    },
    /**
     * Adds up for all signs the logarithm of how much more often than by chance they occur together. `isOwn`: the two texts are one learnt pair,
     * which must not count as evidence for itself.
     */
    score(original: readonly number[], translation: readonly number[], isOwn: boolean): number {
      const scores = original.map((one, sign) => scoreOf(sign, one, translation[sign] ?? 0, isOwn ? 1 : 0));
      return scores.reduce((sum, score) => sum + score, 0);
    },
  };
}

function add(counts: number[] | undefined, index: number, by: number): void {
  if (counts) counts[index] = (counts[index] ?? 0) + by;
}

/** The histogram contains logarithms of ratios from e^-3 to e^3 in steps of 1/20. */
const RATIO = {
  mostUnits: 3,
  stepsPerUnit: 20,
  /** The limit of a length's score, so that one very free translation does not outweigh several lines that fit. */
  leastScore: -4,
  /** After this many pairs, the measured and the assumed values have the same weight. */
  priorPairs: 20,
} as const;

/**
 * Learns the film's usual length ratio and its variation. A misaligned batch hardly changes the median and the median deviation. The histogram
 * makes it possible to forget pairs.
 */
function createLengthModel() {
  const bins = new Array<number>(2 * RATIO.mostUnits * RATIO.stepsPerUnit + 1).fill(0);
  let pairs = 0;
  let known: { readonly usual: number; readonly deviation: number } | undefined;

  function shape() {
    const own = pairs / (pairs + RATIO.priorPairs);
    const usual = pairs === 0 ? 0 : own * ratioOf(medianOf(bins, pairs));
    const deviations = new Array<number>(bins.length).fill(0);
    for (const [bin, count] of bins.entries()) {
      const away = Math.min(bins.length - 1, Math.round(Math.abs(ratioOf(bin) - usual) * RATIO.stepsPerUnit));
      deviations[away] = (deviations[away] ?? 0) + count;
    }
    const measured = pairs === 0 ? 0 : (1.4826 * medianOf(deviations, pairs)) / RATIO.stepsPerUnit;
    return { usual, deviation: Math.max(0.2, own * measured + (1 - own) * 0.35) };
  }

  return {
    /** `by`: 1 learns the pair, -1 forgets it. */
    count(original: number, translation: number, by: 1 | -1): void {
      const bin = binOf(Math.log(translation / original));
      bins[bin] = (bins[bin] ?? 0) + by;
      pairs += by;
      known = undefined;
    },
    /** 0 for the usual ratio, lower for other ratios, at least RATIO.leastScore. */
    score(original: number, translation: number): number {
      known ??= shape();
      const away = (Math.log(translation / original) - known.usual) / known.deviation;
      return Math.max(RATIO.leastScore, (-away * away) / 2);
    },
  };
}

const binOf = (ratio: number): number =>
  Math.round((Math.max(-RATIO.mostUnits, Math.min(RATIO.mostUnits, ratio)) + RATIO.mostUnits) * RATIO.stepsPerUnit);

const ratioOf = (bin: number): number => bin / RATIO.stepsPerUnit - RATIO.mostUnits;

function medianOf(bins: readonly number[], values: number): number {
  let before = 0;
  for (const [bin, count] of bins.entries()) {
    before += count;
    if (2 * before >= values) return bin;
  }
  return 0;
}

/** Log-likelihood ratios (Dunning 1993). Below the first, two words may occur together by chance; from the second on, they are a pair. */
const EVIDENCE = { least: 4, full: 15 } as const;

/** Learns which words of the originals match which words of the translations. */
function createLexicon() {
  const originals = createCounts();
  const translations = createCounts();
  /** In how many lines two words occur together. */
  const together: Map<number, number>[] = [];
  let lines = 0;

  /** `by`: 1 learns the line, -1 forgets it. */
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

  /** How probable it is that `other` translates `one`, from 0 to 1. The two given lines do not count as evidence. */
  function surenessOf(one: number, other: number, from: WordPair, to: WordPair): number {
    const seen = together[one]?.get(other);
    if (seen === undefined) return 0;
    // If both arguments are the same line, subtract this line only once.
    const [oneInTo, otherInFrom] = from === to ? [0, 0] : [isIn(to.original, one), isIn(from.translation, other)];
    const both = seen - (from === to ? 1 : oneInTo + otherInFrom);
    const ones = originals.of(one) - 1 - oneInTo;
    const others = translations.of(other) - 1 - otherInFrom;
    return association(both, ones, others, lines - (from === to ? 1 : 2));
  }

  /** 0 if the lines have nothing in common, and about 1 for each word that is surely translated. The two lines do not count as evidence. */
  function score(from: WordPair, to: WordPair): number {
    // Ignore words that occur in no other line.
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

  return { originalIds: originals.idsOf, translationIds: translations.idsOf, count, score };
}

/** In how many lines each word occurs. */
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

/** Dice's coefficient of two words, reduced where the evidence is weak. */
function association(both: number, ones: number, others: number, lines: number): number {
  if (both < 1 || both * lines <= ones * others) return 0;
  const evidence = logLikelihoodRatio(both, ones, others, lines);
  if (evidence < EVIDENCE.least) return 0;
  return Math.min(1, (2 * both) / (ones + others)) * Math.min(1, evidence / EVIDENCE.full);
}

function logLikelihoodRatio(both: number, ones: number, others: number, lines: number): number {
  const [onlyOne, onlyOther] = [ones - both, others - both];
  const neither = lines - ones - others + both;
  const cells = term(both) + term(onlyOne) + term(onlyOther) + term(neither);
  const margins = term(ones) + term(lines - ones) + term(others) + term(lines - others);
  return 2 * (cells - margins + term(lines));
}

const term = (count: number): number => (count > 0 ? count * Math.log(count) : 0);

/** The words of a learnt line, as ids. */
export interface WordPair {
  readonly original: readonly number[];
  readonly translation: readonly number[];
}

/** Learns from the film's lines which words of the originals go with which words of the translations. */
interface Lexicon {
  /** The ids of words of originals; a new word gets a new id. */
  readonly originalIds: (words: readonly string[]) => readonly number[];
  /** The ids of words of translations; a new word gets a new id. */
  readonly translationIds: (words: readonly string[]) => readonly number[];
  /** `by`: 1 learns a line, -1 forgets it. */
  readonly count: (pair: WordPair, by: 1 | -1) => void;
  /**
   * How much the original of one learnt line and the translation of another (or of the same) say the same: 0 for nothing, about 1 for
   * each word that is surely translated. What the two lines themselves have taught is left out.
   */
  readonly score: (original: WordPair, translation: WordPair) => number;
}

/** Log-likelihood ratios (Dunning 1993): below the first, two words may stand together by chance; from the second on they are a pair. */
const LEAST_EVIDENCE = 4;
const FULL_EVIDENCE = 15;

export function createLexicon(): Lexicon {
  const originals = createCounts();
  const translations = createCounts();
  /** In how many lines a word of the originals and one of the translations stand together. */
  const together: Map<number, number>[] = [];
  let lines = 0;

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

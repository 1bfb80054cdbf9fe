import type { Line } from '../line.ts';
import { createLengthModel } from './length-model.ts';
import { createLexicon, type WordPair } from './lexicon.ts';
import { createSignModel } from './sign-model.ts';
import { type Traits, traitsOf } from './traits.ts';

/** A line with both texts, as the model has read it. */
export interface LearntLine {
  readonly number: number;
  readonly original: Traits;
  readonly translation: Traits;
  readonly words: WordPair;
}

/** Learns from the film's finished batches how originals and translations go together. */
export interface SlideModel {
  /** Learns a batch's present lines and forgets its earlier ones; undefined, or lines without translations: only forgets. */
  readonly learn: (batch: number, lines: readonly Line[] | undefined) => void;
  /** A batch's learnt lines, in order; undefined for a line without a translation. Empty for a batch that was not learnt. */
  readonly linesOf: (batch: number) => readonly (LearntLine | undefined)[];
  /** How well the original of one learnt line goes with the translation of another, or of the same: the higher, the better. */
  readonly score: (original: LearntLine, translation: LearntLine) => number;
  /** How many lines were learnt from the other batches. */
  readonly linesBeside: (batch: number) => number;
}

const SIGN_WEIGHT = 0.7;
const WORD_WEIGHT = 4;
/** Scores of two texts with the same numbers, and with different ones. Numbers in one text alone count nothing: they may be spelled out. */
const SAME_NUMBERS = 2;
const OTHER_NUMBERS = -2;

export function createSlideModel(): SlideModel {
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
    const [one, other] = [traitsOf(original), traitsOf(translation)];
    const words = { original: lexicon.originalIds(one.words), translation: lexicon.translationIds(other.words) };
    return { number, original: one, translation: other, words };
  }

  return {
    learn(batch, fresh) {
      for (const line of batches.get(batch) ?? []) if (line) count(line, -1);
      const learnt = (fresh ?? []).map(read);
      for (const line of learnt) if (line) count(line, 1);
      batches.set(batch, learnt);
    },
    linesOf: (batch) => batches.get(batch) ?? [],
    score(one, other) {
      return (
        lengths.score(one.original.length, other.translation.length) +
        SIGN_WEIGHT * signs.score(one.original.signs, other.translation.signs, one === other) +
        WORD_WEIGHT * lexicon.score(one.words, other.words) +
        numbersScore(one.original.numbers, other.translation.numbers)
      );
    },
    linesBeside: (batch) => lines - (batches.get(batch)?.filter((line) => line !== undefined).length ?? 0),
  };
}

function numbersScore(one: string, other: string): number {
  if (one === '' || other === '') return 0;
  return one === other ? SAME_NUMBERS : OTHER_NUMBERS;
}

import { SIGNS } from './traits.ts';

/** Learns which signs of originals go with which signs of translations: Thai, for example, has no full stops. */
export interface SignModel {
  /** `by`: 1 learns the signs of a pair, -1 forgets them. */
  readonly count: (original: readonly number[], translation: readonly number[], by: 1 | -1) => void;
  /**
   * How much more often than by chance these signs stand together, as logarithms, summed. `isOwn`: the pair itself has been learnt, and
   * is left out.
   */
  readonly score: (original: readonly number[], translation: readonly number[], isOwn: boolean) => number;
}

/** After this number of pairs, counted and assumed pairs weigh the same. */
const PRIOR_PAIRS = 12;
/** The share of the assumed pairs with the same sign on both sides. */
const PRIOR_SAME = 0.6;
/** Bound of one sign's score, so that no sign decides alone. */
const MOST_SCORE = 2;

export function createSignModel(): SignModel {
  const tables = SIGNS.map(({ kinds }) => new Array<number>(kinds * kinds).fill(0));
  const originals = SIGNS.map(({ kinds }) => new Array<number>(kinds).fill(0));
  const translations = SIGNS.map(({ kinds }) => new Array<number>(kinds).fill(0));
  let pairs = 0;

  const scoreOf = (sign: number, one: number, other: number, own: number): number => {
    const kinds = SIGNS[sign]?.kinds ?? 1;
    const prior = PRIOR_PAIRS * ((one === other ? PRIOR_SAME / kinds : 0) + (1 - PRIOR_SAME) / (kinds * kinds));
    const together = (tables[sign]?.[one * kinds + other] ?? 0) - own + prior;
    const left = (originals[sign]?.[one] ?? 0) - own + PRIOR_PAIRS / kinds;
    const right = (translations[sign]?.[other] ?? 0) - own + PRIOR_PAIRS / kinds;
    const score = Math.log((together * (pairs - own + PRIOR_PAIRS)) / (left * right));
    return Math.max(-MOST_SCORE, Math.min(MOST_SCORE, score));
  };

  return {
    count(original, translation, by) {
      for (const [sign, { kinds }] of SIGNS.entries()) {
        const [one, other] = [original[sign] ?? 0, translation[sign] ?? 0];
        add(tables[sign], one * kinds + other, by);
        add(originals[sign], one, by);
        add(translations[sign], other, by);
      }
      pairs += by;
    },
    score(original, translation, isOwn) {
      const own = isOwn ? 1 : 0;
      let sum = 0;
      for (let sign = 0; sign < SIGNS.length; sign++) {
        sum += scoreOf(sign, original[sign] ?? 0, translation[sign] ?? 0, own);
      }
      return sum;
    },
  };
}

function add(counts: number[] | undefined, index: number, by: number): void {
  if (counts) counts[index] = (counts[index] ?? 0) + by;
}

/** Learns how long this film's translations are for their originals, and how much that varies. */
export interface LengthModel {
  /** `by`: 1 learns a pair of lengths, -1 forgets it. */
  readonly count: (original: number, translation: number, by: 1 | -1) => void;
  /** How well two lengths go together: from 0, the usual ratio, down to LEAST_SCORE. */
  readonly score: (original: number, translation: number) => number;
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
const PRIOR_PAIRS = 20;
/** Factor from the median deviation of normally distributed values to their standard deviation. */
const DEVIATION_OF_MEDIAN = 1.4826;

/**
 * Before any pair is known, original and translation are expected to be equally long (Traits.length). The model uses the median and
 * the median deviation, which a slid batch hardly moves; it keeps a histogram, so that a pair can be forgotten.
 */
export function createLengthModel(): LengthModel {
  const bins = new Array<number>(2 * MOST_UNITS * STEPS_PER_UNIT + 1).fill(0);
  let pairs = 0;
  let known: { readonly usual: number; readonly deviation: number } | undefined;

  function shape() {
    const own = pairs / (pairs + PRIOR_PAIRS);
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
    count(original, translation, by) {
      const bin = binOf(Math.log(translation / original));
      bins[bin] = (bins[bin] ?? 0) + by;
      pairs += by;
      known = undefined;
    },
    score(original, translation) {
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

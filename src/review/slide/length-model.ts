/** How long translations are for their originals: what is usual in this film, and how far it varies. */
export interface LengthModel {
  /** `by`: 1 to learn a pair, -1 to take it back. */
  readonly count: (original: number, translation: number, by: 1 | -1) => void;
  /** How well two lengths go together: 0 is usual, LEAST_SCORE is as bad as it can be. */
  readonly score: (original: number, translation: number) => number;
}

/** Steps of the logarithm of a ratio, 1/20 each, from e^-3 to e^3. */
const STEPS_PER_UNIT = 20;
const MOST_UNITS = 3;

/** One line that goes another way altogether must not weigh more than a few that fit. */
const LEAST_SCORE = -4;
/** Of film dialogue, measured: people translate freely. */
const FIRST_DEVIATION = 0.35;
const LEAST_DEVIATION = 0.2;
/** So many pairs weigh as much as what is assumed before any is known. */
const PRIOR_PAIRS = 20;
/** The median deviation of normally distributed values, as a standard deviation. */
const DEVIATION_OF_MEDIAN = 1.4826;

/**
 * Before any pair is known both are expected to be equally long (Traits.length). Median and median deviation are read,
 * which a batch that has slid hardly moves; from a histogram, so that a pair can be taken back.
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

/** The bin in which the middle one of so many values lies. */
function medianOf(bins: readonly number[], values: number): number {
  let before = 0;
  for (const [bin, count] of bins.entries()) {
    before += count;
    if (2 * before >= values) return bin;
  }
  return 0;
}

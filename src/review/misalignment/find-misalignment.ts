import type { Line } from '../line.ts';
import { createSlideModel, type LearntLine, type SlideModel } from './model.ts';

/** Lines whose translations stand under other lines; most often a model has merged two phrases, or cut one in two. */
interface Slide {
  /** The numbers of the first and the last line. */
  readonly from: number;
  readonly to: number;
  /** By how many lines the translations stand too early; negative: too late. */
  readonly shift: number;
}

const SHIFTS = [1, -1, 2, -2];

/** Score of a line whose original, after the shift, lies outside the batch: as for two unrelated texts. */
const OUTSIDE_SCORE = -1.5;
/** Bound of what one line adds, so that no line decides alone. */
const MOST_GAIN_A_LINE = 5;

/** The least evidence for a slide. All numbers are measured (bench/slides.bench.ts). */
interface Demand {
  /** The gain, summed over the lines. */
  readonly gain: number;
  /** How many lines, and what share of the lines, must fit better one by one. */
  readonly lines: number;
  readonly share: number;
}

/** For a slide that goes on to the end of the batch, as after nearly every merged or lost phrase. */
const OF_THE_REST: Demand = { gain: 6, lines: 3, share: 0.6 };
/** For a slide that ends before the batch does, as in a reply that fell back into step. More such runs exist, so more fit by chance. */
const OF_A_RUN: Demand = { gain: 15, lines: 5, share: 0.7 };

/** A run is preferred to the slide to the batch's end if it gains so much more: then the lines behind the run fit as they stand. */
const STEP_GAIN = 6;

/** Additional gain while the film has taught little: this much before any line is known, half of it after UNCERTAINTY_LINES. */
const UNCERTAINTY_GAIN = 3;
const UNCERTAINTY_LINES = 20;

/** The slide of a learnt batch; undefined: its translations fit as they stand. */
export function findSlide(model: SlideModel, batch: number): Slide | undefined {
  const lines = model.linesOf(batch);
  const own = lines.map((line) => (line ? model.score(line, line) : 0));
  const shifted = SHIFTS.map((shift) => ({ shift, gains: gainsOf(model, lines, own, shift) }));
  const more = (UNCERTAINTY_GAIN * UNCERTAINTY_LINES) / (UNCERTAINTY_LINES + model.linesBeside(batch));
  const rest = bestStretch(shifted, { ...OF_THE_REST, gain: OF_THE_REST.gain + more }, false);
  const run = bestStretch(shifted, { ...OF_A_RUN, gain: OF_A_RUN.gain + more }, true);
  const best = run && run.gain > (rest?.gain ?? 0) + STEP_GAIN ? run : rest;
  const [from, to] = [lines[best?.from ?? -1], lines[best?.to ?? -1]];
  return best && from && to ? { from: from.number, to: to.number, shift: best.shift } : undefined;
}

/** By how much a line's translation fits better after the shift; undefined: the line has no translation. */
type Gain = { readonly gain: number; readonly isInside: boolean } | undefined;

function gainsOf(
  model: SlideModel,
  lines: readonly (LearntLine | undefined)[],
  own: readonly number[],
  shift: number,
): readonly Gain[] {
  return lines.map((line, index) => {
    if (!line) return undefined;
    const original = lines[index + shift];
    const gain = (original ? model.score(original, line) : OUTSIDE_SCORE) - (own[index] ?? 0);
    return { gain: Math.max(-MOST_GAIN_A_LINE, Math.min(MOST_GAIN_A_LINE, gain)), isInside: original !== undefined };
  });
}

interface Stretch {
  readonly shift: number;
  /** Indexes in the batch. */
  readonly from: number;
  readonly to: number;
  readonly gain: number;
}

interface ShiftedGains {
  readonly shift: number;
  readonly gains: readonly Gain[];
}

/** The stretch with the largest gain that meets the demand; undefined: none does. `anyEnd`: it may end before the batch does. */
function bestStretch(shifted: readonly ShiftedGains[], demand: Demand, anyEnd: boolean): Stretch | undefined {
  let best: Stretch | undefined;
  let most = demand.gain;
  for (const { shift, gains } of shifted) {
    let sum = { ...NO_LINES };
    for (const [from, line] of [...gains.entries()].reverse()) {
      if (anyEnd && sum.gain <= 0) sum = { ...NO_LINES };
      add(sum, from, line);
      if (sum.gain < most || !meets(sum, demand)) continue;
      best = { shift, from, to: sum.to, gain: sum.gain };
      most = sum.gain;
    }
  }
  return best;
}

/** A sum over lines, `to` being the last: their gain, how many of them could be judged inside the batch, how many fit better. */
const NO_LINES = { to: -1, gain: 0, judged: 0, better: 0 };

function add(sum: typeof NO_LINES, index: number, line: Gain): void {
  if (!line) return;
  sum.to = Math.max(sum.to, index);
  sum.gain += line.gain;
  if (!line.isInside) return;
  sum.judged++;
  if (line.gain > 0) sum.better++;
}

const meets = ({ better, judged }: typeof NO_LINES, { lines, share }: Demand): boolean =>
  better >= lines && better >= share * judged;

/** Follows the batches of one film and finds the lines that have slid. */
interface SlideSearch {
  /** Learns a batch's present lines; takes no time while they are the same array. Call it for all batches before `slidLines`. */
  readonly learn: (batch: number, lines: readonly Line[]) => void;
  /**
   * By line number: a sentence for each line that has slid. The same map until the batch changes, or until twice as many lines of other
   * batches are learnt.
   */
  readonly slidLines: (batch: number) => ReadonlyMap<number, string>;
}

interface Verdict {
  readonly slid: ReadonlyMap<number, string>;
  /** How many lines of other batches were learnt when the batch was judged. */
  readonly linesBeside: number;
}

export function createSlideSearch(): SlideSearch {
  const model = createSlideModel();
  const known = new Map<number, readonly Line[]>();
  const verdicts = new Map<number, Verdict>();

  function judge(batch: number): ReadonlyMap<number, string> {
    const slide = findSlide(model, batch);
    const slid = new Map<number, string>();
    for (const { number, translation } of known.get(batch) ?? []) {
      const words = slide && translation !== undefined ? slideWords(slide, number) : undefined;
      if (words !== undefined) slid.set(number, words);
    }
    return slid;
  }

  return {
    learn(batch, lines) {
      if (known.get(batch) === lines) return;
      known.set(batch, lines);
      verdicts.delete(batch);
      model.learn(batch, lines);
    },
    slidLines(batch) {
      const linesBeside = model.linesBeside(batch);
      const before = verdicts.get(batch);
      if (before && linesBeside <= 2 * before.linesBeside) return before.slid;
      const slid = judge(batch);
      verdicts.set(batch, { slid, linesBeside });
      return slid;
    },
  };
}

/** The sentence for a line of a slide; undefined: the line is not part of the slide. */
export function slideWords({ from, to, shift }: Slide, number: number): string | undefined {
  if (number < from || number > to) return undefined;
  const count = Math.abs(shift) === 1 ? 'one line' : 'two lines';
  const where = `${count} too ${shift > 0 ? 'early' : 'late'}`;
  return number === from
    ? `From here on the translations seem to stand ${where}.`
    : `The translation seems to stand ${where}, like those from line ${from} on.`;
}

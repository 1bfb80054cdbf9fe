import type { Line } from '../src/review/line.ts';
import { findSlide } from '../src/review/misalignment/find-misalignment.ts';
import { createSlideModel, type SlideModel } from '../src/review/misalignment/model.ts';
import { PHRASES_PER_BATCH } from '../src/translation/batch.ts';
import { SLIDE_FAULTS, type SlideFault } from './dialogue/slide-faults.ts';
import { medianOf } from './summary.ts';

/** How many lines of the batch follow the fault. */
export const LINES_LEFT = [15, 11, 8, 4] as const;

/** Figures of the detector of slid batches over some films. */
export interface SlideFigures {
  readonly cleanBatches: number;
  readonly accused: number;
  /** For each of LINES_LEFT: percentage of the faults that were found. */
  readonly foundPercent: readonly number[];
  /** Percentage of those found with 8 or more lines left that were placed at most two lines off. */
  readonly placedPercent: number;
  /** Median time for one batch, once the film's model is made. */
  readonly batchMs: number;
}

/** The figures for films of one kind in one pair of languages. */
export interface SlideMeasure extends SlideFigures {
  readonly kind: 'slides';
  readonly name: string;
  readonly pair: string;
  readonly film: string;
  readonly missed: readonly string[];
}

/** Every tenth batch of a film has already slid when another one is judged. */
const SLID_ALREADY = (batch: number): boolean => batch % 10 === 5;
const WELL_PLACED_LINES = 2;

export function measureSlides(films: readonly (readonly Line[])[]): SlideFigures {
  const times: number[] = [];
  const trials: Trial[] = [];
  let accused = 0;
  for (const film of films) {
    const { model, clean } = learn(film);
    for (const [batch, lines] of clean) {
      const start = performance.now();
      const slide = findSlide(model, batch);
      times.push(performance.now() - start);
      if (slide) accused++;
      for (const left of LINES_LEFT) {
        trials.push(...SLIDE_FAULTS.map((fault) => ({ left, off: offBy(model, batch, lines, fault, left) })));
      }
      model.learn(batch, lines);
    }
  }
  const foundEarly = trials.filter(({ left, off }) => left >= 8 && off !== undefined);
  return {
    cleanBatches: times.length,
    accused,
    foundPercent: LINES_LEFT.map((left) =>
      percent(
        trials.filter((trial) => trial.left === left),
        ({ off }) => off !== undefined,
      ),
    ),
    placedPercent: percent(foundEarly, ({ off = Infinity }) => off <= WELL_PLACED_LINES),
    batchMs: medianOf(times),
  };
}

/** One fault in one batch. */
interface Trial {
  readonly left: number;
  /** By how many lines the found place is off; undefined: not found, or in the wrong direction. */
  readonly off: number | undefined;
}

const percent = (trials: readonly Trial[], isSuch: (trial: Trial) => boolean): number =>
  (100 * trials.filter(isSuch).length) / Math.max(1, trials.length);

/** A model that has learned the film with every tenth batch slid, and the other batches. */
function learn(film: readonly Line[]) {
  const model = createSlideModel();
  const clean: (readonly [batch: number, lines: readonly Line[]])[] = [];
  const [merge] = SLIDE_FAULTS;
  for (let batch = 0; (batch + 1) * PHRASES_PER_BATCH <= film.length; batch++) {
    const lines = film.slice(batch * PHRASES_PER_BATCH, (batch + 1) * PHRASES_PER_BATCH);
    const isSlid = merge !== undefined && SLID_ALREADY(batch);
    model.learn(batch, isSlid ? merge.spoil(lines, batch % PHRASES_PER_BATCH) : lines);
    if (!isSlid) clean.push([batch, lines]);
  }
  return { model, clean };
}

function offBy(model: SlideModel, batch: number, lines: readonly Line[], fault: SlideFault, left: number) {
  const at = lines.length - 1 - left - Math.max(0, fault.shift - 1);
  model.learn(batch, fault.spoil(lines, at));
  const slide = findSlide(model, batch);
  if (!slide || Math.sign(slide.shift) !== Math.sign(fault.shift)) return undefined;
  return Math.abs(slide.from - (lines[at]?.number ?? 0) - 1);
}

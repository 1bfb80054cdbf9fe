import type { Line } from '../src/review/line.ts';
import { findMisalignment } from '../src/review/misalignment/find-misalignment.ts';
import { createMisalignmentModel, type MisalignmentModel } from '../src/review/misalignment/model.ts';
import { PHRASES_PER_BATCH } from '../src/translation/batch.ts';
import { MISALIGNMENT_FAULTS, type MisalignmentFault } from './dialogue/misalignment-faults.ts';
import { medianOf } from './summary.ts';

/** How many lines of the batch follow the fault. */
export const LINES_LEFT = [15, 11, 8, 4] as const;

/** Figures of the detector of misaligned batches over some films. */
export interface MisalignmentFigures {
  readonly cleanBatches: number;
  readonly accused: number;
  /** For each of LINES_LEFT: percentage of faults found. */
  readonly foundPercent: readonly number[];
  /** Percentage, of those found with 8 or more lines left, whose place is at most two lines off. */
  readonly placedPercent: number;
  /** Median time for one batch, once the film's model is made. */
  readonly batchMs: number;
}

/** The figures for one kind of film in one pair of languages. */
export interface MisalignmentMeasure extends MisalignmentFigures {
  readonly kind: 'slides';
  readonly name: string;
  readonly pair: string;
  readonly film: string;
  readonly missed: readonly string[];
}

/** Every tenth batch of a film is already misaligned when another one is judged. */
const MISALIGNED_ALREADY = (batch: number): boolean => batch % 10 === 5;
const WELL_PLACED_LINES = 2;

export function measureMisalignments(films: readonly (readonly Line[])[]): MisalignmentFigures {
  const times: number[] = [];
  const trials: Trial[] = [];
  let accused = 0;
  for (const film of films) {
    const { model, clean } = learn(film);
    for (const [batch, lines] of clean) {
      const start = performance.now();
      const misalignment = findMisalignment(model, batch);
      times.push(performance.now() - start);
      if (misalignment) accused++;
      for (const left of LINES_LEFT) {
        trials.push(...MISALIGNMENT_FAULTS.map((fault) => ({ left, off: offBy(model, batch, lines, fault, left) })));
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

/** A model trained on the film with every tenth batch misaligned, and the other batches. */
function learn(film: readonly Line[]) {
  const model = createMisalignmentModel();
  const clean: (readonly [batch: number, lines: readonly Line[]])[] = [];
  const [merge] = MISALIGNMENT_FAULTS;
  for (let batch = 0; (batch + 1) * PHRASES_PER_BATCH <= film.length; batch++) {
    const lines = film.slice(batch * PHRASES_PER_BATCH, (batch + 1) * PHRASES_PER_BATCH);
    const isMisaligned = merge !== undefined && MISALIGNED_ALREADY(batch);
    model.learn(batch, isMisaligned ? merge.spoil(lines, batch % PHRASES_PER_BATCH) : lines);
    if (!isMisaligned) clean.push([batch, lines]);
  }
  return { model, clean };
}

function offBy(
  model: MisalignmentModel,
  batch: number,
  lines: readonly Line[],
  fault: MisalignmentFault,
  left: number,
) {
  const at = lines.length - 1 - left - Math.max(0, fault.shift - 1);
  model.learn(batch, fault.spoil(lines, at));
  const misalignment = findMisalignment(model, batch);
  if (!misalignment || Math.sign(misalignment.shift) !== Math.sign(fault.shift)) return undefined;
  return Math.abs(misalignment.from - (lines[at]?.number ?? 0) - 1);
}

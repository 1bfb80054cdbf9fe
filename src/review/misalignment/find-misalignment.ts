import type { Line } from '../line.ts';
import { createMisalignmentModel, type LearntLine, type MisalignmentModel } from './model.ts';

/** Lines whose translations stand under other lines; most often a model has merged two phrases, or cut one in two. */
interface Misalignment {
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
const MOST_SCORE_A_LINE = 5;

/** The least evidence for a misalignment. All numbers are measured (bench/misalignments.bench.ts). */
interface Demand {
  /** The score, summed over the lines. */
  readonly score: number;
  /** How many lines, and what share of the lines, must fit better one by one. */
  readonly lines: number;
  readonly share: number;
}

/** For a misalignment that goes on to the end of the batch, as after nearly every merged or lost phrase. */
const OF_THE_REST: Demand = { score: 6, lines: 3, share: 0.6 };
/** For a misalignment that ends before the batch does, as in a reply that fell back into step. More such runs exist, so more fit by chance. */
const OF_A_RUN: Demand = { score: 15, lines: 5, share: 0.7 };

/** A run is preferred to the misalignment to the batch's end if it scores so much more: then the lines behind the run fit as they stand. */
const STEP_SCORE = 6;

/** Additional score while the film has taught little: this much before any line is known, half of it after UNCERTAINTY_LINES. */
const UNCERTAINTY_SCORE = 3;
const UNCERTAINTY_LINES = 20;

/** The misalignment of a learnt batch; undefined: its translations fit as they stand. */
export function findMisalignment(model: MisalignmentModel, batch: number): Misalignment | undefined {
  const lines = model.linesOf(batch);
  const own = lines.map((line) => (line ? model.score(line, line) : 0));
  const shifted = SHIFTS.map((shift) => ({ shift, scores: scoresOf(model, lines, own, shift) }));
  const more = (UNCERTAINTY_SCORE * UNCERTAINTY_LINES) / (UNCERTAINTY_LINES + model.linesBeside(batch));
  const rest = bestStretch(shifted, { ...OF_THE_REST, score: OF_THE_REST.score + more }, false);
  const run = bestStretch(shifted, { ...OF_A_RUN, score: OF_A_RUN.score + more }, true);
  const best = run && run.score > (rest?.score ?? 0) + STEP_SCORE ? run : rest;
  const [from, to] = [lines[best?.from ?? -1], lines[best?.to ?? -1]];
  return best && from && to ? { from: from.number, to: to.number, shift: best.shift } : undefined;
}

/** By how much a line's translation fits better after the shift; undefined: the line has no translation. */
type ScoreChange = { readonly score: number; readonly isInside: boolean } | undefined;

function scoresOf(
  model: MisalignmentModel,
  lines: readonly (LearntLine | undefined)[],
  own: readonly number[],
  shift: number,
): readonly ScoreChange[] {
  return lines.map((line, index) => {
    if (!line) return undefined;
    const original = lines[index + shift];
    const score = (original ? model.score(original, line) : OUTSIDE_SCORE) - (own[index] ?? 0);
    return {
      score: Math.max(-MOST_SCORE_A_LINE, Math.min(MOST_SCORE_A_LINE, score)),
      isInside: original !== undefined,
    };
  });
}

/** The stretch with the largest score that meets the demand; undefined: none does. `anyEnd`: it may end before the batch does. */
function bestStretch(
  shifted: readonly { readonly shift: number; readonly scores: readonly ScoreChange[] }[],
  demand: Demand,
  anyEnd: boolean,
) {
  /** `from`, `to`: indexes in the batch. */
  let best: { shift: number; from: number; to: number; score: number } | undefined;
  let most = demand.score;
  for (const { shift, scores } of shifted) {
    let sum = { ...NO_LINES };
    for (const [from, line] of [...scores.entries()].reverse()) {
      if (anyEnd && sum.score <= 0) sum = { ...NO_LINES };
      add(sum, from, line);
      if (sum.score < most || !meets(sum, demand)) continue;
      best = { shift, from, to: sum.to, score: sum.score };
      most = sum.score;
    }
  }
  return best;
}

/** A sum over lines, `to` being the last: their score, how many of them could be judged inside the batch, how many fit better. */
const NO_LINES = { to: -1, score: 0, judged: 0, better: 0 };

function add(sum: typeof NO_LINES, index: number, line: ScoreChange): void {
  if (!line) return;
  sum.to = Math.max(sum.to, index);
  sum.score += line.score;
  if (!line.isInside) return;
  sum.judged++;
  if (line.score > 0) sum.better++;
}

const meets = ({ better, judged }: typeof NO_LINES, { lines, share }: Demand): boolean =>
  better >= lines && better >= share * judged;

/** Follows the batches of one film and finds the misaligned lines. */
export function createMisalignmentSearch() {
  const model = createMisalignmentModel();
  const known = new Map<number, readonly Line[]>();
  /** `linesBeside`: how many lines of other batches were learnt when the batch was judged. */
  const verdicts = new Map<number, { misaligned: ReadonlyMap<number, string>; linesBeside: number }>();

  function judge(batch: number): ReadonlyMap<number, string> {
    const misalignment = findMisalignment(model, batch);
    const misaligned = new Map<number, string>();
    for (const { number, translation } of known.get(batch) ?? []) {
      const words = misalignment && translation !== undefined ? misalignmentWords(misalignment, number) : undefined;
      if (words !== undefined) misaligned.set(number, words);
    }
    return misaligned;
  }

  return {
    /** Learns a batch's present lines; takes no time while they are the same array. Call it for all batches before `misalignedLines`. */
    learn(batch: number, lines: readonly Line[]): void {
      if (known.get(batch) === lines) return;
      known.set(batch, lines);
      verdicts.delete(batch);
      model.learn(batch, lines);
    },
    /**
     * By line number: a sentence for each misaligned line. The same map until the batch changes, or until twice as many lines of other
     * batches are learnt.
     */
    misalignedLines(batch: number): ReadonlyMap<number, string> {
      const linesBeside = model.linesBeside(batch);
      const before = verdicts.get(batch);
      if (before && linesBeside <= 2 * before.linesBeside) return before.misaligned;
      const misaligned = judge(batch);
      verdicts.set(batch, { misaligned, linesBeside });
      return misaligned;
    },
  };
}

/** The sentence for a line of a misalignment; undefined: the line is not part of the misalignment. */
function misalignmentWords({ from, to, shift }: Misalignment, number: number): string | undefined {
  if (number < from || number > to) return undefined;
  const count = Math.abs(shift) === 1 ? 'one line' : 'two lines';
  const where = `${count} too ${shift > 0 ? 'early' : 'late'}`;
  return number === from
    ? `From here on the translations seem to stand ${where}.`
    : `The translation seems to stand ${where}, like those from line ${from} on.`;
}

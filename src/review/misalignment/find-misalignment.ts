import type { Line } from '../line.ts';
import { createMisalignmentModel, type LearntLine, type MisalignmentModel } from './model.ts';

/** Lines whose translations belong to other lines, most often because a model merged two phrases or cut one in two. */
interface Misalignment {
  readonly from: number;
  readonly to: number;
  /** How many lines too early the translations are; negative: too late. */
  readonly shift: number;
}

const SHIFTS = [1, -1, 2, -2];

/** Score of a line whose original, after the shift, lies outside the batch: the same as for two unrelated texts. */
const OUTSIDE_SCORE = -1.5;

/** The least evidence for a misalignment. All numbers are measured (bench/misalignments.bench.ts). */
interface Demand {
  /** Sum over the lines. */
  readonly score: number;
  /** How many lines, and which share of them, must fit better individually. */
  readonly lines: number;
  readonly share: number;
}

/** For a misalignment up to the end of the batch, the usual result of a merged or lost phrase. */
const OF_THE_REST: Demand = { score: 6, lines: 3, share: 0.6 };
/** For a misalignment that ends earlier. There are more such runs, so more fit by chance. */
const OF_A_RUN: Demand = { score: 15, lines: 5, share: 0.7 };

/** Extra score that is required while little is known: all of it before the first line, half of it after UNCERTAINTY_LINES. */
const UNCERTAINTY_SCORE = 3;
const UNCERTAINTY_LINES = 20;

/** undefined: the translations of the batch fit where they are. */
export function findMisalignment(model: MisalignmentModel, batch: number): Misalignment | undefined {
  const lines = model.linesOf(batch);
  const own = lines.map((line) => (line ? model.score(line, line) : 0));
  const shifted = SHIFTS.map((shift) => ({ shift, scores: scoresOf(model, lines, own, shift) }));
  const more = (UNCERTAINTY_SCORE * UNCERTAINTY_LINES) / (UNCERTAINTY_LINES + model.linesBeside(batch));
  const rest = bestStretch(shifted, { ...OF_THE_REST, score: OF_THE_REST.score + more }, false);
  const run = bestStretch(shifted, { ...OF_A_RUN, score: OF_A_RUN.score + more }, true);
  // A run must score more than a misalignment to the end: then the lines behind it fit where they are.
  const best = run && run.score > (rest?.score ?? 0) + 6 ? run : rest;
  const [from, to] = [lines[best?.from ?? -1], lines[best?.to ?? -1]];
  return best && from && to ? { from: from.number, to: to.number, shift: best.shift } : undefined;
}

/** How much better a translation fits after the shift; undefined: the line has no translation. */
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
      // Bounded, so that no line decides alone.
      score: Math.max(-5, Math.min(5, score)),
      isInside: original !== undefined,
    };
  });
}

/** The stretch with the highest score that meets the demand. `anyEnd`: it may end before the batch does. */
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

/** A sum over lines up to `to`: their score, how many could be judged inside the batch, how many fit better. */
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

export function createMisalignmentSearch() {
  const model = createMisalignmentModel();
  const known = new Map<number, readonly Line[]>();
  /** `linesBeside`: how many lines of other batches were known when the batch was judged. */
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
    /** Learns a batch's lines; free if the array is unchanged. Call it for all batches before `misalignedLines`. */
    learn(batch: number, lines: readonly Line[]): void {
      if (known.get(batch) === lines) return;
      known.set(batch, lines);
      verdicts.delete(batch);
      model.learn(batch, lines);
    },
    /** By line number. The same map until the batch changes, or until twice as many lines of other batches are known. */
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

/** undefined: the line is not in the misalignment. */
function misalignmentWords({ from, to, shift }: Misalignment, number: number): string | undefined {
  if (number < from || number > to) return undefined;
  const count = Math.abs(shift) === 1 ? 'one line' : 'two lines';
  const where = `${count} too ${shift > 0 ? 'early' : 'late'}`;
  return number === from
    ? `From here on the translations seem to stand ${where}.`
    : `The translation seems to stand ${where}, like those from line ${from} on.`;
}

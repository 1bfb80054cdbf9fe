import type { Line } from '../line.ts';
import { createMisalignmentModel, type LearntLine, type MisalignmentModel } from './model.ts';

/** Lines with the translations of other lines, most often because the model merged two phrases or cut one in two. */
interface Misalignment {
  readonly from: number;
  readonly to: number;
  /** By how many lines the translations come too early; negative: too late. */
  readonly shift: number;
}

const SHIFTS = [1, -1, 2, -2];

/** The score of a line if the shift moves its original out of the batch: the same as for two unrelated texts. */
const OUTSIDE_SCORE = -1.5;

/** The least evidence for a misalignment. All numbers were measured (bench/misalignments.bench.ts). */
interface Demand {
  /** The sum of the lines' scores. */
  readonly score: number;
  /** How many lines, and which share of them, must individually fit better after the shift. */
  readonly lines: number;
  readonly share: number;
}

/** The evidence for a misalignment up to the end of the batch, which usually follows from a merged or lost phrase. */
const OF_THE_REST: Demand = { score: 6, lines: 3, share: 0.6 };
/** The evidence for a misalignment that ends earlier. A batch has more such runs, so more of them fit by chance. */
const OF_A_RUN: Demand = { score: 15, lines: 5, share: 0.7 };

/** An additional score that is required while few lines are known: all of it before the first line, half of it after UNCERTAINTY_LINES. */
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
  // A run that ends earlier must score more than a misalignment to the end, because the lines behind the run fit where they are.
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
      // The score of a line is bounded, so that no line decides alone.
      score: Math.max(-5, Math.min(5, score)),
      isInside: original !== undefined,
    };
  });
}

/** Returns the stretch of lines with the highest score that meets the demand. `anyEnd`: the stretch may end before the batch does. */
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

/** Sums over the lines up to `to`: their score, the lines that could be judged inside the batch, and those that fit better. */
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
  /** How often a batch was learnt. */
  let learnt = 0;
  /** `linesBeside`: how many lines of other batches were known when this batch was judged. `learnt`: its value then. */
  const verdicts = new Map<number, { misaligned: ReadonlyMap<number, string>; linesBeside: number; learnt: number }>();

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
    /** Learns a batch's lines; returns at once if the array is unchanged. Call it for all batches before `misalignedLines`. */
    learn(batch: number, lines: readonly Line[]): void {
      if (known.get(batch) === lines) return;
      known.set(batch, lines);
      verdicts.delete(batch);
      model.learn(batch, lines);
      learnt++;
    },
    /**
     * By line number. `areMoreToCome`: batches are under way, so the map may stay the same until the batch changes or twice as many lines of other
     * batches are known. Otherwise it follows from all lines that are known.
     */
    misalignedLines(batch: number, areMoreToCome: boolean): ReadonlyMap<number, string> {
      const linesBeside = model.linesBeside(batch);
      const before = verdicts.get(batch);
      const isRecent = areMoreToCome ? linesBeside <= 2 * (before?.linesBeside ?? 0) : learnt === before?.learnt;
      if (before && isRecent) return before.misaligned;
      const misaligned = judge(batch);
      verdicts.set(batch, { misaligned, linesBeside, learnt });
      return misaligned;
    },
  };
}

/** The sentence for a line; undefined: the line is not misaligned. */
function misalignmentWords({ from, to, shift }: Misalignment, number: number): string | undefined {
  if (number < from || number > to) return undefined;
  const first = number === from ? 'from this line on' : `from line ${from} on`;
  const moved = shift > 0 ? 'early' : 'late';
  return Math.abs(shift) === 1
    ? `Shifted: ${first}, translations seem to be one line too ${moved}.`
    : `Shifted: ${first}, translations seem to be two lines too ${moved}.`;
}

import type { RunMeasure } from './measure-run.ts';
import type { Scenario } from './scenarios.ts';

/** The runs of one scenario, summed up. */
export interface Summary {
  readonly name: string;
  readonly runs: number;
  readonly batches: number;
  /** Medians of all runs. */
  readonly wallMs: number;
  readonly leastMs: number;
  readonly ratio: number;
  readonly calls: number;
  readonly refusalsPercent: number;
  readonly mostAtOnce: number;
  readonly longestTaskMs: number;
  readonly promptCharacters: number;
  readonly outputCharacters: number;
  /** The worst, or the sum, of all runs. */
  readonly worstRatio: number;
  readonly worstTaskMs: number;
  readonly paidTwice: number;
  readonly dropped: number;
  readonly failedBatches: number;
  readonly phrasesLost: number;
  readonly targets: Scenario['targets'];
  /** Sentences on missed targets; empty: all are reached. */
  readonly missed: readonly string[];
}

/** Part of the error message of a measure that misses a target. */
export const MISSED = 'misses its target';

export function summarize({ name, targets }: Scenario, runs: readonly RunMeasure[]): Summary {
  const median = (read: (run: RunMeasure) => number) => medianOf(runs.map(read));
  const sum = (read: (run: RunMeasure) => number) => runs.reduce((total, run) => total + read(run), 0);
  const worst = (read: (run: RunMeasure) => number) => Math.max(...runs.map(read));
  const ratioOf = (run: RunMeasure) => run.wallMs / run.leastMs;
  const measured = {
    name,
    runs: runs.length,
    batches: median(({ batches }) => batches),
    wallMs: median(({ wallMs }) => wallMs),
    leastMs: median(({ leastMs }) => leastMs),
    ratio: median(ratioOf),
    calls: median(({ calls }) => calls),
    refusalsPercent: median(({ refusals, calls }) => (100 * refusals) / calls),
    mostAtOnce: median(({ mostAtOnce }) => mostAtOnce),
    longestTaskMs: median(({ longestTaskMs }) => longestTaskMs),
    promptCharacters: median(({ promptCharacters }) => promptCharacters),
    outputCharacters: median(({ outputCharacters }) => outputCharacters),
    worstRatio: worst(ratioOf),
    worstTaskMs: worst(({ longestTaskMs }) => longestTaskMs),
    paidTwice: sum(({ paidTwice }) => paidTwice),
    dropped: sum(({ dropped }) => dropped),
    failedBatches: sum(({ failedBatches }) => failedBatches),
    phrasesLost: sum(({ phrasesLost }) => phrasesLost),
    targets,
  };
  return { ...measured, missed: missedBy(measured) };
}

function missedBy(measured: Omit<Summary, 'missed'>): readonly string[] {
  const { targets, ratio, longestTaskMs, refusalsPercent, failedBatches, calls, batches } = measured;
  const judged: readonly (readonly [what: string, value: number, most: number | undefined])[] = [
    ['ratio', ratio, targets.ratio],
    ['longest task, ms', longestTaskMs, targets.longestTaskMs],
    ['refusals, % of calls', refusalsPercent, targets.refusalsPercent],
    ['failed batches', failedBatches, targets.failedBatches],
    ['calls by batches', calls / batches, targets.callsPerBatch],
    ['batches paid twice', measured.paidTwice, 0],
    ['phrases lost', measured.phrasesLost, 0],
  ];
  return judged.flatMap(([what, value, most]) =>
    most !== undefined && value > most ? [`${what}: ${Number(value.toFixed(2))}, at most ${most}`] : [],
  );
}

export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

import type { Timing } from './timing-of.ts';

const SHORTEST_MS = 833;
const LONGEST_MS = 7_000;
/** Two frames of 24 a second. */
const SMALLEST_GAP_MS = 83;

export interface Timed {
  readonly number: number;
  readonly timing: Timing | undefined;
}

/** A larger share of lines without a gap to the next one is taken for the author's intention, and not reported. */
const CHAINED_SHARE = 0.2;

/**
 * By line number: a sentence on what is unusual about the timing. Usual are five sixths of a second to seven seconds, and a gap of two
 * frames (Netflix's guide). `lines`: in the order of the file.
 */
export function timingProblems(lines: readonly Timed[]): ReadonlyMap<number, string> {
  const isChained = countCloseGaps(lines) > lines.length * CHAINED_SHARE;
  const found = new Map<number, string>();
  for (const [index, { number, timing }] of lines.entries()) {
    if (timing === undefined) continue;
    const words = ownProblem(timing) ?? nextProblem(timing, lines[index + 1], isChained);
    if (words !== undefined) found.set(number, words);
  }
  return found;
}

const seconds = (ms: number): string => String(Math.round(ms / 10) / 100);

function ownProblem({ startMs, endMs }: Timing): string | undefined {
  const shown = endMs - startMs;
  if (shown < 0) return 'It ends before it begins.';
  if (shown === 0) return 'It ends when it begins.';
  if (shown < SHORTEST_MS) return `Shown for ${seconds(shown)} s, 0.83 s at least.`;
  if (shown > LONGEST_MS) return `Shown for ${seconds(shown)} s, 7 s at most.`;
  return undefined;
}

function nextProblem({ endMs }: Timing, next: Timed | undefined, isChained: boolean): string | undefined {
  if (next?.timing === undefined) return undefined;
  const gap = next.timing.startMs - endMs;
  if (gap < 0) return `It overlaps line ${next.number} by ${seconds(-gap)} s.`;
  return gap < SMALLEST_GAP_MS && !isChained ? `${seconds(gap)} s to line ${next.number}, 0.08 s at least.` : undefined;
}

function countCloseGaps(lines: readonly Timed[]): number {
  let count = 0;
  for (const [index, { timing }] of lines.entries()) {
    const next = lines[index + 1]?.timing;
    if (timing !== undefined && next !== undefined && next.startMs - timing.endMs < SMALLEST_GAP_MS) count++;
  }
  return count;
}

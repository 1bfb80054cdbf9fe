import { isRetryPlanned, statusShown } from '../engine/run-state.ts';
import type { Line, Problem, ProblemKind } from '../review/line.ts';
import { isCounted, problemsToTell } from '../review/problem-kinds.ts';
import type { LineMarks, Work } from './film.ts';
import { hasText, isOwn, marksOf } from './lines.ts';

/** Decides the state of each line and which of its problems count. The page and the film worker use the same rules. */

/** The state of a line; the attribute `data-state` has the same values. `failed`: the line has no usable text, and its batch has failed. */
export type LineState = 'waiting' | 'loading' | 'failed' | 'flagged' | 'confirmed' | 'edited' | 'new';

/** A line as the review shows it. */
export interface LineFacts {
  readonly line: Line;
  readonly state: LineState;
  /** Without dismissed problems. */
  readonly problems: readonly Problem[];
  readonly hasProblem: boolean;
  readonly marks: LineMarks;
  readonly isJudged: boolean;
}

const NONE: readonly Problem[] = [];

/** The state of a line. `marks`: the line's marks from marksOf. */
export function lineState(
  { batches, paused }: Pick<Work, 'batches' | 'paused'>,
  line: Line,
  batchIndex: number,
  { flagged, confirmed, before }: LineMarks,
): LineState {
  const batch = batches[batchIndex];
  const status = isRetryPlanned(batch) && hasText(line) ? batch.state : statusShown({ paused }, batch);
  if (status === 'waiting' || status === 'loading') return status;
  if (line.translation === undefined || (status === 'failed' && !hasText(line))) return 'failed';
  if (flagged) return 'flagged';
  if (confirmed) return 'confirmed';
  return before === undefined ? 'new' : 'edited';
}

/**
 * The facts of the lines of a batch. `verdictOf`: the problems of a line; undefined: it is not judged yet. `countsFit`: lines that are too fast or too long
 * also count.
 */
export function judgedLines(
  state: Pick<Work, 'batches' | 'marks' | 'paused'>,
  lines: readonly Line[],
  batch: number,
  verdictOf: (line: Line) => readonly Problem[] | undefined,
  countsFit: boolean,
): readonly LineFacts[] {
  const countedAbove = new Set<ProblemKind>();
  return lines.map((line): LineFacts => {
    const verdict = verdictOf(line);
    const marks = marksOf(state, line);
    const { dismissed } = marks;
    const stateOfLine = lineState(state, line, batch, marks);
    const isToCome = stateOfLine === 'waiting' || stateOfLine === 'loading';
    const counted = isToCome || !verdict ? NONE : countedOnce(problemsToTell(line, verdict), marks, countedAbove);
    const problems =
      dismissed && counted.length > 0 ? counted.filter(({ kind }) => !dismissed.includes(kind)) : counted;
    const hasProblem = problems.some((problem) => isCounted(problem, countsFit));
    return { line, state: stateOfLine, problems, hasProblem, marks, isJudged: verdict !== undefined };
  });
}

/**
 * If several lines share a problem, only the first one counts. If a person has confirmed or changed that line, the next one counts, because the decision says
 * nothing about the others. `countedAbove`: the kinds that already count for an earlier line.
 */
function countedOnce(problems: readonly Problem[], marks: LineMarks, countedAbove: Set<ProblemKind>) {
  if (isOwn(marks)) return problems;
  const counting = problems.filter(({ kind, follows }) => !(follows && countedAbove.has(kind)));
  for (const { kind } of counting) countedAbove.add(kind);
  if (!counting.some(({ follows }) => follows)) return problems;
  return problems.map(
    (one): Problem => (counting.includes(one) ? Object.assign({}, one, { follows: undefined }) : one),
  );
}

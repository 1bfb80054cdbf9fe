import {
  countLines as countFilters,
  type Filter,
  type FilterCounts,
  type LineFacts as FilterFacts,
  hasProblem as filterHasProblem,
  isToReview as filterIsToReview,
  shows,
} from '../../../review/filter.ts';
import type { Line } from '../../../review/line.ts';
import type { Problem, ProblemKind } from '../../../review/problem.ts';
import { type LineState, lineState } from '../../../session/lines/line-state.ts';
import { lineOf, linesOf, marksOf } from '../../../session/lines/lines.ts';
import type { LineMarks, SessionState } from '../../../session/session-state.ts';
import { isFailed } from '../../../translation/batch.ts';
import type { Judged } from './judged.ts';

/** One line as the view shows it. */
export interface LineFacts {
  readonly line: Line;
  readonly batch: number;
  readonly state: LineState;
  /** Without those that the person has dismissed. */
  readonly problems: readonly Problem[];
  readonly marks: LineMarks;
  readonly isJudged: boolean;
}

export type ReviewState = Pick<SessionState, 'phrases' | 'results' | 'marks' | 'role'>;

const NONE: readonly Problem[] = [];

/** What was said of this very text of the line; undefined: it has not been judged yet. */
function verdictOf(state: ReviewState, judged: Judged, line: Line, batch: number): readonly Problem[] | undefined {
  const known = judged.batches[batch];
  if (!known) return undefined;
  if (known.lines !== linesOf(state, batch)) {
    const was = known.lines.find(({ number }) => number === line.number);
    if (was?.translation !== line.translation || was?.original !== line.original) return undefined;
  }
  return known.problems.get(line.number) ?? NONE;
}

export function factsOf(state: ReviewState, judged: Judged, line: Line, batch: number): LineFacts {
  const marks = marksOf(state, line);
  const verdict = verdictOf(state, judged, line, batch);
  const { dismissed } = marks;
  const told = line.translation === undefined ? NONE : (verdict ?? NONE);
  return {
    line,
    batch,
    state: lineState(state, line, batch, marks),
    problems: dismissed && told.length > 0 ? told.filter(({ kind }) => !dismissed.includes(kind)) : told,
    marks,
    isJudged: verdict !== undefined,
  };
}

/** All lines of the film, in order. */
export function* allFacts(state: ReviewState, judged: Judged): Generator<LineFacts> {
  for (const batch of state.results.keys()) {
    for (const line of linesOf(state, batch)) yield factsOf(state, judged, line, batch);
  }
}

const kindsOf = (problems: readonly Problem[]): readonly ProblemKind[] => problems.map(({ kind }) => kind);

const filterFacts = ({ line, state, problems, marks }: LineFacts): FilterFacts => ({
  number: line.number,
  failed: state === 'failed',
  flagged: state === 'flagged' || marks.flagged === true,
  confirmed: marks.confirmed === true,
  edited: marks.before !== undefined,
  problems: kindsOf(problems),
});

export const hasProblem = (facts: LineFacts): boolean => filterHasProblem(filterFacts(facts));

export const isToReview = (facts: LineFacts): boolean => filterIsToReview(filterFacts(facts));

/** A line that an option of "Show" is about; `kind`: of problems, '' for any. */
export const matches = (facts: LineFacts, show: Filter, kind: ProblemKind | ''): boolean =>
  shows(show, filterFacts(facts), kind === '' ? undefined : kind);

export interface LineCounts extends FilterCounts {
  readonly withoutProblems: number;
}

/** New or edited, judged, and nothing is doubtful about it that counts. */
export const isFine = (facts: LineFacts): boolean =>
  facts.isJudged && (facts.state === 'new' || facts.state === 'edited') && !hasProblem(facts);

/** How many lines match each option. */
export function countLines(state: ReviewState, judged: Judged): LineCounts {
  let withoutProblems = 0;
  function* lines() {
    for (const facts of allFacts(state, judged)) {
      if (isFine(facts)) withoutProblems++;
      yield filterFacts(facts);
    }
  }
  return { ...countFilters(lines()), withoutProblems };
}

/** How many lines a person has confirmed: only those are looked at that have a mark. */
export const countConfirmed = (state: ReviewState): number =>
  Object.keys(state.marks).filter((number) => {
    const line = lineOf(state, Number(number));
    return line !== undefined && marksOf(state, line).confirmed;
  }).length;

/** How many lines are to review: only those are looked at for which there can be a reason. */
export function countToReview(state: ReviewState, judged: Judged): number {
  let count = 0;
  for (const [batch, slot] of state.results.entries()) {
    const problems = judged.batches[batch]?.problems;
    for (const line of linesOf(state, batch)) {
      const mayBe = isFailed(slot) || problems?.has(line.number) || state.marks[line.number]?.flagged;
      if (mayBe && isToReview(factsOf(state, judged, line, batch))) count++;
    }
  }
  return count;
}

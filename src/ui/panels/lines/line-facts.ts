import type { Line } from '../../../review/line.ts';
import type { Problem, ProblemKind } from '../../../review/problem.ts';
import { type LineState, lineState, linesOf, marksOf } from '../../../session/lines.ts';
import type { SessionState } from '../../../session/session-state.ts';
import type { Judged } from './line-judge.ts';

/** One line as the view shows it. */
export interface LineFacts {
  readonly line: Line;
  readonly batch: number;
  readonly state: LineState;
  /** Without those that the person has dismissed. */
  readonly problems: readonly Problem[];
}

export type ReviewState = Pick<SessionState, 'phrases' | 'results' | 'marks'>;

const NONE: readonly Problem[] = [];

export function problemsOf(state: ReviewState, judged: Judged, line: Line, batch: number): readonly Problem[] {
  const all = judged.batches[batch]?.get(line.number) ?? NONE;
  if (all.length === 0 || line.translation === undefined) return NONE;
  const { dismissed } = marksOf(state, line);
  return dismissed ? all.filter(({ kind }) => !dismissed.includes(kind)) : all;
}

/** All lines of the film, in order. */
export function* allFacts(state: ReviewState, judged: Judged): Generator<LineFacts> {
  for (const batch of state.results.keys()) {
    for (const line of linesOf(state, batch)) {
      yield { line, batch, state: lineState(state, line, batch), problems: problemsOf(state, judged, line, batch) };
    }
  }
}

/** Told only: it is the file's, and the translation can do nothing about it. */
const counts = ({ kind }: { kind: ProblemKind }): boolean => kind !== 'timing';

export const hasProblem = ({ problems }: LineFacts): boolean => problems.some(counts);

/** Not confirmed, and failed, flagged or with a problem that counts. */
export const isToReview = (facts: LineFacts): boolean =>
  facts.state === 'failed' ||
  facts.state === 'flagged' ||
  (facts.state !== 'confirmed' && facts.state !== 'waiting' && facts.state !== 'loading' && hasProblem(facts));

/** The options of "Show". */
export const SHOWS = ['all', 'review', 'problems', 'edited', 'confirmed', 'flagged', 'failed'] as const;
export type Show = (typeof SHOWS)[number];

/** A line that matches an option; `kind`: of problems, '' for any. */
export function matches(facts: LineFacts, show: Show, kind: ProblemKind | ''): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'review':
      return isToReview(facts);
    case 'problems':
      return kind === '' ? hasProblem(facts) : facts.problems.some((problem) => problem.kind === kind);
    default:
      return facts.state === show;
  }
}

export interface LineCounts {
  readonly shows: Readonly<Record<Show, number>>;
  readonly kinds: ReadonlyMap<ProblemKind, number>;
  readonly withoutProblems: number;
}

/** How many lines match each option. */
export function countLines(state: ReviewState, judged: Judged): LineCounts {
  const shows = { all: 0, review: 0, problems: 0, edited: 0, confirmed: 0, flagged: 0, failed: 0 };
  const kinds = new Map<ProblemKind, number>();
  let withoutProblems = 0;
  for (const facts of allFacts(state, judged)) {
    shows.all++;
    if (isToReview(facts)) shows.review++;
    if (hasProblem(facts)) shows.problems++;
    else if (facts.state === 'new' || facts.state === 'edited') withoutProblems++;
    if (facts.state in shows) shows[facts.state as Exclude<Show, 'all' | 'review' | 'problems'>]++;
    for (const { kind } of facts.problems) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return { shows, kinds, withoutProblems };
}

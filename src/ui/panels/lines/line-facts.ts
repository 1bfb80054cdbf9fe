import type { LineMarks, SessionState } from '../../../film/film.ts';
import { type LineState, lineOf, lineState, linesOfBatch, marksOf, placeOf } from '../../../film/lines.ts';
import type { JudgementVersion } from '../../../film-worker/calls.ts';
import { once } from '../../../lib/memo.ts';
import {
  countFilters,
  type Filter,
  type FilterCounts,
  type FilterFacts,
  filterHasProblem,
  filterIsToReview,
  shows,
  sumOfCounts,
} from '../../../review/filter.ts';
import type { Line, Problem, ProblemKind } from '../../../review/line.ts';
import type { Limits } from '../../../review/rules.ts';
import { type BatchSlot, isFailed, PHRASES_PER_BATCH } from '../../../translation/batch.ts';

/** One line as the view shows it. */
export interface LineFacts {
  readonly line: Line;
  readonly state: LineState;
  /** Without those that the person has dismissed. */
  readonly problems: readonly Problem[];
  readonly marks: LineMarks;
  readonly isJudged: boolean;
}

export type ReviewState = Pick<SessionState, 'phrases' | 'results' | 'marks'>;

const NONE: readonly Problem[] = [];

/** What was said of this very text of the line; undefined: it has not been judged yet. */
function verdictOf(known: JudgedBatch | undefined, lines: readonly Line[], line: Line): readonly Problem[] | undefined {
  if (!known) return undefined;
  if (known.lines !== lines) {
    const was = known.lines.find(({ number }) => number === line.number);
    if (was?.translation !== line.translation || was?.original !== line.original) return undefined;
  }
  return known.problems.get(line.number) ?? NONE;
}

/** A batch's facts, and all that they follow from besides its lines. */
interface FactsOfBatch {
  readonly slot: BatchSlot;
  readonly marks: ReviewState['marks'];
  readonly verdict: JudgedBatch | undefined;
  readonly facts: readonly LineFacts[];
}
const ofLines = new WeakMap<readonly Line[], FactsOfBatch>();

/** The facts of a batch's lines; the same list while nothing of the batch changes, so that a step of a run costs its own batches alone. */
export function factsOfBatch(state: ReviewState, judged: Judged, batch: number): readonly LineFacts[] {
  const lines = linesOfBatch(state, batch);
  const { marks } = state;
  const slot = state.results[batch];
  const verdict = judged.batches[batch];
  const known = ofLines.get(lines);
  if (known && known.slot === slot && known.marks === marks && known.verdict === verdict) return known.facts;
  const facts = lines.map((line) => factsOf(state, line, batch, verdictOf(verdict, lines, line)));
  ofLines.set(lines, { slot, marks, verdict, facts });
  return facts;
}

function factsOf(state: ReviewState, line: Line, batch: number, verdict: readonly Problem[] | undefined): LineFacts {
  const marks = marksOf(state, line);
  const { dismissed } = marks;
  const told = line.translation === undefined ? NONE : (verdict ?? NONE);
  return {
    line,
    state: lineState(state, line, batch, marks),
    problems: dismissed && told.length > 0 ? told.filter(({ kind }) => !dismissed.includes(kind)) : told,
    marks,
    isJudged: verdict !== undefined,
  };
}

/** The facts of one line by its number; undefined: there is no such number. */
export function factsOfLine(state: ReviewState, judged: Judged, number: number): LineFacts | undefined {
  const place = placeOf(state.phrases, number);
  if (place === undefined) return undefined;
  return factsOfBatch(state, judged, Math.floor(place / PHRASES_PER_BATCH))[place % PHRASES_PER_BATCH];
}

/** All lines of the film, in order. */
export const allFacts = (state: ReviewState, judged: Judged): readonly LineFacts[] =>
  [...state.results.keys()].flatMap((batch) => factsOfBatch(state, judged, batch));

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

/** The numbers of the lines that match an option now; null: all lines, whatever becomes of them. */
export function shownBy(
  state: ReviewState,
  judged: Judged,
  show: Filter,
  kind: ProblemKind | '',
): ReadonlySet<number> | null {
  if (show === 'all') return null;
  const numbers = new Set<number>();
  for (const facts of allFacts(state, judged)) if (matches(facts, show, kind)) numbers.add(facts.line.number);
  return numbers;
}

/** The facts of each batch in which there is something to count: not of lines that wait and have no marks. */
function countedBatches(state: ReviewState, judged: Judged): readonly (readonly LineFacts[])[] {
  const isMarked = Object.keys(state.marks).length > 0;
  const batches = [...state.results.keys()].filter((batch) => isMarked || state.results[batch] != null);
  return batches.map((batch) => factsOfBatch(state, judged, batch));
}

const countBatch = once((facts: readonly LineFacts[]): FilterCounts => countFilters(facts.map(filterFacts)));

/** How many lines match each option: only the batches that have changed are counted anew. */
export function countLines(state: ReviewState, judged: Judged): FilterCounts {
  const { shown, ofKind } = sumOfCounts(countedBatches(state, judged).map(countBatch));
  return { shown: { ...shown, all: state.phrases.length }, ofKind };
}

const isFine = (facts: LineFacts): boolean =>
  facts.isJudged && (facts.state === 'new' || facts.state === 'edited') && !hasProblem(facts);

const fineOfBatch = once((facts: readonly LineFacts[]): readonly number[] =>
  facts.filter(isFine).map(({ line }) => line.number),
);

/** The numbers of the lines that are new or edited, judged, and without a problem that counts. */
export const fineLines = (state: ReviewState, judged: Judged): readonly number[] =>
  countedBatches(state, judged).flatMap(fineOfBatch);

/** How many these are, without a list of them: counted anew at each step of a run. */
export const countFineLines = (state: ReviewState, judged: Judged): number =>
  countedBatches(state, judged).reduce((sum, facts) => sum + fineOfBatch(facts).length, 0);

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
    const lines = linesOfBatch(state, batch);
    for (const line of lines) {
      const mayBe = isFailed(slot) || problems?.has(line.number) || state.marks[line.number]?.flagged;
      if (mayBe && isToReview(factsOf(state, line, batch, verdictOf(judged.batches[batch], lines, line)))) count++;
    }
  }
  return count;
}

/** What a person has set in the view's options; undefined: as guessed, or as usual in the language. */
export interface ViewChoices {
  readonly language?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** What is doubtful about the film, as far as it has been judged. Another object after each judging. */
export interface Judged {
  /** undefined: nothing has been judged yet. */
  readonly version: JudgementVersion | undefined;
  /** Of each batch, by number; missing: not judged yet. */
  readonly batches: readonly (JudgedBatch | undefined)[];
  /** The kinds of which there are lines that can be mended without a model. */
  readonly fixable: readonly ProblemKind[];
  readonly language: string | undefined;
  readonly limits: Limits;
  readonly choices: ViewChoices;
  /** What judges could not be loaded; it is asked again after the next change. */
  readonly rulesFailed?: boolean;
}

export interface JudgedBatch {
  /** As they were judged. */
  readonly lines: readonly Line[];
  readonly problems: ReadonlyMap<number, readonly Problem[]>;
}

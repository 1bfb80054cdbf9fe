import { PROBLEM_KINDS, type ProblemKind } from './line.ts';
import { PROBLEM_KIND_ROWS } from './problem-kinds.ts';

/** The choices of "Show", in their order. */
export const FILTERS = ['all', 'to-review', 'problems', 'edited', 'confirmed', 'flagged', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];

/** A line as far as the filters look at it. */
export interface Filtered {
  /** 'failed': no usable text, and its batch has failed. */
  readonly state: string;
  /** `before`: the model's text, where the line has another one. */
  readonly marks: { readonly flagged?: boolean; readonly confirmed?: boolean; readonly before?: string | null };
  /** Without those that were dismissed. */
  readonly problems: readonly { readonly kind: ProblemKind }[];
}

/** How many lines each choice shows. */
export interface FilterCounts {
  readonly shown: Readonly<Record<Filter, number>>;
  /** How many lines "Problems" shows for each kind. Problems of timing are counted here alone. */
  readonly ofKind: Readonly<Record<ProblemKind, number>>;
}

/** Whether a line with this kind of problem counts as a line with a problem. */
export const counts = (kind: ProblemKind): boolean => PROBLEM_KIND_ROWS[kind].counts;

export const hasProblem = ({ problems }: Filtered): boolean => problems.some(({ kind }) => counts(kind));

/** Not confirmed, and failed, flagged or with a problem that counts. */
export const isToReview = (line: Filtered): boolean =>
  !line.marks.confirmed && (line.state === 'failed' || line.marks.flagged === true || hasProblem(line));

const SHOWS: Readonly<Record<Filter, (line: Filtered) => boolean>> = {
  all: () => true,
  'to-review': isToReview,
  problems: hasProblem,
  edited: ({ marks }) => marks.before !== undefined,
  confirmed: ({ marks }) => marks.confirmed === true,
  flagged: ({ marks }) => marks.flagged === true,
  failed: ({ state }) => state === 'failed',
};

/** Whether a choice shows a line. `kind` narrows "Problems" down to one kind, '' to none, and means nothing to the others. */
export const shows = (filter: Filter, line: Filtered, kind: ProblemKind | ''): boolean =>
  filter === 'problems' && kind !== '' ? line.problems.some((problem) => problem.kind === kind) : SHOWS[filter](line);

/** The counts of all choices, in one pass. */
export function countFilters(lines: Iterable<Filtered>): FilterCounts {
  const [shown, ofKind] = [zeroOf(FILTERS), zeroOf(PROBLEM_KINDS)];
  for (const line of lines) {
    for (const filter of FILTERS) if (SHOWS[filter](line)) shown[filter]++;
    for (const { kind } of line.problems) ofKind[kind]++;
  }
  return { shown, ofKind };
}

/** The counts of several parts of a film together. */
export function sumOfCounts(parts: readonly FilterCounts[]): FilterCounts {
  const [shown, ofKind] = [zeroOf(FILTERS), zeroOf(PROBLEM_KINDS)];
  for (const part of parts) {
    for (const filter of FILTERS) shown[filter] += part.shown[filter];
    for (const kind of PROBLEM_KINDS) ofKind[kind] += part.ofKind[kind];
  }
  return { shown, ofKind };
}

const zeroOf = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

import { PROBLEM_KINDS, type ProblemKind } from './line.ts';

/** The choices of "Show", in their order. */
export const FILTERS = ['all', 'to-review', 'problems', 'edited', 'confirmed', 'flagged', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];

/** The facts of a line by which the filters decide. */
export interface FilterFacts {
  readonly number: number;
  /** No usable text, and its batch has failed. */
  readonly failed: boolean;
  readonly flagged: boolean;
  readonly confirmed: boolean;
  /** Differs from the model's text. */
  readonly edited: boolean;
  /** The kinds of its problems without those that were dismissed. */
  readonly problems: readonly ProblemKind[];
}

/** How many lines each choice shows. */
export interface FilterCounts {
  readonly shown: Readonly<Record<Filter, number>>;
  /** How many lines "Problems" shows for each kind. Problems of timing are counted here alone. */
  readonly ofKind: Readonly<Record<ProblemKind, number>>;
}

/** Whether a kind of problem makes a line count as one with a problem. Timing does not: a reviewer cannot change the original's. */
export const counts = (kind: ProblemKind): boolean => kind !== 'timing';

export const filterHasProblem = ({ problems }: FilterFacts): boolean => problems.some(counts);

/** Not confirmed, and failed, flagged or with a problem that counts. */
export const filterIsToReview = (line: FilterFacts): boolean =>
  !line.confirmed && (line.failed || line.flagged || filterHasProblem(line));

const SHOWS: Readonly<Record<Filter, (line: FilterFacts) => boolean>> = {
  all: () => true,
  'to-review': filterIsToReview,
  problems: filterHasProblem,
  edited: ({ edited }) => edited,
  confirmed: ({ confirmed }) => confirmed,
  flagged: ({ flagged }) => flagged,
  failed: ({ failed }) => failed,
};

/** Whether a choice shows a line. `kind` narrows "Problems" down to one kind, and means nothing to the others. */
export const shows = (filter: Filter, line: FilterFacts, kind?: ProblemKind): boolean =>
  filter === 'problems' && kind !== undefined ? line.problems.includes(kind) : SHOWS[filter](line);

/** The counts of all choices, in one pass. */
export function countFilters(lines: Iterable<FilterFacts>): FilterCounts {
  const shown = zeroOf(FILTERS);
  const ofKind = zeroOf(PROBLEM_KINDS);
  for (const line of lines) {
    for (const filter of FILTERS) if (SHOWS[filter](line)) shown[filter]++;
    for (const kind of line.problems) ofKind[kind]++;
  }
  return { shown, ofKind };
}

/** The counts of several parts of a film together. */
export function sumOfCounts(parts: readonly FilterCounts[]): FilterCounts {
  const shown = zeroOf(FILTERS);
  const ofKind = zeroOf(PROBLEM_KINDS);
  for (const part of parts) {
    for (const filter of FILTERS) shown[filter] += part.shown[filter];
    for (const kind of PROBLEM_KINDS) ofKind[kind] += part.ofKind[kind];
  }
  return { shown, ofKind };
}

const zeroOf = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

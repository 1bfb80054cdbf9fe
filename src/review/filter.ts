import { PROBLEM_KINDS, type ProblemKind } from './line.ts';
import { PROBLEM_KIND_ROWS } from './problem-kinds.ts';

export const FILTERS = ['all', 'to-review', 'problems', 'edited', 'confirmed', 'flagged', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];

/** The parts of a line that the filters read. */
export interface Filtered {
  /** 'failed': the line has no usable text and its batch has failed. */
  readonly state: string;
  /** `before`: the model's text, if a person has changed it. */
  readonly marks: { readonly flagged?: boolean; readonly confirmed?: boolean; readonly before?: string | null };
  /** Without dismissed problems. */
  readonly problems: readonly { readonly kind: ProblemKind }[];
}

/** How many lines each filter shows. */
export interface FilterCounts {
  readonly shown: Readonly<Record<Filter, number>>;
  /** Lines with each kind of problem. Only here do problems of timing count. */
  readonly ofKind: Readonly<Record<ProblemKind, number>>;
}

/** Whether a line with this kind of problem counts as a line with a problem. */
export const counts = (kind: ProblemKind): boolean => PROBLEM_KIND_ROWS[kind].counts;

export const hasProblem = ({ problems }: Filtered): boolean => problems.some(({ kind }) => counts(kind));

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

/** Whether a filter shows a line. `kind` narrows "Problems" to one kind ('': all kinds); other filters ignore it. */
export const shows = (filter: Filter, line: Filtered, kind: ProblemKind | ''): boolean =>
  filter === 'problems' && kind !== '' ? line.problems.some((problem) => problem.kind === kind) : SHOWS[filter](line);

export function countFilters(lines: Iterable<Filtered>): FilterCounts {
  const [shown, ofKind] = [zeroOf(FILTERS), zeroOf(PROBLEM_KINDS)];
  for (const line of lines) {
    for (const filter of FILTERS) if (SHOWS[filter](line)) shown[filter]++;
    for (const { kind } of line.problems) ofKind[kind]++;
  }
  return { shown, ofKind };
}

/** Adds up the counts of several parts of a film. */
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

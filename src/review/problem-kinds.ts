import { type Line, PROBLEM_KINDS, type Problem, type ProblemKind } from './line.ts';
import type { Fit } from './measured-line.ts';

/**
 * `wrong`: the text says something else than the original. `look`: a person should look. `fit`: the text may be too fast or too long; many good
 * translations are, so such lines are counted separately, on request. `aside`: nobody can change it here, so the page shows it only at its line.
 */
type Weight = 'wrong' | 'look' | 'fit' | 'aside';

/** The facts about one kind of problem for the page and the worker. judge.ts finds and fixes it. */
interface ProblemKindRow {
  readonly name: string;
  readonly weight: Weight;
  /** Kinds that the page does not show beside this one, because this kind implies them. */
  readonly implies: readonly ProblemKind[];
  /**
   * Whether a suggestion with this problem gets a warning. If it is a function, it measures the problem: a suggestion with a smaller measure than
   * the line counts as an improvement.
   */
  readonly ofSuggestion: 'not-warned' | 'loss' | ((fit: Fit) => number);
  /**
   * The sentence in a request to the model. ROOM is replaced by the number of characters that fit. null: models are not asked to correct this kind.
   */
  readonly sentence: string | null;
  /** True if the present text would not help a model that corrects the line. */
  readonly isTextUseless: boolean;
}

const USUAL = {
  weight: 'wrong',
  implies: [],
  ofSuggestion: 'not-warned',
  sentence: null,
  isTextUseless: false,
} as const;

/** The registry of problem kinds. PROBLEM_KINDS has their order. */
export const PROBLEM_KIND_ROWS: Readonly<Record<ProblemKind, ProblemKindRow>> = {
  'not-translated': {
    ...USUAL,
    name: 'Not translated',
    implies: ['wrong-script', 'too-short', 'too-long', 'term', 'name', 'address'],
    ofSuggestion: 'loss',
    sentence: 'It is not translated.',
    isTextUseless: true,
  },
  slid: {
    ...USUAL,
    name: 'Shifted',
    // The text of another line differs in all of these.
    implies: [
      'numbers-differ',
      'tags-differ',
      'term',
      'name',
      'too-short',
      'too-long',
      'punctuation-differs',
      'address',
      'inconsistent',
    ],
    sentence: 'It is the translation of another line.',
    isTextUseless: true,
  },
  missing: {
    ...USUAL,
    name: 'Missing',
    // A missing line has no text that could have another problem.
    implies: PROBLEM_KINDS.filter((kind) => kind !== 'missing'),
    sentence: 'It is missing.',
    isTextUseless: true,
  },
  empty: {
    ...USUAL,
    name: 'Empty',
    // An empty text is also too short and has no signs or numbers.
    implies: PROBLEM_KINDS.filter((kind) => kind !== 'empty' && kind !== 'timing'),
    sentence: 'It is empty.',
    isTextUseless: true,
  },
  added: { ...USUAL, name: 'Added by the model', implies: ['numbers-differ'], ofSuggestion: 'loss' },
  'too-short': { ...USUAL, weight: 'look', name: 'Too short' },
  'too-long': {
    ...USUAL,
    weight: 'look',
    name: 'Too long',
    ofSuggestion: ({ characters }) => characters,
    sentence: 'It is far too long.',
  },
  'too-fast': {
    ...USUAL,
    weight: 'fit',
    name: 'Too fast',
    ofSuggestion: ({ characters }) => characters,
    sentence: 'It is too long to be read in its time: ROOM characters at most.',
  },
  'line-too-long': { ...USUAL, weight: 'fit', name: 'Row too long', ofSuggestion: ({ longestLine }) => longestLine },
  'too-many-lines': { ...USUAL, weight: 'fit', name: 'Too many rows', ofSuggestion: ({ lines }) => lines },
  'numbers-differ': { ...USUAL, name: 'Numbers differ', ofSuggestion: 'loss' },
  'tags-differ': { ...USUAL, name: 'Tags differ', ofSuggestion: 'loss' },
  'punctuation-differs': { ...USUAL, weight: 'look', name: 'Punctuation differs' },
  'wrong-script': { ...USUAL, name: 'Wrong alphabet' },
  term: { ...USUAL, name: 'Term differs', ofSuggestion: 'loss', sentence: 'It does not follow the terms:' },
  name: { ...USUAL, name: 'Name differs', ofSuggestion: 'loss', sentence: 'It does not follow the names of people:' },
  address: {
    ...USUAL,
    weight: 'look',
    name: 'Form of address differs',
    ofSuggestion: 'loss',
    sentence: 'It does not follow how people are addressed:',
  },
  inconsistent: { ...USUAL, weight: 'look', name: 'Inconsistent' },
  spacing: { ...USUAL, weight: 'look', name: 'Spacing' },
  // A reviewer cannot change the original's times.
  timing: { ...USUAL, weight: 'aside', name: 'Timing' },
};

export const FILTERS = ['all', 'to-review', 'problems', 'fit', 'edited', 'confirmed', 'flagged', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];

/** The parts of a line that the filters read. */
export interface Filtered {
  /** 'failed': the line has no usable text and its batch has failed. */
  readonly state: string;
  /** `before`: the model's text, if a person has changed the line. */
  readonly marks: { readonly flagged?: boolean; readonly confirmed?: boolean; readonly before?: string | null };
  /** Without dismissed problems. */
  readonly problems: readonly Pick<Problem, 'kind' | 'follows'>[];
  /** The line has a problem that counts (see `counts`). */
  readonly hasProblem: boolean;
}

/** How many lines each filter shows. */
export interface FilterCounts {
  readonly shown: Readonly<Record<Filter, number>>;
  /** How many unconfirmed lines have each kind of problem. */
  readonly ofKind: Readonly<Record<ProblemKind, number>>;
}

/** A line without a translation shows only that it is missing: its other problems are about its times, which nobody can change here. */
export const problemsToTell = ({ translation }: Line, problems: readonly Problem[]): readonly Problem[] =>
  translation === undefined && problems.length > 0 ? problems.filter(({ kind }) => kind === 'missing') : problems;

/**
 * Returns true if this kind of problem makes a line count as a line with a problem. `countsFit`: the person also wants to count lines that do not
 * fit.
 */
export const counts = (kind: ProblemKind, countsFit: boolean): boolean => {
  const { weight } = PROBLEM_KIND_ROWS[kind];
  return weight === 'fit' ? countsFit : weight !== 'aside';
};

/** The kinds that a filter can be narrowed to. `countsFit`: a person wants to review what does not fit, too. */
export const kindsOf = (filter: Filter, countsFit: boolean): readonly ProblemKind[] =>
  PROBLEM_KINDS.filter((kind) =>
    filter === 'fit' ? PROBLEM_KIND_ROWS[kind].weight === 'fit' : filter === 'problems' && counts(kind, countsFit),
  );

/** Whether a line counts as one to review because of this problem. */
export const isCounted = ({ kind, follows }: Pick<Problem, 'kind' | 'follows'>, countsFit: boolean): boolean =>
  !follows && counts(kind, countsFit);

export const fitsNot = ({ problems }: Pick<Filtered, 'problems'>): boolean =>
  problems.some(({ kind }) => PROBLEM_KIND_ROWS[kind].weight === 'fit');

/** The one rule for "To review", "Review 9 lines", "9 lines need a look", the batch headings, F8 and the marks at the edge. */
export const isToReview = (line: Filtered): boolean =>
  !line.marks.confirmed && (line.state === 'failed' || line.marks.flagged === true || line.hasProblem);

/** No problem of the line counts. `countsFit`: as in `counts`. */
export const isFaultless = ({ problems }: Filtered, countsFit: boolean): boolean =>
  problems.every(({ kind }) => !counts(kind, countsFit));

const SHOWS: Readonly<Record<Filter, (line: Filtered) => boolean>> = {
  all: () => true,
  'to-review': isToReview,
  // The option shows the lines of all these kinds.
  problems: isToReview,
  fit: (line) => !line.marks.confirmed && fitsNot(line),
  edited: ({ marks }) => marks.before !== undefined,
  confirmed: ({ marks }) => marks.confirmed === true,
  flagged: ({ marks }) => marks.flagged === true,
  failed: ({ state }) => state === 'failed',
};

/** Returns true if a filter shows a line. `kind` narrows it to the unconfirmed lines with problems of one kind; '': all kinds. */
export const shows = (filter: Filter, line: Filtered, kind: ProblemKind | ''): boolean =>
  kind === ''
    ? SHOWS[filter](line)
    : !line.marks.confirmed && line.problems.some((problem) => problem.kind === kind && !problem.follows);

export function countFilters(lines: Iterable<Filtered>): FilterCounts {
  const [shown, ofKind] = [zeroOf(FILTERS), zeroOf(PROBLEM_KINDS)];
  for (const line of lines) {
    for (const filter of FILTERS) if (SHOWS[filter](line)) shown[filter]++;
    if (!line.marks.confirmed) for (const { kind, follows } of line.problems) if (!follows) ofKind[kind]++;
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

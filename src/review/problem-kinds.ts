import { PROBLEM_KINDS, type ProblemKind } from './line.ts';
import type { Fit } from './measured-line.ts';

/** What the page and the worker know about a kind of problem. judge.ts finds and fixes it. */
interface ProblemKindRow {
  readonly name: string;
  /** Whether a line with this problem counts as a line with a problem. */
  readonly counts: boolean;
  /** Kinds that are not shown beside this one, because it implies them. */
  readonly implies: readonly ProblemKind[];
  /**
   * Whether a suggestion with this problem gets a warning. A function measures the problem: a suggestion with a smaller amount than the line is
   * an improvement.
   */
  readonly ofSuggestion: 'not-warned' | 'loss' | ((fit: Fit) => number);
  /** The sentence in a request; ROOM becomes the number of characters that fit. null: models are not asked to correct it. */
  readonly sentence: string | null;
  /** Whether the present text would not help the model that corrects the line. */
  readonly isTextUseless: boolean;
}

const USUAL = { counts: true, implies: [], ofSuggestion: 'not-warned', sentence: null, isTextUseless: false } as const;

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
    name: 'Slid',
    implies: ['term', 'name'],
    sentence: 'It is the translation of another line.',
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
  'too-short': { ...USUAL, name: 'Too short' },
  'too-long': {
    ...USUAL,
    name: 'Too long',
    ofSuggestion: ({ characters }) => characters,
    sentence: 'It is far too long.',
  },
  'too-fast': {
    ...USUAL,
    name: 'Too fast',
    ofSuggestion: ({ characters }) => characters,
    sentence: 'It is too long to be read in its time: ROOM characters at most.',
  },
  'line-too-long': { ...USUAL, name: 'Line too long', ofSuggestion: ({ longestLine }) => longestLine },
  'too-many-lines': { ...USUAL, name: 'Too many lines', ofSuggestion: ({ lines }) => lines },
  'numbers-differ': { ...USUAL, name: 'Numbers differ', ofSuggestion: 'loss' },
  'tags-differ': { ...USUAL, name: 'Tags differ', ofSuggestion: 'loss' },
  'punctuation-differs': { ...USUAL, name: 'Punctuation differs' },
  'wrong-script': { ...USUAL, name: 'Wrong script' },
  term: { ...USUAL, name: 'Term', ofSuggestion: 'loss', sentence: 'It does not follow the terms:' },
  name: { ...USUAL, name: 'Name', ofSuggestion: 'loss', sentence: 'It does not follow the names of people:' },
  address: {
    ...USUAL,
    name: 'Address',
    ofSuggestion: 'loss',
    sentence: 'It does not follow how people are addressed:',
  },
  inconsistent: { ...USUAL, name: 'Inconsistent' },
  spacing: { ...USUAL, name: 'Spacing' },
  // A reviewer cannot change the original's times.
  timing: { ...USUAL, name: 'Timing', counts: false },
};

/** A phrase as a person reviews it. Every change makes a new object. */
export interface Line {
  readonly number: number;
  /** The timing line exactly as in the file. */
  readonly time: string;
  readonly original: string;
  /** undefined: the batch's output has no usable text for this line. */
  readonly translation: string | undefined;
}

/** The page shows problems in this order. The names are also the values of `data-problems`. */
export const PROBLEM_KINDS = [
  'not-translated',
  'slid',
  'missing',
  'empty',
  'added',
  'numbers-differ',
  'tags-differ',
  'wrong-script',
  'term',
  'name',
  'too-short',
  'too-long',
  'punctuation-differs',
  'address',
  'inconsistent',
  'spacing',
  'too-fast',
  'line-too-long',
  'too-many-lines',
  'timing',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** A doubt about one line. A problem never blocks anything. */
export interface Problem {
  readonly kind: ProblemKind;
  /** A sentence for people, with the measured figures. */
  readonly words: string;
  /** The fault begins in a line before, which counts for all of them. */
  readonly follows: true | undefined;
  /** The row of the film notes that the line contradicts, as models read it: "fly: mosca"; undefined: the notes do not mention it. */
  readonly row: string | undefined;
}

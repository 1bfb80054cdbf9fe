/** A phrase as a person reviews it: its original beside its translation. A change of either makes a new object. */
export interface Line {
  /** The phrase's number in the file. */
  readonly number: number;
  /** The phrase's timing line exactly as it came. */
  readonly time: string;
  readonly original: string;
  /** The text in the batch's output under the line's number; undefined: the output has none that can be used. */
  readonly translation: string | undefined;
}

/** The kinds of problems of a line, in the order in which the page shows them. Also the words of `data-problems`. */
export const PROBLEM_KINDS = [
  'not-translated',
  'slid',
  'empty',
  'added',
  'too-short',
  'too-long',
  'too-fast',
  'line-too-long',
  'too-many-lines',
  'numbers-differ',
  'tags-differ',
  'punctuation-differs',
  'wrong-script',
  'term',
  'name',
  'address',
  'inconsistent',
  'spacing',
  'timing',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** One doubt about one line. A problem blocks nothing. fixOf gives the text without the problem. */
export interface Problem {
  readonly kind: ProblemKind;
  /** A sentence for people, with its figures. */
  readonly words: string;
  /** Of what differs from the film notes, the row that says it, as a model is told: "fly: mosca". */
  readonly row?: string;
}

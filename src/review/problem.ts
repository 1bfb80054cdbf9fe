/** What can be doubtful about a line, in the order in which it is told. Also the words of `data-problems`. */
export const PROBLEM_KINDS = [
  'not-translated',
  'slid',
  'empty',
  'too-short',
  'too-long',
  'too-fast',
  'line-too-long',
  'too-many-lines',
  'numbers-differ',
  'tags-differ',
  'punctuation-differs',
  'wrong-script',
  'inconsistent',
  'spacing',
  'timing',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** One doubt about one line. It blocks nothing. What mends it without a model is worked out when asked for: fixOf. */
export interface Problem {
  readonly kind: ProblemKind;
  /** A sentence for people, with its figures. */
  readonly words: string;
}

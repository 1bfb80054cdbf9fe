/** A phrase as a person reviews it: its original beside its translation. Made anew whenever one of them changes. */
export interface Line {
  /** The phrase's number in the file. */
  readonly number: number;
  /** The phrase's timing line exactly as it came. */
  readonly time: string;
  readonly original: string;
  /** What its batch's output holds under the line's number; undefined: nothing that can be used. */
  readonly translation: string | undefined;
}

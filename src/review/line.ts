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

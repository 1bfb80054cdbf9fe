/** One subtitle phrase, also called a cue elsewhere (specification, section 3). */
export interface Phrase {
  /** The number it stands under in the file; unique within a list of phrases. */
  readonly number: number;
  /** The timing line exactly as it came, for example "00:00:05,580 --> 00:00:08,820". */
  readonly time: string;
  /** One or more lines joined by "\n", exactly as they came. */
  readonly text: string;
}

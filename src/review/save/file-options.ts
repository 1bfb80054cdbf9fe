/** How the result is written, as a person has chosen it; missing: as usual. */
export interface FileOptions {
  /** Both languages in one file; missing: the translation alone. */
  readonly both?: 'below' | 'above';
  /** How the original looks beside it; missing: as it is. */
  readonly look?: 'italics' | 'grey';
  /** Missing: "\n" in an .srt file, in others as in the file that was opened. "tv": "\r\n" and a byte-order mark. */
  readonly lineEnds?: 'lf' | 'file' | 'tv';
  /** Around each line with letters that are written from right to left. */
  readonly marks?: 'rlm' | 'embedding';
  /** Missing: as they were translated. */
  readonly lineBreaks?: 'balanced';
}

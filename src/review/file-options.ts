/** A person's choices for the saved file. */
export interface FileOptions {
  /** Both languages in one file; missing: the translation alone. */
  readonly both?: 'below' | 'above';
  /** The look of the original beside the translation; missing: unchanged. */
  readonly look?: 'italics' | 'grey';
  /** 'file': as in the opened file. 'tv': "\r\n" and a byte-order mark. Missing: "\n" in .srt, the opened file's in other formats. */
  readonly lineEnds?: 'lf' | 'file' | 'tv';
  /** Direction marks around each line with letters that are written from right to left; missing: no marks. */
  readonly marks?: 'rlm' | 'embedding';
  /** Missing: the line breaks of the translation stay. */
  readonly lineBreaks?: 'balanced';
}

import type { FileFormat } from './formats.ts';

interface SavedFormat {
  /** Unless a person chooses others: "\n", or as in the opened file. */
  readonly lineEnds: 'lf' | 'file';
  /** Players read a file that begins with a byte-order mark. */
  readonly mayHaveMark: boolean;
  /** A phrase may have several lines. */
  readonly hasLines: boolean;
  /** A part of a phrase can be in italics or grey. */
  readonly hasLooks: boolean;
}

/** What saving a file needs to know of its format. */
export const SAVED_FORMATS: Readonly<Record<FileFormat, SavedFormat>> = {
  srt: { lineEnds: 'lf', mayHaveMark: true, hasLines: true, hasLooks: true },
  vtt: { lineEnds: 'file', mayHaveMark: false, hasLines: true, hasLooks: true },
  ass: { lineEnds: 'file', mayHaveMark: true, hasLines: true, hasLooks: true },
  ssa: { lineEnds: 'file', mayHaveMark: true, hasLines: true, hasLooks: true },
  sbv: { lineEnds: 'file', mayHaveMark: true, hasLines: true, hasLooks: false },
  ttml: { lineEnds: 'file', mayHaveMark: true, hasLines: true, hasLooks: false },
  sub: { lineEnds: 'file', mayHaveMark: true, hasLines: true, hasLooks: true },
  lrc: { lineEnds: 'file', mayHaveMark: true, hasLines: false, hasLooks: false },
};

import type { FileFormat } from './formats.ts';

interface SavedFormat {
  readonly lineEnds: 'lf' | 'file';
  readonly mayHaveMark: boolean;
  readonly hasLines: boolean;
  readonly hasLooks: boolean;
}

/** `lineEnds`: the default. `mayHaveMark`: players accept a byte-order mark. `hasLooks`: parts can be in italics or grey. */
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

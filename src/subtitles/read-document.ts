import type { Result } from '../lib/result.ts';
import type { ReadAs, ReadDocument, ReadOptions, SubtitleDocument } from './document.ts';
import type { SrtError } from './parse-srt.ts';
import { readMendedSrt } from './srt/read-mended-srt.ts';
import { readSrt } from './srt/read-srt.ts';

const READERS: Readonly<Record<ReadAs, ReadDocument>> = {
  srt: readSrt,
  'mended-srt': readMendedSrt,
  vtt: readSrt,
  ass: readSrt,
  ssa: readSrt,
  sbv: readSrt,
};

/** A text as a document. The error is a sentence for people; for an .srt file the specified one. */
export const readDocument = (
  text: string,
  readAs: ReadAs,
  options: ReadOptions = {},
): Result<SubtitleDocument, SrtError> => READERS[readAs](text, options);

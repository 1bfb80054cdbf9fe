import { ok, type Result } from '../lib/result.ts';
import { readAss, readSsa } from './ass.ts';
import type { ReadDocument, ReadOptions, SrtError, SubtitleDocument } from './document.ts';
import { withFollowingMarks } from './following-marks.ts';
import { FRAME_RATES, type FrameRate, type ReadAs } from './formats.ts';
import { readLrc } from './lrc.ts';
import { readMicroDvd } from './microdvd.ts';
import { readSbv } from './sbv.ts';
import { readMendedSrt, readSrt } from './srt.ts';
import { readTtml } from './ttml.ts';
import { readVtt } from './vtt.ts';

const READERS: Readonly<Record<ReadAs, ReadDocument>> = {
  srt: readSrt,
  'mended-srt': readMendedSrt,
  vtt: readVtt,
  ass: readAss,
  ssa: readSsa,
  sbv: readSbv,
  ttml: readTtml,
  lrc: readLrc,
  sub: readMicroDvd(),
  ...(Object.fromEntries(FRAME_RATES.map((rate) => [`sub-${rate}`, readMicroDvd(Number(rate))])) as Record<
    `sub-${FrameRate}`,
    ReadDocument
  >),
};

/** Reads a file. The error is a sentence for people; for .srt files it is the specified one. */
export const readDocument = (
  text: string,
  readAs: ReadAs,
  options: ReadOptions = {},
): Result<SubtitleDocument, SrtError> => {
  const read = READERS[readAs](text, options);
  // In an edited text, the direction marks are those that the person wants.
  return read.ok && !options.isEdited ? ok(withFollowingMarks(read.value)) : read;
};

import { filmLanguage } from '../languages/guess-language.ts';
import type { Result } from '../lib/result.ts';
import { countFilm } from '../prices/estimate.ts';
import { timingOf } from '../review/timing-of.ts';
import type { SrtError, SubtitleDocument } from '../subtitles/document.ts';
import { withPlainLineEnds } from '../subtitles/lines.ts';
import type { FilmNow, FilmSummary, SourceSummary } from './calls.ts';

/** What is told of an original. `read`: the same by its reader. */
export function lookAtSource(
  { sourceText, readAs, phrases }: FilmNow,
  read: Result<SubtitleDocument, SrtError>,
): Omit<SourceSummary, 'styles'> {
  const found = read.ok ? read.value.phrases : [];
  const isSrt = readAs === 'srt';
  const counted = phrases.length > 0 ? phrases : found;
  return {
    error: read.ok ? undefined : read.error,
    summary: isSrt ? summaryOfSrt(sourceText) : { phrases: found.length, lengthMs: endOf(found.at(-1)?.time ?? '') },
    language: filmLanguage(isSrt ? sourceText : found.map(({ text }) => text).join('\n\n')),
    batches: counted.length > 0 ? countFilm(counted) : undefined,
  };
}

/** By its timing lines: a file that cannot be read as it stands has phrases, too. */
function summaryOfSrt(text: string): FilmSummary {
  const phrases = text.split('-->').length - 1;
  // Blocks without a timing line: a broken file, of which neither its phrases nor its length can be told before it is mended.
  if (phrases < blockCount(text)) return { phrases: 0, lengthMs: 0 };
  const arrow = text.lastIndexOf('-->');
  const lastTiming = text.slice(text.lastIndexOf('\n', arrow) + 1).split('\n', 1)[0] ?? '';
  return { phrases, lengthMs: phrases > 0 ? endOf(lastTiming) : 0 };
}

const blockCount = (text: string): number =>
  withPlainLineEnds(text)
    .trim()
    .split(/\n(?:[^\S\n]*\n)+/).length;

const endOf = (timing: string): number => Math.max(0, timingOf(timing)?.endMs ?? 0);

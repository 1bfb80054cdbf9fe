import type { FileFormat } from '../../subtitles/document.ts';
import { withLineEndsLike } from '../../subtitles/line-ends.ts';
import type { FileOptions } from './file-options.ts';

const MARK = '\uFEFF';

/** The file's text with the line ends that are wanted. `source`: the opened file, of whose line ends the first one counts. */
export function withLineEnds(
  text: string,
  lineEnds: FileOptions['lineEnds'],
  format: FileFormat,
  source: string,
): string {
  const wanted = lineEnds ?? (format === 'srt' ? 'lf' : undefined);
  if (wanted === undefined) return text;
  const ended = withLineEndsLike(text, wanted === 'lf' ? '' : wanted === 'tv' ? '\r\n' : source);
  // Players refuse a WebVTT file that has one.
  return wanted === 'tv' && format !== 'vtt' && !ended.startsWith(MARK) ? MARK + ended : ended;
}

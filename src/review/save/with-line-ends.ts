import type { FileFormat } from '../../subtitles/document.ts';
import { withPlainLineEnds } from '../../subtitles/lines.ts';
import type { FileOptions } from './file-options.ts';

const MARK = '\uFEFF';

/** The file's text with the chosen line ends. `source`: the opened file, whose first line end counts for 'file'. */
export function withLineEnds(
  text: string,
  lineEnds: FileOptions['lineEnds'],
  format: FileFormat,
  source: string,
): string {
  const wanted = lineEnds ?? (format === 'srt' ? 'lf' : undefined);
  if (wanted === undefined) return text;
  const plain = withPlainLineEnds(text);
  if (wanted === 'lf') return plain;
  const end = wanted === 'tv' ? '\r\n' : (/\r\n|\n|\r/.exec(source)?.[0] ?? '\n');
  const ended = end === '\n' ? plain : plain.replaceAll('\n', end);
  // Players refuse a WebVTT file with a byte-order mark.
  return wanted === 'tv' && format !== 'vtt' && !ended.startsWith(MARK) ? MARK + ended : ended;
}

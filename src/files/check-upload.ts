import { fail, ok, type Result } from '../lib/result.ts';
import { hasSubtitleName, SUBTITLE_NAMES } from './subtitle-names.ts';

const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/**
 * Says before a file is read whether it may be opened: .srt files (in any case) of at most 20 MB, and with `anyFormat` those of
 * the other formats. The error is a sentence for people: why not, and what to do.
 */
export function checkUpload(
  { name, size }: Pick<File, 'name' | 'size'>,
  { anyFormat = false } = {},
): Result<void, string> {
  const isSubtitle = hasSubtitleName(name);
  if (!(anyFormat ? isSubtitle : /\.srt$/i.test(name))) {
    if (anyFormat) {
      const ends = `${SUBTITLE_NAMES.slice(0, -1).join(', ')} or ${SUBTITLE_NAMES.at(-1)}`;
      return fail(`"${name}" is not an .srt file or another subtitle file. Choose one whose name ends in ${ends}.`);
    }
    return fail(
      `"${name}" is not an .srt file. Choose a subtitle file whose name ends in .srt${isSubtitle ? ', or open this one with “Open…”' : ''}.`,
    );
  }
  if (size > MAX_UPLOAD_BYTES) {
    const megabytes = Math.ceil(size / 1024 / 1024);
    return fail(
      `"${name}" is too large for a subtitle file (${megabytes} MB; at most 20 MB). Check that it is not a video, or split it into smaller files.`,
    );
  }
  return ok(undefined);
}

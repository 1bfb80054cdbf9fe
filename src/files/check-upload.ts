import { fail, ok, type Result } from '../lib/result.ts';

const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** Whether a file may be opened: .srt, in any case, of at most 20 MB. The error tells people why not, and what to do. */
export function checkUpload({ name, size }: Pick<File, 'name' | 'size'>): Result<void, string> {
  if (!/\.srt$/i.test(name)) {
    return fail(`"${name}" is not an .srt file. Choose a subtitle file whose name ends in .srt.`);
  }
  if (size > MAX_UPLOAD_BYTES) {
    const megabytes = Math.ceil(size / 1024 / 1024);
    return fail(
      `"${name}" is too large for a subtitle file (${megabytes} MB; at most 20 MB). Check that it is not a video, or split it into smaller files.`,
    );
  }
  return ok(undefined);
}

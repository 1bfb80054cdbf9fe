import { isBlank, linesOf } from '../subtitles/lines.ts';

/** A text as it may stand in an .srt file: plain line ends, and no blank line, which would end its phrase there. */
export const withoutBlankLines = (text: string): string =>
  linesOf(text)
    .filter((line) => !isBlank(line))
    .join('\n');

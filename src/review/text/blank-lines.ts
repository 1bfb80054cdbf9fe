import { isBlank, linesOf, withPlainLineEnds } from '../../subtitles/lines.ts';

/** A text as it may stand in an .srt file: plain line ends, and no blank line, which would end its phrase there. */
export const withoutBlankLines = (text: string): string =>
  linesOf(text)
    .filter((line) => !isBlank(line))
    .join('\n');

/** A text in place of another: without blank lines, unless that has some, too: signs in ASS files are placed by them. */
export const withBlankLinesLike = (text: string, before: string): string =>
  linesOf(before).some(isBlank) && !isBlank(before) ? withPlainLineEnds(text) : withoutBlankLines(text);

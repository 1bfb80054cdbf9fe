import { MARK_CHARACTERS } from '../lib/text.ts';

/** Replaces each line end ("\r\n", "\n", a lone "\r") by "\n". */
export const withPlainLineEnds = (text: string): string =>
  // Performance: replace() takes five times as long for millions of line ends.
  text.includes('\r') ? text.split('\r\n').join('\n').split('\r').join('\n') : text;

export const linesOf = (text: string): readonly string[] => withPlainLineEnds(text).split('\n');

/** White space includes the no-break space and the byte-order mark. */
export const isBlank = (line: string): boolean => line.trim() === '';

const CONTROL = /[^\P{Cc}\t\n\r]/u;
/**
 * Matches a control character with the digits of an escape that a model broke: Gemini writes "\u0000e9" for "é". "de" and "ba" are missing on
 * purpose, because they are more often the beginning of a word.
 */
const SPOILT =
  /\0(?:00)?([a-f]\d|ab|b[bf]|e[a-f]|f[a-d]|c[adf]|d[cdf])|\0(0[1-9a-f][\da-f]{2}|20(?:1[3489cd]|26))|[^\P{Cc}\t\n\r]/giu;
/** Control characters that were meant as other characters: U+2013 to U+201D without their high byte, windows-1252, line ends. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ '\x13': '–', '\x14': '—', '\x18': '‘', '\x19': '’', '\x1c': '“', '\x1d': '”' }),
  ...Object.entries({ '\x80': '€', '\x8a': 'Š', '\x8c': 'Œ', '\x8e': 'Ž', '\x91': '‘', '\x92': '’', '\x93': '“' }),
  ...Object.entries({ '\x94': '”', '\x96': '–', '\x97': '—', '\x9a': 'š', '\x9c': 'œ', '\x9e': 'ž' }),
  ...Object.entries({ '\v': '\n', '\f': '\n', '\x85': '\n' }),
]);

/** Removes control characters, or replaces them by the letters that were meant. Tabs and line ends stay. */
export const withoutControls = (text: string): string =>
  CONTROL.test(text)
    ? text.replace(SPOILT, (found, latin?: string, other?: string) => {
        const code = latin ?? other;
        return code === undefined ? (MEANT.get(found) ?? '') : String.fromCharCode(Number.parseInt(code, 16));
      })
    : text;

export const lineEndOf = (text: string): string => /\r\n?|\n/.exec(text)?.[0] ?? '\n';

export function withLineEndsLike(text: string, like: string): string {
  const plain = withPlainLineEnds(text);
  const end = lineEndOf(like);
  return end === '\n' ? plain : plain.replaceAll('\n', end);
}

/** The lines of a text as offsets. Lines are counted from 0. */
export interface LinesIn {
  readonly count: number;
  readonly from: (line: number) => number;
  /** The offset behind the last character of a line, before its line end. */
  readonly to: (line: number) => number;
  readonly text: (line: number) => string;
}

/** Linear in the length of the source. */
export function linesIn(source: string): LinesIn {
  const froms = [0];
  const tos: number[] = [];
  for (const { 0: end, index } of source.matchAll(/\r\n|[\n\r]/g)) {
    tos.push(index);
    froms.push(index + end.length);
  }
  tos.push(source.length);
  return {
    count: froms.length,
    from: (line) => froms[line] ?? source.length,
    to: (line) => tos[line] ?? source.length,
    text: (line) => source.slice(froms[line] ?? source.length, tos[line] ?? source.length),
  };
}

/** Matches characters that some programs read as a line end. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** All lines of a new text for a file, including blank ones, without characters that no file may have. */
const allLines = (text: string): readonly string[] => withoutControls(text).split(LINE_ENDS);

export const safeLines = (text: string): readonly string[] => allLines(text).filter((line) => line.trim() !== '');

/**
 * The lines of a text that replaces `own` (with "\n"). Blank lines stay only if `own` has some, because they position what is shown. In the same
 * places they are exactly those of `own`.
 */
export function linesLike(text: string, own: string): readonly string[] {
  const ownLines = own.split('\n');
  if (ownLines.every((line) => line.trim() !== '')) return safeLines(text);
  const lines = allLines(text);
  const isBlankAt = (place: number) => ownLines[place]?.trim() === '';
  const isSame =
    lines.length === ownLines.length && lines.every((line, place) => (line.trim() === '') === isBlankAt(place));
  return isSame ? lines.map((line, place) => (isBlankAt(place) ? (ownLines[place] ?? '') : line)) : lines;
}

/** Shortens a text for a quotation to `maxCharacters` UTF-16 units with "…", and never cuts a surrogate pair. */
export function shorten(text: string, maxCharacters = 100): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Prepares a text for an .srt file: plain line ends, no control characters, and no blank lines, which would end the phrase. */
export const withoutBlankLines = (text: string): string =>
  linesOf(withoutControls(text))
    .filter((line) => !isBlank(line))
    .join('\n');

/** Like withoutBlankLines, but blank lines stay if `before` has some, because they position signs in ASS files. */
export const withBlankLinesLike = (text: string, before: string): string =>
  linesOf(before).some(isBlank) && !isBlank(before)
    ? withPlainLineEnds(withoutControls(text))
    : withoutBlankLines(text);

/** Direction marks as HTML entities, which .srt files can contain. A program may have escaped their "&" twice. */
const ENTITY =
  '&(?:amp;)*[ \\t]?(?:lrm|rlm|#0*(?:1564|820[67]|823[4-8]|829[4-7])|#x0*(?:61c|200[ef]|202[a-e]|206[6-9]))[ \\t]?;';
export const MARK = `[${MARK_CHARACTERS}]|${ENTITY}`;
export const MARKS = new RegExp(MARK, 'gi');
/** A quick test that is false for most texts. */
export const MAY_HAVE_MARKS = new RegExp(`[&${MARK_CHARACTERS}]`);

/** Removes direction marks, which belong to the file and have no meaning of their own. */
export const withoutDirectionMarks = (text: string): string =>
  MAY_HAVE_MARKS.test(text) ? text.replace(MARKS, '') : text;

/** The text that is sent to a model. A text of marks alone is sent unchanged, because nobody can translate an empty text. */
export function sentText(text: string): string {
  const said = withoutDirectionMarks(text);
  return isBlank(said) ? text : said;
}

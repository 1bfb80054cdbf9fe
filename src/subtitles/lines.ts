/** The same text with "\n" for each of the three line ends ("\r\n", "\n", a lone "\r"). */
export const withPlainLineEnds = (text: string): string =>
  // Split and join, since replace takes five times as long for a text of millions of line ends.
  text.includes('\r') ? text.split('\r\n').join('\n').split('\r').join('\n') : text;

export const linesOf = (text: string): readonly string[] => withPlainLineEnds(text).split('\n');

/** Nothing but white space, the no-break space and the byte-order mark included. */
export const isBlank = (line: string): boolean => line.trim() === '';

/** Control characters but the tab and the line ends. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;
/**
 * A control character, with what a model has spoilt of an escape behind it: Gemini writes "\u0000e9" for "é". "de" and "ba" behind one begin a word
 * more often than they are such a code.
 */
const SPOILT =
  /\0(?:00)?([a-f]\d|ab|b[bf]|e[a-f]|f[a-d]|c[adf]|d[cdf])|\0(0[1-9a-f][\da-f]{2}|20(?:1[3489cd]|26))|[^\P{Cc}\t\n\r]/giu;
/** Control characters that stand for another one: U+2013 to U+201D without their high byte, the places of windows-1252, ends of lines. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ '\x13': '–', '\x14': '—', '\x18': '‘', '\x19': '’', '\x1c': '“', '\x1d': '”' }),
  ...Object.entries({ '\x80': '€', '\x8a': 'Š', '\x8c': 'Œ', '\x8e': 'Ž', '\x91': '‘', '\x92': '’', '\x93': '“' }),
  ...Object.entries({ '\x94': '”', '\x96': '–', '\x97': '—', '\x9a': 'š', '\x9c': 'œ', '\x9e': 'ž' }),
  ...Object.entries({ '\v': '\n', '\f': '\n', '\x85': '\n' }),
]);

/** The text without control characters, which no file may have; those that stand for a letter become that letter. Tabs and line ends stay. */
export const withoutControls = (text: string): string =>
  CONTROL.test(text)
    ? text.replace(SPOILT, (found, latin?: string, other?: string) => {
        const code = latin ?? other;
        return code === undefined ? (MEANT.get(found) ?? '') : String.fromCharCode(Number.parseInt(code, 16));
      })
    : text;

/** The line end that a text's first line has. */
export const lineEndOf = (text: string): string => /\r\n?|\n/.exec(text)?.[0] ?? '\n';

/** The text with the line ends that `like` has. */
export function withLineEndsLike(text: string, like: string): string {
  const plain = withPlainLineEnds(text);
  const end = lineEndOf(like);
  return end === '\n' ? plain : plain.replaceAll('\n', end);
}

/** The lines of a text by their offsets. */
export interface LinesIn {
  readonly count: number;
  /** Offset of the first character of a line. */
  readonly from: (line: number) => number;
  /** Offset behind its last character, without its line end. */
  readonly to: (line: number) => number;
  readonly text: (line: number) => string;
}

/** Lines end with "\r\n", "\n" or a lone "\r". Lines count from 0. Linear in the length of the source. */
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

/** What some program or other takes for the end of a line. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** The lines of a text that is to stand in a file, blank ones too, without a character that no file may have. */
const allLines = (text: string): readonly string[] => withoutControls(text).split(LINE_ENDS);

/** The lines of a text that is to stand in a file: none of them is blank, and none holds a character that no file may have. */
export const safeLines = (text: string): readonly string[] => allLines(text).filter((line) => line.trim() !== '');

/**
 * The same where the text that it stands for (`own`, with "\n") has blank lines: they place what is shown. Then the text keeps its own
 * blank lines, and where it has them in the same places, they are what they were.
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

/** The text as a message can quote it: cut after `maxCharacters` UTF-16 units with "…", never inside a surrogate pair. */
export function shorten(text: string, maxCharacters = 100): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A text as it may stand in an .srt file: plain line ends, no control character, and no blank line, which would end its phrase there. */
export const withoutBlankLines = (text: string): string =>
  linesOf(withoutControls(text))
    .filter((line) => !isBlank(line))
    .join('\n');

/** A text in place of another: without blank lines, unless that has some, too: signs in ASS files are placed by them. */
export const withBlankLinesLike = (text: string, before: string): string =>
  linesOf(before).some(isBlank) && !isBlank(before)
    ? withPlainLineEnds(withoutControls(text))
    : withoutBlankLines(text);

/** In a class of a pattern: the marks that say in which direction a text is laid out (Unicode Standard Annex #9, section 2). */
export const MARK_CHARACTERS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
/** The same as signs of a web page, as .srt files have them, too; also where a program has written their "&" twice. */
const ENTITY =
  '&(?:amp;)*[ \\t]?(?:lrm|rlm|#0*(?:1564|820[67]|823[4-8]|829[4-7])|#x0*(?:61c|200[ef]|202[a-e]|206[6-9]))[ \\t]?;';
export const MARK = `[${MARK_CHARACTERS}]|${ENTITY}`;
export const MARKS = new RegExp(MARK, 'gi');
/** Most texts have neither, and are done with here. */
export const MAY_HAVE_MARKS = new RegExp(`[&${MARK_CHARACTERS}]`);

/** The text without marks of direction: they belong to the file, and say nothing. */
export const withoutDirectionMarks = (text: string): string =>
  MAY_HAVE_MARKS.test(text) ? text.replace(MARKS, '') : text;

/** The text as a model gets it; one of marks alone stays, since nobody can translate an empty text. */
export function sentText(text: string): string {
  const said = withoutDirectionMarks(text);
  return isBlank(said) ? text : said;
}

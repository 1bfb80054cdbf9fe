/** What some program or other takes for the end of a line. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** The lines of a text that is to stand in a file, blank ones too, without a character that no file may have. */
const allLines = (text: string): readonly string[] => text.replaceAll('\0', '').split(LINE_ENDS);

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

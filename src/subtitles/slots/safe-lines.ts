/** What some program or other takes for the end of a line. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** The lines of a text that is to stand in a file: none of them is blank, and none holds a character that no file may have. */
export const safeLines = (text: string): readonly string[] =>
  text
    .replaceAll('\0', '')
    .split(LINE_ENDS)
    .filter((line) => line.trim() !== '');

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
  const froms: number[] = [];
  const tos: number[] = [];
  // Looked up again only when passed: each search runs to the end of the source where there is none.
  let feed = indexAfter(source, '\n', 0);
  let carriage = indexAfter(source, '\r', 0);
  for (let from = 0; from <= source.length; ) {
    if (feed < from) feed = indexAfter(source, '\n', from);
    if (carriage < from) carriage = indexAfter(source, '\r', from);
    const to = Math.min(feed, carriage);
    froms.push(from);
    tos.push(to);
    from = carriage + 1 === feed ? feed + 1 : to + 1;
  }
  return {
    count: froms.length,
    from: (line) => froms[line] ?? source.length,
    to: (line) => tos[line] ?? source.length,
    text: (line) => source.slice(froms[line] ?? source.length, tos[line] ?? source.length),
  };
}

function indexAfter(source: string, character: string, from: number): number {
  const index = source.indexOf(character, from);
  return index === -1 ? source.length : index;
}

import { type LinesIn, linesIn } from './lines.ts';
import type { Slot } from './slots.ts';

/** The column names of events or styles in lower case, from the section's "Format:" line. */
export type Columns = readonly string[];

/** Reads the columns of a "Format:" line. Without [Events] the line may belong to the styles, so it must contain "text". */
export function columnsIn(line: string, hasEvents: boolean): Columns | undefined {
  if (!/^\s*format\s*:/i.test(line)) return undefined;
  const columns = partsOf(line).map((name) => name.trim().toLowerCase());
  return hasEvents || columns.includes('text') ? columns : undefined;
}

export const partsOf = (line: string): readonly string[] => line.slice(line.indexOf(':') + 1).split(',');

const STYLES = /^[ \t]*\[v4(\+{0,2}) styles(\+{0,2})\][ \t]*$/i;
const ALIGNMENT = /\\(an?)(\d+)/;

/** In ASS, numbers are arranged as on a number pad. SSA, and the tag \a in both, count differently. */
const isTop = (alignment: number, isOld: boolean): boolean =>
  isOld ? alignment >= 5 && alignment <= 7 : alignment >= 7 && alignment <= 9;

/** Returns a function that tells if an event is at the top: by the code before its text, otherwise by its style. */
export function topEvents(source: string): (slot: Slot) => boolean {
  const tops = topStyles(source);
  return ({ before = '', style = '' }) => {
    const [, tag, alignment] = ALIGNMENT.exec(before) ?? [];
    // An asterisk marks the default style of SSA.
    return tag === undefined ? tops.has(style.replace(/^\*/, '')) : isTop(Number(alignment), tag === 'a');
  };
}

function topStyles(source: string): ReadonlySet<string> {
  const tops = new Set<string>();
  for (const { value, isOld } of stylesIn(linesIn(source)))
    if (isTop(Number(value('alignment')), isOld)) tops.add(value('name').replace(/^\*/, ''));
  return tops;
}

interface StyleLine {
  readonly line: number;
  readonly columns: Columns;
  readonly formatLine: number;
  readonly value: (column: string) => string;
  readonly isOld: boolean;
}

function* stylesIn(lines: LinesIn): Generator<StyleLine> {
  let section: RegExpExecArray | null = null;
  let columns: Columns = [];
  let formatLine = 0;
  for (let line = 0; line < lines.count; line++) {
    const text = lines.text(line);
    if (/^\s*\[/.test(text)) section = STYLES.exec(text);
    if (section === null) continue;
    const named = columnsIn(text, true);
    if (named) [columns, formatLine] = [named, line];
    if (!/^\s*style\s*:/i.test(text)) continue;
    const parts = partsOf(text);
    const value = (name: string) => parts[columns.indexOf(name)]?.trim() ?? '';
    yield { line, columns, formatLine, value, isOld: section[1] === '' && section[2] === '' };
  }
}

/** With this encoding, players find the direction of a whole line from its letters. With any other, they start again at each override block. */
const BY_ITS_LETTERS = '-1';

/** Sets Encoding −1 in all styles, even in files without that column. Changes nothing else. */
export function withDirectionByLetters(source: string): string {
  const lines = linesIn(source);
  const parts: string[] = [];
  let end = 0;
  const write = (from: number, text: string, to = from) => {
    parts.push(source.slice(end, from), text);
    end = to;
  };
  const behind = (line: number): number => lines.from(line) + lines.text(line).trimEnd().length;
  let named = -1;
  for (const { line, columns, formatLine, value } of stylesIn(lines)) {
    const column = columns.indexOf('encoding');
    const place = column === -1 ? columns.length : column;
    const fields = partsOf(lines.text(line));
    // In a style with too few fields, the value would be in another column.
    if (columns.length === 0 || fields.length < place || value('encoding') === BY_ITS_LETTERS) continue;
    if (column === -1 && named !== formatLine) write(behind(formatLine), ', Encoding');
    named = formatLine;
    const field = fields[place];
    if (field === undefined) {
      write(behind(line), `,${BY_ITS_LETTERS}`);
      continue;
    }
    const from = lines.from(line) + lines.text(line).length - fields.slice(place).join(',').length;
    write(from, field.trim() === '' ? BY_ITS_LETTERS : field.replace(/\S+/, BY_ITS_LETTERS), from + field.length);
  }
  return parts.join('') + source.slice(end);
}

import { csvTable, quotedCell, withoutFormula } from '../lib/text.ts';
import { NOTE_LIMITS, type Term } from './notes.ts';

const COLUMNS = ['source', 'translation', 'note'] as const;
type Column = (typeof COLUMNS)[number];

export interface ReadTerms {
  readonly terms: readonly Term[];
  /** Number of rows over the limit, which are left out. */
  readonly overLimit: number;
  /** Number of rows that have content but no source, which are left out. */
  readonly withoutSource: number;
  /** The row (from 1) that has an unclosed quote. The quote counts as a character. */
  readonly openQuoteAt: number | undefined;
}

/**
 * Terms of a spreadsheet table with the columns source, translation, note, or in the order of a header that contains "source". `present`: number of existing
 * terms. Linear time. Never throws.
 */
export function readTerms(text: string, present = 0): ReadTerms {
  const { body, delimiter } = delimiterOf(text.replace(/^\uFEFF/, ''));
  const { rows, openQuoteAt } = readTable(body, delimiter);
  const header = headerOf(rows[0] ?? []);
  const terms: Term[] = [];
  let [overLimit, withoutSource] = [0, 0];
  for (const cells of header ? rows.slice(1) : rows) {
    const cell = (column: Column) => oneLine(cells[header ? header.indexOf(column) : COLUMNS.indexOf(column)] ?? '');
    const term = { source: cell('source'), translation: cell('translation'), note: cell('note') };
    if (term.source === '') withoutSource += cells.some((other) => other.trim() !== '') ? 1 : 0;
    else if (present + terms.length >= NOTE_LIMITS.terms) overLimit++;
    else terms.push(term);
  }
  return { terms, overLimit, withoutSource, openQuoteAt };
}

/**
 * The column names, if the row is a header with "source". Without "translation", the translation is "target" or the column after the source: otherwise all
 * terms would mean "stays as it is".
 */
function headerOf(cells: readonly string[]): readonly string[] | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const source = names.indexOf('source');
  if (source < 0 || names.includes('translation')) return source < 0 ? undefined : names;
  const target = names.includes('target') ? names.indexOf('target') : source + 1;
  return names[target] === undefined || names[target] === 'note' ? names : names.with(target, 'translation');
}

const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Removes the apostrophe that stops a spreadsheet from running a formula. */
const oneLine = (cell: string): string =>
  cell
    .replace(LINE_BREAKS, ' ')
    .trim()
    .replace(/^'(?='*[=+@-])/, '');

/** The most frequent delimiter in the first row that has one outside quotes. Excel's line "sep=;" has priority. */
function delimiterOf(text: string): { readonly body: string; readonly delimiter: string } {
  const [line, named] = /^sep=([,;\t])(?:\r\n|\r|\n|$)/.exec(text) ?? [];
  if (line !== undefined && named !== undefined) return { body: text.slice(line.length), delimiter: named };
  // After an unclosed quote all delimiters seem to be quoted. So if none is found outside quotes, those inside count.
  return { body: text, delimiter: mostFrequent(text, true) ?? mostFrequent(text, false) ?? ',' };
}

function mostFrequent(text: string, knowsQuotes: boolean): string | undefined {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = knowsQuotes && !isQuoted;
    else if (!isQuoted && counts.size > 0 && '\r\n'.includes(character)) break;
    else if (!isQuoted && ',;\t'.includes(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly openQuoteAt: number | undefined;
}

/**
 * The offset of the closing quote. -1: there is none, or it is after the end of the line. It scans, because a regular expression overflows the stack with
 * millions of quotes.
 */
function closingQuote(text: string, from: number, isInLine: boolean): number {
  const stops = isInLine ? /["\r\n]/g : /"/g;
  stops.lastIndex = from + 1;
  while (stops.test(text)) {
    const at = stops.lastIndex - 1;
    if (text[at] !== '"') return -1;
    if (text[at + 1] !== '"') return at;
    stops.lastIndex = at + 2;
  }
  return -1;
}

/**
 * Reads the rows of cells. An unclosed quote is an ordinary character. After the first one, quoted cells must end on their line, which keeps the time linear.
 */
function readTable(text: string, delimiter: string): Table {
  const cellEnd = new RegExp(`${delimiter}|\\r\\n|[\\r\\n]|$`, 'y');
  const plainEnd = new RegExp(cellEnd, 'g');
  const rows: string[][] = [];
  let openQuoteAt: number | undefined;
  let row: string[] = [];
  for (let at = 0; at < text.length || row.length > 0; ) {
    const closing = text[at] === '"' ? closingQuote(text, at, openQuoteAt !== undefined) : -1;
    if (text[at] === '"' && closing < 0) openQuoteAt ??= rows.length + 1;
    cellEnd.lastIndex = closing + 1;
    const quotedEnd = closing < 0 ? null : cellEnd.exec(text);
    plainEnd.lastIndex = at;
    const [end, place] = endOf(quotedEnd ?? plainEnd.exec(text), text);
    row.push(quotedEnd ? text.slice(at + 1, closing).replaceAll('""', '"') : text.slice(at, place));
    at = place + end.length;
    if (end === delimiter) continue;
    rows.push(row);
    row = [];
  }
  return { rows, openQuoteAt };
}

/** The character that ends a cell, and its offset. */
const endOf = (found: RegExpExecArray | null, { length }: string): readonly [end: string, at: number] => [
  found?.[0] ?? '',
  found?.index ?? length,
];

/** A CSV table with a header, which readTerms reads back exactly. Empty rows are left out. */
export function writeTerms(terms: readonly Term[]): string {
  const rows = terms
    .map(({ source, translation, note }) => [source, translation, note])
    .filter((cells) => cells.some((cell) => cell.trim() !== ''));
  return csvTable([COLUMNS, ...rows.map((cells) => cells.map(cellOf))]);
}

function cellOf(text: string): string {
  const cell = text.trim();
  // A second apostrophe shows that the first one belongs to the term.
  const safe = /^'+[=+@-]/.test(cell) ? `'${cell}` : withoutFormula(cell);
  return /[,;\t"\r\n]/.test(safe) ? quotedCell(safe) : safe;
}

/** Cells pasted from a spreadsheet, without line breaks. A text without tabs becomes one cell per line. */
export const pastedCells = (text: string): readonly (readonly string[])[] =>
  readTable(text, '\t').rows.map((cells) => cells.map((cell) => cell.replace(LINE_BREAKS, ' ').trim()));

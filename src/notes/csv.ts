import { csvTable, quotedCell, withoutFormula } from '../lib/text.ts';
import { NOTE_LIMITS, type Term } from './notes.ts';

const COLUMNS = ['source', 'translation', 'note'] as const;
type Column = (typeof COLUMNS)[number];

export interface ReadTerms {
  readonly terms: readonly Term[];
  /** Rows that are left out because there are as many terms as there may be. */
  readonly overLimit: number;
  /** Rows that have something in them, but no source: left out. */
  readonly withoutSource: number;
  /** The row, counted from 1, in which a quote begins that does not end: it is read as a character. */
  readonly openQuoteAt: number | undefined;
}

/**
 * Terms of a table as spreadsheets save it: source, translation, note, or as a header that names "source" says. `present`: how many
 * terms there are already. Linear; never throws.
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
 * The names of the columns, if this row is a header: it is known by "source". Where none is called "translation", "target" is that, or the one
 * behind the source: a term without a translation would be one that stays as it is.
 */
function headerOf(cells: readonly string[]): readonly string[] | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const source = names.indexOf('source');
  if (source < 0 || names.includes('translation')) return source < 0 ? undefined : names;
  const target = names.includes('target') ? names.indexOf('target') : source + 1;
  return names[target] === undefined || names[target] === 'note' ? names : names.with(target, 'translation');
}

const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** A cell as a term has it. The apostrophe with which a formula was kept from running is no part of it. */
const oneLine = (cell: string): string =>
  cell
    .replace(LINE_BREAKS, ' ')
    .trim()
    .replace(/^'(?='*[=+@-])/, '');

/** The mark that stands most often in the first row that has one, outside of quotes; Excel's own first line "sep=;" tells it as well. */
function delimiterOf(text: string): { readonly body: string; readonly delimiter: string } {
  const [line, told] = /^sep=([,;\t])(?:\r\n|\r|\n|$)/.exec(text) ?? [];
  if (line !== undefined && told !== undefined) return { body: text.slice(line.length), delimiter: told };
  // A quote that does not end hides all that follows.
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
 * Where the quote stands that ends the cell whose first quote is at `from`; -1: nowhere, or behind the line's end. A scan: an expression that
 * repeats itself runs out of stack in a cell of millions of quotes.
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
 * Rows of cells. A quote that does not end before a delimiter, a line end or the text's end is a character like others. Behind the first that
 * ends nowhere a quoted cell has to end on its own line, so that the text is not read to its end again and again.
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

/** What ends a cell, and where. */
const endOf = (found: RegExpExecArray | null, { length }: string): readonly [end: string, at: number] => [
  found?.[0] ?? '',
  found?.index ?? length,
];

/** Terms as a CSV table with a header, which readTerms reads back as they are. Empty rows are left out. */
export function writeTerms(terms: readonly Term[]): string {
  const rows = terms
    .map(({ source, translation, note }) => [source, translation, note])
    .filter((cells) => cells.some((cell) => cell.trim() !== ''));
  return csvTable([COLUMNS, ...rows.map((cells) => cells.map(cellOf))]);
}

function cellOf(text: string): string {
  const cell = text.trim();
  // An apostrophe of the term's own is told from that of a formula by a second one.
  const safe = /^'+[=+@-]/.test(cell) ? `'${cell}` : withoutFormula(cell);
  return /[,;\t"\r\n]/.test(safe) ? quotedCell(safe) : safe;
}

/** The cells of rows that are pasted from a spreadsheet, without line breaks; a text without tabs is one cell a line. */
export const pastedCells = (text: string): readonly (readonly string[])[] =>
  readTable(text, '\t').rows.map((cells) => cells.map((cell) => cell.replace(LINE_BREAKS, ' ').trim()));

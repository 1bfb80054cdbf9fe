import * as v from 'valibot';

/** What a model must know about a film and cannot see in twenty lines. Cells contain what the person typed. */
export interface FilmNotes {
  /** Title, plot, place and time, tone. */
  readonly about: string;
  readonly people: readonly Person[];
  readonly address: readonly Address[];
  readonly terms: readonly Term[];
  /** Whether requests name the speakers that the file contains. */
  readonly tellsSpeakers: boolean;
}

export interface Person {
  /** The name as written in the source. */
  readonly name: string;
  readonly translation: string;
  readonly gender: Gender;
  readonly note: string;
  /** The films of a series in which the person is, by a part of their file names: "E01, E03". Missing or empty: all films. */
  readonly films?: string;
}

export const GENDERS = ['unknown', 'female', 'male', 'other', 'plural'] as const;
export type Gender = (typeof GENDERS)[number];

/** How one person addresses another. */
export interface Address {
  readonly from: string;
  readonly to: string;
  /** "formal", "informal", or words of the target language. */
  readonly form: string;
}

export interface Term {
  readonly source: string;
  /** Empty: the term stays as it is. */
  readonly translation: string;
  readonly note: string;
}

export const NO_NOTES: FilmNotes = { about: '', people: [], address: [], terms: [], tellsSpeakers: true };

/** The most rows of each table, whoever wrote them, and the most characters (UTF-16 units) of `about` that are sent. */
export const NOTE_LIMITS = { people: 60, address: 200, terms: 500, about: 2_000 } as const;
/** The most characters of a cell. Otherwise a film pasted into a cell would be sent with every request. */
export const MOST_IN_CELL = 1_000;

const isBlank = (cell: string): boolean => cell.trim() === '';

export const isPerson = ({ name }: Person): boolean => !isBlank(name);
export const isTerm = ({ source }: Term): boolean => !isBlank(source);
/** A row of address counts when all its cells are filled. */
export const isAddress = ({ from, to, form }: Address): boolean => !isBlank(from) && !isBlank(to) && !isBlank(form);

/** True if there is nothing to send. Empty rows and the setting about speakers do not count. */
export function areEmpty(notes: FilmNotes): boolean {
  const { about, people, address, terms } = sentNotes(notes);
  return about === '' && people.length === 0 && address.length === 0 && terms.length === 0;
}

/** The notes without empty rows and without what is over the limits. */
export const sentNotes = (notes: FilmNotes): FilmNotes => ({
  about: notes.about
    .trim()
    .slice(0, NOTE_LIMITS.about)
    .replace(/[\uD800-\uDBFF]$/, ''),
  people: notes.people.filter(isPerson),
  address: notes.address.filter(isAddress),
  terms: notes.terms.filter(isTerm),
  tellsSpeakers: notes.tellsSpeakers,
});

/** Shortens tables and cells to their limits, empty rows first. Returns the same object if nothing changes. */
export function withinLimits(notes: FilmNotes): FilmNotes {
  const people = limited(notes.people, isPerson, NOTE_LIMITS.people);
  const address = limited(notes.address, isAddress, NOTE_LIMITS.address);
  const terms = limited(notes.terms, isTerm, NOTE_LIMITS.terms);
  const isWithin = people === notes.people && address === notes.address && terms === notes.terms;
  return isWithin ? notes : { ...notes, people, address, terms };
}

function limited<Row extends object>(
  rows: readonly Row[],
  isFilled: (row: Row) => boolean,
  most: number,
): readonly Row[] {
  const fitting = rows.length > most ? rows.filter(isFilled).slice(0, most) : rows;
  const isOver = (cell: unknown): boolean => typeof cell === 'string' && cell.length > MOST_IN_CELL;
  if (!fitting.some((row) => Object.values(row).some(isOver))) return fitting;
  const cut = (cell: unknown) => (isOver(cell) ? String(cell).slice(0, MOST_IN_CELL) : cell);
  return fitting.map(
    (row) => Object.fromEntries(Object.entries(row).map(([field, cell]) => [field, cut(cell)])) as Row,
  );
}

/** Reads a missing or invalid value as `otherwise`. */
const orElse = <Value>(schema: v.GenericSchema<unknown, Value>, otherwise: Value) =>
  v.optional(v.fallback(schema, otherwise), otherwise);
const cell = orElse(v.string(), '');
const isRow = (row: unknown): boolean => typeof row === 'object' && row !== null && !Array.isArray(row);
/** Leaves out elements that are not objects. */
const rowsOf = <Row>(row: v.GenericSchema<unknown, Row>) =>
  orElse(v.pipe(v.array(v.unknown()), v.filterItems(isRow), v.array(row)), []);

const acceptedSchema = v.object({
  about: cell,
  people: rowsOf(
    v.object({
      name: cell,
      translation: cell,
      gender: orElse(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.picklist(GENDERS)), 'unknown'),
      note: cell,
      films: v.exactOptional(cell),
    }),
  ),
  address: rowsOf(v.object({ from: cell, to: cell, form: cell })),
  terms: rowsOf(v.object({ source: cell, translation: cell, note: cell })),
  tellsSpeakers: orElse(v.boolean(), true),
});

/**
 * Notes from outside (storage, a project file, a reply), shortened to the limits. Invalid cells become empty. undefined: the value does not look like notes.
 * Never throws.
 */
export function acceptNotes(value: unknown): FilmNotes | undefined {
  const isKnown =
    isRow(value) && ['about', 'people', 'address', 'terms'].some((name) => Object.hasOwn(Object(value), name));
  return isKnown ? withinLimits(v.parse(acceptedSchema, value)) : undefined;
}

import { stampOf } from '../lib/text.ts';
import { keyOfAddress, keyOfPerson, keyOfTerm } from './note-warnings.ts';
import type { Address, FilmNotes, Person, Term } from './notes.ts';

/** What a reading of the film has found: a proposal for film notes. */
export type FoundNotes = Pick<FilmNotes, 'about' | 'people' | 'address' | 'terms'>;

export const NOTHING_FOUND: FoundNotes = { about: '', people: [], address: [], terms: [] };

export const hasFound = ({ about, people, address, terms }: FoundNotes): boolean =>
  about !== '' || people.length + address.length + terms.length > 0;

/**
 * Joins the findings of two parts by name. Empty cells are filled, notes are appended, and contradicting rows both stay. Nothing is lost, and a second join
 * changes nothing.
 */
export const joinFound = (before: FoundNotes, next: FoundNotes): FoundNotes => ({
  about: joinTexts(before.about, next.about, ' '),
  people: joinRows(before.people, next.people, keyOfPerson, joinPerson),
  address: joinRows(before.address, next.address, keyOfAddress, (one, other) =>
    sameCell(one.form, other.form) ? one : undefined,
  ),
  terms: joinRows(before.terms, next.terms, keyOfTerm, joinTerm),
});

function joinRows<Row>(
  before: readonly Row[],
  next: readonly Row[],
  keyOf: (row: Row) => string,
  /** undefined: the rows contradict each other. */
  join: (one: Row, other: Row) => Row | undefined,
): readonly Row[] {
  const rows: Row[] = [];
  const places = new Map<string, number[]>();
  for (const row of [...before, ...next]) {
    const known = places.get(keyOf(row)) ?? [];
    places.set(keyOf(row), known);
    const isJoined = known.some((place) => {
      const there = rows[place];
      const joined = there === undefined ? undefined : join(there, row);
      if (joined !== undefined) rows[place] = joined;
      return joined !== undefined;
    });
    if (!isJoined) known.push(rows.push(row) - 1);
  }
  return rows;
}

function joinPerson(one: Person, other: Person): Person | undefined {
  const translation = joinCell(one.translation, other.translation, '');
  const gender = joinCell(one.gender, other.gender, 'unknown');
  if (translation === undefined || gender === undefined) return undefined;
  return { name: one.name, translation, gender, note: joinTexts(one.note, other.note, '; ') };
}

/** An empty translation means that the term stays as it is, so it does not count as an empty cell. */
const joinTerm = (one: Term, other: Term): Term | undefined =>
  sameCell(one.translation, other.translation) ? { ...one, note: joinTexts(one.note, other.note, '; ') } : undefined;

const sameCell = (one: string, other: string): boolean => one.trim() === other.trim();

/** `nothing`: the value of an empty cell. */
function joinCell<Cell extends string>(one: Cell, other: Cell, nothing: Cell): Cell | undefined {
  if (one.trim() === nothing) return other;
  return other.trim() === nothing || sameCell(one, other) ? one : undefined;
}

function joinTexts(one: string, other: string, between: string): string {
  if (one.trim() === '') return other;
  return other.trim() === '' || one.includes(other.trim()) ? one : `${one}${between}${other}`;
}

/** Joins the findings of several films. The findings of a single film are returned unchanged. */
export const foundInFilms = (films: readonly { readonly found: FoundNotes }[]): FoundNotes =>
  films
    .map(({ found }) => found)
    .reduce((before, found) => (before === NOTHING_FOUND ? found : joinFound(before, found)), NOTHING_FOUND);

/** True if a reading has found this row, perhaps in other words. */
export function standsIn(row: FoundRow, found: FoundNotes): boolean {
  switch (row.kind) {
    case 'about':
      return found.about.trim() !== '' && row.row.includes(found.about.trim());
    case 'person':
      return found.people.some((one) => keyOfPerson(one) === keyOfPerson(row.row) && joinPerson(row.row, one));
    case 'address':
      return found.address.some(
        (one) => keyOfAddress(one) === keyOfAddress(row.row) && sameCell(one.form, row.row.form),
      );
    case 'term':
      return found.terms.some((one) => keyOfTerm(one) === keyOfTerm(row.row) && joinTerm(row.row, one));
  }
}

export type FoundRow =
  | { readonly kind: 'about'; readonly row: string }
  | { readonly kind: 'person'; readonly row: Person }
  | { readonly kind: 'address'; readonly row: Address }
  | { readonly kind: 'term'; readonly row: Term };

export type ProposedRow = FoundRow & {
  /** "same": the notes have this row already. "differs": the notes have another row of that name. */
  readonly state: 'new' | 'same' | 'differs';
  /** Index of the row of that name in the notes. undefined: there is none. */
  readonly at: number | undefined;
};

/** A fixed order of fields, so that equal findings have equal stamps. */
const FIELDS = 'about people address terms name from to source form translation gender note'.split(' ');
/** A stamp that differs between proposals, even after a reload. */
export const stampOfFound = (found: FoundNotes): string => stampOf(JSON.stringify(found, FIELDS));

export const propose = (notes: FilmNotes, found: FoundNotes): readonly ProposedRow[] =>
  rowsOf(found).map((row) => ({ ...row, ...stateOf(notes, row) }));

const rowsOf = ({ about, people, address, terms }: FoundNotes): readonly FoundRow[] => [
  ...(about.trim() === '' ? [] : [{ kind: 'about', row: about } as const]),
  ...people.map((row) => ({ kind: 'person', row }) as const),
  ...address.map((row) => ({ kind: 'address', row }) as const),
  ...terms.map((row) => ({ kind: 'term', row }) as const),
];

type State = Pick<ProposedRow, 'state' | 'at'>;

function stateOf(notes: FilmNotes, found: FoundRow): State {
  switch (found.kind) {
    case 'about':
      if (notes.about.trim() === '') return { state: 'new', at: undefined };
      return { state: notes.about.includes(found.row.trim()) ? 'same' : 'differs', at: undefined };
    case 'person':
      return stateIn(notes.people, found.row, keyOfPerson, replacePerson);
    case 'address':
      return stateIn(notes.address, found.row, keyOfAddress, replaceAddress);
    case 'term':
      return stateIn(notes.terms, found.row, keyOfTerm, replaceTerm);
  }
}

function stateIn<Row extends object>(
  rows: readonly Row[],
  row: Row,
  keyOf: (row: Row) => string,
  replace: (there: Row, row: Row) => Row,
): State {
  const places = rows.flatMap((there, place) => (keyOf(there) === keyOf(row) ? [place] : []));
  const same = places.find((place) => {
    const there = rows[place];
    return there !== undefined && isSameRow(there, replace(there, row));
  });
  const at = same ?? places[0];
  if (at === undefined) return { state: 'new', at };
  return { state: same === undefined ? 'differs' : 'same', at };
}

const isSameRow = (one: object, other: object): boolean =>
  Object.entries(one).every(([name, cell]) => sameCell(String(cell), String(new Map(Object.entries(other)).get(name))));

// The row after a person accepts the proposal: its cells, and the old cells where it has none.

const replacePerson = (there: Person, row: Person): Person => ({
  ...there,
  translation: row.translation.trim() === '' ? there.translation : row.translation,
  gender: row.gender === 'unknown' ? there.gender : row.gender,
  note: row.note.trim() === '' ? there.note : row.note,
});

const replaceAddress = (there: Address, { form }: Address): Address => ({ ...there, form });

const replaceTerm = (there: Term, { translation, note }: Term): Term => ({
  source: there.source,
  translation,
  note: note.trim() === '' ? there.note : note,
});

/** Adds the row, or replaces the row of its name. Returns the same object if nothing changes. */
export function takeRow(notes: FilmNotes, found: FoundRow): FilmNotes {
  const { state, at } = stateOf(notes, found);
  if (state === 'same') return notes;
  switch (found.kind) {
    case 'about':
      return { ...notes, about: found.row };
    case 'person':
      return { ...notes, people: put(notes.people, at, found.row, replacePerson) };
    case 'address':
      return { ...notes, address: put(notes.address, at, found.row, replaceAddress) };
    case 'term':
      return { ...notes, terms: put(notes.terms, at, found.row, replaceTerm) };
  }
}

/** Adds a term that a person agreed on. `replaced`: the row that was in its place. */
export function withTerm(
  notes: FilmNotes,
  row: Term,
): { readonly notes: FilmNotes; readonly replaced?: Term | undefined } {
  const found = { kind: 'term', row } as const;
  const { state, at } = stateOf(notes, found);
  return {
    notes: takeRow(notes, found),
    ...(state === 'differs' && at !== undefined && { replaced: notes.terms[at] }),
  };
}

function put<Row>(
  rows: readonly Row[],
  at: number | undefined,
  row: Row,
  replace: (there: Row, row: Row) => Row,
): readonly Row[] {
  return at === undefined ? [...rows, row] : rows.map((there, place) => (place === at ? replace(there, row) : there));
}

/** Adds everything that is new. Rows that differ from existing ones must be accepted one by one. */
export const takeAll = (notes: FilmNotes, found: FoundNotes): FilmNotes => newRows(notes, found).reduce(takeRow, notes);

/** The rows that the notes do not have. Of rows that contradict each other only the first: with it in the notes, the others differ. */
export function newRows(notes: FilmNotes, found: FoundNotes): readonly ProposedRow[] {
  const names = new Set<string>();
  return propose(notes, found).filter((row) => {
    const name = `${row.kind} ${keyOfRow(row)}`;
    const isFirst = !names.has(name);
    names.add(name);
    return isFirst && row.state === 'new';
  });
}

function keyOfRow(found: FoundRow): string {
  switch (found.kind) {
    case 'about':
      return '';
    case 'person':
      return keyOfPerson(found.row);
    case 'address':
      return keyOfAddress(found.row);
    case 'term':
      return keyOfTerm(found.row);
  }
}

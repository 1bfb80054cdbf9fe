import { grouped } from '../lib/text.ts';
import {
  type Address,
  type FilmNotes,
  isAddress,
  isPerson,
  isTerm,
  NOTE_LIMITS,
  type Person,
  type Term,
  withinLimits,
} from './notes.ts';
import { filmsIn, isPartOfName } from './people-of-films.ts';

/**
 * Warnings about notes. They are not in notes.ts because the empty page does not need them. The number of characters of `about` over the limit, which are not
 * sent.
 */
export const aboutOverLimit = ({ about }: FilmNotes): number => Math.max(0, about.trim().length - NOTE_LIMITS.about);

/** The names of the tables of notes, as the page shows them. */
export const TABLE_NAMES = { people: 'People', address: 'Forms of address', terms: 'Terms' } as const;
const TABLES = ['people', 'address', 'terms'] as const;
/** A sentence about rows over the limits: "Only the first 500 terms are sent, 4,301 are not". Empty if there are none. */
export function leftOutWords(notes: FilmNotes): string {
  const within = withinLimits(notes);
  return TABLES.flatMap((table) => {
    const count = notes[table].length - within[table].length;
    return count > 0
      ? [
          `Only the first ${NOTE_LIMITS[table]} ${TABLE_NAMES[table].toLowerCase()} are sent, ${count.toLocaleString('en')} ${count === 1 ? 'is' : 'are'} not`,
        ]
      : [];
  }).join('; ');
}

/** The name without differences of case, outer spaces and Unicode normalization. */
const sameName = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** Rows with equal keys are about the same thing. */
export const keyOfPerson = ({ name }: Person): string => sameName(name);
export const keyOfTerm = ({ source }: Term): string => sameName(source);
export const keyOfAddress = ({ from, to }: Address): string => JSON.stringify([sameName(from), sameName(to)]);

export interface SameName {
  readonly kind: 'person' | 'address' | 'term';
  /** Indexes of the rows in the table, ascending. At least two. */
  readonly rows: readonly number[];
}

/** Rows about the same person, pair or term. All of them are sent. */
export const sameNames = (notes: FilmNotes): readonly SameName[] => [
  // Different films may have different people of the same name.
  ...repeated('person', notes.people, isPerson, (row) => JSON.stringify([keyOfPerson(row), filmsIn(row)])),
  ...repeated('address', notes.address, isAddress, keyOfAddress),
  ...repeated('term', notes.terms, isTerm, keyOfTerm),
];

/** The names of films in the notes about people that are in none of these file names. */
export const unknownFilms = ({ people }: FilmNotes, fileNames: readonly string[]): readonly string[] => [
  ...new Set(people.flatMap(filmsIn).filter((part) => !fileNames.some((name) => isPartOfName(part, name)))),
];

/** The names of films in the notes about people that match several files of the same name. Folders do not count. */
export const filmsOfOneName = ({ people }: FilmNotes, fileNames: readonly string[]): readonly string[] => [
  ...new Set(
    people.flatMap(filmsIn).filter((part) => {
      const named = fileNames.filter((name) => isPartOfName(part, name));
      return new Set(named).size < named.length;
    }),
  ),
];

function repeated<Row>(
  kind: SameName['kind'],
  rows: readonly Row[],
  isFilled: (row: Row) => boolean,
  keyOf: (row: Row) => string,
): readonly SameName[] {
  const filled = rows.flatMap((row, place) => (isFilled(row) ? [{ key: keyOf(row), place }] : []));
  const same = [...grouped(filled, ({ key }) => key).values()].filter(({ length }) => length > 1);
  return same.map((found) => ({ kind, rows: found.map(({ place }) => place) }));
}

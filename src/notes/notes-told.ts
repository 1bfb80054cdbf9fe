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
} from './notes.ts';

// What is told of notes. The empty page has no use for it.

export interface LimitPassed {
  readonly kind: keyof typeof NOTE_LIMITS;
  /** Rows, or characters about the film, that are not sent. */
  readonly count: number;
}

/** What of the notes is over the limits, and so is not sent. */
export function limitsTold(notes: FilmNotes): readonly LimitPassed[] {
  const there = {
    people: notes.people.filter(isPerson).length,
    address: notes.address.filter(isAddress).length,
    terms: notes.terms.filter(isTerm).length,
    about: notes.about.trim().length,
  };
  const kinds = ['people', 'address', 'terms', 'about'] as const;
  return kinds.flatMap((kind) => {
    const count = there[kind] - NOTE_LIMITS[kind];
    return count > 0 ? [{ kind, count }] : [];
  });
}

/** Names are the same whatever their case, the spaces around them and the way in which Unicode writes their accents. */
export const sameName = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** By what two rows are about the same. */
export const keyOfPerson = ({ name }: Person): string => sameName(name);
export const keyOfTerm = ({ source }: Term): string => sameName(source);
export const keyOfAddress = ({ from, to }: Address): string => JSON.stringify([sameName(from), sameName(to)]);

export interface SameName {
  readonly kind: 'person' | 'address' | 'term';
  /** Places in their table, ascending; two at least. */
  readonly rows: readonly number[];
}

/** Rows about the same person, pair or term, in the order of the tables. All of them are sent. */
export const sameNames = (notes: FilmNotes): readonly SameName[] => [
  ...repeated('person', notes.people, isPerson, keyOfPerson),
  ...repeated('address', notes.address, isAddress, keyOfAddress),
  ...repeated('term', notes.terms, isTerm, keyOfTerm),
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

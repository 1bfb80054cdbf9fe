import { escaped } from '../lib/text.ts';
import type { FilmNotes, Person } from './notes.ts';

/** Selects the people of single films. Not in notes.ts, because the empty page does not need it. */

/** The names of films in a cell. */
export const filmsIn = ({ films = '' }: Pick<Person, 'films'>): readonly string[] =>
  films
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** True if this is a whole part of the file's name: "E01" of "Show.S01E01.srt", but "E1" not of "E10.srt". */
export function isPartOfName(part: string, fileName: string): boolean {
  const kind = (sign = '') => (/\p{N}/u.test(sign) ? String.raw`\p{N}` : String.raw`\p{L}`);
  // File names from a Mac have accents as separate characters.
  const own = part.normalize('NFC');
  const [first, last] = [kind(own.at(0)), kind(own.at(-1))];
  return new RegExp(`(?<!${first})${escaped(own)}(?!${last})`, 'iu').test(fileName.normalize('NFC'));
}

/** The notes for a film with this file name. Returns the same object if all people belong to the film. */
export function notesOfFilm(notes: FilmNotes, fileName: string): FilmNotes {
  const isMeant = (person: Person) =>
    filmsIn(person).length === 0 || filmsIn(person).some((part) => isPartOfName(part, fileName));
  return notes.people.every(isMeant) ? notes : { ...notes, people: notes.people.filter(isMeant) };
}

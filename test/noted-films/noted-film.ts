import { type FilmNotes, NO_NOTES } from '../../src/notes/notes.ts';
import type { Line } from '../../src/review/line.ts';
import { lineOf } from '../review-film.ts';

/** A film with a human translation that follows its notes. */
export interface NotedFilm {
  readonly from: string;
  readonly into: string;
  /** Each name with its translation. */
  readonly people: readonly (readonly [name: string, translation: string])[];
  /** A term without a translation stays as it is. */
  readonly terms: readonly (readonly [source: string, translation: string])[];
  /** Rows: the original, " | ", and its translation. */
  readonly lines: string;
}

export const linesOfFilm = ({ lines }: NotedFilm): readonly Line[] =>
  lines
    .trim()
    .split('\n')
    .map((row) => row.split(' | '))
    .map(([original = '', translation], at) => lineOf(original, translation, at + 1));

export const notesOfFilm = ({ people, terms }: Pick<NotedFilm, 'people' | 'terms'>): FilmNotes => ({
  ...NO_NOTES,
  people: people.map(([name, translation]) => ({ name, translation, gender: 'unknown', note: '' })),
  terms: terms.map(([source, translation]) => ({ source, translation, note: '' })),
});

import { type FilmNotes, NO_NOTES } from '../../src/notes/notes.ts';
import type { Line } from '../../src/review/line.ts';
import { lineOf } from '../review-film.ts';

/** A film of our own whose human translation follows its notes. */
export interface NotedFilm {
  readonly from: string;
  readonly into: string;
  /** Each with the name in the translation. */
  readonly people: readonly (readonly [name: string, translation: string])[];
  /** Without a translation: it stays as it is. */
  readonly terms: readonly (readonly [source: string, translation: string])[];
  /** A row each: the original, " | ", its translation. */
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

import type { Work } from '../../film/film.ts';

/** What tells films apart well enough for a place in one (LinePlace). */
export const filmOf = ({ phrases }: Pick<Work, 'phrases'>): string =>
  [phrases.length, phrases[0]?.time, phrases[0]?.text, phrases.at(-1)?.time, phrases.at(-1)?.text].join('\n');

import type { SourceFacts } from '../../film-worker/calls.ts';
import { languageName } from '../../translation/standard-prompt.ts';

const FIGURES = new Intl.NumberFormat('en');

/** What a film is, in a line: "Tears.of.Steel.2012 · 76 phrases · 12 min · Norwegian"; what cannot be told, or is not looked at yet, is left out. */
export function filmFaceWords(name: string, film: Pick<SourceFacts, 'summary' | 'language'> | undefined): string {
  const { phrases, lengthMs } = film?.summary ?? { phrases: 0, lengthMs: 0 };
  return [
    name,
    phrases > 0 && `${FIGURES.format(phrases)} ${phrases === 1 ? 'phrase' : 'phrases'}`,
    lengthMs > 0 && lengthWords(lengthMs),
    film?.language && languageName(film.language),
  ]
    .filter(Boolean)
    .join(' · ');
}

const MOST_NAME_CHARACTERS = 48;

/** A long name with its middle left out, so that what else the film's face tells has room. */
export function shortFilmName(name: string): string {
  const characters = [...name];
  if (characters.length <= MOST_NAME_CHARACTERS) return name;
  const half = MOST_NAME_CHARACTERS / 2;
  return `${characters.slice(0, half).join('')}…${characters.slice(1 - half).join('')}`;
}

function lengthWords(lengthMs: number): string {
  const minutes = Math.round(lengthMs / 60_000);
  if (minutes < 1) return `${Math.ceil(lengthMs / 1_000)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

import { filmLanguage } from '../../review/language/film-language.ts';
import { timingOf } from '../../review/timing-of.ts';
import { withPlainLineEnds } from '../../subtitles/lines.ts';
import { languageName } from '../../translation/standard-prompt.ts';

const FIGURES = new Intl.NumberFormat('en');

/** What a film is, in a line: "Tears.of.Steel.2012 · 76 phrases · 12 min · Norwegian"; what cannot be told is left out. */
export function filmFaceWords(name: string, text: string): string {
  const phrases = text.split('-->').length - 1;
  const language = filmLanguage(text);
  // Blocks without a timing line: a broken file, of which neither its phrases nor its length can be told before it is mended.
  const isTold = phrases > 0 && phrases >= blockCount(text);
  return [
    name,
    isTold && `${FIGURES.format(phrases)} ${phrases === 1 ? 'phrase' : 'phrases'}`,
    isTold && lengthWords(text),
    language && languageName(language),
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

const blockCount = (text: string): number =>
  withPlainLineEnds(text)
    .trim()
    .split(/\n(?:[^\S\n]*\n)+/).length;

/** By the last timing line. */
function lengthWords(text: string): string {
  const arrow = text.lastIndexOf('-->');
  const line = text.slice(text.lastIndexOf('\n', arrow) + 1).split('\n', 1)[0] ?? '';
  const endMs = arrow < 0 ? undefined : timingOf(line)?.endMs;
  if (endMs === undefined || endMs <= 0) return '';
  const minutes = Math.round(endMs / 60_000);
  if (minutes < 1) return `${Math.ceil(endMs / 1_000)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

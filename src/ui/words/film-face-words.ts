import { filmLanguage } from '../../review/language/film-language.ts';
import { timingOf } from '../../review/timing-of.ts';
import { languageName } from '../../translation/standard-prompt.ts';

const FIGURES = new Intl.NumberFormat('en');

/** What a film is, in a line: "Tears.of.Steel.2012 · 76 phrases · 12 min · Norwegian"; what cannot be told is left out. */
export function filmFaceWords(name: string, text: string): string {
  const phrases = text.split('-->').length - 1;
  const language = filmLanguage(text);
  return [
    name,
    phrases > 0 && `${FIGURES.format(phrases)} ${phrases === 1 ? 'phrase' : 'phrases'}`,
    lengthWords(text),
    language && languageName(language),
  ]
    .filter(Boolean)
    .join(' · ');
}

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

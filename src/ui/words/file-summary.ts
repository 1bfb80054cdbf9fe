import type { SourceSummary } from '../../film-worker/calls.ts';
import { languageName } from '../../languages/language-names.ts';
import { countWords } from '../../lib/text.ts';

/** For example "Tears.of.Steel.2012 · 76 phrases · 12 min · Norwegian". Omits unknown facts. */
export function fileSummaryWords(name: string, film: Pick<SourceSummary, 'summary' | 'language'> | undefined): string {
  const { phrases, lengthMs } = film?.summary ?? { phrases: 0, lengthMs: 0 };
  return [
    name,
    phrases > 0 && countWords(phrases, 'subtitle'),
    lengthMs > 0 && lengthWords(lengthMs),
    film?.language && languageName(film.language),
  ]
    .filter(Boolean)
    .join(' · ');
}

const MOST_NAME_CHARACTERS = 48;

/** Shortens a long name in its middle. */
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

const EMPTY = 'The file is empty.';

/** What an error of the source text means and what to do; undefined for other errors. */
export function sourceErrorWords(error: string): string | undefined {
  const reason = sourceErrorReason(error);
  if (reason === EMPTY) return `${EMPTY} Open another file, or paste subtitles.`;
  return reason && `${reason} Correct it in the original, then press Translate.`;
}

/** The same for a file that was refused while another film stays open. */
export const refusedFileWords = (error: string): string | undefined =>
  sourceErrorReason(error) === EMPTY ? `${EMPTY} It was not opened. The film on the page is not changed.` : undefined;

export function sourceErrorReason(error: string): string | undefined {
  const parts = /^Invalid input format: (.*) couldn't be parsed as (number|\.srt phrase) \(line (\d+)\)$/s.exec(error);
  if (!parts) return undefined;
  const [, found = '', expected, line] = parts;
  return reasonOf(found, expected === 'number', line);
}

function reasonOf(found: string, isNumber: boolean, line: string | undefined): string {
  if (found === 'an empty file') return EMPTY;
  if (isNumber) return `A subtitle must begin with a number, but line ${line} of the file does not.`;
  const number = /^\d+/.exec(found)?.[0];
  const phrase =
    number === undefined ? `The subtitle at line ${line} of the file` : `Subtitle ${number} (line ${line} of the file)`;
  return found.includes('-->')
    ? `${phrase} has no text. Write one, or delete the subtitle.`
    : `${phrase} has no timing line with "-->".`;
}

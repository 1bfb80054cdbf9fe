const EMPTY = 'The file is empty.';

/** What the specified error of a source text means and what to do; undefined for another error. */
export function sourceErrorWords(error: string): string | undefined {
  const reason = sourceErrorReason(error);
  if (reason === EMPTY) return `${EMPTY} Open another one, or paste subtitles.`;
  return reason && `${reason} Correct it in the original, then press Translate again.`;
}

/** What the specified error of a file that was refused means, where a film is open and stays; undefined for another error. */
export const refusedFileWords = (error: string): string | undefined =>
  sourceErrorReason(error) === EMPTY ? `${EMPTY} It was not opened, and the film stays as it is.` : undefined;

/** What the specified error of a source text means; undefined for another error. */
export function sourceErrorReason(error: string): string | undefined {
  const parts = /^Invalid input format: (.*) couldn't be parsed as (number|\.srt phrase) \(line (\d+)\)$/s.exec(error);
  if (!parts) return undefined;
  const [, found = '', expected, line] = parts;
  return reasonOf(found, expected === 'number', line);
}

function reasonOf(found: string, isNumber: boolean, line: string | undefined): string {
  if (found === 'an empty file') return EMPTY;
  if (isNumber) return `A phrase has to begin with its number, and line ${line} does not.`;
  const number = /^\d+/.exec(found)?.[0];
  const phrase = number === undefined ? `The phrase at line ${line}` : `Phrase ${number} (line ${line})`;
  return found.includes('-->')
    ? `${phrase} has no text: write one, or delete the phrase.`
    : `${phrase} has no timing line with "-->".`;
}

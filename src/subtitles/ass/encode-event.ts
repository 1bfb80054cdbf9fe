import { piecesOf, withPlaceholders } from '../slots/placeholders.ts';
import { safeLines } from '../slots/safe-lines.ts';
import { eventPieces } from './event-pieces.ts';
import { readable } from './event-text.ts';

const KNOWN_TAG = /<(\/?)([biu])>/gi;

/** What would begin a block or an escape stands as a character that looks like it and does nothing. */
const HARMLESS: Readonly<Record<string, string>> = { '{': '(', '}': ')', '\\': '/' };

/**
 * A translation as the text column of an event: line breaks as \N, <i>, <b> and <u> as override blocks. Braces and backslashes of the
 * translation itself are replaced, since they would be code.
 */
export function encodeEvent(text: string, raw: string): string {
  const { codes } = withPlaceholders(eventPieces(raw).map(readable));
  return piecesOf(safeLines(text.replace(/\\[Nn]/g, '\n').replaceAll('\\h', '\u00a0')).join('\n'), codes)
    .map(({ kind, value }) => (kind === 'code' ? value : encodeText(value, raw)))
    .join('');
}

const encodeText = (text: string, raw: string): string =>
  text
    .replace(/[{}\\]/g, (character) => HARMLESS[character] ?? '')
    .replace(KNOWN_TAG, (_, slash: string, letter: string) => `{\\${letter.toLowerCase()}${slash === '' ? 1 : 0}}`)
    .replaceAll('\n', '\\N')
    .replaceAll('\u00a0', raw.includes('\\h') ? '\\h' : '\u00a0');

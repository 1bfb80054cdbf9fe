import { piecesOf, withPlaceholders } from '../slots/placeholders.ts';
import { safeLines } from '../slots/safe-lines.ts';
import { cuePieces } from './cue-pieces.ts';
import { readable } from './cue-text.ts';
import { encodeEntities } from './entities.ts';

const KNOWN_TAG = /(<\/?[biu]>)/gi;

/** A translation as the payload of a cue: no line of it is blank or a timing, and no tag is in it but those that the cue had, and i, b, u. */
export function encodeCue(text: string, raw: string, lineEnd: string): string {
  const { codes } = withPlaceholders(cuePieces(raw).map(readable));
  return piecesOf(safeLines(text).join('\n'), codes)
    .map(({ kind, value }) => (kind === 'code' ? value : encodeText(value, raw)))
    .join('')
    .split(/\r\n|[\n\r]/)
    .filter((line) => line.trim() !== '')
    .join(lineEnd)
    .replaceAll('-->', '--&gt;');
}

const encodeText = (text: string, raw: string): string =>
  text
    .split(KNOWN_TAG)
    .map((part, index) => (index % 2 === 1 ? part.toLowerCase() : encodeEntities(part, raw)))
    .join('');

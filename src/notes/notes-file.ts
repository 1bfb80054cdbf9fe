import { parseJson } from '../lib/json.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { acceptNotes, type FilmNotes } from './notes.ts';

const FORMAT = 'subtitle-translator-notes';
const VERSION = 1;

/** Notes of a film as a file of their own. */
export const formatNotes = (notes: FilmNotes): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, notes }, null, 1)}\n`;

/** The error is a sentence for people. */
export function parseNotes(text: string): Result<FilmNotes, string> {
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  const { format, version, notes } = Object(json) as { format?: unknown; version?: unknown; notes?: unknown };
  if (format !== FORMAT) return fail(`This is not a file of film notes: it has no "format": "${FORMAT}".`);
  if (typeof version !== 'number' || version > VERSION)
    return fail('This file of film notes was saved by a newer version.');
  const accepted = acceptNotes(notes);
  return accepted ? ok(accepted) : fail('This file of film notes has no notes.');
}

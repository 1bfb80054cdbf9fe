import { piecesOf, withPlaceholders } from '../slots/placeholders.ts';
import { safeLines } from '../slots/safe-lines.ts';
import { eventPieces } from './event-pieces.ts';
import { readable } from './event-text.ts';
import { hasFromBefore } from './own-look.ts';

const KNOWN_TAG = /<(\/?)([biu])>/gi;

/** What would begin a block or an escape stands as a character that looks like it and does nothing. */
const HARMLESS: Readonly<Record<string, string>> = { '{': '(', '}': ')', '\\': '/' };

/**
 * A translation as the text column of an event: line breaks as \N, <i>, <b> and <u> as override blocks. Braces and backslashes of the
 * translation itself are replaced, since they would be code. `before`: the code before the slot, whose italics go on behind a "</i>" that
 * the event did not have itself.
 */
export function encodeEvent(text: string, raw: string, _lineEnd: string, before: string): string {
  const pieces = eventPieces(raw).map(readable);
  const { codes } = withPlaceholders(pieces);
  const own = pieces.map(({ value }) => value).join('');
  const closed = tagsIn(text) === tagsIn(own) ? text : withOwnTags(text, own, before);
  return piecesOf(safeLines(closed.replace(/\\[Nn]/g, '\n').replaceAll('\\h', '\u00a0')).join('\n'), codes)
    .map(({ kind, value }) => (kind === 'code' ? value : encodeText(value, raw)))
    .join('');
}

const tagsIn = (text: string): string =>
  text.includes('<') ? Array.from(text.matchAll(KNOWN_TAG), ([tag]) => tag.toLowerCase()).join('') : '';

/**
 * "<i>a</i>" in a line that is in italics from its beginning on: nothing changes there, behind it neither. But where the event's own text
 * (`own`) ends those italics, the translation does so, too.
 */
function withOwnTags(text: string, own: string, before: string): string {
  if (before === '' || !text.includes('<')) return text;
  const isOn: Record<string, boolean> = {};
  const ends: Record<string, boolean> = {};
  /** Opened where they were on already, and not closed since. */
  const idle: Record<string, number> = {};
  /** What the translation has closed, be it from before. */
  const ended = new Set<string>();
  return text.replace(KNOWN_TAG, (tag, slash: string, letter: string) => {
    const name = letter.toLowerCase();
    const count = idle[name] ?? 0;
    isOn[name] ??= hasFromBefore(name, before);
    ends[name] ??= endsFromBefore(name, own);
    const isToBeEnded = !ended.has(name) && ends[name];
    const isIdle = slash === '' ? isOn[name] && !isToBeEnded : count > 0;
    if (!isIdle && slash !== '') ended.add(name);
    if (isIdle) idle[name] = slash === '' ? count + 1 : count - 1;
    else isOn[name] = slash === '';
    return isIdle ? '' : tag;
  });
}

/** Whether a tag is closed in the text that was opened before it. */
function endsFromBefore(name: string, text: string): boolean {
  let open = 0;
  for (const [, slash, letter] of text.matchAll(KNOWN_TAG)) {
    if (letter?.toLowerCase() !== name) continue;
    open += slash === '' ? 1 : -1;
    if (open < 0) return true;
  }
  return false;
}

const encodeText = (text: string, raw: string): string =>
  text
    .replace(/[{}\\]/g, (character) => HARMLESS[character] ?? '')
    .replace(KNOWN_TAG, (_, slash: string, letter: string) => `{\\${letter.toLowerCase()}${slash === '' ? 1 : 0}}`)
    .replaceAll('\n', '\\N')
    .replaceAll('\u00a0', raw.includes('\\h') ? '\\h' : '\u00a0');

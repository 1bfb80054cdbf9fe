import { KNOWN_TAGS, type MeantAs, type SeenTag, tagsLike } from '../slots/known-tags.ts';
import { piecesOf, withPlaceholders } from '../slots/placeholders.ts';
import { linesLike } from '../slots/safe-lines.ts';
import type { SlotPlace } from '../slots/slot-format.ts';
import { type EventPiece, eventPieces } from './event-pieces.ts';
import { readable } from './event-text.ts';
import { hasFromBefore } from './own-look.ts';

const KNOWN_TAG = /<(\/?)([biu])>/gi;

/** What would begin a block stands as a character that looks like it and does nothing. */
const HARMLESS: Readonly<Record<string, string>> = { '{': '(', '}': ')' };
/** A backslash that would begin an escape, or with a block behind it be one (libass); any other is shown as it is. */
const ESCAPING = /\\(?=[Nnh]|$)/g;

/**
 * A translation as the text column of an event: line breaks as \N, <i>, <b> and <u> as override blocks, unless the event shows them as
 * words. Braces of the translation itself are replaced, since they would be code, and so are backslashes that would be. `before`: the
 * code before the slot, whose italics go on behind a "</i>" that the event did not have itself.
 */
export function encodeEvent(text: string, raw: string, { before }: SlotPlace): string {
  const found = eventPieces(raw);
  const pieces = found.map(readable);
  const placeholders = withPlaceholders(pieces);
  const own = pieces.map(({ value }) => value).join('');
  const closed = tagsIn(text) === tagsIn(own) ? text : withOwnTags(text, own, before);
  const lines = linesLike(closed.replace(/\\[Nn]/g, '\n').replaceAll('\\h', '\u00a0'), placeholders.text);
  const meaning = tagsLike(found.flatMap(({ kind, value, tags }) => knownTagsIn(kind, value, tags)));
  const written = piecesOf(lines.join('\n'), placeholders)
    .map(({ kind, value }) => (kind === 'code' ? value : encodeText(value, raw, meaning)))
    .join('');
  // What stands behind the slot left the event's own last backslash as it was.
  return raw.endsWith('\\') && text.endsWith('\\') ? `${written.slice(0, -1)}\\` : written;
}

/** The tags of a piece as it is read, in their order: of a block they are tags, of a text they are words. */
const knownTagsIn = (kind: EventPiece['kind'], value: string, tags: string | undefined): readonly SeenTag[] =>
  kind === 'code' && tags === undefined
    ? []
    : Array.from((tags ?? value).matchAll(KNOWN_TAGS), ([tag]) => ({
        tag: tag.toLowerCase(),
        isTag: tags !== undefined,
      }));

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

const encodeText = (text: string, raw: string, meaning: (tag: string) => MeantAs): string =>
  text
    .split(KNOWN_TAGS)
    .map((part, index) => {
      if (index % 2 === 1 && meaning(part.toLowerCase()) !== 'words') {
        return part
          .toLowerCase()
          .replace(/<(\/?)(.)>/, (_, slash: string, letter: string) => `{\\${letter}${slash === '' ? 1 : 0}}`);
      }
      return part
        .replace(/[{}]/g, (character) => HARMLESS[character] ?? '')
        .replace(ESCAPING, '/')
        .replaceAll('\n', '\\N')
        .replaceAll('\u00a0', () => (raw.includes('\\h') ? '\\h' : '\u00a0'));
    })
    .join('');

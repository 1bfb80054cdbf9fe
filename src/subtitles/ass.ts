import { type Columns, columnsIn, partsOf, topEvents } from './ass-styles.ts';
import { speakersOf } from './document.ts';
import type { FileFormat } from './formats.ts';
import { linesIn, linesLike } from './lines.ts';
import { type Piece, piecesOf, withPlaceholders } from './placeholders.ts';
import {
  type FoundSlots,
  KNOWN_TAGS,
  type MeantAs,
  readerOfSlots,
  type SeenTag,
  type Slot,
  type SlotFormat,
  type SlotPlace,
  tagsLike,
} from './slots.ts';

const USUAL_COLUMNS: Columns = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');
const COLUMNS_OF_PLUS_PLUS: Columns = USUAL_COLUMNS.toSpliced(7, 1, 'margint', 'marginb');
const PLUS_PLUS = /^[ \t]*(?:ScriptType[ \t]*:[ \t]*v4\.00\+\+|\[v4\+\+ styles\])/im;
const EVENTS = /^[ \t]*\[events\][ \t]*$/im;
/** Matches the beginning of a section. A text "[sighs]" that a line break has separated does not match. */
const SECTION = /^\s*\[(?:events|script info|v4\+{0,2} styles|fonts|graphics|aegisub [^\]]*)\]\s*$/i;
const FILES_WITHIN = /^\s*\[(?:fonts|graphics)\]\s*$/i;
const TIME = /^-?\d+:\d{1,2}:\d{1,2}(?:[.:,]\d+)?$/;
/**
 * Matches a line that is neither an event nor a comment, such as a piece of text that a line break has separated, or an event without its first
 * letter.
 */
const STRAY = /^\s*(?!\s|;|!:|\[events\]|(?:format|comment|picture|sound|movie|command)\s*:)\S/i;
/** Matches events of the oldest files, which have no column before the times. */
const BEGINS_WITH_TIMES = /^\s*dialogue\s*:\s*\d+:\d+:\d+[.:,]\d+\s*,\s*\d+:\d+:/i;
/** Matches the column Effect of old and of generated karaoke. */
const KARAOKE_EFFECT = /^(?:karaoke|fx)$/i;
/** The name that Sub Station Alpha and its converters write if an event has no speaker. */
const NOBODY = 'NTP';

/**
 * Finds the dialogue of an ASS or SSA file. The "Format:" line of [Events] says which columns are text and style. Comments, fonts, styles and other
 * sections have no slots.
 * Without [Events], as in files of old converters, events can be anywhere, with the columns of the file's version.
 * The slot of an event is its text without the override blocks around it.
 */
export function findEvents(source: string): FoundSlots {
  const lines = linesIn(source);
  const slots: Slot[] = [];
  const unreadable: number[] = [];
  const columnsOfEvent = readColumns(source);
  for (let line = 0; line < lines.count; line++) {
    const text = lines.text(line);
    const columns = columnsOfEvent(text);
    if (columns === undefined) continue;
    const slot = slotOf(text, lines.from(line), columns);
    if (slot) slots.push(slot);
    else unreadable.push(lines.from(line));
  }
  return { slots, unreadable };
}

/** Returns a function that gives the columns of each line, called in the order of the lines; undefined: the line is not an event. */
function readColumns(source: string): (line: string) => Columns | undefined {
  const usual = PLUS_PLUS.test(source) ? COLUMNS_OF_PLUS_PLUS : USUAL_COLUMNS;
  const hasEvents = EVENTS.test(source);
  /** No columns, so that the line counts as unreadable; undefined: the line need not be an event. */
  const columnsOfOther = (line: string) => (hasEvents && STRAY.test(line) ? [] : undefined);
  let named: Columns | undefined;
  // Some files, and copied parts of files, have only events and no sections.
  let inEvents = true;
  return (line) => {
    if (SECTION.test(line)) inEvents = hasEvents ? EVENTS.test(line) : !FILES_WITHIN.test(line);
    if (!inEvents) return undefined;
    named = columnsIn(line, hasEvents) ?? named;
    if (!/^\s*dialogue\s*:/i.test(line)) return columnsOfOther(line);
    return named ?? (BEGINS_WITH_TIMES.test(line) ? usual.slice(1) : usual);
  };
}

function slotOf(line: string, offset: number, columns: Columns): Slot | undefined {
  const place = columns.indexOf('text');
  const parts = partsOf(line);
  // Only the text can contain commas, in whatever column it is.
  const more = parts.length - columns.length;
  if (place === -1 || more < 0) return undefined;
  const value = (name: string): string => {
    const at = columns.indexOf(name);
    return (parts[at > place ? at + more : at] ?? '').trim();
  };
  const [start, end, style] = [value('start'), value('end'), value('style')];
  if (!TIME.test(start) || !TIME.test(end)) return undefined;
  const column = parts.slice(place, place + more + 1).join(',');
  const from = line.length - parts.slice(place).join(',').length;
  const { before, behind, text, kind } = eventText(column);
  // Aegisub shows this column as Actor, and some programs write that name.
  const name = value('name') || value('actor');
  const speakers = speakersOf(name === NOBODY ? [] : [name]);
  return {
    from: offset + from + before,
    to: offset + from + column.length - behind,
    time: `${start} --> ${end}`,
    text,
    kind: kind === 'text' && KARAOKE_EFFECT.test(value('effect')) ? 'karaoke' : kind,
    style,
    ...(speakers && { speakers }),
    ...(before > 0 && { before: column.slice(0, before) }),
  };
}

const ASS: SlotFormat = {
  find: findEvents,
  encode: encodeEvent,
  atTop: topEvents,
  looks: { italics: ['{\\i1}', ''], grey: ['{\\c&H808080&}', ''] },
  ownLook,
  lineBreak: '\\N',
};
const reader = (format: FileFormat, name: string) => readerOfSlots(format, name, ASS);

export const readAss = reader('ass', 'ASS');
export const readSsa = reader('ssa', 'SSA');

/** Matches a shape without its \p tag: "m 0 0 l 100 0 100 20". */
const BARE_DRAWING = /^\s*m\s+-?\d+(?:\.\d+)?\s+-?\d+(?:\.\d+)?\s+[a-z](?:\s+(?:-?\d+(?:\.\d+)?|[a-z]))*\s*$/;

function eventText(column: string): Pick<Slot, 'text' | 'kind'> & { readonly before: number; readonly behind: number } {
  const pieces = eventPieces(column);
  const kind = kindOf(pieces);
  const [first, last] = innerOf(pieces);
  if (first > last) return { before: column.length, behind: 0, text: '', kind };
  const lead = pieces[first]?.value ?? '';
  const tail = pieces[last]?.value ?? '';
  const before = lengthOf(pieces.slice(0, first)) + lead.length - trimStart(lead).length;
  const behind = lengthOf(pieces.slice(last + 1)) + tail.length - trimEnd(tail).length;
  const slot = column.slice(before, column.length - behind);
  return { before, behind, text: withPlaceholders(eventPieces(slot).map(readable)).text, kind };
}

const readable = ({ kind, value, tags }: EventPiece): Piece => {
  if (tags !== undefined) return { kind: 'text', value: tags };
  return kind === 'code' ? { kind, value } : { kind, value: decode(value) };
};

const decode = (text: string): string =>
  text.includes('\\') ? text.replaceAll('\\N', '\n').replaceAll('\\n', ' ').replaceAll('\\h', '\u00a0') : text;

function kindOf(pieces: readonly EventPiece[]): Slot['kind'] {
  const words = pieces.flatMap(({ kind, value }) => (kind === 'text' ? [decode(value)] : [])).join('');
  if (words.trim() === '') return pieces.some(({ isDrawing }) => isDrawing) ? 'drawing' : 'wordless';
  if (pieces.some(({ kind, value }) => kind === 'code' && KARAOKE.test(value))) return 'karaoke';
  return BARE_DRAWING.test(words) ? 'drawing' : 'text';
}

const hasText = ({ kind, value }: EventPiece): boolean => kind === 'text' && decode(value).trim() !== '';

/**
 * The first and last piece of the slot. A piece is a text, or a block beside a text that begins or ends italics, bold or underline if the other end
 * is inside.
 */
function innerOf(pieces: readonly EventPiece[]): readonly [first: number, last: number] {
  let first = pieces.findIndex(hasText);
  let last = pieces.findLastIndex(hasText);
  if (first === -1) return [0, -1];
  const inside = pieces.slice(first, last + 1).map(({ tags = '' }) => tags);
  const { open, closing } = unpaired(inside.join(''));
  const lead = pieces[first - 1]?.tags;
  if (lead !== undefined && closing.size > 0 && isAllOf(lead, /<([biu])>/g, closing)) first -= 1;
  const tail = pieces[last + 1]?.tags;
  if (tail !== undefined && open.size > 0 && isAllOf(tail, /<\/([biu])>/g, open)) last += 1;
  return [first, last];
}

/** The letters of tags that are never closed, and of tags that are closed without being opened. */
function unpaired(tags: string): { readonly open: ReadonlySet<string>; readonly closing: ReadonlySet<string> } {
  const open = new Set<string>();
  const closing = new Set<string>();
  for (const [, slash, letter = ''] of tags.matchAll(/<(\/?)([biu])>/g)) {
    if (slash === '') open.add(letter);
    else if (!open.delete(letter)) closing.add(letter);
  }
  return { open, closing };
}

const isAllOf = (tags: string, tag: RegExp, letters: ReadonlySet<string>): boolean => {
  return tags.replace(tag, (_, letter: string) => (letters.has(letter) ? '' : 'x')) === '';
};

const trimStart = (text: string): string => text.replace(/^(?:\s|\\[Nnh])+/, '');
const trimEnd = (text: string): string => {
  let end = text.length;
  for (;;) {
    const trimmed = text.slice(0, end).trimEnd().length;
    end = /\\[Nnh]$/.test(text.slice(Math.max(0, trimmed - 2), trimmed)) ? trimmed - 2 : trimmed;
    if (end === trimmed) return text.slice(0, end);
  }
};
const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { value }) => sum + value.length, 0);

const KNOWN_TAG = /<(\/?)([biu])>/gi;

/** Replaces braces, which would be code, by similar characters. */
const HARMLESS: Readonly<Record<string, string>> = { '{': '(', '}': ')' };
/** Matches a backslash that would be an escape or, before a block, a part of an escape (libass). Players show other backslashes. */
const ESCAPING = /\\(?=[Nnh]|$)/g;

/**
 * Encodes a translation for the text column: line breaks as \N; <i>, <b> and <u> as override blocks, unless the event shows such tags as words.
 * Replaces braces and backslashes that would be code. `before`: the code before the slot, whose italics continue after a "</i>" that the event
 * itself did not have.
 */
function encodeEvent(text: string, raw: string, { before }: SlotPlace): string {
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
  // In the file, no escape began with the event's own last backslash, so none begins there now.
  return raw.endsWith('\\') && text.endsWith('\\') ? `${written.slice(0, -1)}\\` : written;
}

/** The tags of a piece, in order. Tags of a block are tags, tags in a text are words. */
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
 * Removes "<i>a</i>" in a line that is italic from its beginning, so that nothing changes behind it. If the event's own text (`own`) ends these
 * italics, the translation ends them too.
 */
function withOwnTags(text: string, own: string, before: string): string {
  if (before === '' || !text.includes('<')) return text;
  const isOn: Record<string, boolean> = {};
  const ends: Record<string, boolean> = {};
  const idle: Record<string, number> = {};
  /** Tags that the translation has closed, even if they were opened before it. */
  const ended = new Set<string>();
  return text.replace(KNOWN_TAG, (tag, slash: string, letter: string) => {
    const name = letter.toLowerCase();
    const count = idle[name] ?? 0;
    isOn[name] ??= lastByName(looksIn(before)).get(name) === `\\${name}1`;
    ends[name] ??= endsFromBefore(name, own);
    const isToBeEnded = !ended.has(name) && ends[name];
    const isIdle = slash === '' ? isOn[name] && !isToBeEnded : count > 0;
    if (!isIdle && slash !== '') ended.add(name);
    if (isIdle) idle[name] = slash === '' ? count + 1 : count - 1;
    else isOn[name] = slash === '';
    return isIdle ? '' : tag;
  });
}

/** Returns true if the text closes a tag that was opened before it. */
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

const STYLING = /^\{(?:\\[biu][01])+\}$/;
const DRAWING = /\\p(\d+)/g;
const KARAOKE = /\\(?:k[fot]?|K)\s*\d/;

interface EventPiece extends Piece {
  /** The block as tags that models know, such as "<i>"; undefined for other blocks. */
  readonly tags: string | undefined;
  readonly isDrawing: boolean;
}

/** Splits a text into text and blocks. A block ends at the next "}". Players show a "{" without "}" as text. Linear. */
function eventPieces(text: string): readonly EventPiece[] {
  const pieces: EventPiece[] = [];
  let end = 0;
  let isDrawing = false;
  const take = (from: number, to: number) => {
    if (to > from)
      pieces.push({ kind: isDrawing ? 'code' : 'text', value: text.slice(from, to), tags: undefined, isDrawing });
  };
  while (end < text.length) {
    const open = text.indexOf('{', end);
    const close = open === -1 ? -1 : text.indexOf('}', open);
    if (close === -1) break;
    take(end, open);
    const block = text.slice(open, close + 1);
    const scale = [...block.matchAll(DRAWING)].at(-1)?.[1];
    if (scale !== undefined) isDrawing = Number(scale) > 0;
    pieces.push({
      kind: 'code',
      value: block,
      tags: STYLING.test(block) ? tagsOf(block) : undefined,
      isDrawing: false,
    });
    end = close + 1;
  }
  take(end, text.length);
  return pieces;
}

const tagsOf = (block: string): string =>
  block
    .slice(1, -1)
    .replace(/\\([biu])([01])/g, (_, letter: string, on: string) => `<${on === '1' ? '' : '/'}${letter}>`);

const TAG = /\\(\d?[a-z]+)((?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\\{}()])*)/gi;
/** Tags that apply to the whole event wherever they are, or that contain times and drawings. */
const OF_THE_EVENT = /^(?:pos|move|org|fade?|i?clip|an?|q|k[fot]?|p|pbo)$/i;
/** Tags that can be reset alone: without a value they mean the value of the style. */
const ALONE = /^(?:[bius]|1?c)$/;
/** Tags that reset the whole look or keep changing it. */
const OF_ALL = /^(?:r|t$)/;

type LookTag = { readonly name: string; readonly tag: string };

/**
 * The override block that restores, behind `part`, the look at the beginning of the slot; '' if `part` did not change the look. `before`: the text
 * column before the slot.
 */
function ownLook(part: string, before: string): string {
  const changed = looksIn(part);
  if (changed.length === 0) return '';
  const own = looksIn(before);
  if (changed.some(({ name }) => !ALONE.test(name)) || own.some(({ name }) => OF_ALL.test(name))) {
    return `{\\r${own.map(({ tag }) => tag).join('')}}`;
  }
  const wanted = lastByName(own);
  const back = [...lastByName(changed)].flatMap(([name, tag]) => {
    const ownTag = wanted.get(name) ?? `\\${name}`;
    return ownTag === tag ? [] : [ownTag];
  });
  return back.length === 0 ? '' : `{${back.join('')}}`;
}

const looksIn = (text: string): readonly LookTag[] =>
  eventPieces(text).flatMap(({ kind, value, isDrawing }) =>
    kind === 'text' || isDrawing || !value.includes('\\')
      ? []
      : [...value.matchAll(TAG)].flatMap(([tag, name = '']) => (OF_THE_EVENT.test(name) ? [] : [{ name, tag }])),
  );

const lastByName = (tags: readonly LookTag[]): ReadonlyMap<string, string> =>
  new Map(tags.map(({ name, tag }) => [name === '1c' ? 'c' : name, tag.trimEnd()]));

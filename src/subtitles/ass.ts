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

/** Where a file has no "Format:" line for its events: the order of SSA (whose first column is called Marked) and of ASS. */
const USUAL_COLUMNS: Columns = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');
/** Of v4.00++, which has a margin more. */
const COLUMNS_OF_PLUS_PLUS: Columns = USUAL_COLUMNS.toSpliced(7, 1, 'margint', 'marginb');
const PLUS_PLUS = /^[ \t]*(?:ScriptType[ \t]*:[ \t]*v4\.00\+\+|\[v4\+\+ styles\])/im;
const EVENTS = /^[ \t]*\[events\][ \t]*$/im;
/** "[sighs]" is what a line break has torn off a text. */
const SECTION = /^\s*\[(?:events|script info|v4\+{0,2} styles|fonts|graphics|aegisub [^\]]*)\]\s*$/i;
const FILES_WITHIN = /^\s*\[(?:fonts|graphics)\]\s*$/i;
const TIME = /^-?\d+:\d{1,2}:\d{1,2}(?:[.:,]\d+)?$/;
/** Among events neither one nor a comment: what a line break has torn off a text, or an event whose first letter is gone. */
const STRAY = /^\s*(?!\s|;|!:|\[events\]|(?:format|comment|picture|sound|movie|command)\s*:)\S/i;
/** The oldest files have no column before the times. */
const BEGINS_WITH_TIMES = /^\s*dialogue\s*:\s*\d+:\d+:\d+[.:,]\d+\s*,\s*\d+:\d+:/i;
/** Legacy and generated karaoke is named in the column Effect. */
const KARAOKE_EFFECT = /^(?:karaoke|fx)$/i;
/** Sub Station Alpha and the converters to its format write this where nobody is named. */
const NOBODY = 'NTP';

/**
 * The dialogue of an ASS or SSA file: text column and styles by the "Format:" line of [Events]. Comments, fonts, styles and all other
 * sections hold no slots; but where there is no [Events], as in the files of old converters, events stand among the rest, with the
 * columns of the file's version. The slot of an event is its text without the override blocks around it.
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

/** Asked for each line in turn: its columns; undefined: it is no event. */
function readColumns(source: string): (line: string) => Columns | undefined {
  const usual = PLUS_PLUS.test(source) ? COLUMNS_OF_PLUS_PLUS : USUAL_COLUMNS;
  const hasEvents = EVENTS.test(source);
  /** None, in which no event can be read; undefined: it is right that it is no event. */
  const columnsOfOther = (line: string) => (hasEvents && STRAY.test(line) ? [] : undefined);
  let named: Columns | undefined;
  // Some files, and what is copied out of one, have events alone.
  let inEvents = true;
  return (line) => {
    if (SECTION.test(line)) inEvents = hasEvents ? EVENTS.test(line) : !FILES_WITHIN.test(line);
    if (!inEvents) return undefined;
    named = columnsIn(line, hasEvents) ?? named;
    if (!/^\s*dialogue\s*:/i.test(line)) return columnsOfOther(line);
    return named ?? (BEGINS_WITH_TIMES.test(line) ? usual.slice(1) : usual);
  };
}

/** undefined: the line has too few columns, or no readable times. */
function slotOf(line: string, offset: number, columns: Columns): Slot | undefined {
  const place = columns.indexOf('text');
  const parts = partsOf(line);
  // The text alone may hold commas, wherever it stands.
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
  // Aegisub calls the column Actor on its page, and some programs in their files.
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

/** An Advanced SubStation Alpha file: everything but the words of its dialogue stays as it is. */
export const readAss = reader('ass', 'ASS');
/** The older SubStation Alpha: other columns and section names, the same text. */
export const readSsa = reader('ssa', 'SSA');

/** A shape that was left without its \p tag: "m 0 0 l 100 0 100 20". */
const BARE_DRAWING = /^\s*m\s+-?\d+(?:\.\d+)?\s+-?\d+(?:\.\d+)?\s+[a-z](?:\s+(?:-?\d+(?:\.\d+)?|[a-z]))*\s*$/;

/** What an event says, and how many characters of its text column stand before and behind that. */
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

/** A piece as a model reads it. */
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
 * The first and the last piece of the slot: from text to text; with the block that switches italics, bold or underline on or off
 * right beside them, where its counterpart stands inside.
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

/** Letters of tags that are opened and never closed, and of those that are closed before they are opened. */
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

/** White space and line breaks at an end belong to the layout, not to the text. */
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

/** What would begin a block stands as a character that looks like it and does nothing. */
const HARMLESS: Readonly<Record<string, string>> = { '{': '(', '}': ')' };
/** A backslash that would begin an escape, or with a block behind it be one (libass); any other is shown as it is. */
const ESCAPING = /\\(?=[Nnh]|$)/g;

/**
 * A translation as the text column of an event: line breaks as \N, <i>, <b> and <u> as override blocks, unless the event shows them as
 * words. Braces of the translation itself are replaced, since they would be code, and so are backslashes that would be. `before`: the
 * code before the slot, whose italics go on behind a "</i>" that the event did not have itself.
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

/** Blocks of nothing but italics, bold and underline, on or off. */
const STYLING = /^\{(?:\\[biu][01])+\}$/;
const DRAWING = /\\p(\d+)/g;
const KARAOKE = /\\(?:k[fot]?|K)\s*\d/;

/** A part of an event's text: what is shown, or an override block with the drawing that it begins. */
interface EventPiece extends Piece {
  /** The tags that a model knows in the place of the block: "<i>"; undefined: of other blocks. */
  readonly tags?: string;
  readonly isDrawing?: boolean;
}

/** Blocks reach to the next "}"; a "{" without one is text, as players take it. Linear. */
function eventPieces(text: string): readonly EventPiece[] {
  const pieces: EventPiece[] = [];
  let end = 0;
  let isDrawing = false;
  const take = (from: number, to: number) => {
    if (to > from)
      pieces.push({ kind: isDrawing ? 'code' : 'text', value: text.slice(from, to), ...(isDrawing && { isDrawing }) });
  };
  while (end < text.length) {
    const open = text.indexOf('{', end);
    const close = open === -1 ? -1 : text.indexOf('}', open);
    if (close === -1) break;
    take(end, open);
    const block = text.slice(open, close + 1);
    const scale = [...block.matchAll(DRAWING)].at(-1)?.[1];
    if (scale !== undefined) isDrawing = Number(scale) > 0;
    pieces.push({ kind: 'code', value: block, ...(STYLING.test(block) && { tags: tagsOf(block) }) });
    end = close + 1;
  }
  take(end, text.length);
  return pieces;
}

/** "{\i1\b0}" is "<i></b>". */
const tagsOf = (block: string): string =>
  block
    .slice(1, -1)
    .replace(/\\([biu])([01])/g, (_, letter: string, on: string) => `<${on === '1' ? '' : '/'}${letter}>`);

const TAG = /\\(\d?[a-z]+)((?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\\{}()])*)/gi;
/** They hold for the whole event wherever they stand, or time and draw. */
const OF_THE_EVENT = /^(?:pos|move|org|fade?|i?clip|an?|q|k[fot]?|p|pbo)$/i;
/** Each can be set back alone: without a value it is what the style says. */
const ALONE = /^(?:[bius]|1?c)$/;
/** What sets all back, or goes on changing it. */
const OF_ALL = /^(?:r|t$)/;

/** `tag`: as it stands there, "\i1". */
type LookTag = { readonly name: string; readonly tag: string };

/**
 * The override block that gives what follows on `part` the look that the line has at the beginning of its slot; '' where `part` left it.
 * `before`: what stands before the slot in the text column.
 */
export function ownLook(part: string, before: string): string {
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

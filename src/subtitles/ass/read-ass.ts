import type { FileFormat } from '../document.ts';
import { readerOfSlots } from '../slots/document-of-slots.ts';
import { linesIn } from '../slots/lines-in.ts';
import type { FoundSlots, Slot, SlotFormat } from '../slots/slot-format.ts';
import { encodeEvent } from './encode-event.ts';
import { eventText } from './event-text.ts';
import { ownLook } from './own-look.ts';

/** The columns of an event, as its section's "Format:" line names them, in lower case. */
type Columns = readonly string[];

/** Where a file has no "Format:" line for its events: the order of SSA (whose first column is called Marked) and of ASS. */
const USUAL_COLUMNS: Columns = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');
/** Of v4.00++, which has a margin more. */
const COLUMNS_OF_PLUS_PLUS: Columns = 'layer,start,end,style,name,marginl,marginr,margint,marginb,effect,text'.split(
  ',',
);
const PLUS_PLUS = /^[ \t]*(?:ScriptType[ \t]*:[ \t]*v4\.00\+\+|\[v4\+\+ styles\])/im;
const EVENTS = /^[ \t]*\[events\][ \t]*$/im;
const FILES_WITHIN = /^\s*\[(?:fonts|graphics)\]\s*$/i;
const TIME = /^-?\d+:\d{1,2}:\d{1,2}(?:[.:,]\d+)?$/;
/** The oldest files have no column before the times. */
const BEGINS_WITH_TIMES = /^\s*dialogue\s*:\s*\d+:\d+:\d+[.:,]\d+\s*,\s*\d+:\d+:/i;
/** Legacy and generated karaoke is named in the column Effect. */
const KARAOKE_EFFECT = /^(?:karaoke|fx)$/i;

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
  let named: Columns | undefined;
  // Some files, and what is copied out of one, have events alone.
  let inEvents = true;
  function readFormat(line: string): void {
    const columns = columnsOf(line);
    // Where there is no [Events], it may be that of the styles.
    if (hasEvents || columns.includes('text')) named = columns;
  }
  return (line) => {
    if (/^\s*\[[^\]]*\]\s*$/.test(line)) inEvents = hasEvents ? EVENTS.test(line) : !FILES_WITHIN.test(line);
    if (!inEvents) return undefined;
    if (/^\s*format\s*:/i.test(line)) readFormat(line);
    if (!/^\s*dialogue\s*:/i.test(line)) return undefined;
    return named ?? (BEGINS_WITH_TIMES.test(line) ? usual.slice(1) : usual);
  };
}

const columnsOf = (line: string): Columns =>
  line
    .slice(line.indexOf(':') + 1)
    .split(',')
    .map((name) => name.trim().toLowerCase());

/** undefined: the line has too few columns, or no readable times. */
function slotOf(line: string, offset: number, columns: Columns): Slot | undefined {
  const place = columns.indexOf('text');
  const spans = spansOf(line, columns.length, place);
  if (spans === undefined) return undefined;
  const value = (name: string): string => {
    const [from, to] = spans[columns.indexOf(name)] ?? [0, 0];
    return line.slice(from, to).trim();
  };
  const [start, end, style] = [value('start'), value('end'), value('style')];
  const [from, to] = spans[place] ?? [line.length, line.length];
  if (!TIME.test(start) || !TIME.test(end)) return undefined;
  const found = eventText(line.slice(from, to));
  return {
    from: offset + from + found.before,
    to: offset + to - found.behind,
    time: `${start} --> ${end}`,
    text: found.text,
    kind: found.kind === 'text' && KARAOKE_EFFECT.test(value('effect')) ? 'karaoke' : found.kind,
    style,
    ...(found.before > 0 && { before: line.slice(from, from + found.before) }),
  };
}

/** From where to where each column stands; the text alone may hold commas, wherever it stands. */
function spansOf(
  line: string,
  count: number,
  place: number,
): readonly (readonly [from: number, to: number])[] | undefined {
  const spans: (readonly [number, number])[] = [];
  if (place === -1) return undefined;
  let from = line.indexOf(':') + 1;
  for (let column = 0; column < place; column++) {
    const comma = line.indexOf(',', from);
    if (comma === -1) return undefined;
    spans.push([from, comma]);
    from = comma + 1;
  }
  const behind: (readonly [number, number])[] = [];
  let to = line.length;
  for (let column = count - 1; column > place; column--) {
    const comma = line.lastIndexOf(',', to - 1);
    if (comma < from) return undefined;
    behind.unshift([comma + 1, to]);
    to = comma;
  }
  return [...spans, [from, to], ...behind];
}

const ASS: SlotFormat = {
  find: findEvents,
  encode: encodeEvent,
  looks: { italics: ['{\\i1}', ''], grey: ['{\\c&H808080&}', ''] },
  ownLook,
  lineBreak: '\\N',
};
const reader = (format: FileFormat, name: string) => readerOfSlots(format, name, ASS);

/** An Advanced SubStation Alpha file: everything but the words of its dialogue stays as it is. */
export const readAss = reader('ass', 'ASS');
/** The older SubStation Alpha: other columns and section names, the same text. */
export const readSsa = reader('ssa', 'SSA');

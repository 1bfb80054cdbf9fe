import type { FileFormat, Steps } from '../document.ts';
import { readerOfSlots } from '../slots/document-of-slots.ts';
import { linesIn } from '../slots/lines-in.ts';
import type { FoundSlots, Slot, SlotFormat } from '../slots/slot-format.ts';
import { encodeEvent } from './encode-event.ts';
import { eventText } from './event-text.ts';
import { ownLook } from './own-look.ts';

/** The columns of an event, as its section's "Format:" line names them, in lower case. */
type Columns = readonly string[];

/** Where a file has no "Format:" line; the first column of SSA is called Marked. */
const USUAL_COLUMNS: Columns = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');
const TIME = /^-?\d+:\d{1,2}:\d{1,2}(?:[.:,]\d+)?$/;
/** Legacy and generated karaoke is named in the column Effect. */
const KARAOKE_EFFECT = /^(?:karaoke|fx)$/i;

/**
 * The dialogue of an ASS or SSA file: text column and styles by the "Format:" line of [Events]. Comments, fonts, styles and all other
 * sections hold no slots. The slot of an event is its text without the override blocks around it.
 */
export function* findEvents(source: string): Steps<FoundSlots> {
  const lines = linesIn(source);
  const slots: Slot[] = [];
  const unreadable: number[] = [];
  let columns = USUAL_COLUMNS;
  // Some files, and what is copied out of one, have events alone.
  let inEvents = true;
  for (let line = 0; line < lines.count; line++) {
    yield;
    const text = lines.text(line);
    if (/^\s*\[[^\]]*\]\s*$/.test(text)) inEvents = /^\s*\[events\]\s*$/i.test(text);
    else if (!inEvents) continue;
    else if (/^\s*format\s*:/i.test(text)) columns = columnsOf(text);
    else if (/^\s*dialogue\s*:/i.test(text)) {
      const slot = slotOf(text, lines.from(line), columns);
      if (slot) slots.push(slot);
      else unreadable.push(lines.from(line));
    }
  }
  return { slots, unreadable };
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

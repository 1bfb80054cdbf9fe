import { exactRate, isRateLine, rateInText, USUAL_MICRO_DVD_RATE } from './formats.ts';
import { linesIn, safeLines } from './lines.ts';
import { type Piece, piecesOf, withPlaceholders } from './placeholders.ts';
import { type FoundSlots, readerOfSlots, type Slot, type SlotFormat } from './slots.ts';
import { timeText } from './timing.ts';

const EVENT = /^[ \t\uFEFF]*\{(\d{1,9})\}[ \t]*\{(\d{0,9})\}/;
/** Matches {y:i}, {C:$0000FF}, {f:Arial}: the look of a line or, with a capital letter, of the whole text. */
const CODE = /\{[a-z]:[^{}\r\n]{0,60}\}/gi;
const CODES_AT_START = /^(?:\{[a-z]:[^{}\r\n]{0,60}\}|\s)*/i;
const DEFAULT = /^[ \t\uFEFF]*\{DEFAULT\}\{\}/i;
/** How long a text without an end is shown if no event follows. */
const LAST_FRAMES = 75;
/**
 * Finds events: first frame, last frame, and the text on one line with "|" between its lines. `chosen`: the frames per second if the file does not
 * name them.
 */
export const findMicroDvdEvents =
  (chosen?: number) =>
  (source: string): FoundSlots => {
    const lines = linesIn(source);
    const rate = exactRate(rateInText(source) ?? chosen ?? Number(USUAL_MICRO_DVD_RATE));
    const events: Event[] = [];
    const unreadable: number[] = [];
    for (let line = 0; line < lines.count; line++) {
      const text = lines.text(line);
      const event = eventIn(text, lines.from(line));
      if (event === undefined) unreadable.push(...(isNoText(text) ? [] : [lines.from(line)]));
      else if (line > 0 || !isRateLine(text)) events.push(event);
    }
    const msOf = (frame: number) => timeText((frame * 1_000) / rate, '.');
    const timeOf = ({ begin, end }: Event, next = 0) =>
      `${msOf(begin)} --> ${msOf(end ?? (next > begin ? next : begin + LAST_FRAMES))}`;
    return {
      slots: events.map((event, place) => ({ ...event.slot, time: timeOf(event, events[place + 1]?.begin) })),
      unreadable,
    };
  };

interface Event {
  readonly slot: Omit<Slot, 'time'>;
  readonly begin: number;
  readonly end: number | undefined;
}

const isNoText = (line: string): boolean => line.replace('\uFEFF', '').trim() === '' || DEFAULT.test(line);

function eventIn(line: string, offset: number): Event | undefined {
  const [head, begin, end] = EVENT.exec(line) ?? [];
  if (head === undefined) return undefined;
  const slot = slotOf(line.slice(head.length), offset + head.length);
  return { slot, begin: Number(begin), end: end === '' ? undefined : Number(end) };
}

function slotOf(content: string, offset: number): Omit<Slot, 'time'> {
  const lead = CODES_AT_START.exec(content)?.[0].length ?? 0;
  const inner = content.slice(lead).trimEnd();
  const pieces = piecesIn(inner);
  const isText = pieces.some(({ kind, value }) => kind === 'text' && value.trim() !== '');
  const { text } = withPlaceholders(pieces);
  return { from: offset + lead, to: offset + lead + inner.length, text, kind: isText ? 'text' : 'wordless' };
}

function piecesIn(raw: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { index, 0: code } of raw.matchAll(CODE)) {
    pieces.push({ kind: 'text', value: raw.slice(end, index).replaceAll('|', '\n') }, { kind: 'code', value: code });
    end = index + code.length;
  }
  pieces.push({ kind: 'text', value: raw.slice(end).replaceAll('|', '\n') });
  return pieces.filter(({ value }) => value !== '');
}

/** Encodes a translation on one line. Braces in it would be code, and "|" a line break. */
function encodeEvent(text: string, raw: string): string {
  const pieces = piecesOf(safeLines(text).join('\n'), withPlaceholders(piecesIn(raw)));
  return pieces
    .map(({ kind, value }) =>
      kind === 'code'
        ? value
        : value.replaceAll('{', '(').replaceAll('}', ')').replaceAll('|', '¦').replaceAll('\n', '|'),
    )
    .join('');
}

const formatOfRate = (rate?: number): SlotFormat => ({
  find: findMicroDvdEvents(rate),
  encode: encodeEvent,
  looks: { italics: ['{y:i}', ''], grey: ['{c:$808080}', ''] },
  lineBreak: '|',
});
/** `rate`: chosen by a person for a file that does not name its frames per second. */
export const readMicroDvd = (rate?: number) => readerOfSlots('sub', 'MicroDVD', formatOfRate(rate));

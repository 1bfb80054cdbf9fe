import { fail, ok } from '../../lib/result.ts';
import type { DocumentNote, FileFormat, NewText, Part, ReadDocument, StyleInUse } from '../document.ts';
import { lineEndOf } from '../line-ends.ts';
import type { Phrase } from '../phrase.ts';
import { shorten } from '../shorten.ts';
import { compareSlots } from './compare-slots.ts';
import { matchSlots } from './match-slots.ts';
import type { Slot, SlotFormat } from './slot-format.ts';

/** The number of its phrase; undefined: it is not translated. */
interface NumberedSlot extends Slot {
  readonly number: number | undefined;
}

/** The reader of a format whose file stays as it is but for the spans that are text. `name`: for people, "WebVTT". */
export const readerOfSlots =
  (format: FileFormat, name: string, { find, encode, looks, ownLook, lineBreak }: SlotFormat): ReadDocument =>
  (source, { withoutStyles = [], layersApart = false }) => {
    const { slots, unreadable } = find(source);
    const left = new Set(withoutStyles);
    const { numbered, phrases } = numberedSlots(slots, left, layersApart);
    if (phrases.length === 0) return fail({ message: `There is nothing to translate in this ${name} file.`, line: 1 });
    const lineEnd = lineEndOf(source);
    const encodeParts = (text: NewText, raw: string, lead: string): string =>
      (typeof text === 'string' ? [{ text }] : text)
        .map(({ text: part, look }: Part, index, { length }) => {
          const [open, close] = (look && looks[look]) ?? ['', ''];
          const place = { lineEnd, before: lead, isOfFile: typeof text !== 'string' };
          const written = open + encode(part, raw, place) + close;
          const isLast = index === length - 1 && look === undefined;
          return isLast ? written : written + (ownLook?.(written, lead) ?? '');
        })
        .join(lineBreak ?? lineEnd);
    return ok({
      format,
      phrases,
      notes: notesOf(source, unreadable),
      styles: stylesOf(slots),
      write(texts) {
        const parts: string[] = [];
        let end = 0;
        for (const { number, from, to, text: own, before = '' } of numbered) {
          const text = number === undefined ? undefined : texts.get(number);
          if (text === undefined || text === own) continue;
          parts.push(source.slice(end, from), encodeParts(text, source.slice(from, to), before));
          end = to;
        }
        return parts.join('') + source.slice(end);
      },
      textsIn(written, before) {
        const texts = new Map<number, string>();
        const found = find(written);
        const textOf = ({ number, text }: NumberedSlot) =>
          number === undefined ? text : (before?.get(number) ?? text);
        for (const [one, other] of matchSlots(numbered, found.slots, textOf)) {
          if (other !== undefined && one.number !== undefined && !texts.has(one.number))
            texts.set(one.number, other.text);
        }
        return texts;
      },
      compare(written) {
        const found = find(written);
        return compareSlots(numbered, found.slots, written);
      },
    });
  };

/** The same text at one time, on several layers, is one phrase, unless layers are wanted apart. */
function numberedSlots(
  slots: readonly Slot[],
  withoutStyles: ReadonlySet<string>,
  layersApart: boolean,
): { readonly numbered: readonly NumberedSlot[]; readonly phrases: readonly Phrase[] } {
  const numbered: NumberedSlot[] = [];
  const phrases: Phrase[] = [];
  const known = new Map<string, number>();
  for (const slot of slots) {
    const { time, text, style } = slot;
    if (slot.kind !== 'text' || (style !== undefined && withoutStyles.has(style))) {
      numbered.push({ ...slot, number: undefined });
      continue;
    }
    // Two equal cues of a format without layers are two lines.
    const key = `${time}\n${text}`;
    let number = style === undefined || layersApart ? undefined : known.get(key);
    if (number === undefined) {
      number = phrases.length + 1;
      known.set(key, number);
      phrases.push({ number, time, text });
    }
    numbered.push({ ...slot, number });
  }
  return { numbered, phrases };
}

function notesOf(source: string, unreadable: readonly number[]): readonly DocumentNote[] {
  const [first] = unreadable;
  if (first === undefined) return [];
  const line = source.slice(0, first).split(/\r\n|\n|\r/).length;
  const text = shorten(source.slice(first, first + 1_000).split(/[\r\n]/, 1)[0] ?? '');
  return [{ kind: 'kept', count: unreadable.length, line, text }];
}

function stylesOf(slots: readonly Slot[]): readonly StyleInUse[] {
  const styles = new Map<string, { name: string; seen: Set<string>; sample: string }>();
  for (const { style, kind, time, text } of slots) {
    if (style === undefined || kind === 'wordless') continue;
    const known = styles.get(style) ?? { name: style, seen: new Set(), sample: '' };
    styles.set(style, known);
    if (kind !== 'text') continue;
    known.seen.add(`${time}\n${text}`);
    if (known.sample === '') known.sample = text;
  }
  return [...styles.values()].map(({ name, seen, sample }) => ({ name, phrases: seen.size, sample }));
}

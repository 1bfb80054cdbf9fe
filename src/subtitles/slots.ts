import { fail, ok } from '../lib/result.ts';
import { grouped } from '../lib/text.ts';
import type { DocumentNote, NewText, Part, Phrase, ReadDocument, SrtDifference } from './document.ts';
import type { FileFormat } from './formats.ts';
import { lineEndOf, linesIn, shorten } from './lines.ts';
import type { Piece } from './placeholders.ts';
import { type Timing, timingOf } from './timing.ts';

/** What one format has to know; everything else is the same for all of them. */
export interface SlotFormat {
  /** Everything in a file that is shown at a time, in the file's order. Linear in the length of the source; never throws. */
  readonly find: (source: string) => FoundSlots;
  /** The bytes of a text in the place of `raw`. Whatever the text holds, the file has the same slots as before. Linear in both. */
  readonly encode: (text: string, raw: string, place: SlotPlace) => string;
  /** Of a source: what tells whether a slot is shown at the top of the picture; missing: nothing but its text and its time tell it. */
  readonly atTop?: (source: string) => (slot: Slot) => boolean;
  /** What stands before and behind a part that is to look so; missing: the format cannot say it. */
  readonly looks: Readonly<Partial<Record<NonNullable<Part['look']>, readonly [before: string, behind: string]>>>;
  /** What gives the text behind a part, as it is written, the look of its own line again; missing: nothing is needed. */
  readonly ownLook?: (part: string, before: string) => string;
  /** What stands between two parts; missing: the file's line end. */
  readonly lineBreak?: string;
}

/** Where a text is to stand. */
export interface SlotPlace {
  /** The slot's own line break, else the file's line end. */
  readonly lineEnd: string;
  /** The slot's; none: the format reads them of `raw`. */
  readonly pieces: readonly Piece[];
  /** The slot's. */
  readonly before: string;
  /** The text was read of a file, whose tags it has: they are tags here, too, whatever `raw` has. */
  readonly isOfFile: boolean;
}

export interface FoundSlots {
  readonly slots: readonly Slot[];
  /** Offsets of blocks that cannot be read. */
  readonly unreadable: readonly number[];
  /** Offset of where the file first breaks the rules of what it is written in; missing: nowhere, or nothing is known of it. */
  readonly damaged?: number | undefined;
}

/** A span of the source, and what it says. */
export interface Slot {
  /** Offsets in the source: from the first character to behind the last one. */
  readonly from: number;
  readonly to: number;
  /** From when to when it is shown, as a timing line that timing.ts can read. */
  readonly time: string;
  /** As a model and a person read it. */
  readonly text: string;
  /** Only a "text" is translated. */
  readonly kind: 'text' | 'wordless' | 'karaoke' | 'drawing';
  /** Of ASS and SSA. */
  readonly style?: string;
  /** Who says it; missing: the file does not tell. */
  readonly speakers?: readonly string[];
  /** Code before the slot that holds for it; missing: none. */
  readonly before?: string;
  /** What it consists of, where the span alone does not tell. */
  readonly pieces?: readonly Piece[];
  /** What stands between two of its lines; missing: the file's line end. */
  readonly lineBreak?: string;
}

/** The number of its phrase; undefined: it is not translated. */
interface NumberedSlot extends Slot {
  readonly number: number | undefined;
}

/** The reader of a format whose file stays as it is but for the spans that are text. `name`: for people, "WebVTT". */
export const readerOfSlots =
  (format: FileFormat, name: string, { find, encode, atTop, looks, ownLook, lineBreak }: SlotFormat): ReadDocument =>
  (source, { withoutStyles = [], isEdited = false }) => {
    const found = find(source);
    const { slots } = found;
    const left = new Set(withoutStyles);
    const { numbered, phrases } = numberedSlots(slots, left, isEdited);
    if (phrases.length === 0) return fail({ message: `There is nothing to translate in this ${name} file.`, line: 1 });
    const fileEnd = lineEndOf(source);
    const encodeParts = (text: NewText, raw: string, slot: Slot): string => {
      const { before: lead = '', pieces = [], lineBreak: lineEnd = fileEnd } = slot;
      return (typeof text === 'string' ? [{ text }] : text)
        .map(({ text: part, look }: Part, index, { length }) => {
          const [open, close] = (look && looks[look]) ?? ['', ''];
          const place = { lineEnd, pieces, before: lead, isOfFile: typeof text !== 'string' };
          const written = open + encode(part, raw, place) + close;
          const isLast = index === length - 1 && look === undefined;
          return isLast ? written : written + (ownLook?.(written, lead) ?? '');
        })
        .join(lineBreak ?? lineEnd);
    };
    return ok({
      format,
      phrases,
      notes: notesOf(source, found),
      styles: stylesOf(left.size === 0 && !isEdited ? numbered : numberedSlots(slots, new Set(), false).numbered),
      atTop() {
        const isAtTop = atTop?.(source) ?? (() => false);
        return numbered.flatMap((slot) => (slot.number !== undefined && isAtTop(slot) ? [slot.number] : []));
      },
      write(texts) {
        const parts: string[] = [];
        let end = 0;
        for (const slot of numbered) {
          const { number, from, to, text: own } = slot;
          const text = number === undefined ? undefined : texts.get(number);
          if (text === undefined || text === own) continue;
          parts.push(source.slice(end, from), encodeParts(text, source.slice(from, to), slot));
          end = to;
        }
        return parts.join('') + source.slice(end);
      },
      textsIn(written, before) {
        const texts = new Map<number, string>();
        const textOf = ({ number = 0, text }: NumberedSlot) => before?.get(number) ?? text;
        for (const [{ number }, other] of matchSlots(numbered, find(written).slots, textOf)) {
          if (other !== undefined && number !== undefined && !texts.has(number)) texts.set(number, other.text);
        }
        return texts;
      },
      compare: (written) => compareSlots(numbered, find(written).slots, written),
    });
  };

function notesOf(source: string, { unreadable, damaged }: FoundSlots): readonly DocumentNote[] {
  const [first] = unreadable;
  return [
    ...(damaged === undefined ? [] : [{ kind: 'damaged', ...placeOf(source, damaged) } as const]),
    ...(first === undefined ? [] : [{ kind: 'kept', count: unreadable.length, ...placeOf(source, first) } as const]),
  ];
}

/** The line of an offset, counted from 1, and what stands there. */
const placeOf = (source: string, offset: number) => ({
  line: source.slice(0, offset).split(/\r\n|\n|\r/).length,
  text: shorten(source.slice(offset, offset + 1_000).split(/[\r\n]/, 1)[0] ?? ''),
});

function stylesOf(slots: readonly NumberedSlot[]) {
  const styled = slots.filter(({ style, kind }) => style !== undefined && kind !== 'wordless');
  return [...grouped(styled, ({ style = '' }) => style)].map(([name, ofStyle]) => {
    const texts = ofStyle.filter(({ kind }) => kind === 'text');
    const { size } = new Set(texts.map(({ number }) => number));
    return { name, phrases: size, sample: texts[0]?.text ?? '' };
  });
}

/**
 * Each slot of one text with the one of another text that is shown at the same time; undefined: there is none. Several at one time are paired
 * in order. Where their numbers differ, `textOf` (the text that is expected in the other one) tells which are there; what cannot be told
 * apart then has none. Without `textOf` the first ones are paired. Linear.
 */
function matchSlots<One extends Slot>(
  ones: readonly One[],
  others: readonly Slot[],
  textOf?: (one: One) => string,
): readonly (readonly [One, Slot | undefined])[] {
  const when = ({ time, style = '' }: Slot) => `${time}\n${style}`;
  const othersAt = grouped(others, when);
  const found = new Map<One, Slot | undefined>();
  for (const [key, at] of grouped(ones, when)) {
    const there = othersAt.get(key) ?? [];
    const isByText = textOf && at.length !== there.length;
    const pairs = isByText ? pairsByText(at, there, textOf) : at.map((one, place) => [one, there[place]] as const);
    for (const [one, other] of pairs) found.set(one, other);
  }
  return ones.map((one) => [one, found.get(one)]);
}

/**
 * Pairs of equal texts in order, and what stands between them, where it is as much in both and each of these texts stands as often in both:
 * otherwise nobody knows which of them is gone.
 */
function pairsByText<One extends Slot>(
  ones: readonly One[],
  others: readonly Slot[],
  textOf: (one: One) => string,
): readonly (readonly [One, Slot | undefined])[] {
  const pairs: (readonly [One, Slot | undefined])[] = [];
  let nextOne = 0;
  let nextOther = 0;
  let isSure = true;
  const takeUntil = (one: number, other: number, isSureThere: boolean) => {
    if (isSure && isSureThere && one - nextOne === other - nextOther)
      for (let by = 0; by < one - nextOne; by++) pairs.push([ones[nextOne + by] as One, others[nextOther + by]]);
    nextOne = one;
    nextOther = other;
    isSure = isSureThere;
  };
  // The last one at the end, so that taking one out is cheap.
  const places = grouped([...ones.keys()].reverse(), (place) => textOf(ones[place] as One));
  const there = grouped(others, ({ text }) => text);
  const sure = new Set([...places].flatMap(([text, at]) => (at.length === there.get(text)?.length ? [text] : [])));
  for (const [place, other] of others.entries()) {
    const left = places.get(other.text);
    let same = left?.pop();
    while (same !== undefined && same < nextOne) same = left?.pop();
    if (same === undefined) continue;
    takeUntil(same, place, sure.has(other.text));
    pairs.push([ones[same] as One, other]);
    [nextOne, nextOther] = [same + 1, place + 1];
  }
  takeUntil(ones.length, others.length, true);
  return pairs;
}

type Difference = Omit<SrtDifference, 'line'> & { readonly offset: number };

/**
 * How an edited text differs from the file that it was made of, in the order of the lines: phrases whose time is gone or has
 * become another one, phrases without their text, and those that the file does not have. Linear.
 */
function compareSlots(
  ones: readonly NumberedSlot[],
  others: readonly Slot[],
  written: string,
): readonly SrtDifference[] {
  const matches = matchSlots(ones, others);
  const places = new Map(others.map((other, place) => [other, place]));
  const known = new Set(matches.map(([, other]) => other));
  const differences: Difference[] = [];
  /** The place behind all that was found of the edited text so far. */
  let next = 0;
  for (const [{ number }, other] of matches) {
    const here = other ?? others[next];
    // What stands in the phrase's place is shown at a time that the file does not have: it is the phrase.
    const isOtherTime = other === undefined && here !== undefined && !known.has(here);
    if (other !== undefined) next = Math.max(next, (places.get(other) ?? 0) + 1);
    else if (isOtherTime) next += 1;
    const kind = kindOf(other, isOtherTime);
    if (number === undefined || kind === undefined) continue;
    if (here !== undefined) known.add(here);
    differences.push({ kind, offset: here?.from ?? written.length, number });
  }
  return withLines([...differences, ...foreignAmong(others, known)], written);
}

function kindOf(other: Slot | undefined, isOtherTime: boolean): Difference['kind'] | undefined {
  if (other === undefined) return isOtherTime ? 'time' : 'missing';
  return other.kind === 'wordless' ? 'no-text' : undefined;
}

const foreignAmong = (others: readonly Slot[], known: ReadonlySet<Slot | undefined>): readonly Difference[] =>
  others.flatMap((other, place): readonly Difference[] =>
    other.kind === 'text' && !known.has(other) ? [{ kind: 'foreign', offset: other.from, number: place + 1 }] : [],
  );

/** In the order of their lines, which count from 1. */
function withLines(differences: readonly Difference[], written: string): readonly SrtDifference[] {
  const lines = linesIn(written);
  let line = 0;
  return differences
    .toSorted((one, other) => one.offset - other.offset)
    .map(({ kind, offset, number }) => {
      while (line < lines.count && lines.from(line) <= offset) line++;
      return { kind, line, number };
    });
}

/** <i>, <b> and <u>, which models know and keep. */
export const KNOWN_TAGS = /(<\/?[biu]>)/gi;

/** Such a tag in a source as it is read: "<i>", in small letters. `isTag`: false where the file shows it as words: "&lt;i&gt;". */
export type SeenTag = { readonly tag: string; readonly isTag: boolean };

/** What a tag of a translation is meant as; "unknown": the source has nothing like it. */
export type MeantAs = 'tag' | 'words' | 'unknown';

/**
 * Says of each tag of a translation (in small letters), asked in their order, what it is meant as: the first "<b>" what the first one
 * of the source is, and so on. A tag of which the source has only the counterpart is what that is.
 */
export function tagsLike(source: readonly SeenTag[]): (tag: string) => MeantAs {
  const kinds = grouped(source, ({ tag }) => tag);
  const next = new Map<string, number>();
  const hasWords = source.some(({ isTag }) => !isTag);
  return (tag) => {
    const seen = kinds.get(tag) ?? kinds.get(tag.startsWith('</') ? tag.replace('/', '') : tag.replace('<', '</'));
    if (seen === undefined) return hasWords ? 'words' : 'unknown';
    const place = Math.min(next.get(tag) ?? 0, seen.length - 1);
    next.set(tag, place + 1);
    return seen[place]?.isTag ? 'tag' : 'words';
  };
}

/** What tells whether two slots are one phrase. */
interface Shown extends Pick<Phrase, 'time' | 'text' | 'speakers'> {
  readonly kind: string;
  readonly style?: string;
}

/**
 * The slots with the numbers of their phrases. The same text at one time, on several layers, is one phrase, and so is, of a format with styles
 * in one of them, what is shown again without a gap: signs are drawn frame by frame. `apart`: each slot is a phrase. Linear.
 */
export function numberedSlots<Slot extends Shown>(
  slots: readonly Slot[],
  withoutStyles: ReadonlySet<string>,
  apart: boolean,
) {
  const phrases: Phrase[] = [];
  const sameAs = findSame();
  const numbered = slots.map((slot): Slot & { readonly number: number | undefined } => {
    const { time, text, style, speakers } = slot;
    if (slot.kind !== 'text' || (style !== undefined && withoutStyles.has(style)))
      return { ...slot, number: undefined };
    const same = apart ? undefined : sameAs(slot, phrases.length + 1);
    const number = same?.number ?? phrases.length + 1;
    const known = phrases[number - 1];
    const named = known?.speakers ?? speakers;
    phrases[number - 1] = { number, time: same?.time ?? time, text, ...(named && { speakers: named }) };
    return { ...slot, number };
  });
  return { numbered, phrases };
}

/** Two frames of 24 a second, rounded to hundredths: what is shown again within is drawn frame by frame. */
const GAP_MS = 20;

/** One text in one style, said by one person, shown without a gap so far. */
interface Run extends Timing {
  readonly number: number;
  /** As they are written. */
  readonly start: string;
  readonly end: string;
}

/** Says of slots, asked in the file's order, which phrase each belongs to, and when that is shown; `next`: the number of a new one. */
function findSame(): (slot: Shown, next: number) => { readonly number: number; readonly time: string } {
  const atTime = new Map<string, number>();
  const runs = new Map<string, Run>();
  const times = new Map<number, string>();
  return ({ time, text, style, speakers = [] }, next) => {
    const key = `${time.trim()}\n${text}`;
    if (style === undefined) {
      const number = atTime.get(key) ?? next;
      atTime.set(key, number);
      return { number, time };
    }
    const keyOfRun = [style, ...speakers, text].join('\n');
    const run = goingOn(runs.get(keyOfRun), time);
    const number = atTime.get(key) ?? run?.number ?? next;
    const shown = run?.number === number ? `${run.start} --> ${run.end}` : (times.get(number) ?? time);
    atTime.set(key, number);
    times.set(number, shown);
    const begun = run ?? runFrom(time, number);
    if (begun) runs.set(keyOfRun, begun);
    return { number, time: shown };
  };
}

function runFrom(time: string, number: number): Run | undefined {
  const [start = '', end = ''] = time.split(' --> ');
  const timing = timingOf(time);
  return timing && { ...timing, start, end, number };
}

/** The run with what is shown at this time; undefined: that is no part of it. */
function goingOn(run: Run | undefined, time: string): Run | undefined {
  const next = run && runFrom(time, run.number);
  if (!run || !next) return undefined;
  if (next.startMs > run.endMs + GAP_MS || next.endMs < run.startMs - GAP_MS) return undefined;
  const first = next.startMs < run.startMs ? next : run;
  const last = next.endMs > run.endMs ? next : run;
  return { number: run.number, startMs: first.startMs, start: first.start, endMs: last.endMs, end: last.end };
}

import { fail, ok } from '../lib/result.ts';
import { grouped } from '../lib/text.ts';
import type { DocumentNote, NewText, Part, Phrase, ReadDocument, SrtDifference } from './document.ts';
import type { FileFormat } from './formats.ts';
import { lineEndOf, linesIn, shorten } from './lines.ts';
import type { Piece } from './placeholders.ts';
import { type Timing, timingOf } from './timing.ts';

export interface SlotFormat {
  /** Finds everything that is shown at a time, in the order of the file. Linear in the length of the source; never throws. */
  readonly find: (source: string) => FoundSlots;
  /** The bytes of a text that replaces `raw`. Whatever the text contains, the file keeps its slots. Linear in both. */
  readonly encode: (text: string, raw: string, place: SlotPlace) => string;
  /** Returns, for a source, a function that tells if a slot is shown at the top of the picture; missing: the format has no code for it. */
  readonly atTop?: (source: string) => (slot: Slot) => boolean;
  /** The code before and behind a part with this look; missing: the format cannot express the look. */
  readonly looks: Readonly<Partial<Record<NonNullable<Part['look']>, readonly [before: string, behind: string]>>>;
  /** The code that restores the line's own look behind a part; missing: it is not needed. */
  readonly ownLook?: (part: string, before: string) => string;
  readonly lineBreak?: string;
}

export interface SlotPlace {
  readonly lineEnd: string;
  /** The pieces of the slot; empty: the format reads them from `raw`. */
  readonly pieces: readonly Piece[];
  /** The code before the slot. */
  readonly before: string;
  /** The text comes from a file, so its tags are tags whatever `raw` has. */
  readonly isOfFile: boolean;
}

export interface FoundSlots {
  readonly slots: readonly Slot[];
  readonly unreadable: readonly number[];
  /** The offset of the first place that breaks the format's syntax; missing: there is none, or nobody has checked. */
  readonly damaged?: number | undefined;
}

export interface Slot {
  /** Offsets in the source; `to` is behind the last character. */
  readonly from: number;
  readonly to: number;
  /** A timing line that timing.ts can read. */
  readonly time: string;
  readonly text: string;
  /** Only "text" is translated. */
  readonly kind: 'text' | 'wordless' | 'karaoke' | 'drawing';
  readonly style?: string;
  /** Missing: the file names no speaker. */
  readonly speakers?: readonly string[];
  /** Code before the slot that applies to it; missing: there is none. */
  readonly before?: string;
  /** The pieces of the slot, if the source alone does not show them. */
  readonly pieces?: readonly Piece[];
  /** The line break between two of its lines; missing: the file's line end. */
  readonly lineBreak?: string;
}

interface NumberedSlot extends Slot {
  readonly number: number | undefined;
}

/** Makes a reader for a format in which only the slots change. `name`: the format's name for people, such as "WebVTT". */
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
 * Pairs each slot with a slot of another text at the same time; undefined: there is none. Slots with the same time are paired in order.
 * If their numbers differ, `textOf` (the expected text) decides, and slots that cannot be distinguished get no pair. Without `textOf` the first
 * ones are paired. Linear.
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
 * Pairs equal texts in order. Pairs texts between them only if both sides have the same number of them and each text occurs equally often:
 * otherwise nobody can know which one was deleted.
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
  // Reversed, so that removing the first place is fast.
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

/** How an edited text differs from its file, sorted by line: missing or changed times, missing texts, foreign blocks. Linear. */
function compareSlots(
  ones: readonly NumberedSlot[],
  others: readonly Slot[],
  written: string,
): readonly SrtDifference[] {
  const matches = matchSlots(ones, others);
  const places = new Map(others.map((other, place) => [other, place]));
  const known = new Set(matches.map(([, other]) => other));
  const differences: Difference[] = [];
  /** The index behind everything found in the edited text so far. */
  let next = 0;
  for (const [{ number }, other] of matches) {
    const here = other ?? others[next];
    // A block at a time that the file does not have, in the place of a phrase, is that phrase.
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

/** Matches <i>, <b> and <u>, which models keep. */
export const KNOWN_TAGS = /(<\/?[biu]>)/gi;

/** A known tag in a source, in lower case. `isTag`: false if the file shows the tag as words: "&lt;i&gt;". */
export type SeenTag = { readonly tag: string; readonly isTag: boolean };

/** The meaning of a tag in a translation. "unknown": the source has nothing like it. */
export type MeantAs = 'tag' | 'words' | 'unknown';

/**
 * Returns a function that classifies the tags of a translation (in lower case, in order). The first "<b>" means what the first "<b>" in the source
 * means, and so on. If the source has only "</b>", "<b>" means what that means.
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

interface Shown extends Pick<Phrase, 'time' | 'text' | 'speakers'> {
  readonly kind: string;
  readonly style?: string;
}

/**
 * Numbers the slots by phrase. The same text at one time on several layers is one phrase. So is, in formats with styles, a text that is shown again
 * in the same style without a gap, because signs are drawn frame by frame. `apart`: each slot is a phrase. Linear.
 */
function numberedSlots<Slot extends Shown>(slots: readonly Slot[], withoutStyles: ReadonlySet<string>, apart: boolean) {
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

/** The longest gap of drawings frame by frame: frames of 24 a second, rounded to hundredths. */
const GAP_MS = 20;

/** A text in one style by one speaker, which several slots show without a gap. */
interface Run extends Timing {
  readonly number: number;
  readonly start: string;
  readonly end: string;
}

/**
 * Returns a function that finds the phrase of each slot, called in the order of the file, and when that phrase is shown. `next`: the number of a
 * new phrase.
 */
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

/** The run extended by this time; undefined: the time does not continue the run. */
function goingOn(run: Run | undefined, time: string): Run | undefined {
  const next = run && runFrom(time, run.number);
  if (!run || !next) return undefined;
  if (next.startMs > run.endMs + GAP_MS || next.endMs < run.startMs - GAP_MS) return undefined;
  const first = next.startMs < run.startMs ? next : run;
  const last = next.endMs > run.endMs ? next : run;
  return { number: run.number, startMs: first.startMs, start: first.start, endMs: last.endMs, end: last.end };
}

import { type BatchText, isFinished, namesTakenIn, slotOf } from '../engine/batch.ts';
import { memoizeByObject } from '../lib/memo.ts';
import { stampOf } from '../lib/text.ts';
import type { Line } from '../review/line.ts';
import type { Phrase } from '../subtitles/document.ts';
import { isEmptyFor } from '../subtitles/tags.ts';
import { type BatchSlot, batchAt, batchOfPlace, countBatches } from '../translation/batch.ts';
import { untranslatedOf, usableTexts } from '../translation/check-reply.ts';
import { readReply } from '../translation/read-reply.ts';
import type { LineMarks, Work } from './film.ts';

/** The batches' outputs as lines, and the lines' marks. All pure; an answer is remembered while the objects it was made of stay. */

/** As much of a film as its lines are read from. */
export interface FilmLines {
  readonly phrases: readonly Phrase[];
  readonly batches: readonly BatchText[];
}

type FilmWithBatches = Pick<Work, 'phrases' | 'batches'>;

/** What is read of a batch's output. */
interface ReadBatch {
  readonly phrases: readonly Phrase[];
  readonly index: number;
  readonly lines: readonly Line[];
  /** By key, also of an output that is no JSON object. */
  readonly texts: ReadonlyMap<string, string>;
  /** The output is a JSON object, so that single lines of it can be changed. */
  readonly isReadable: boolean;
}
const ofSlot = new WeakMap<object, ReadBatch>();

const ofPhrases = memoizeByObject((phrases: readonly Phrase[]) => ({
  /** By number: the place in the film, counted from 0. */
  places: new Map(phrases.map(({ number }, place) => [number, place])),
  withoutText: Array.from({ length: countBatches(phrases) }, (_, index) => makeLines(phrases, index, new Map())),
  /** What was last read of each batch: a line that has the same text in the next output is the same object. */
  newest: [] as (readonly Line[])[],
}));

/** The lines of one batch; the same list for the same output. */
export function linesOfBatch({ phrases, batches }: FilmLines, index: number): readonly Line[] {
  const slot = slotOf(batches[index]);
  return slot ? readBatch(phrases, index, slot).lines : (ofPhrases(phrases).withoutText[index] ?? []);
}

function readBatch(phrases: readonly Phrase[], index: number, slot: NonNullable<BatchSlot>): ReadBatch {
  const known = ofSlot.get(slot);
  if (known?.phrases === phrases && known.index === index) return known;
  const { texts, keys } = readReply(slot[1]);
  const isReadable = keys !== undefined;
  const { newest } = ofPhrases(phrases);
  const before = newest[index];
  // Of an output that is no JSON object single texts could be read, but not changed: such lines count as without text.
  const lines = makeLines(phrases, index, isReadable ? texts : new Map()).map((line, at) => {
    const known = before?.[at];
    return known && known.translation === line.translation ? known : line;
  });
  newest[index] = lines;
  const read = { phrases, index, lines, texts, isReadable };
  ofSlot.set(slot, read);
  return read;
}

const makeLines = (phrases: readonly Phrase[], index: number, texts: ReadonlyMap<string, string>): readonly Line[] =>
  batchAt(phrases, index).phrases.map(({ number, time, text }) => ({
    number,
    time,
    original: text,
    translation: texts.get(String(number)),
  }));

/** Whether the line has a translation of which viewers see something. */
export const hasText = ({ original, translation = '' }: Line): boolean => !isEmptyFor(original, translation);

/** Whether a batch has an output that is a JSON object, so that single lines of it can be changed. `index` undefined: there is no such batch. */
export function isReadable({ phrases, batches }: FilmLines, index: number | undefined): boolean {
  const batch = index === undefined ? undefined : batches[index];
  return index !== undefined && isFinished(batch) && readBatch(phrases, index, batch.result).isReadable;
}

/** The place of a phrase in the film, counted from 0; undefined: there is no such number. */
export const placeOf = (phrases: readonly Phrase[], number: number): number | undefined =>
  ofPhrases(phrases).places.get(number);

/** The index of a line's batch, from 0; undefined: there is no such number. */
export function batchOfLine(phrases: readonly Phrase[], number: number): number | undefined {
  const place = placeOf(phrases, number);
  return place === undefined ? undefined : batchOfPlace(phrases, place).index;
}

/** One line by its number; undefined: there is no such number. */
export function lineOf(state: FilmLines, number: number): Line | undefined {
  const place = placeOf(state.phrases, number);
  if (place === undefined) return undefined;
  const { index, at } = batchOfPlace(state.phrases, place);
  return linesOfBatch(state, index)[at];
}

/** The lines from one to its batch's end, whose translations can be moved by a line; empty: there are not two, or one has no translation. */
export function linesToMove(state: FilmLines, number: number): readonly Line[] {
  const batch = batchOfLine(state.phrases, number);
  if (batch === undefined || !isReadable(state, batch)) return [];
  const all = linesOfBatch(state, batch);
  const lines = all.slice(all.findIndex((line) => line.number === number));
  return lines.length < 2 || lines.some(({ translation }) => translation === undefined) ? [] : lines;
}

/** The lines of the whole film, in order. */
export const allLines = (state: FilmLines): readonly Line[] =>
  [...state.batches.keys()].flatMap((index) => linesOfBatch(state, index));

const NO_MARKS: LineMarks = {};

/** The line's marks as far as they hold for its present text: of marks that belong to another text the flag alone. */
export function marksOf({ marks }: Pick<Work, 'marks'>, { number, translation }: Line): LineMarks {
  const all = marks[number];
  if (all === undefined) return NO_MARKS;
  if (all.of === undefined || (translation !== undefined && all.of === stampOf(translation))) return all;
  return all.flagged ? { flagged: true } : NO_MARKS;
}

export const isConfirmed = ({ confirmed }: LineMarks): boolean => confirmed === true;
export const isEdited = ({ before }: LineMarks): boolean => before !== undefined;
/** A person has confirmed or written it: nothing but that person's command replaces it. */
export const isOwn = (marks: LineMarks): boolean => isConfirmed(marks) || isEdited(marks);

export type Marked = Pick<Work, 'phrases' | 'batches' | 'marks'>;

/** Valid texts, by number, of a batch's lines whose marks say that translating the batch again keeps them. */
export function keptTexts(
  state: Marked,
  index: number,
  isKept: (marks: LineMarks) => boolean,
): Readonly<Record<string, string>> {
  const batch = state.batches[index];
  if (!isFinished(batch)) return {};
  const marked = linesOfBatch(state, index).filter((line) => isKept(marksOf(state, line)));
  if (marked.length === 0) return {};
  const { texts } = readBatch(state.phrases, index, batch.result);
  const usable = usableTexts(batchAt(state.phrases, index).phrases, texts);
  const kept = marked.filter(({ number }) => usable.has(number));
  return Object.fromEntries(kept.map(({ number }) => [String(number), usable.get(number) ?? '']));
}

/** Phrases of a batch that a person filled with the original and that still have it. */
export function untranslatedNumbers({ batches, phrases }: FilmWithBatches, index: number): readonly number[] {
  const batch = batches[index];
  if (!isFinished(batch) || batch.filled.length === 0) return [];
  return untranslatedOf(batchAt(phrases, index).phrases, batch.filled, readBatch(phrases, index, batch.result).texts);
}

/** How many lines of the film were filled with the original and still have it. */
export const untranslatedCount = (state: FilmWithBatches): number =>
  [...state.batches.keys()].reduce((count, index) => count + untranslatedNumbers(state, index).length, 0);

/** Whether the line's text began with a name when it came, which was removed. */
export function hadName({ phrases, batches }: FilmWithBatches, number: number): boolean {
  const index = batchOfLine(phrases, number);
  return index !== undefined && namesTakenIn(batches[index]).includes(number);
}

/** Stamp of a line's present translation. A suggestion with another stamp was made for an earlier text. */
export const stampOfLine = (film: FilmLines, number: number): string =>
  stampOf(lineOf(film, number)?.translation ?? '');

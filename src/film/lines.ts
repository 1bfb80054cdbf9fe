import { type BatchText, isFinished, namesTakenIn, slotOf } from '../engine/batch.ts';
import { memoizeByObject } from '../lib/memo.ts';
import { stampOf } from '../lib/text.ts';
import type { Line } from '../review/line.ts';
import type { Phrase } from '../subtitles/document.ts';
import { isEmptyFor } from '../subtitles/tags.ts';
import { type BatchResult, type BatchSlot, batchAt, batchOfPlace, countBatches } from '../translation/batch.ts';
import { translationsOf, untranslatedOf } from '../translation/check-reply.ts';
import { readReply } from '../translation/read-reply.ts';
import type { LineMarks, Work } from './film.ts';

/** The batches' outputs as lines, and the lines' marks. All pure; an answer is remembered while the objects it was made of stay. */

/** As much of a film as its lines are read from. */
export interface FilmLines {
  readonly phrases: readonly Phrase[];
  readonly batches: readonly BatchText[];
}

type FilmWithBatches = Pick<Work, 'phrases' | 'batches'>;

interface LinesOfBatch {
  readonly phrases: readonly Phrase[];
  readonly index: number;
  readonly lines: readonly Line[];
}
const ofSlot = new WeakMap<object, LinesOfBatch>();
/** What was last read of each batch: a line that has the same text in the next output is the same object. */
const newestLines = memoizeByObject((_phrases: readonly Phrase[]): (readonly Line[])[] => []);

/** The lines of one batch; the same list for the same output. */
export const linesOfBatch = ({ phrases, batches }: FilmLines, index: number): readonly Line[] =>
  linesOfSlot(phrases, index, slotOf(batches[index]));

/** The lines of one batch by its output, as they are known where there is nothing else of the film. */
export function linesOfSlot(phrases: readonly Phrase[], index: number, slot: BatchSlot): readonly Line[] {
  if (slot == null) return linesWithoutText(phrases)[index] ?? [];
  const known = ofSlot.get(slot);
  if (known?.phrases === phrases && known.index === index) return known.lines;
  const { texts, keys } = readReply(slot[1]);
  // Of an output that is no JSON object single texts could be read, but not changed: such lines count as without text.
  const newest = newestLines(phrases);
  const before = newest[index];
  const lines = makeLines(phrases, index, keys === undefined ? new Map() : texts).map((line, at) => {
    const known = before?.[at];
    return known && known.translation === line.translation ? known : line;
  });
  newest[index] = lines;
  ofSlot.set(slot, { phrases, index, lines });
  return lines;
}

const linesWithoutText = memoizeByObject((phrases: readonly Phrase[]) =>
  Array.from({ length: countBatches(phrases) }, (_, index) => makeLines(phrases, index, new Map())),
);

const makeLines = (phrases: readonly Phrase[], index: number, texts: ReadonlyMap<string, string>): readonly Line[] =>
  batchAt(phrases, index).phrases.map(({ number, time, text }) => ({
    number,
    time,
    original: text,
    translation: texts.get(String(number)),
  }));

/** Whether the line has a translation of which viewers see something. */
export const hasText = ({ original, translation = '' }: Line): boolean => !isEmptyFor(original, translation);

/** Whether an output is readable: it is a JSON object, so that single lines of it can be changed. */
export const isReadable = (batch: BatchText | undefined): boolean => isFinished(batch) && hasKeys(batch.result);

const hasKeys = memoizeByObject(([, output]: BatchResult): boolean => readReply(output).keys !== undefined);

const placesOf = memoizeByObject(
  (phrases: readonly Phrase[]): ReadonlyMap<number, number> =>
    new Map(phrases.map(({ number }, place) => [number, place])),
);

/** The place of a phrase in the film, counted from 0; undefined: there is no such number. */
export const placeOf = (phrases: readonly Phrase[], number: number): number | undefined =>
  placesOf(phrases).get(number);

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
  if (batch === undefined || !isReadable(state.batches[batch])) return [];
  const all = linesOfBatch(state, batch);
  const lines = all.slice(all.findIndex((line) => line.number === number));
  return lines.length < 2 || lines.some(({ translation }) => translation === undefined) ? [] : lines;
}

/** The lines of the whole film, in order. */
export const allLines = (state: FilmLines): readonly Line[] =>
  [...state.batches.keys()].flatMap((index) => linesOfBatch(state, index));

const NO_MARKS: LineMarks = {};

/** Each line's stamp is worked out once: the page counts the confirmed lines of the film after each step of the run. */
const stampOfText = memoizeByObject(({ translation }: Line): string | undefined =>
  translation === undefined ? undefined : stampOf(translation),
);

/** The line's marks as far as they hold for its present text: of marks that belong to another text the flag alone. */
export function marksOf({ marks }: Pick<Work, 'marks'>, line: Line): LineMarks {
  const all = marks[line.number];
  if (all === undefined) return NO_MARKS;
  if (all.of === undefined || all.of === stampOfText(line)) return all;
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
  const usable = translationsOf(batchAt(state.phrases, index).phrases, batch.result[1]);
  const kept = marked.filter(({ number }) => usable.has(number));
  return Object.fromEntries(kept.map(({ number }) => [String(number), usable.get(number) ?? '']));
}

const NONE: readonly number[] = [];
const known = new WeakMap<BatchResult, readonly number[]>();

/** Phrases of a batch that a person filled with the original and that still have it; the same list for the same output. */
export function untranslatedNumbers({ batches, phrases }: FilmWithBatches, index: number): readonly number[] {
  const batch = batches[index];
  if (!isFinished(batch) || batch.filled.length === 0) return NONE;
  const { filled, result } = batch;
  const numbers = known.get(result) ?? untranslatedOf(batchAt(phrases, index).phrases, filled, result[1]);
  known.set(result, numbers);
  return numbers;
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

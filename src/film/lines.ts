import { nextTask } from '../clock/clock.ts';
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

/**
 * The outputs of the batches as lines, and the marks of the lines. All functions are pure; a result is reused while its input objects stay the
 * same.
 */

/** The part of a film from which its lines are read. */
export interface FilmLines {
  readonly phrases: readonly Phrase[];
  readonly batches: readonly BatchText[];
}

type FilmWithBatches = Pick<Work, 'phrases' | 'batches'>;

/** What was read from the output of a batch. */
interface ReadBatch {
  readonly slot: BatchSlot;
  readonly lines: readonly Line[];
  /** The texts by key, even from an output that is no JSON object. */
  readonly texts: ReadonlyMap<string, string>;
  /** True if the output is a JSON object, so that single lines of it can be changed. */
  readonly isReadable: boolean;
}

const ofPhrases = memoizeByObject((phrases: readonly Phrase[]) => ({
  /** By phrase number: the index of the phrase in the film. */
  places: new Map(phrases.map(({ number }, place) => [number, place])),
  withoutText: Array.from({ length: countBatches(phrases) }, (_, index) => makeLines(phrases, index, new Map())),
  /** The last two readings of each batch, newest first: an event is compared with the state before it. */
  read: [] as (readonly ReadBatch[])[],
}));

/** The lines of one batch. Returns the same list for the same output. */
export function linesOfBatch({ phrases, batches }: FilmLines, index: number): readonly Line[] {
  const slot = slotOf(batches[index]);
  return slot ? readBatch(phrases, index, slot).lines : (ofPhrases(phrases).withoutText[index] ?? []);
}

/** So many batches are read in one task. */
const READ_AT_ONCE = 20;

/** Reads all lines of a film before it is drawn, so that the task that draws it is shorter. */
export async function readLinesAhead(film: FilmLines): Promise<void> {
  const { read } = ofPhrases(film.phrases);
  const unread = [...film.batches.entries()].filter(([index, batch]) => read[index]?.[0]?.slot !== slotOf(batch));
  for (const [at, [index]] of unread.entries()) {
    if (at % READ_AT_ONCE === 0) await nextTask();
    linesOfBatch(film, index);
  }
}

function readBatch(phrases: readonly Phrase[], index: number, slot: NonNullable<BatchSlot>): ReadBatch {
  const { read } = ofPhrases(phrases);
  const before = read[index] ?? [];
  const known = before.find((each) => each.slot === slot);
  if (known) return known;
  const { texts, keys } = readReply(slot[1]);
  const isReadable = keys !== undefined;
  // If the output is no JSON object, single texts could be read but not changed. Such lines count as lines without text.
  const lines = makeLines(phrases, index, isReadable ? texts : new Map()).map((line, at) => {
    const same = before.find(({ lines }) => lines[at]?.translation === line.translation);
    // A line with the same text as in the output before stays the same object.
    return same?.lines[at] ?? line;
  });
  const newest = { slot, lines, texts, isReadable };
  read[index] = [newest, ...before.slice(0, 1)];
  return newest;
}

const makeLines = (phrases: readonly Phrase[], index: number, texts: ReadonlyMap<string, string>): readonly Line[] =>
  batchAt(phrases, index).phrases.map(({ number, time, text }) => ({
    number,
    time,
    original: text,
    translation: texts.get(String(number)),
  }));

/** True if viewers would see something of the line's translation. */
export const hasText = ({ original, translation = '' }: Line): boolean => !isEmptyFor(original, translation);

/** True if the output of a batch is a JSON object, so that single lines of it can be changed. `index` undefined: no such batch. */
export function isReadable({ phrases, batches }: FilmLines, index: number | undefined): boolean {
  const batch = index === undefined ? undefined : batches[index];
  return index !== undefined && isFinished(batch) && readBatch(phrases, index, batch.result).isReadable;
}

/** The index of a phrase in the film; undefined: no phrase has this number. */
export const placeOf = (phrases: readonly Phrase[], number: number): number | undefined =>
  ofPhrases(phrases).places.get(number);

/** The index of a line's batch; undefined: no phrase has this number. */
export function batchOfLine(phrases: readonly Phrase[], number: number): number | undefined {
  const place = placeOf(phrases, number);
  return place === undefined ? undefined : batchOfPlace(phrases, place).index;
}

/** One line by its number; undefined: no phrase has this number. */
export function lineOf(state: FilmLines, number: number): Line | undefined {
  const place = placeOf(state.phrases, number);
  if (place === undefined) return undefined;
  const { index, at } = batchOfPlace(state.phrases, place);
  return linesOfBatch(state, index)[at];
}

/** The lines up to the end of the batch whose translations can be moved by a line; empty: fewer than two, or one has no translation. */
export function linesToMove(state: FilmLines, number: number): readonly Line[] {
  const batch = batchOfLine(state.phrases, number);
  if (batch === undefined || !isReadable(state, batch)) return [];
  const all = linesOfBatch(state, batch);
  const lines = all.slice(all.findIndex((line) => line.number === number));
  return lines.length < 2 || lines.some(({ translation }) => translation === undefined) ? [] : lines;
}

export const allLines = (state: FilmLines): readonly Line[] =>
  [...state.batches.keys()].flatMap((index) => linesOfBatch(state, index));

const NO_MARKS: LineMarks = {};

/** The marks that are valid for the line's present text. If the marks belong to another text, only the flag is valid. */
export function marksOf({ marks }: Pick<Work, 'marks'>, { number, translation }: Line): LineMarks {
  const all = marks[number];
  if (all === undefined) return NO_MARKS;
  if (all.of === undefined || (translation !== undefined && all.of === stampOf(translation))) return all;
  return all.flagged ? { flagged: true } : NO_MARKS;
}

export const isConfirmed = ({ confirmed }: LineMarks): boolean => confirmed === true;
export const isEdited = ({ before }: LineMarks): boolean => before !== undefined;
/** True if a person has confirmed or written the line. Only a command of a person may replace it. */
export const isOwn = (marks: LineMarks): boolean => isConfirmed(marks) || isEdited(marks);

export type Marked = Pick<Work, 'phrases' | 'batches' | 'marks'>;

/** The valid texts, by number, of lines whose marks protect them when the batch is translated again. */
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

/** The numbers of a batch's phrases that a person filled with the original and that still have it. */
export function untranslatedNumbers({ batches, phrases, marks }: Marked, index: number): readonly number[] {
  const batch = batches[index];
  if (!isFinished(batch)) return [];
  const ofBatch = batchAt(phrases, index).phrases;
  // "Keep the original" leaves a mark: the model had no text.
  const kept = ofBatch.flatMap(({ number }) =>
    marks[number]?.before?.trim() || marks[number]?.before === undefined ? [] : number,
  );
  const filled = [...batch.filled, ...kept];
  return filled.length === 0 ? [] : untranslatedOf(ofBatch, filled, readBatch(phrases, index, batch.result).texts);
}

/** The number of lines of the film that were filled with the original and still have it. */
export const untranslatedCount = (state: Marked): number =>
  [...state.batches.keys()].reduce((count, index) => count + untranslatedNumbers(state, index).length, 0);

/** True if the line's text began with the speaker's name, which was removed. */
export function hadName({ phrases, batches }: FilmWithBatches, number: number): boolean {
  const index = batchOfLine(phrases, number);
  return index !== undefined && namesTakenIn(batches[index]).includes(number);
}

/** The stamp of a line's present translation. A suggestion with another stamp was made for an earlier text. */
export const stampOfLine = (film: FilmLines, number: number): string =>
  stampOf(lineOf(film, number)?.translation ?? '');

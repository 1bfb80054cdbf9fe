import { namesTakenIn } from '../engine/batch.ts';
import { isUnderWay } from '../engine/job.ts';
import { type FoundNotes, foundInFilms, newRows, type ProposedRow, stampOfFound } from '../notes/found-notes.ts';
import { addUsage, type TokenUsage } from '../providers/provider.ts';
import { batchAt } from '../translation/batch.ts';
import { setTexts, translationsOf } from '../translation/check-reply.ts';
import { isInPlace } from '../translation/usable-reply.ts';
import { allOk, isResultToCome, type LineMarks, type Work } from './film.ts';
import {
  batchOfLine,
  hasText,
  isConfirmed,
  isEdited,
  isOwn,
  isReadable,
  keptTexts,
  lineOf,
  linesOfBatch,
  type Marked,
  marksOf,
} from './lines.ts';
import { isSameFile } from './read-as.ts';

/** Facts about a film that panels show and that the empty page does not need. */

/** The numbers of lines that a person has emptied. Such a line fails its batch, and there is no result until the line has a text. */
export const emptiedLines = (state: Marked): readonly number[] =>
  Object.keys(state.marks)
    .map(Number)
    .filter((number) => {
      const line = lineOf(state, number);
      if (line?.translation === undefined || hasText(line) || !isEdited(marksOf(state, line))) return false;
      return state.batches[batchOfLine(state.phrases, number) ?? -1]?.state === 'failed';
    });

/** The number of the first line of a batch that has no text and can be written; undefined: none. */
export const firstMissingLine = (state: Pick<Work, 'phrases' | 'batches'>, index: number): number | undefined =>
  isReadable(state, index) ? linesOfBatch(state, index).find((line) => !hasText(line))?.number : undefined;

/** The numbers of lines of failed batches that count as translated. */
export const linesInPlace = (state: Marked): readonly number[] =>
  [...state.batches.keys()].flatMap((index) => placesIn(state, index).inPlace);

/** The number of lines of a failed batch that count as translated. */
export const linesInPlaceOf = (state: Marked, index: number): number => placesIn(state, index).inPlace.length;

/** The number of lines of a failed batch whose text may belong to another line. */
export const doubtfulCount = (state: Marked, index: number): number => placesIn(state, index).doubtful.length;

/**
 * The lines of a failed batch with a usable text. `inPlace`: the text certainly belongs to the line, because a person has confirmed or written it,
 * the reply has all texts in their places, or the text came with one of several replies.
 */
function placesIn(state: Marked, index: number): Readonly<Record<'inPlace' | 'doubtful', readonly number[]>> {
  const batch = state.batches[index];
  if (batch?.state !== 'failed' || !isReadable(state, index)) return NO_PLACES;
  const { phrases } = batchAt(state.phrases, index);
  const [, output] = batch.result;
  const found = translationsOf(phrases, output);
  const usable = [...found.keys()];
  // A line that a person wrote in a gap of the reply does not show where the reply's own lines belong.
  const added = linesOfBatch(state, index).filter((line) => marksOf(state, line).before === null);
  const reply = (added.length > 0 && setTexts(output, new Map(added.map(({ number }) => [number, null])))) || output;
  if (isInPlace(phrases, reply)) return { inPlace: usable, doubtful: [] };
  const own = keptTexts(state, index, isOwn);
  const { texts } = batch.progress;
  // The output may be a doubtful correction, while the texts come from an earlier answer.
  const isKnown = (number: number) =>
    Object.hasOwn(own, number) ||
    (batch.inParts ? Object.hasOwn(texts, number) : texts[number] !== undefined && texts[number] === found.get(number));
  return { inPlace: usable.filter(isKnown), doubtful: usable.filter((number) => !isKnown(number)) };
}

const NO_PLACES = { inPlace: [], doubtful: [] } as const;

/** The numbers of all lines whose text began with a speaker's name, as one text, so that it is equal as long as the numbers are equal. */
export const linesWithNames = ({ batches }: Pick<Work, 'batches'>): string => batches.flatMap(namesTakenIn).join();

/** Creates a function that counts the lines that `keptTexts` finds in a batch, or in all failed batches if the batch is null. */
function countOf(isKept: (marks: LineMarks) => boolean) {
  const countIn = (state: Marked, index: number) => Object.keys(keptTexts(state, index, isKept)).length;
  return (state: Marked, index: number | null): number =>
    index === null
      ? state.batches.reduce((sum, batch, each) => (batch.state === 'failed' ? sum + countIn(state, each) : sum), 0)
      : countIn(state, index);
}

/** The number of lines that "Translate again" and "Retry" keep because a person has confirmed or edited them. */
export const ownCount = countOf(isOwn);
export const confirmedCount = countOf(isConfirmed);
export const editedCount = countOf(isEdited);

/** The tokens of the film so far, including readings. */
export const totalUsage = ({ batches, readingUsage }: Pick<Work, 'batches' | 'readingUsage'>): TokenUsage =>
  batches.reduce((sum, { usage }) => addUsage(sum, usage), readingUsage);

/** True if a reading of this film is under way, even if its text has changed since. */
export const isReadStill = ({ reading }: Pick<Work, 'reading'>): boolean => reading !== null && isUnderWay(reading);

/** The facts of a list that readings need. */
interface Listed {
  readonly rows: readonly { readonly id: string; readonly reading: { readonly found: FoundNotes } | null }[];
  readonly declined: string;
}

const NO_LIST: Listed = { rows: [], declined: '' };

/** The readings of a series in the order of the list, so that they are the same whichever film is open; without a series, the film's reading. */
export function readingsOf({ id, reading }: Pick<Work, 'id' | 'reading'>, rows: Listed['rows']): readonly ReadFilm[] {
  const films = rows.some((row) => row.id === id) ? rows : [{ id, reading }, ...rows];
  return films.flatMap((row) => {
    const its = row.id === id ? reading : row.reading;
    return its ? [{ id: row.id, found: its.found }] : [];
  });
}

/** The findings of all readings, or of all except one film's. */
export const foundInAll = (rows: Listed['rows'], butId = ''): FoundNotes =>
  foundInFilms(rows.flatMap(({ id, reading }) => (reading && id !== butId ? [reading] : [])));

interface ReadFilm {
  readonly id: string;
  readonly found: FoundNotes;
}

/** The suggested notes that the notes do not have; empty if the person has continued without them. */
export function notesToOffer(
  film: Pick<Work, 'id' | 'notes' | 'reading'>,
  { rows, declined }: Listed = NO_LIST,
): readonly ProposedRow[] {
  const found = foundInFilms(readingsOf(film, rows));
  const stamp = stampOfFound(found);
  if (declined === stamp || film.reading?.declined === stamp) return [];
  return newRows(film.notes, found);
}

/** True if it is still the same film, whatever has changed in it. Another film may have the same name and text. */
export function isStillFilm(was: Work, { sourceText, fileName, ...now }: Work): boolean {
  const known = filmsInSteps(was);
  if (filmsInSteps(now).some((film) => !known.includes(film)) || fileName !== was.fileName) return false;
  return sourceText === was.sourceText || isSameFile(was.sourceText, sourceText);
}

const filmsInSteps = ({ past, future }: Pick<Work, 'past' | 'future'>) =>
  [...past, ...future].flatMap(({ film }) => (film ? [film.facts] : []));

export const canShowResult = (state: Work): boolean =>
  allOk(state) && state.translated === '' && !isResultToCome(state);

/** A text that identifies a film well enough for LinePlace. */
export const filmOf = ({ phrases }: Pick<Work, 'phrases'>): string =>
  [phrases.length, phrases[0]?.time, phrases[0]?.text, phrases.at(-1)?.time, phrases.at(-1)?.text].join('\n');

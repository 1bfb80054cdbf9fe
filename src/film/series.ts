import { isRead } from '../engine/job.ts';
import { type FilmReading, progress } from '../engine/run-state.ts';
import type { FoundLines, FoundRepairs, SourceSummary } from '../film-worker/calls.ts';
import { baseLanguage, languageName } from '../languages/language-names.ts';
import { languageOfPrompt, sourceOfPrompt } from '../languages/prompt-language.ts';
import { once } from '../lib/memo.ts';
import { grouped, stampOf } from '../lib/text.ts';
import { type CountedPhrases, countedTogether } from '../prices/estimate.ts';
import type { Spending } from '../prices/price.ts';
import { partsOfName, savedName } from '../review/saved-name.ts';
import { FILE_FORMATS, FORMATS } from '../subtitles/formats.ts';
import { AS_SPECIFIED, type FilmOptions } from '../translation/batch.ts';
import { fileNameOf, isSavedOtherwise, namesInList, savedKeyOf } from './archive.ts';
import { EMPTY_WORK, isInNoFile, type Notice, type Work } from './film.ts';
import { sessionReducer } from './reducer.ts';

/**
 * A series is two or more films, of which one is open. The open film is the session's work. Each other film is a stored work with a record in the database, and
 * the list has a row for every film. The page derives what a row shows from the row's facts, and for the open film from the session.
 */
export interface Series {
  /** Identifies the list among the stored ones; '': there is no list. */
  readonly id: string;
  readonly rows: readonly FilmRow[];
  /** The last removed row, which Undo brings back; null: none. */
  readonly removed: FilmRow | null;
  /** The cost of finally removed films. It counts towards the limit of money. */
  readonly spentByGone: readonly Spending[];
  /** The options of films that were not begun. A film that was begun has its own. The notes of the series are those of the open film. */
  readonly options: FilmOptions;
  /** Stamp of the findings of all readings when a person continued without the rest of them; '': nobody has. */
  readonly declined: string;
  /** The ids of the films that "Read the film" was to read and has not. */
  readonly toRead: readonly string[];
  /** Stamp of the notes and the prompt with which the lines of all films were judged; empty: unknown. */
  readonly judgedBy: string;
  /** The texts about the film that requests contained, the newest first. A change of this text does not make lines due for another translation. */
  readonly abouts: readonly string[];
  /**
   * "Save each film as it is done": the ids of the films that are not to be saved any more, because they were done before or are in the folder; null: the box
   * is not ticked.
   */
  readonly asDone: readonly string[] | null;
}

/** The row of a file without a film. */
export const NO_ROW: FilmRow = {
  id: '',
  path: '',
  line: 0,
  refusal: '',
  stamp: '',
  phrases: 0,
  counts: [],
  language: '',
  isBroken: false,
  repairs: 0,
  isWanted: false,
  isCopy: false,
  video: '',
  track: '',
  review: null,
  batches: 0,
  ok: 0,
  failed: 0,
  isSaved: false,
  confirmed: 0,
  reading: null,
  spent: [],
};

/** No films. */
export const NO_LIST: Series = {
  id: '',
  rows: [],
  removed: null,
  spentByGone: [],
  options: AS_SPECIFIED,
  declined: '',
  toRead: [],
  judgedBy: '',
  abouts: [],
  asDone: null,
};

/** The facts of a film that the list has without reading its record. */
export interface FilmRow extends RowFacts {
  /** `Work.id` of the film. */
  readonly id: string;
  /** The path of its file within the opened folder, or only the file's name. */
  readonly path: string;
  /** The person's last line in the film; 0: none. */
  readonly line: number;
  /** Why the file could not be opened, as a sentence; '': the film has a record. */
  readonly refusal: string;
  /** A person wants the film translated, although the run would skip it. */
  readonly isWanted: boolean;
  /** When the file was added, an earlier film of the list had the same text. */
  readonly isCopy: boolean;
  /** The name of the video beside the film's lines, in the folder of its file; '': none, or a person closed it. */
  readonly video: string;
}

interface RowFacts {
  /** The stamp of the original, which recognizes the same text under another name; empty: there is no text. */
  readonly stamp: string;
  readonly phrases: number;
  /** The video and track that contain the original: "English · SubRip · E01.mkv"; '': a subtitle file. */
  readonly track: string;
  /** Counts of the text of the phrases, by which their tokens are estimated; empty: unknown. */
  readonly counts: CountedPhrases['text'];
  /** BCP 47; empty: unknown. */
  readonly language: string;
  /** The rules of the format refuse the original. A person can repair it once the film is open. */
  readonly isBroken: boolean;
  /** The number of places that can be repaired without asking a person; 0: none. */
  readonly repairs: number;
  /** The number of batches, and how many of them are OK or failed. */
  readonly batches: number;
  readonly ok: number;
  readonly failed: number;
  /** The lines of a translated film that need a look; null: the film is not judged yet. */
  readonly review: FoundLines | null;
  /** All translations are in a saved file. */
  readonly isSaved: boolean;
  /** The number of lines that a person has confirmed. */
  readonly confirmed: number;
  /** What was found when the film was read, and why it was not read to its end; null: nobody has asked for it. */
  readonly reading:
    | (Pick<FilmReading, 'found' | 'unread' | 'message' | 'failure'> & { readonly isDone: boolean })
    | null;
  /** What its calls have used. */
  readonly spent: readonly Spending[];
}

/** The rows, with the film's present facts in its row. */
export const withReached = (rows: readonly FilmRow[], film: Work): readonly FilmRow[] =>
  rows.map((row) => (row.id === film.id ? { ...row, ...factsOfWork(film, row) } : row));

/** The film worker's facts about an original and its translation. */
type Read = Pick<
  RowFacts,
  'stamp' | 'batches' | 'phrases' | 'track' | 'counts' | 'language' | 'isBroken' | 'repairs' | 'review'
>;

/** The facts of a row that come from an analysis of the original. */
export const readOfSource = ({ summary, language = '', error, batches = [] }: SourceSummary) => ({
  phrases: summary.phrases,
  counts: countedTogether(batches).text,
  language,
  isBroken: error !== undefined,
});

/**
 * Makes the facts of a row. `read`: the film worker's facts about the original. A film with batches is counted by its phrases. It also reuses `read.stamp`, if
 * the row had batches: the original never changes after that, and a new stamp for each write of the list would cost time.
 */
export function factsOfWork(work: Work, read: Read): RowFacts {
  const { ok, failed } = progress(work);
  const hasBatches = work.batches.length > 0;
  const isWhole = isDone({ batches: work.batches.length, ok });
  return {
    stamp: hasBatches && read.batches > 0 && read.stamp !== '' ? read.stamp : stampOfOriginal(work),
    phrases: hasBatches ? work.phrases.length : work.sourceText === '' ? 0 : read.phrases,
    track: trackOf(work, read.track),
    counts: read.counts,
    language: read.language,
    isBroken: !hasBatches && work.sourceText !== '' && read.isBroken,
    repairs: read.repairs,
    batches: work.batches.length,
    ok,
    failed,
    review: isWhole ? read.review : null,
    // Checks only a done film, because the check reads all its texts.
    isSaved: isWhole && !isInNoFile(work),
    confirmed: Object.values(work.marks).filter(({ confirmed }) => confirmed).length,
    reading: work.reading && readingFacts(work.reading),
    spent: work.spent,
  };
}

const readingFacts = (reading: FilmReading): RowFacts['reading'] => {
  const { found, unread, message, failure } = reading;
  return { isDone: isRead(reading), found, unread, message, failure };
};

/** A person may have dismissed the notice of the track: then the row keeps what it knew. */
function trackOf({ sourceText, notices }: Work, known: string): string {
  const trackNotice = notices.find((one) => one.kind === 'track-of-film');
  if (trackNotice) return `${trackNotice.track} · ${trackNotice.film}`;
  return sourceText === '' ? '' : known;
}

const stampOfOriginal = ({ sourceText }: Work): string => (sourceText === '' ? '' : stampOf(sourceText));

/** The work of an added file that is not open. `before`: the film that the file replaces. Undo brings it back, and its cost stays. */
export const workOfFile = (
  id: string,
  text: string,
  fileName: string,
  notices: readonly Notice[],
  before: Work = EMPTY_WORK,
): Work => ({
  ...sessionReducer({ ...before, id }, { type: 'source-opened', text, fileName, notices, inUse: undefined }),
  id,
});

export type FileState = 'refused' | 'failed' | 'running' | 'look' | 'saved' | 'done' | 'skipped' | 'waiting';

/**
 * The state of a row: the first one that is true. `isRunning`: it is being translated; `isQueued`: its turn comes after others. `isSkipped`: see `skippedIn`.
 */
export function stateOf(row: FilmRow, { isRunning = false, isQueued = false, isSkipped = false } = {}): FileState {
  if (row.refusal !== '') return 'refused';
  if (row.failed > 0 && !isRunning) return 'failed';
  if (isQueued) return 'waiting';
  if (row.batches > 0 && row.ok < row.batches) return 'running';
  if (row.isBroken || (row.review?.count ?? 0) > 0) return 'look';
  if (row.isSaved) return 'saved';
  if (row.batches > 0) return 'done';
  return isSkipped ? 'skipped' : 'waiting';
}

/** All batches are translated. */
export const isDone = ({ batches, ok }: Pick<RowFacts, 'batches' | 'ok'>): boolean => batches > 0 && ok === batches;

/** True if a film that was not begun can be repaired without a person. */
export const canBeMended = ({ refusal, batches, isBroken, repairs }: FilmRow): boolean =>
  refusal === '' && batches === 0 && isBroken && repairs > 0;

/** The kinds of repairs that "Mend the file" makes; empty: a person must make a choice first, or nothing can be repaired. */
export function kindsToMend(found: FoundRepairs | undefined): readonly string[] {
  const needed = found?.isOffered ? found.kinds.filter(({ isOptional }) => !isOptional) : [];
  return needed.some(({ rates }) => rates?.isSure === false) ? [] : needed.map(({ name }) => name);
}

/** The places that these repairs change. */
export function countRepairs(found: FoundRepairs | undefined): number {
  const kinds = new Set(kindsToMend(found));
  return found?.kinds.reduce((sum, { name, count }) => sum + (kinds.has(name) ? count : 0), 0) ?? 0;
}

const languageOfRow = (row: FilmRow): string => row.language || partsOfName(fileNameOf(row)).language || '';
const isSameLanguage = (one: string, other: string): boolean => one !== '' && baseLanguage(one) === baseLanguage(other);
const nameOfLanguage = (code: string): string => languageName(code) ?? code;
const folderOf = ({ path }: Pick<FilmRow, 'path'>): string => path.slice(0, path.lastIndexOf('/') + 1);

const isReadable = ({ stamp, refusal }: FilmRow): boolean => stamp !== '' && refusal === '';

type Reasons = readonly (readonly [row: FilmRow, reason: string])[];
type NameOf = ReturnType<typeof namesInList>;

/**
 * The films that need no translation, each with the reason: it has the text of an earlier or of a begun film; its translation is in the list, or it is one
 * itself; it is one of several languages of a film, and not the prompt's source language; it has another language than most phrases, or the target language.
 */
export function skippedIn(rows: readonly FilmRow[], prompt: string): ReadonlyMap<string, string> {
  if (rows.every(({ batches, isWanted }) => batches > 0 || isWanted)) return new Map();
  const readable = rows.filter(isReadable);
  const [from, into = ''] = [sourceOfPrompt(prompt), languageOfPrompt(prompt)];
  const most = languageOfMost(readable);
  const names = once(() => namesInList(rows));
  const nameOf: NameOf = (row) => names()(row);
  const found = [
    ...sameTexts(readable, nameOf),
    ...outputsIn(readable, into, nameOf),
    ...otherVersions(readable, from ?? most, nameOf),
    ...otherLanguages(readable, most, into),
  ];
  const reasons = new Map<string, string>();
  for (const [{ id, batches, isWanted }, reason] of found)
    if (batches === 0 && !isWanted && !reasons.has(id)) reasons.set(id, reason);
  return reasons;
}

function sameTexts(rows: readonly FilmRow[], nameOf: NameOf): Reasons {
  const same = [...grouped(rows, ({ stamp }) => stamp).values()];
  return same.flatMap((films) => {
    // A text whose translation was begun is not paid for again under another name.
    const first = films.find(({ batches }) => batches > 0) ?? films.find(({ isCopy }) => !isCopy) ?? films[0];
    const others = films.filter((row) => row !== first);
    return others.map((row) => [row, `it has the same text as ${first ? nameOf(first) : ''}`] as const);
  });
}

/** The films for which another row is the file that "Save as" or "Save all" would write, and the films that are such files. */
function outputsIn(rows: readonly FilmRow[], into: string, nameOf: NameOf): Reasons {
  if (into === '') return [];
  const language = /^zh-Han[st]$/.test(into) ? into : into.split('-')[0];
  const byPath = new Map(rows.map((row) => [row.path.toLowerCase(), row]));
  const bySavedPath = once(() => new Map(rows.map((row) => [savedKeyOf(row.path), row])));
  const paths = rows.map((film) => {
    const opened = fileNameOf(film);
    const format = FILE_FORMATS.find((each) => FORMATS[each].endings.some((end) => opened.toLowerCase().endsWith(end)));
    return folderOf(film) + savedName(opened, language, format ?? 'srt');
  });
  const exact = paths.map((path) => byPath.get(path.toLowerCase()));
  return rows.flatMap((film, at) => {
    const path = paths[at] ?? '';
    const alike = isSavedOtherwise(path) ? bySavedPath().get(savedKeyOf(path)) : undefined;
    const output = exact[at] ?? (exact.includes(alike) ? undefined : alike);
    if (!output || output === film) return [];
    const there = [film, `its translation ${nameOf(output)} is there already`] as const;
    return [there, [output, `it is the translation of ${nameOf(film)}`] as const];
  });
}

/** Among files of one folder that differ only in the language of their name: all except the one in the language that is sent. */
function otherVersions(rows: readonly FilmRow[], from: string, nameOf: NameOf): Reasons {
  const groups = [...grouped(rows, (row) => folderOf(row) + partsOfName(fileNameOf(row)).name.toLowerCase()).values()];
  return groups.flatMap((films) => {
    const [sent] = [...films.filter((row) => isSameLanguage(languageOfRow(row), from)), ...films];
    if (!sent || films.length === 1) return [];
    const language = languageOfRow(sent);
    const others = films.filter((row) => row !== sent && !isSameLanguage(languageOfRow(row), language));
    const inLanguage = language === '' ? '' : ` in ${nameOfLanguage(language)}`;
    const reason = `the page translates ${nameOf(sent)}, the same film${inLanguage}`;
    return others.map((row) => [row, reason] as const);
  });
}

function otherLanguages(rows: readonly FilmRow[], most: string, into: string): Reasons {
  return rows.flatMap((row): Reasons => {
    const own = languageOfRow(row);
    if (own === '' || own === most) return [];
    if (isSameLanguage(own, into)) return [[row, `it is in ${nameOfLanguage(own)} already`]];
    return [[row, `it is in ${nameOfLanguage(own)}, the series is in ${nameOfLanguage(most)}`]];
  });
}

/** The films without batches that can be sent. `skipped`: from `skippedIn`. */
export function toTranslate(rows: readonly FilmRow[], skipped: ReadonlyMap<string, string>): readonly FilmRow[] {
  return rows.filter((row) => isReadable(row) && row.batches === 0 && !row.isBroken && !skipped.has(row.id));
}

/** The films of which Translate would send something, the open one first: those that were not begun, and those that are not done. */
export function toRead(
  rows: readonly FilmRow[],
  skipped: ReadonlyMap<string, string>,
  openId: string,
): readonly FilmRow[] {
  const begun = rows.filter((row) => row.refusal === '' && row.batches > 0 && !isDone(row));
  const meant = new Set([...toTranslate(rows, skipped), ...begun]);
  const films = rows.filter((row) => meant.has(row));
  return [...films.filter(({ id }) => id === openId), ...films.filter(({ id }) => id !== openId)];
}

/** The language of most phrases of the series; if two have as many, that of the first film. '': no film's language is known. */
export const languageOfSeries = (rows: readonly FilmRow[]): string => languageOfMost(rows.filter(isReadable));

function languageOfMost(rows: readonly FilmRow[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const language = languageOfRow(row);
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + row.phrases);
  }
  let most = '';
  for (const [language, count] of counts) if (count > (counts.get(most) ?? 0)) most = language;
  return most;
}

/** The rows by path, one folder after another, in natural order: "Season 2" before "Season 10", "E02" before "E10". */
export function inOrder<Row extends Pick<FilmRow, 'path'>>(rows: readonly Row[]): readonly Row[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const parts = new Map(rows.map((row) => [row, row.path.split('/')]));
  return rows.toSorted((one, other) => {
    const [ones, others] = [parts.get(one) ?? [], parts.get(other) ?? []];
    const at = ones.findIndex((part, index) => part !== others[index]);
    return at < 0 ? ones.length - others.length : compare(ones[at] ?? '', others[at] ?? '');
  });
}

/** The path of a file with this name in the folder of the film's file. */
export const pathBeside = (row: Pick<FilmRow, 'path'>, name: string): string => folderOf(row) + name;

/** The path of the film's file with its present name: a person may have opened another file in this row. */
export const pathNow = (row: FilmRow, { fileName }: Work): string =>
  fileName === '' ? row.path : pathBeside(row, fileName);

/** The rows after the open film in the list, and those before it. If the list does not contain it, all rows are after it. */
export function rowsAround(rows: readonly FilmRow[], openId: string) {
  const at = rows.findIndex(({ id }) => id === openId);
  return { after: rows.slice(at + 1), before: rows.slice(0, Math.max(0, at)) };
}

/** The films with lines that need a look: those after the open one, and those before it. */
export function toReviewAfter(rows: readonly FilmRow[], openId: string) {
  const { after, before } = rowsAround(rows, openId);
  const isMeant = ({ review }: FilmRow) => (review?.count ?? 0) > 0;
  return { after: after.filter(isMeant), before: before.filter(isMeant) };
}

/** The films of the list that have a record: its rows, and the removed film. */
export const listedIn = ({ rows, removed }: Pick<Series, 'rows' | 'removed'>): readonly FilmRow[] => [
  ...rows,
  ...(removed ? [removed] : []),
];

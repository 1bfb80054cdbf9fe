import type { ArchivedFile } from '../../files/zip.ts';
import { archiveName, archivePaths, namesInList, type OtherNames, otherNamesWords } from '../../film/archive.ts';
import { allOk, EMPTY_WORK, isInNoFile, isResultBehind, type Work, withSaved } from '../../film/film.ts';
import { type FilmRow, isDone, skippedIn } from '../../film/series.ts';
import { linesInPlace } from '../../film/shown-facts.ts';
import type { StoredFile } from '../../film-worker/calls.ts';
import { namesWords } from '../../lib/text.ts';
import { textToSave } from '../../subtitles/formats.ts';
import { saveTextFile } from '../kit/browser.ts';
import { choicesOf } from './save.ts';
import type { SeriesQuestion } from './series-desk.ts';
import type { SeriesList } from './series-list.ts';

/** A film and the file that "Save as" would save. */
export interface FileOfFilm extends Pick<StoredFile, 'name' | 'language' | 'isBehind'> {
  readonly row: FilmRow;
  readonly text: string | Blob;
  /** The film is done, and the file has all of it. */
  readonly isWhole: boolean;
  /** Resolves with the film that the file contains; undefined: it has changed since. A stored film is read then, so that few are in memory at once. */
  readonly film: () => Promise<Work | undefined>;
  /** For a stored film: notes that it is saved, without reading its lines. Resolves with false if the film may have changed since, or cannot be stored. */
  readonly note: () => Promise<boolean>;
}

export interface SavingParts extends SeriesList {
  /** Stores the films in memory whose run has ended. */
  readonly rest: () => Promise<void>;
}

/** Shows a question beside the list and waits for the answer. */
export async function askBeside<Answer>(
  { set, getState }: SeriesList,
  question: (answer: (how: Answer) => void) => SeriesQuestion,
): Promise<Answer> {
  let asked: SeriesQuestion | undefined;
  // A new question cancels the one before.
  getState().asked?.answer('cancel');
  const how = await new Promise<Answer>((answer) => {
    asked = question(answer);
    set({ asked });
  });
  if (getState().asked === asked) set({ asked: null });
  return how;
}

/** Asks before files are saved under other names than a person expects. False: nothing is to be saved. */
export async function mayRename(parts: SeriesList, names: OtherNames): Promise<boolean> {
  if (areAsExpected(names)) return true;
  return (await askBeside<'save' | 'cancel'>(parts, (answer) => ({ kind: 'names', names, answer }))) === 'save';
}
const areAsExpected = ({ numbered, replaced }: OtherNames): boolean => numbered.length + replaced.length === 0;

/** The films that can be saved, which a film without a text is not, and sentences about those that are skipped. */
export function rowsToSave({ settings, rowsNow }: SeriesList) {
  const rows = rowsNow();
  const skipped = skippedIn(rows, settings.store.getState().prompt);
  const left = rows.filter(({ id }) => skipped.has(id)).map(namesInList(rows));
  return {
    rows: rows.filter(({ id, refusal, stamp }) => refusal === '' && stamp !== '' && !skipped.has(id)),
    messages: left.length > 0 ? [`Not saved, because they are skipped: ${namesWords(left)}.`] : [],
  };
}

/**
 * Makes the files of these films and returns sentences about them. `withOriginals`: also makes files of films that are not done; lines without a translation
 * get their originals.
 */
export async function filesOfFilms(parts: SavingParts, rows: readonly FilmRow[], withOriginals: boolean) {
  const messages: string[] = [];
  const files: FileOfFilm[] = [];
  const nameOf = namesInList(parts.rowsNow());
  // One film at a time. The film worker reads the next one while the page takes the file of this one.
  let coming = rows[0] && storedFile(parts, rows[0]);
  for (const [at, row] of rows.entries()) {
    const now = coming;
    const next = rows[at + 1];
    coming = next && storedFile(parts, next);
    const stored = await now;
    // A run may have opened the film since its stored file was made. The page itself makes the file of a film that is in memory or not done.
    const file = stored && !parts.known(row.id) ? stored : await fileHere(parts, row, withOriginals);
    if (file === 'failed') messages.push(`${nameOf(row)} was not saved. Open it, then save it alone.`);
    else if (file) files.push(file);
  }
  for (const { isBehind, row } of files)
    if (isBehind) messages.push(`${nameOf(row)} does not have your newest changes in Lines.`);
  return { files, messages };
}

/** Saves the films of a series as one .zip. */
export function createSaveAll(parts: SavingParts) {
  const { session, set, inTurn, rest } = parts;

  async function makeNow(withOriginals: boolean) {
    set({ message: '' });
    await session.writeResult();
    await rest();
    const { rows, messages: ofSkipped } = rowsToSave(parts);
    const { files, messages } = await filesOfFilms(parts, rows, withOriginals);
    if (files.length > 0) return { files, messages, ofSkipped };
    set({ message: [...messages, 'Nothing was saved.', ...ofSkipped].join(' ') });
    return undefined;
  }

  async function saveNow(
    { files, messages, ofSkipped }: Made,
    names: Names,
    kept: (film: Work) => Promise<Work | undefined>,
  ): Promise<void> {
    const archived: readonly ArchivedFile[] = files.map(({ text }, at) => ({ path: names.paths[at] ?? '', text }));
    const zip = await session.analysis.ask('zip', archived);
    if (!zip) return;
    saveTextFile(archiveName(files.map(namedFile), files[0]?.language), zip, 'application/zip');
    const noted = await noteSaved(parts, files, kept);
    set({ message: [noted, ...messages, ...otherNamesWords(names), ...ofSkipped].filter(Boolean).join(' ') });
  }

  async function saveUnlessAsked(withOriginals: boolean) {
    const made = await makeNow(withOriginals);
    if (!made) return undefined;
    const names = archivePaths(made.files.map(namedFile));
    if (!areAsExpected(names)) return { made, names };
    // A film that is not in memory cannot have changed during this turn.
    await saveNow(made, names, async (film) => parts.inMemory(film.id) ?? film);
    return undefined;
  }

  return async (withOriginals: boolean): Promise<void> => {
    const due = await inTurn(() => saveUnlessAsked(withOriginals));
    if (!due) return;
    const { made, names } = due;
    // Not in turn, because a run continues while the question is open.
    if (await mayRename(parts, names)) await inTurn(() => saveNow(made, names, parts.filmOf));
  };
}

type Names = ReturnType<typeof archivePaths>;
interface Made {
  readonly files: readonly FileOfFilm[];
  readonly messages: readonly string[];
  readonly ofSkipped: readonly string[];
}
const namedFile = ({ row: { path }, name }: FileOfFilm) => ({ path, name });

const NOT_NOTED =
  'The files were saved. The browser could not note that, so after a reload they may count as not saved.';

/**
 * Notes that these files contain their films, except those that lack something. `keptOf`: the film as it is now. Returns a sentence if the browser could not
 * store the note; otherwise ''.
 */
export async function noteSaved(
  parts: SavingParts,
  files: readonly Pick<FileOfFilm, 'row' | 'isWhole' | 'film' | 'note'>[],
  keptOf: (film: Work) => Promise<Work | undefined>,
): Promise<string> {
  const { session, records, rowsNow, inMemory, known, write, list } = parts;
  /** By film id. */
  const areSaved = new Map<string, boolean>();
  async function writeList(films: readonly Work[]): Promise<boolean> {
    const rows = rowsNow().map((row) => ({ ...row, isSaved: areSaved.get(row.id) ?? row.isSaved }));
    return write(list(rows), films);
  }
  /** False: the film could not be stored. */
  async function note(film: Work): Promise<boolean> {
    session.noteSaved(film);
    const kept = film.id === session.store.getState().id ? undefined : await keptOf(film);
    if (!kept) return true;
    const saved = withSaved({ ...kept, id: film.id }, film);
    areSaved.set(film.id, allOk(saved) && !isInNoFile(saved));
    if (inMemory(film.id) || (await records.write(null, [saved]))) return true;
    // Writing it together with the list tries again, and reports a failure.
    return writeList([saved]);
  }
  // One task per film: 24 films in one task would block the page for most of a second.
  for (const { row, isWhole, ...file } of files) {
    if (!isWhole) continue;
    if (!known(row.id) && (await file.note())) {
      areSaved.set(row.id, true);
      continue;
    }
    const film = await file.film();
    if (film && !(await note(film))) return NOT_NOTED;
  }
  return areSaved.size === 0 || (await writeList([])) ? '' : NOT_NOTED;
}

const choices = ({ settings, page }: SeriesList, { fileName }: Work, part?: string) =>
  choicesOf(fileName, settings.store.getState().prompt, page.getState().saving, part);

/** The file of a done film that is not in memory, as the film worker reads and makes it; undefined: it did not. */
async function storedFile(parts: SavingParts, row: FilmRow): Promise<FileOfFilm | undefined> {
  const { session, records, known, filmOf } = parts;
  const { id } = row;
  if (!isDone(row) || known(id)) return undefined;
  const { fileName: _, part: __, ...how } = choices(parts, EMPTY_WORK);
  const note = records.noter(id);
  const file = await session.analysis.ask('storedFile', { id, ...how }).catch(() => undefined);
  if (!file) return undefined;
  return {
    ...file,
    row,
    isWhole: !file.isBehind,
    note: () => note(file.stamp),
    async film() {
      const film = await filmOf(row);
      return film && withSaved(film, film).saved === file.stamp ? { ...film, id } : undefined;
    },
  };
}

/** The file of a film as the page reads it. undefined: the film is not done and therefore left out. */
async function fileHere(
  parts: SavingParts,
  row: FilmRow,
  withOriginals: boolean,
): Promise<FileOfFilm | 'failed' | undefined> {
  const found = await parts.filmOf(row);
  const film = found && { ...found, id: row.id };
  // If one film cannot be written, the others still are.
  const file = film && (await fileOf(parts, row, film, withOriginals).catch(() => undefined));
  if (file || (film && !withOriginals && !allOk(film))) return file;
  return 'failed';
}

/** undefined: the film is not done and therefore left out, or its file could not be made. */
async function fileOf(
  services: SeriesList,
  row: FilmRow,
  film: Work,
  withOriginals: boolean,
): Promise<FileOfFilm | undefined> {
  const made = await textOf(services, row, film, withOriginals);
  if (!made) return undefined;
  const { translated, part } = made;
  const { askOf } = services.session.analysis;
  const file = await askOf(film, 'finish', { ...choices(services, film, part), translated });
  const isBehind = isResultBehind(film);
  const isWhole = allOk(film) && !isBehind;
  if (!file) return undefined;
  const text = textToSave(film, file.text);
  return { ...file, row, text, isBehind, isWhole, film: async () => film, note: async () => false };
}

/** The translated text. `part`: how much of the film is translated; undefined: all of it. */
async function textOf(
  { session }: SeriesList,
  row: FilmRow,
  film: Work,
  withOriginals: boolean,
): Promise<{ readonly translated: string; readonly part?: string } | undefined> {
  const { askOf } = session.analysis;
  if (allOk(film)) {
    if (film.translated !== '') return { translated: film.translated };
    const made = await askOf(film, 'assemble', undefined);
    return made?.ok ? { translated: made.value } : undefined;
  }
  if (!withOriginals) return undefined;
  if (film.batches.length === 0)
    return { translated: film.sourceText, part: row.phrases > 0 ? `0-of-${row.phrases}` : 'untranslated' };
  const made = await askOf(film, 'assembleFinished', linesInPlace(film));
  return made?.ok
    ? { translated: made.value.text, part: `${made.value.translated}-of-${made.value.total}` }
    : undefined;
}

import type { ArchivedFile } from '../../files/zip.ts';
import { archiveName, archivePaths } from '../../film/archive.ts';
import { allOk, isResultBehind, type Work, withSaved } from '../../film/film.ts';
import type { FilmRow } from '../../film/series.ts';
import { linesInPlace } from '../../film/shown-facts.ts';
import { textToSave } from '../../subtitles/formats.ts';
import { saveTextFile } from '../kit/browser.ts';
import type { FilmServices } from './film-tracks.ts';
import { choicesOf } from './save.ts';

type Services = Pick<FilmServices, 'session' | 'settings' | 'page'>;

/** A film whose file is in the archive. */
interface InArchive {
  readonly row: FilmRow;
  readonly film: Work;
  readonly name: string;
  readonly text: string;
}

export interface SavedAll {
  /** The films that count as saved now. */
  readonly saved: readonly Work[];
  /** Sentences for people. */
  readonly told: readonly string[];
}

/**
 * Saves the films of a series as one .zip, each as "Save as" would save it. `filmOf`: reads a film; undefined: it cannot be read.
 * `withOriginals`: also films that are not done, whose other lines keep their originals.
 */
export async function saveAll(
  services: Services,
  rows: readonly FilmRow[],
  filmOf: (row: FilmRow) => Promise<Work | undefined>,
  withOriginals: boolean,
): Promise<SavedAll> {
  const told: string[] = [];
  const files: InArchive[] = [];
  // One film after another: only the texts that are saved stay in memory.
  for (const row of rows) {
    const film = await filmOf(row);
    const file = film && (await fileOf(services, row, film, withOriginals));
    if (file) files.push(file);
    else if (film === undefined || allOk(film)) told.push(`${row.path} was not saved. Open it, then save it alone.`);
  }
  if (files.length === 0) return { saved: [], told: [...told, 'Nothing was saved.'] };
  const named = files.map(({ row: { path }, name }) => ({ path, name }));
  const { paths, told: ofNames } = archivePaths(named);
  const archived: readonly ArchivedFile[] = files.map(({ text }, at) => ({ path: paths[at] ?? '', text }));
  const { session } = services;
  const zip = await session.analysis.ask('zip', archived);
  if (!zip) return { saved: [], told };
  const facts = files[0] && (await session.analysis.askOf(files[0].film, 'saving', choices(services, files[0].film)));
  saveTextFile(archiveName(named, facts?.language), zip, 'application/zip');
  const behind = files.filter(({ film }) => isResultBehind(film));
  return {
    saved: files.flatMap(({ film }) => (allOk(film) && !isResultBehind(film) ? [withSaved(film, film)] : [])),
    told: [
      ...told,
      ...ofNames,
      ...behind.map(({ row }) => `${row.path} has your edits of the text, but not your later changes in Lines.`),
    ],
  };
}

const choices = ({ settings, page }: Services, { fileName }: Work, part?: string) =>
  choicesOf(fileName, settings.store.getState().prompt, page.getState().saving, part);

/** undefined: the film is not done and stays out, or it cannot be written. */
async function fileOf(
  services: Services,
  row: FilmRow,
  film: Work,
  withOriginals: boolean,
): Promise<InArchive | undefined> {
  const made = await textOf(services, row, film, withOriginals);
  if (!made) return undefined;
  const { translated, part } = made;
  const { askOf } = services.session.analysis;
  const file = await askOf(film, 'finish', { ...choices(services, film, part), translated });
  return file && { row, film, name: file.name, text: textToSave(film, file.text) };
}

/** The translated text. `part`: how much of it is translated; undefined: all. */
async function textOf(
  { session }: Services,
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
  if (film.batches.length === 0) return { translated: film.sourceText, part: `0-of-${row.phrases}` };
  const made = await askOf(film, 'assembleFinished', linesInPlace(film));
  return made?.ok
    ? { translated: made.value.text, part: `${made.value.translated}-of-${made.value.total}` }
    : undefined;
}

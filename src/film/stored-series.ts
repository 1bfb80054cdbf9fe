import type { Work } from './film.ts';
import type { Series } from './series.ts';
import type { Press, WhichAgain } from './session.ts';

/** What the storage keeps of a series. */

/** Stores the list and the films that are not open. */
export interface SeriesRecords {
  /** Reads the list that contains this film. Rejects if the database does not answer. undefined: no such list is stored. */
  read(film: string): Promise<Series | undefined>;
  /** Rejects if the database does not answer. undefined: there is no record, or it cannot be read. */
  film(id: string): Promise<Work | undefined>;
  /**
   * Reads these films before somebody asks for them, so that `film` answers at once, and returns those that can be read. Forgets those of the call before. Only
   * for code that also writes all changes of these films.
   */
  readAhead(ids: readonly string[]): Promise<readonly Work[]>;
  /**
   * Another film is about to be opened: the one that is left stays stored as the open film until the returned function is called. So the next film can be drawn
   * before the one that is left is stored, and no crash loses either. `left`: its id. `isKept`: it is stored as a film that is not open.
   */
  hold(left: string): (isKept: boolean) => void;
  /**
   * Writes the list and these films in one transaction, and removes the records of `removedIds`. `series` null: the list does not change; without rows: it is
   * removed. Resolves with false if nothing was written: no room, no database, or another tab has the work.
   */
  write(series: Series | null, films: readonly Work[], removedIds?: readonly string[]): Promise<boolean>;
  /**
   * Removes each list, with its films, that can neither be on the page again nor come back by Undo or Redo. `needed`: the ids of films whose lists must stay,
   * besides those in the stored work.
   */
  clean(needed: readonly string[]): Promise<void>;
  /** Writes the newest state of these films soon, and before the page gives the work away. Resolves as `write` does. */
  save(films: readonly Work[]): Promise<boolean>;
  /**
   * Stores what the next page does. Written at once, also by a page that closes: after Stop no film may be left in it. `isBegun`: it is written once all films
   * are stored, because films have left it that were begun: a crash in between would forget them. What is missing stays as it is stored.
   */
  order(orders: Partial<Orders>, isBegun: boolean): void;
  /** What `order` stored last. Rejects if the database does not answer. */
  ordered(): Promise<Orders>;
  /**
   * Returns a function that writes the fact `saved` of this film without reading its lines. It resolves with false, and writes nothing, if the film was
   * written since this call, and if nothing can be stored.
   */
  noter(id: string): (saved: string) => Promise<boolean>;
  /** Rejects if this tab cannot store anything. */
  folders(): Promise<FolderRecords>;
}

/** What the next page that has the work does, besides sending films that were begun. */
export interface Orders {
  readonly films: readonly OrderedFilm[];
  /** Translate was pressed, and the page did not know yet which films it sends: all that can be sent. */
  readonly areAll: boolean;
  /** What was pressed last before the page had read all films that were begun: it holds for these, too. null: nothing, or all are read. */
  readonly newest: Press | null;
}

export const NO_ORDERS: Orders = { films: [], areAll: false, newest: null };

/** A film that a command still has to send. `again`: these batches of it once more; null: its translation has not begun. */
export interface OrderedFilm {
  readonly id: string;
  readonly again: WhichAgain | null;
}

/** The folders that contain the opened files of films, and the films' videos. Each call rejects if the database does not answer. */
interface FolderRecords {
  /** undefined: the browser did not tell the page which folder contains the file. */
  of(ids: readonly string[]): Promise<readonly (FolderOfFile | undefined)[]>;
  keep(id: string, folder: FolderOfFile): Promise<unknown>;
  /** The browser's handle of the film's video; undefined: it gave none. */
  videoOf(id: string): Promise<FileSystemFileHandle | undefined>;
  keepVideo(id: string, handle: FileSystemFileHandle | undefined): Promise<unknown>;
  forgetAll(): Promise<unknown>;
}

/** The opened or dropped folder that contains a file, and the facts that show whether the file has changed since. */
export interface FolderOfFile {
  readonly root: FileSystemDirectoryHandle;
  /** The row's path when the file was opened. */
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
  /** '' for a video, which is not read as a whole. */
  readonly stamp: string;
}

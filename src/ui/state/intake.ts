import type { EncodingName } from '../../files/encodings.ts';
import type { Session } from '../../film/session.ts';
import type { Port } from '../../lib/port.ts';
import { errorText, isChunkError } from '../../lib/result.ts';
import { showErrors } from '../kit/focus.ts';
import type { FilmServices } from './film-tracks.ts';
import type { PageCommands, PageStore, SeriesDesk } from './page-state.ts';
import { runPart } from './parts.ts';

/** What finds a file again after a reload; undefined: the browser gives none. */
export type DroppedHandle = Promise<FileSystemFileHandle> | undefined;

export interface OpeningOptions {
  /** Files of other formats, and films, are refused. */
  readonly srtOnly: boolean;
  /** Of each file, by which the browser finds it again. */
  readonly handles?: readonly DroppedHandle[];
  /** What was dropped, if a folder is among it: the files in it are opened in place of those that are given. */
  readonly folder?: readonly FileSystemEntry[] | undefined;
}

/** Asks whether the film on the page is to be saved before the file of this name replaces it; false: it stays. */
export type SaveFirst = Port<[next: string], boolean>;

/** Brings a picked, dropped or pasted file into the session, and films into the preview. */
export interface FileIntake {
  /**
   * A refused file, or code that cannot be loaded, becomes the session's error. Of several files the first one is opened, with a word about
   * the others; of several calls the latest wins, unless its file is refused unread. A film goes to the preview, at any time; on an empty
   * page its subtitles are offered.
   */
  open(files: readonly File[], options?: OpeningOptions): Promise<void>;
  /** Offers the subtitles in the film of the preview; one that is chosen opens as any other file does. */
  openTracks(): Promise<void>;
  /** Opens a project file in place of the work. */
  openProject(file: File): Promise<void>;
  /** Reads the open file's bytes anew, where its encoding was guessed wrongly. */
  readAgainAs(encoding: EncodingName): Promise<void>;
  /** Puts the letters that were meant in place of those of a text whose letters are garbled. */
  repairLetters(): Promise<void>;
  /** The films beside the open one; undefined: this page has no series. */
  series(): Promise<SeriesDesk | undefined>;
  /** False where only the text is there: after a reload, a project, or Undo. */
  canReadAgain(): boolean;
}

/** A file that is open by then needs no word, which would only flash. */
const SOON_MS = 100;

/** The parts of the page that the intake works with. */
export interface IntakeServices extends FilmServices {
  readonly saveFirst: SaveFirst;
  readonly commands: PageCommands;
}

/**
 * Loads the code of the intake with the run part; the page names the file that waits for it. `prepareText` does a long text's slow
 * preparations before it is shown, without blocking the page.
 */
export function createFileIntake(services: IntakeServices, prepareText: (text: string) => Promise<void>): FileIntake {
  const { session, page } = services;
  let made: FileIntake | undefined;
  const loaded = async () => {
    const { createOpening } = await runPart.load();
    made ??= createOpening(services, prepareText);
    return made;
  };
  return {
    async open(files, options) {
      const several = services.commands.films ? `${files.length} files` : `one of ${files.length} files`;
      const opening = files.length > 1 ? several : (files[0]?.name ?? '');
      const soon = setTimeout(() => page.setState({ opening }), SOON_MS);
      try {
        await (await loaded()).open(files, options);
      } catch (error) {
        if (!isChunkError(error)) throw error;
        session.refuseSource(
          `The file was not opened, because a part of this page could not be loaded: ${errorText(error)} Reload the page and open it again.`,
        );
        showRefused(session, page);
      } finally {
        clearTimeout(soon);
        // Another file may be on its way by now.
        if (page.getState().opening === opening) page.setState({ opening: '' });
      }
    },
    openTracks: async () => (await loaded()).openTracks(),
    openProject: async (file) => (await loaded()).openProject(file),
    readAgainAs: async (encoding) => (await loaded()).readAgainAs(encoding),
    repairLetters: async () => (await loaded()).repairLetters(),
    series: async () => (await loaded()).series(),
    canReadAgain: () => made?.canReadAgain() ?? false,
  };
}

/** Shows why the file that was opened last was refused. */
export function showRefused(session: Session, page: PageStore): void {
  const { error } = session.store.getState();
  // The panel cannot tell that the same error came again, so it is shown from here.
  if (error !== '') showErrors();
  page.setState({ refused: error });
}

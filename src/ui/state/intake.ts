import { ownTask } from '../../clock/clock.ts';
import type { Session } from '../../film/session.ts';
import type { Port } from '../../lib/port.ts';
import { errorText, isChunkError } from '../../lib/result.ts';
import { showErrors } from '../kit/focus.ts';
import type { FilmServices } from './film-tracks.ts';
import type { FileIntake, Going, PageCommands, PageStore } from './page-state.ts';
import { runPart } from './parts.ts';

/** Asks whether to save the present film before `next` replaces it ('': it is closed). false: the film stays on the page. */
export type SaveFirst = Port<[next: string, goes: Going, back: 'Undo' | 'Redo'], boolean>;

/** A single file that opens within this time needs no message, which would only flash. */
const SOON_MS = 100;

/** On a slow computer it takes a whole task each to give several files, to make what opens them, and to look into them. */
const taskOf = async (files: readonly File[]): Promise<void> => (files.length > 1 ? ownTask() : undefined);

/** The parts of the page that the intake uses. */
export interface IntakeServices extends FilmServices {
  readonly saveFirst: SaveFirst;
  readonly commands: PageCommands;
}

/**
 * Loads the code of the intake with the run part. Meanwhile the page names the file that waits. `prepareText` does the slow preparations of a long text without
 * blocking the page.
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
      const soon = setTimeout(() => page.setState({ opening }), files.length > 1 ? 0 : SOON_MS);
      try {
        await taskOf(files);
        const intake = await loaded();
        await taskOf(files);
        await intake.open(files, options);
      } catch (error) {
        if (!isChunkError(error)) throw error;
        session.refuseSource(
          `The file was not opened, because a part of this page could not be loaded: ${errorText(error)} Reload the page and open it again.`,
        );
        showRefused(session, page);
      } finally {
        clearTimeout(soon);
        // Another file may be waiting by now.
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

/** Shows why the page refused the file that was opened last. */
export function showRefused(session: Session, page: PageStore): void {
  const { error } = session.store.getState();
  // Shown from here, because the panel does not notice when the same error comes again.
  if (error !== '') showErrors();
  page.setState({ refused: error });
}

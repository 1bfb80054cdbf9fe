import type { Session } from '../../film/session.ts';
import type { Port } from '../../lib/port.ts';
import { errorText, isChunkError } from '../../lib/result.ts';
import { showErrors } from '../kit/focus.ts';
import type { FilmServices } from './film-tracks.ts';
import type { FileIntake, Going, PageCommands, PageStore } from './page-state.ts';
import { runPart } from './parts.ts';

/** Asks whether what goes is to be saved before `next` replaces it (empty: it is closed); false: it stays. */
export type SaveFirst = Port<[next: string, goes: Going, back: 'Undo' | 'Redo'], boolean>;

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

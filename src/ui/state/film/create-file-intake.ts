import { errorText } from '../../../lib/error-text.ts';
import { isChunkError } from '../../../lib/is-chunk-error.ts';
import { loadOnce } from '../../../lib/load-once.ts';
import type { Session } from '../../../session/session.ts';
import { showErrors } from '../../kit/focus.ts';
import type { PageStore } from '../page-state.ts';
import type { FileIntake } from './loaded-intake.ts';

/** What checks, decodes and opens a file, which the empty page does without. */
export const loadIntake = loadOnce(
  async () => (await import(/* webpackChunkName: "second-load" */ './loaded-intake.ts')).createLoadedIntake,
);

/**
 * The intake, which loads its code when it is first used. `prepareText` does a long text's slow preparations before it is shown,
 * without blocking the page. `page` tells what is to be opened until the code has come; code that cannot be loaded becomes the
 * session's error.
 */
export function createFileIntake(
  session: Session,
  prepareText: (text: string) => Promise<void>,
  page: PageStore,
): FileIntake {
  let intake: FileIntake | undefined;

  async function withIntake(use: (intake: FileIntake) => Promise<void>, opening = ''): Promise<void> {
    if (!intake) page.setState({ opening });
    try {
      const createLoadedIntake = await loadIntake();
      intake ??= createLoadedIntake(session, prepareText);
      await use(intake);
    } catch (error) {
      if (!isChunkError(error)) throw error;
      session.refuseSource(
        `The file was not opened, since a part of this page is missing: ${errorText(error)} Reload the page and open it again.`,
      );
      showErrors();
    } finally {
      // Another file may be on its way by now.
      if (page.getState().opening === opening) page.setState({ opening: '' });
    }
  }

  return {
    open: (files, options) =>
      withIntake(
        (intake) => intake.open(files, options),
        files.length > 1 ? `one of ${files.length} files` : files[0]?.name,
      ),
    readAgainAs: (encoding) => withIntake((intake) => intake.readAgainAs(encoding)),
    repairLetters: () => withIntake((intake) => intake.repairLetters()),
    canReadAgain: () => intake?.canReadAgain() ?? false,
  };
}

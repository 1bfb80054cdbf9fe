import { errorText } from '../../../lib/error-text.ts';
import { loadOnce } from '../../../lib/load-once.ts';
import type { Session } from '../../../session/session.ts';
import { showErrors } from '../../kit/show-errors.ts';
import type { FileIntake } from './loaded-intake.ts';

/** What checks, decodes and opens a file, which the empty page does without. */
export const loadIntake = loadOnce(
  async () => (await import(/* webpackChunkName: "second-load" */ './loaded-intake.ts')).createLoadedIntake,
);

/**
 * The intake, which loads its code when it is first used. `prepareText` does a long text's slow preparations before it is shown,
 * without blocking the page. Code that cannot be loaded becomes the session's error.
 */
export function createFileIntake(session: Session, prepareText: (text: string) => Promise<void>): FileIntake {
  let intake: FileIntake | undefined;

  async function withIntake(use: (intake: FileIntake) => Promise<void>): Promise<void> {
    try {
      const createLoadedIntake = await loadIntake();
      intake ??= createLoadedIntake(session, prepareText);
    } catch (error) {
      session.refuseSource(
        `The file was not opened, since a part of this page is missing: ${errorText(error)} Reload the page and open it again.`,
      );
      return showErrors();
    }
    await use(intake);
  }

  return {
    open: (files, options) => withIntake((intake) => intake.open(files, options)),
    readAgainAs: (encoding) => withIntake((intake) => intake.readAgainAs(encoding)),
    canReadAgain: () => intake?.canReadAgain() ?? false,
  };
}

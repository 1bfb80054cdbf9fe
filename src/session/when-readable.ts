import { isHolder } from '../engine/run-selectors.ts';
import type { Documents } from './documents.ts';
import type { SessionEvent } from './session-events.ts';
import type { SessionState } from './session-state.ts';

export interface WhenReadableOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly documents: Documents;
}

/**
 * Loads the reader of the opened text, and calls back if the work is still the same by then. A reader that cannot be loaded is told as
 * the error text.
 */
export function createWhenReadable({ getState, dispatch, documents }: WhenReadableOptions): (then: () => void) => void {
  return (then) => {
    const before = getState();
    const isSame = () => {
      const now = getState();
      return now.phrases === before.phrases && isHolder(now) && documents.read(now) === documents.read(before);
    };
    documents.load(before).then(
      () => isSame() && then(),
      (error: unknown) => isSame() && dispatch({ type: 'source-refused', error: partMissing(error) }),
    );
  };
}

const partMissing = (error: unknown): string =>
  `A part of this page is missing: ${error instanceof Error ? error.message : String(error)} Reload the page and try again.`;

import type { Run } from '../../engine/run.ts';
import { isHolder } from '../../engine/state/run-selectors.ts';
import type { Session } from '../session.ts';
import type { StateAccess } from '../session-events.ts';

export interface AskingOptions extends StateAccess {
  readonly run: Pick<Run, 'pump' | 'abandon'>;
}

/** The specified error text of a request that a person has stopped. */
export const ABORTED = 'Request was aborted.';

/** The commands that ask the model for suggestions, and stop asking. */
export function createAsking({ getState, dispatch, run }: AskingOptions): Pick<Session, 'ask' | 'stopAsking'> {
  let count = 0;
  return {
    ask(asks) {
      if (!isHolder(getState())) return;
      const waiting = asks.map((ask) => ({ ...ask, id: `suggest ${++count}`, stage: 'waiting' as const }));
      dispatch({ type: 'lines-asked', asks: waiting });
      run.pump();
    },
    stopAsking() {
      if (!isHolder(getState())) return;
      for (const { id, correcting } of getState().asks) {
        run.abandon(id);
        const failure = { kind: 'cancelled', message: ABORTED } as const;
        dispatch({ type: 'ask-ended', id, texts: correcting?.texts ?? {}, failure });
      }
    },
  };
}

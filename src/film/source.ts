import { hasBatches } from '../engine/run-state.ts';
import type { Analysis } from './analysis.ts';
import { canOpenSource, type SessionEvent, type StateAccess } from './film.ts';
import type { Session } from './session.ts';

interface SourceOptions extends StateAccess {
  readonly analysis: Analysis;
  /** Ends what is under way for a finished film that another takes the place of. */
  readonly abort: () => void;
}

/** The commands for the original; all are ignored once there are batches, but that the next film may be opened over a finished one. */
export function createSource({
  getState,
  dispatch,
  analysis,
  abort,
}: SourceOptions): Pick<
  Session,
  'openSource' | 'refuseSource' | 'editSource' | 'readSourceAs' | 'leaveStyles' | 'clearSource'
> {
  const withoutBatches = (event: SessionEvent) => {
    if (!hasBatches(getState())) dispatch(event);
  };

  /** An empty file is told at once, in the words of its reader. */
  function refuseEmpty(): void {
    void analysis.orTell(async () => {
      const read = await analysis.read();
      if (read && !read.ok) withoutBatches({ type: 'source-refused', error: read.error.message });
    });
  }

  return {
    openSource(text, notices, fileName = '') {
      if (!canOpenSource(getState())) return;
      if (hasBatches(getState())) abort();
      dispatch({ type: 'source-opened', text, notices, fileName });
      void analysis.orNothing(analysis.look);
      if (text.trim() === '') refuseEmpty();
    },
    refuseSource(error) {
      if (canOpenSource(getState())) dispatch({ type: 'source-refused', error });
    },
    editSource: (text) => withoutBatches({ type: 'source-edited', text }),
    readSourceAs(readAs, text) {
      withoutBatches({ type: 'source-read-as', readAs, ...(text !== undefined && { text }) });
      void analysis.orNothing(analysis.look);
    },
    leaveStyles: (names) => withoutBatches({ type: 'styles-left', names }),
    clearSource: () => withoutBatches({ type: 'source-cleared' }),
  };
}

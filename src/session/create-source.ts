import type { Clock } from '../clock/clock.ts';
import type { Analysis } from './analysis.ts';
import type { Session } from './session.ts';
import type { SessionEvent, StateAccess } from './session-events.ts';
import { canOpenSource, isSourceFixed } from './session-selectors.ts';

export interface SourceOptions extends StateAccess {
  readonly clock: Pick<Clock, 'after'>;
  readonly analysis: Pick<Analysis, 'read' | 'orTell'>;
  /** Ends what is under way for a finished film that another takes the place of. */
  readonly abandon: () => void;
}

const READ_AHEAD_MS = 300;

/** The commands for the original; all are ignored once there are batches, but that the next film may be opened over a finished one. */
export function createSource({
  getState,
  dispatch,
  clock,
  analysis,
  abandon,
}: SourceOptions): Pick<
  Session,
  'openSource' | 'refuseSource' | 'editSource' | 'readSourceAs' | 'leaveStyles' | 'clearSource'
> {
  const withoutBatches = (event: SessionEvent) => {
    if (!isSourceFixed(getState())) dispatch(event);
  };

  /** Reads the original READ_AHEAD_MS after it was opened, so that Translate finds it read. */
  function readAhead(): void {
    if (isSourceFixed(getState()) || getState().sourceText.trim() === '') return;
    // Where it cannot be read ahead, Translate says why.
    void analysis.read().catch(() => {});
  }

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
      if (isSourceFixed(getState())) abandon();
      dispatch({ type: 'source-opened', text, notices, fileName });
      clock.after(READ_AHEAD_MS, readAhead);
      if (text.trim() === '') refuseEmpty();
    },
    refuseSource(error) {
      if (canOpenSource(getState())) dispatch({ type: 'source-refused', error });
    },
    editSource: (text) => withoutBatches({ type: 'source-edited', text }),
    readSourceAs(readAs, text) {
      withoutBatches({ type: 'source-read-as', readAs, ...(text !== undefined && { text }) });
      clock.after(READ_AHEAD_MS, readAhead);
    },
    leaveStyles: (names) => withoutBatches({ type: 'styles-left', names }),
    clearSource: () => withoutBatches({ type: 'source-cleared' }),
  };
}

import type { Clock } from '../clock/clock.ts';
import type { Documents } from './documents.ts';
import type { Session } from './session.ts';
import type { SessionEvent } from './session-events.ts';
import { isSourceFixed } from './session-selectors.ts';
import type { SessionState } from './session-state.ts';

export interface SourceOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly clock: Pick<Clock, 'after'>;
  readonly documents: Documents;
}

const READ_AHEAD_MS = 300;

/** What a person does with the original before there are batches. */
export function createSource({
  getState,
  dispatch,
  clock,
  documents,
}: SourceOptions): Pick<Session, 'openSource' | 'refuseSource' | 'editSource' | 'readSourceAs' | 'clearSource'> {
  const withoutBatches = (event: SessionEvent) => {
    if (!isSourceFixed(getState())) dispatch(event);
  };

  /** In a task of its own, so that Translate need not wait for a long film. */
  const readAhead = () => {
    const facts = getState();
    if (isSourceFixed(facts) || facts.sourceText.trim() === '') return;
    if (facts.readAs === 'srt') documents.read(facts);
    // What cannot be loaded is told when it is needed.
    else documents.load(facts).catch(() => {});
  };

  return {
    openSource(text, notices) {
      withoutBatches({ type: 'source-opened', text, notices });
      clock.after(READ_AHEAD_MS, readAhead);
      const read =
        text.trim() === '' ? documents.read({ sourceText: text, readAs: 'srt', withoutStyles: [] }) : undefined;
      if (read && !read.ok) withoutBatches({ type: 'source-refused', error: read.error.message });
    },
    refuseSource: (error) => withoutBatches({ type: 'source-refused', error }),
    editSource: (text) => withoutBatches({ type: 'source-edited', text }),
    readSourceAs(readAs, text) {
      withoutBatches({ type: 'source-read-as', readAs, ...(text !== undefined && { text }) });
      clock.after(READ_AHEAD_MS, readAhead);
    },
    clearSource: () => withoutBatches({ type: 'source-cleared' }),
  };
}

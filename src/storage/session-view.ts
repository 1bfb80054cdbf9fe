import { remember } from '../lib/remember.ts';
import type { SessionState } from '../session/session-state.ts';
import type { FallbackStore } from './fallback-store.ts';
import { createFallbackView } from './fallback-view.ts';
import { createLocalSession, type StoredSession, UNREADABLE } from './local-session.ts';
import { createSessionParser, type ParsedSession } from './parse-session.ts';
import type { LiveFacts } from './session-schemas.ts';
import type { TextStorage } from './stored-value.ts';

/** What is stored, read without writing anything. */
export interface StoredView {
  /** The same object while nothing has changed; undefined: there is nothing that could be shown in place of the last one. */
  readonly state: SessionState | undefined;
  /** False: another tab was writing, or the database did not answer. */
  readonly complete: boolean;
  readonly newerVersion: boolean;
}

/** For a tab that shows live what the holder of the run stores. It costs little where little has changed. */
export interface SessionView {
  look(): Promise<StoredView>;
}

export function createSessionView(storage: TextStorage | null, idb: FallbackStore | undefined): SessionView {
  const local = storage === null ? undefined : createLocalSession(storage);
  const fallback = idb && createFallbackView(idb);
  const parse = createSessionParser();
  const inProgress = createInProgress();
  let here = UNREADABLE;
  let seen: StoredSession = UNREADABLE;
  let state: SessionState | undefined;

  /** What local storage holds; the same object while its revision is. */
  function readLocal(): StoredSession {
    if (local && (here.revision === 0 || local.revision() !== here.revision)) here = local.read();
    return here;
  }

  return {
    async look() {
      const there = fallback ? await fallback.read() : UNREADABLE;
      const found = there && there.revision > readLocal().revision ? there : readLocal();
      const { newerVersion } = found;
      const complete = there !== undefined && !found.torn;
      if (found.torn || found.revision < seen.revision) return { state: undefined, complete, newerVersion };
      if (found !== seen) state = inProgress(parse(found));
      seen = found;
      return { state, complete, newerVersion };
    },
  };
}

/** The session with what goes on in the tab that holds the run. */
function createInProgress(): (parsed: ParsedSession) => SessionState {
  const resultsOf = remember((results: SessionState['results'], underWay: LiveFacts['underWay']) => {
    const begun = new Set(underWay.map(([index]) => index));
    return results.map((slot, index) => (slot === undefined && begun.has(index) ? null : slot));
  });
  const detailsOf = remember((details: SessionState['details'], underWay: LiveFacts['underWay']) => {
    const begun = new Map(underWay);
    return details.map((known, index) => {
      const startedAt = begun.get(index);
      return startedAt === undefined ? known : { ...known, startedAt };
    });
  });
  return ({ state, live: { underWay, pause, pace } }) => ({
    ...state,
    results: resultsOf(state.results, underWay),
    details: detailsOf(state.details, underWay),
    paused: state.paused ?? pause,
    error: pause && 'message' in pause ? pause.message : state.error,
    pace,
  });
}

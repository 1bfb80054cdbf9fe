import { useDeferredValue } from 'react';
import type { SessionState } from '../../session/session-state.ts';
import { useSession } from './use-session.ts';

const stateOf = (state: SessionState): SessionState => state;

/** The whole session as React draws it in slices: all of one moment. */
export const useDeferredSession = (): SessionState => useDeferredValue(useSession(stateOf));

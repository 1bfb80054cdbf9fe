import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { hasBatches } from '../../engine/run-state.ts';
import type { SessionState } from '../../session/session-state.ts';
import { useServices } from './services.tsx';

/**
 * A value of the session that is followed. The selector must return the same object for the same state.
 * The rule: components that draw read the session by this hook; it shows typing at once and a run's steps eight times a second.
 * Where a whole panel or an editor depends on the value, wrap it in `useDeferredValue` (all of the state: `useDeferredSession`), so that
 * React draws it in slices.
 * Commands, and listeners that need every step and draw nothing (the announcer), use `session.store`.
 */
export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(useServices().shown, selector);
}

const stateOf = (state: SessionState): SessionState => state;

/** The whole session as React draws it in slices: all of one moment. */
export const useDeferredSession = (): SessionState => useDeferredValue(useSession(stateOf));

/** Whether batches exist. Deferred, because all panels depend on it, and change together. */
export const useStarted = (): boolean => useDeferredValue(useSession(hasBatches));

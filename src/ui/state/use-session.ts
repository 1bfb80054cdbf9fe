import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { SessionState } from '../../session/session-state.ts';
import { useServices } from './services.tsx';
import { useFollowed } from './use-followed.ts';

/** What the selector reads from the session, followed. It must give the same object for the same state. */
export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(useServices().session.store, selector);
}

/**
 * The same without hurry, for what may be drawn a moment later: React may draw it in slices. What a person types into uses
 * `useSession`. The selector must be a constant.
 */
export function useFollowedSession<T>(selector: (state: SessionState) => T): T {
  return useFollowed(useServices().session.store.subscribe, useReading(selector));
}

/** A figure that changes with each event of a run, a few times a second. The selector must be a constant. */
export function useRunFigure<T>(selector: (state: SessionState) => T): T {
  return useFollowed(useServices().figures.subscribe, useReading(selector));
}

function useReading<T>(selector: (state: SessionState) => T): () => T {
  const { store } = useServices().session;
  return useCallback(() => selector(store.getState()), [store, selector]);
}

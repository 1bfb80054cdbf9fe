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
 * The same without hurry, for whatever takes long to draw: React may draw it in slices. What a person types into or presses uses
 * `useSession`. The selector must be a constant.
 */
export function useFollowedSession<T>(selector: (state: SessionState) => T): T {
  const { store } = useServices().session;
  const read = useCallback(() => selector(store.getState()), [store, selector]);
  return useFollowed(store.subscribe, read);
}

/** A figure that changes with each event of a run, a few times a second. The selector must be a constant. */
export function useRunFigure<T>(selector: (state: SessionState) => T): T {
  const { session, figures } = useServices();
  const read = useCallback(() => selector(session.store.getState()), [session, selector]);
  return useFollowed(figures.subscribe, read);
}

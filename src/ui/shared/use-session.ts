import { useStore } from 'zustand';
import type { SessionState } from '../../session/session-state.ts';
import { useServices } from './services.tsx';

/** What the selector reads from the session, followed. It must give the same object for the same state. */
export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(useServices().session.store, selector);
}

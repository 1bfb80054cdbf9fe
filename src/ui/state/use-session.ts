import { useStore } from 'zustand';
import type { SessionState } from '../../session/session-state.ts';
import { useServices } from './services.tsx';

/**
 * What the selector reads from the session, followed. It must give the same object for the same state.
 *
 * The rule: what is drawn reads the session by this hook, and sees a text at the key press, a run's steps eight times a second.
 * Where a whole panel or an editor hangs on the value, `useDeferredValue` is put around it, so that React may draw it in slices.
 * Commands, and who must hear of each step and draws nothing (the announcer), use `session.store`.
 */
export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(useServices().shown, selector);
}

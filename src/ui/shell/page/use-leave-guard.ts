import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isHolder, progress } from '../../../engine/state/run-selectors.ts';
import { useServices } from '../../state/services.tsx';

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Makes the browser ask before it closes the page while this tab's requests, which cost money, are in flight. */
export function useLeaveGuard(): void {
  // The session itself, since the shown state may be a moment old.
  const inFlight = useStore(useServices().session.store, (state) => isHolder(state) && progress(state).loading > 0);
  useEffect(() => {
    if (!inFlight) return;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [inFlight]);
}

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isHolder, progress } from '../../../engine/run-selectors.ts';
import { useServices } from '../../state/services.tsx';

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Closing the page while its own requests are in flight asks first: they are paid for. */
export function useLeaveGuard(): void {
  // Not as it is shown, which may be a moment ago.
  const inFlight = useStore(useServices().session.store, (state) => isHolder(state) && progress(state).loading > 0);
  useEffect(() => {
    if (!inFlight) return;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [inFlight]);
}

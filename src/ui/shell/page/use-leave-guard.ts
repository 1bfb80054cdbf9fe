import { useEffect } from 'react';
import { isHolder, progress } from '../../../engine/run-selectors.ts';
import { useSession } from '../../state/use-session.ts';

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Closing the page while its own requests are in flight asks first: they are paid for. */
export function useLeaveGuard(): void {
  const inFlight = useSession((state) => isHolder(state) && progress(state).loading > 0);
  useEffect(() => {
    if (!inFlight) return;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [inFlight]);
}

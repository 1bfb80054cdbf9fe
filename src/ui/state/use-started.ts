import { useDeferredValue } from 'react';
import { hasBatches } from '../../engine/state/run-selectors.ts';
import { useSession } from './use-session.ts';

/** Whether batches exist. Deferred, because all panels depend on it, and change together. */
export const useStarted = (): boolean => useDeferredValue(useSession(hasBatches));

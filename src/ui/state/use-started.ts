import { useDeferredValue } from 'react';
import { hasBatches } from '../../engine/run-selectors.ts';
import { useSession } from './use-session.ts';

/** Batches exist. The panels hang on it, so it comes a moment later, to all of them together. */
export const useStarted = (): boolean => useDeferredValue(useSession(hasBatches));

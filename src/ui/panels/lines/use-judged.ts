import { useDeferredValue, useSyncExternalStore } from 'react';
import { once } from '../../../lib/once.ts';
import { type Services, useServices } from '../../state/services.tsx';
import type { Judged } from './judged.ts';
import { createLineJudge, type LineJudge } from './line-judge.ts';

/** What was judged is still known when the view is opened again. */
const judgeOf = once(({ session, settings }: Services) => createLineJudge(session.store, settings));

export const useLineJudge = (): LineJudge => judgeOf(useServices());

/** What is doubtful, drawn in slices. */
export function useJudged(): Judged {
  const { subscribe, getSnapshot } = useLineJudge();
  return useDeferredValue(useSyncExternalStore(subscribe, getSnapshot));
}

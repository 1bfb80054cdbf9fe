import { useDeferredValue, useSyncExternalStore } from 'react';
import type { Session } from '../../../session/session.ts';
import { useServices } from '../../state/services.tsx';
import type { Judged } from './judged.ts';
import { createLineJudge, type LineJudge } from './line-judge.ts';

/** One for a session, so that what was judged is still known when the view is opened again. */
const judges = new WeakMap<Session['store'], LineJudge>();

export function useLineJudge(): LineJudge {
  const { session, settings } = useServices();
  const judge = judges.get(session.store) ?? createLineJudge(session.store, settings);
  judges.set(session.store, judge);
  return judge;
}

/** What is doubtful, drawn in slices. */
export function useJudged(): Judged {
  const { subscribe, getSnapshot } = useLineJudge();
  return useDeferredValue(useSyncExternalStore(subscribe, getSnapshot));
}

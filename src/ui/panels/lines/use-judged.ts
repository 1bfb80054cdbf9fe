import { useDeferredValue, useSyncExternalStore } from 'react';
import { once } from '../../../lib/once.ts';
import type { Session } from '../../../session/session.ts';
import type { Settings } from '../../../settings/settings.ts';
import { useServices } from '../../state/services.tsx';
import type { Judged } from './judged.ts';
import { createLineJudge, type LineJudge } from './line-judge.ts';

/** What was judged is still known when the view is opened again, and when the page is drawn anew after the demo. */
const judgesOf = once(({ store }: Session) => once((settings: Settings) => createLineJudge(store, settings)));

export function useLineJudge(): LineJudge {
  const { session, settings } = useServices();
  return judgesOf(session)(settings);
}

/** What is doubtful, drawn in slices. */
export function useJudged(): Judged {
  const { subscribe, getSnapshot } = useLineJudge();
  return useDeferredValue(useSyncExternalStore(subscribe, getSnapshot));
}

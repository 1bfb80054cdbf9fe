import { isPending } from '../../engine/run-selectors.ts';
import type { Session } from '../../session/session.ts';
import type { Beat } from './beat.ts';

/** Tells of changes of the session with the beat, and of the last one of a run at once. */
export interface RunFigures {
  subscribe(onChange: () => void): () => void;
}

export function createRunFigures(store: Session['store'], beat: Beat): RunFigures {
  const listeners = new Set<() => void>();
  let unsubscribe: (() => void) | undefined;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function onState(): void {
    if (isPending(store.getState())) beat.next(tell);
    else tell();
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange);
      unsubscribe ??= store.subscribe(onState);
      return () => {
        listeners.delete(onChange);
        if (listeners.size > 0) return;
        unsubscribe?.();
        unsubscribe = undefined;
      };
    },
  };
}

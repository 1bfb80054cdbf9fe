import { useDeferredValue, useSyncExternalStore } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { runInSlices } from '../../../clock/run-in-slices.ts';
import { isPending } from '../../../engine/run-state.ts';
import type { Session } from '../../../film/session.ts';
import { loadOnce, once } from '../../../lib/memo.ts';
import { limitsFor } from '../../../review/rules.ts';
import type { Settings } from '../../../settings/settings.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import type { FilmJudge } from './film-judge.ts';
import type { JudgeChoices, Judged, ReviewState } from './line-facts.ts';

/** Judges the lines of a session as their batches change, in slices. For useSyncExternalStore. */
export interface LineJudge {
  readonly subscribe: (onJudged: () => void) => () => void;
  readonly getSnapshot: () => Judged;
  readonly choose: (choices: JudgeChoices) => void;
}

const PAUSE_MS = 250;
/** While the film is coming in. */
const RUN_PAUSE_MS = 1_000;
/** All that judges is a chunk of its own: the lines are shown before it is there. */
const loadRules = loadOnce(
  async () => (await import(/* webpackChunkName: "rules" */ './film-judge.ts')).createFilmJudge,
);

/** Before anything is known. */
export const NOT_JUDGED: Judged = {
  film: undefined,
  rules: undefined,
  batches: [],
  language: undefined,
  limits: limitsFor(undefined),
  choices: {},
};

function createLineJudge(store: Session['store'], settings: Settings): LineJudge {
  const listeners = new Set<() => void>();
  let judged = NOT_JUDGED;
  let filmJudge: FilmJudge | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isJudging = false;
  let isStale = false;
  let leaving = new AbortController();

  function schedule(afterMs = PAUSE_MS): void {
    if (isJudging) isStale = true;
    else timer ??= setTimeout(() => void judgeAll(), afterMs);
  }

  async function judgeAll(): Promise<void> {
    timer = undefined;
    isJudging = true;
    isStale = false;
    const found = await judgeNow(leaving.signal);
    isJudging = false;
    if (found) publish(found);
    if (isStale) schedule();
  }

  /** undefined: left before the end. */
  async function judgeNow(signal: AbortSignal): Promise<Judged | undefined> {
    filmJudge ??= (await loadRules().catch(() => undefined))?.(settings);
    if (!filmJudge) return { ...judged, rulesFailed: true };
    judged = { ...judged, rulesFailed: false };
    return runInSlices(
      filmJudge(store.getState(), () => judged),
      signal,
    );
  }

  function publish(next: Judged): void {
    judged = next;
    for (const listener of listeners) listener();
  }

  let unfollow: (() => void) | undefined;
  function follow(): () => void {
    leaving = new AbortController();
    schedule(0);
    return store.subscribe((after, before) => {
      if (after.results !== before.results || after.phrases !== before.phrases)
        schedule(isPending(after) ? RUN_PAUSE_MS : PAUSE_MS);
    });
  }

  return {
    getSnapshot: () => judged,
    subscribe(onJudged) {
      // A failure of some time ago says nothing of now.
      if (judged.rulesFailed) schedule(0);
      judged = { ...judged, rulesFailed: false };
      listeners.add(onJudged);
      unfollow ??= follow();
      return () => {
        listeners.delete(onJudged);
        if (listeners.size > 0) return;
        unfollow?.();
        unfollow = undefined;
        leaving.abort();
        clearTimeout(timer);
        timer = undefined;
      };
    },
    choose(choices) {
      publish({ ...judged, choices, limits: { ...judged.limits, ...choices.limits } });
      schedule(0);
    },
  };
}

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

/** What the lines are made of; not the draft, so that typing draws nothing of the grid. */
export const useReviewState = (): ReviewState =>
  useSession(useShallow(({ phrases, results, marks, role }) => ({ phrases, results, marks, role })));

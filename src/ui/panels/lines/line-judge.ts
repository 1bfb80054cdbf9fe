import { useDeferredValue, useSyncExternalStore } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isPending } from '../../../engine/run-state.ts';
import { linesOfBatch } from '../../../film/lines.ts';
import type { Session } from '../../../film/session.ts';
import type { Judgement } from '../../../film-worker/calls.ts';
import { TookTooLong } from '../../../film-worker/connect.ts';
import { memoizeByObject } from '../../../lib/memo.ts';
import { isChunkError } from '../../../lib/result.ts';
import { limitsFor } from '../../../review/rules.ts';
import type { Settings } from '../../../settings/settings.ts';
import { createListeners } from '../../kit/browser.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import type { Judged, ReviewState, ViewChoices } from './line-facts.ts';

/** Has the lines of a session judged as their batches change. For useSyncExternalStore. */
export interface LineJudge {
  readonly subscribe: (onJudged: () => void) => () => void;
  readonly getSnapshot: () => Judged;
  readonly choose: (choices: ViewChoices) => void;
}

const PAUSE_MS = 250;
/** While the film is coming in. */
const RUN_PAUSE_MS = 1_000;
/** Before anything is known. */
export const NOT_JUDGED: Judged = {
  version: undefined,
  batches: [],
  fixable: [],
  language: undefined,
  limits: limitsFor(undefined),
  choices: {},
};

/** Judges while somebody listens, again after each change of the batches. */
export function createLineJudge(
  { store, analysis }: Pick<Session, 'store' | 'analysis'>,
  settings: Pick<Settings, 'store'>,
): LineJudge {
  let judged = NOT_JUDGED;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isJudging = false;
  let isStale = false;
  let leaving = new AbortController();

  function schedule(afterMs = PAUSE_MS): void {
    if (isJudging) isStale = true;
    else timer ??= setTimeout(() => void judge(), afterMs);
  }

  function publish(next: Judged): void {
    judged = next;
    tell();
  }

  async function judge(): Promise<void> {
    timer = undefined;
    isJudging = true;
    isStale = false;
    const of = store.getState();
    const { version, choices } = judged;
    const { prompt } = settings.store.getState();
    try {
      const found = await analysis.ask('judge', { prompt, ...choices, since: version }, leaving.signal);
      if (found) publish(judgedBy(found, of, judged));
    } catch (error) {
      if (!isChunkError(error) && !(error instanceof TookTooLong)) throw error;
      publish({ ...judged, rulesFailed: true });
    } finally {
      isJudging = false;
    }
    if (isStale) schedule();
  }

  const { tell, subscribe } = createListeners(() => {
    leaving = new AbortController();
    schedule(0);
    const unsubscribe = store.subscribe((after, before) => {
      if (after.results !== before.results || after.phrases !== before.phrases || after.notes !== before.notes)
        schedule(isPending(after) ? RUN_PAUSE_MS : PAUSE_MS);
    });
    return () => {
      unsubscribe();
      leaving.abort();
      clearTimeout(timer);
      timer = undefined;
    };
  });

  return {
    getSnapshot: () => judged,
    subscribe(onJudged) {
      // A failure of some time ago says nothing of now.
      if (judged.rulesFailed) schedule(0);
      judged = { ...judged, rulesFailed: false };
      return subscribe(onJudged);
    },
    choose(choices) {
      publish({ ...judged, choices, limits: { ...judged.limits, ...choices.limits } });
      schedule(0);
    },
  };
}

/** What is known after a judgement of the state `of`, by what was known before. */
function judgedBy(
  { version, changed, fixable, language, ...found }: Judgement,
  of: ReviewState,
  before: Judged,
): Judged {
  const problemsOf = new Map(changed);
  const batches = of.results.map((_, batch) => {
    const problems = problemsOf.get(batch);
    return problems ? { lines: linesOfBatch(of, batch), problems: new Map(problems) } : before.batches[batch];
  });
  // What a person has chosen meanwhile is shown already, and is judged by next.
  const limits = { ...found.limits, ...before.choices.limits };
  const isSame = JSON.stringify(limits) === JSON.stringify(before.limits);
  return { version, batches, fixable, language, limits: isSame ? before.limits : limits, choices: before.choices };
}

/** What was judged is still known when the view is opened again, and when the page is drawn anew after the demo. */
const judgesOf = memoizeByObject((session: Session) =>
  memoizeByObject((settings: Settings) => createLineJudge(session, settings)),
);

export function useLineJudge(): LineJudge {
  const { session, settings } = useServices();
  return judgesOf(session)(settings);
}

/** What is doubtful, drawn in slices. */
export function useJudged(): Judged {
  const { subscribe, getSnapshot } = useLineJudge();
  return useDeferredValue(useSyncExternalStore(subscribe, getSnapshot));
}

/**
 * What the lines are made of; not the draft, so that typing draws nothing of the grid. What a run brings is drawn in slices; what a person
 * does is drawn once, at once.
 */
export function useReviewState(): ReviewState {
  const now = useSession(useShallow(({ phrases, results, marks }) => ({ phrases, results, marks })));
  const isRunning = useSession(isPending);
  return useDeferredValue(isRunning ? now : undefined) ?? now;
}

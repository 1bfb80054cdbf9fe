import type { Pause } from '../../../engine/run-state.ts';
import { hasBatches, isLeftToRun, isPending, progress, stoppingAnswers } from '../../../engine/run-state.ts';
import { allOk } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';

/** What to tell a person who does not see the page change; undefined: nothing worth telling. */
export function announcement(before: SessionState, after: SessionState): string | undefined {
  if (!hasBatches(after)) return undefined;
  const { total, failed } = progress(after);
  if (!hasBatches(before)) return `Translation of ${batches(total)} has begun.`;
  if (allOk(after)) return allOk(before) ? undefined : doneWords(total);
  if (after.paused && after.paused.reason !== before.paused?.reason)
    return pauseWords(after.paused, stoppingAnswers(after) > 0);
  if (stoppingAnswers(before) > 0 && after.paused && stoppingAnswers(after) === 0) return 'Paused.';
  if (before.paused && after.paused === null) return 'The run goes on.';
  const settled = isLeft(before) && !isLeft(after) && after.paused === null;
  return settled && failed > 0 ? `The run has ended. ${batches(failed)} failed.` : undefined;
}

/** A batch is in flight, or will be without a person's click. */
const isLeft = (state: SessionState): boolean => isPending(state) || isLeftToRun(state);

const batches = (count: number): string => (count === 1 ? '1 batch' : `${count} batches`);

const doneWords = (total: number): string =>
  total === 1 ? 'The batch is translated.' : `All ${total} batches are translated.`;

function pauseWords(pause: Pause, isStopping: boolean): string {
  switch (pause.reason) {
    case 'person':
      return isStopping ? 'Stopping. What is under way is still taken.' : 'Paused.';
    case 'outage':
      return 'The provider does not answer. The run tries again by itself.';
    case 'offline':
      return 'Paused: you are offline.';
    case 'failure':
      return `Paused: ${pause.message}`;
  }
}

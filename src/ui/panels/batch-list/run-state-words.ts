import type { Pause } from '../../../engine/run-state.ts';
import { isPending, nextRetryAt, plannedRetries, progress, stoppingAnswers } from '../../../engine/run-state.ts';
import type { PaceLimit } from '../../../engine/scheduler-state.ts';
import { assertNever } from '../../../lib/assert-never.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { pauseReason } from '../../words/failures.ts';
import { waitWords } from '../../words/quantities.ts';

/** Shorter waits get no countdown. */
const SHORTEST_WAIT_MS = 1_000;

/** Whether the words change as time passes. */
export function changesWithTime(state: SessionState): boolean {
  const { paused, pace } = state;
  if (paused) return paused.reason === 'outage';
  return (pace !== null && progress(state).waiting > 0) || plannedRetries(state).length > 0;
}

/**
 * Why the run stands still, or what it waits for; empty while it simply runs. `provider`: the display name of the one that the run calls;
 * `now`: ms since 1970.
 */
export function runStateWords(state: SessionState, provider: string, now: number): string {
  const { paused, pace } = state;
  const { waiting, loading } = progress(state);
  const retries = plannedRetries(state).length;
  if (paused)
    return waiting + loading + retries > 0 || paused.reason === 'failure' || stoppingAnswers(state) > 0
      ? pauseWords(state, paused, provider, now)
      : '';
  if (!isPending(state)) return retries > 0 ? retryWords(retries, (nextRetryAt(state) ?? 0) - now) : '';
  if (pace === null || waiting === 0) return '';
  const waitMs = pace.nextAt - now;
  const next = waitMs >= SHORTEST_WAIT_MS ? `next batch in ${waitWords(waitMs)}` : '';
  if (pace.limit.kind === 'none') return next && `${provider} asks us to wait: ${next}`;
  return [`${provider} allows about ${limitWords(pace.limit)}`, next].filter((part) => part !== '').join(' · ');
}

function pauseWords(state: SessionState, pause: Pause, provider: string, now: number): string {
  const { loading, ok, total } = progress(state);
  switch (pause.reason) {
    case 'person':
      return stoppingWords(stoppingAnswers(state)) || 'Paused. What is finished is kept.';
    case 'offline':
      return 'You are offline. The run goes on by itself when the connection is back.';
    case 'outage': {
      const waitMs = pause.nextTryAt - now;
      const next = waitMs > 0 ? `next try in ${waitWords(waitMs)}` : loading > 0 ? 'trying again now' : 'next try soon';
      return `${provider} does not answer; ${next}.`;
    }
    case 'failure':
      return `Paused: ${pauseReason(pause.kind)}. ${keptWords(ok, total)}`;
    default:
      return assertNever(pause);
  }
}

/** Empty: nothing is under way. */
export const stoppingWords = (answers: number): string =>
  answers === 0 ? '' : `Stopping: ${answers === 1 ? '1 answer is' : `${answers} answers are`} under way.`;

const keptWords = (ok: number, total: number): string =>
  ok === 0 ? 'No batch is finished yet.' : `${ok} of ${total} batches ${ok === 1 ? 'is' : 'are'} kept.`;

function retryWords(retries: number, waitMs: number): string {
  const when = waitMs > 0 ? `in ${waitWords(waitMs)}` : 'soon';
  return retries === 1
    ? `The failed batch is tried again by itself ${when}.`
    : `${retries} failed batches are tried again by themselves, the first ${when}.`;
}

function limitWords(limit: Exclude<PaceLimit, { kind: 'none' }>): string {
  return `${requests(limit.requests)} ${limit.kind === 'at-once' ? 'at once' : 'a minute'}`;
}

const requests = (count: number): string => (count === 1 ? '1 request' : `${Math.round(count)} requests`);

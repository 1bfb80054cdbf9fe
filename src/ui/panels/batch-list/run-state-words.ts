import type { PaceLimit } from '../../../engine/pace/scheduler-state.ts';
import type { Pace, Pause } from '../../../engine/state/run-state.ts';
import { assertNever } from '../../../lib/assert-never.ts';
import { waitWords } from '../../words/duration-words.ts';
import { pauseReason } from '../../words/pause-reason.ts';

export interface RunFacts {
  readonly paused: Pause | null;
  readonly pace: Pace | null;
  /** Number of batches that are not started. */
  readonly waiting: number;
  readonly loading: number;
  /** Number of batches that are OK, and of all batches. */
  readonly ok: number;
  readonly total: number;
  /** Number of failed batches that the run tries again by itself. */
  readonly retries: number;
  /** When the first of these retries is due, in ms since 1970. */
  readonly nextRetryAt?: number | undefined;
  readonly pending: boolean;
  /** The provider's display name. */
  readonly provider: string;
}

/** Shorter waits get no countdown. */
const SHORTEST_WAIT_MS = 1_000;

/** Whether the words change as time passes. */
export const changesWithTime = ({
  paused,
  pace,
  waiting,
  retries,
}: Pick<RunFacts, 'paused' | 'pace' | 'waiting' | 'retries'>): boolean =>
  paused?.reason === 'outage' || (paused === null && ((pace !== null && waiting > 0) || retries > 0));

/** Why the run stands still, or what it waits for; empty while it simply runs. */
export function runStateWords(facts: RunFacts, now: number): string {
  const { paused, pace, waiting, loading, retries, pending, provider } = facts;
  if (paused)
    return waiting + loading + retries > 0 || paused.reason === 'failure' ? pauseWords(facts, paused, now) : '';
  if (!pending && retries > 0) return retryWords(facts, now);
  if (!pending || pace === null || waiting === 0) return '';
  const waitMs = pace.nextAt - now;
  const next = waitMs >= SHORTEST_WAIT_MS ? `next batch in ${waitWords(waitMs)}` : '';
  if (pace.limit.kind === 'none') return next && `${provider} asks us to wait: ${next}`;
  return [`${provider} allows about ${limitWords(pace.limit)}`, next].filter((part) => part !== '').join(' · ');
}

function pauseWords({ loading, ok, total, provider }: RunFacts, pause: Pause, now: number): string {
  switch (pause.reason) {
    case 'person':
      return 'Paused. What is finished is kept.';
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

const keptWords = (ok: number, total: number): string =>
  ok === 0 ? 'No batch is finished yet.' : `${ok} of ${total} batches ${ok === 1 ? 'is' : 'are'} kept.`;

function retryWords({ retries, nextRetryAt = 0 }: RunFacts, now: number): string {
  const waitMs = nextRetryAt - now;
  const when = waitMs > 0 ? `in ${waitWords(waitMs)}` : 'soon';
  return retries === 1
    ? `The failed batch is tried again by itself ${when}.`
    : `${retries} failed batches are tried again by themselves, the first ${when}.`;
}

function limitWords(limit: Exclude<PaceLimit, { kind: 'none' }>): string {
  return `${requests(limit.requests)} ${limit.kind === 'at-once' ? 'at once' : 'a minute'}`;
}

const requests = (count: number): string => (count === 1 ? '1 request' : `${Math.round(count)} requests`);

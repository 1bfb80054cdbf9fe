import { assertNever } from '../../lib/assert-never.ts';
import type { Pace, PaceLimit, Pause } from '../../session/session-state.ts';

export interface RunFacts {
  readonly paused: Pause | null;
  readonly pace: Pace | null;
  /** Batches that are not started. */
  readonly waiting: number;
  readonly loading: number;
  readonly pending: boolean;
}

/** A countdown is worth showing from this wait on. */
const SHORTEST_WAIT_MS = 1_000;

export const waitsForPace = ({ paused, pace, waiting }: Pick<RunFacts, 'paused' | 'pace' | 'waiting'>): boolean =>
  paused === null && pace !== null && waiting > 0;

/** Why the run stands still or what it waits for, in words; empty when it simply runs. */
export function runStateWords({ paused, pace, waiting, loading, pending }: RunFacts, now: number): string {
  if (paused && (waiting + loading > 0 || paused.reason === 'failure')) return pauseWords(paused);
  if (!pending || pace === null || !waitsForPace({ paused, pace, waiting })) return '';
  const waitMs = pace.nextAt - now;
  const next = waitMs >= SHORTEST_WAIT_MS ? `next in ${Math.ceil(waitMs / 1_000)} s` : '';
  const parts = [limitWords(pace.limit), next].filter((part) => part !== '');
  const words = parts.join(' · ');
  return words === '' ? '' : words[0]?.toUpperCase() + words.slice(1);
}

function pauseWords(pause: Pause): string {
  switch (pause.reason) {
    case 'person':
      return 'Paused. What is finished is kept.';
    case 'offline':
      return 'You are offline. The run goes on by itself when the connection is back.';
    case 'failure':
      return 'Paused by an error: see Errors in the right panel. What is finished is kept.';
    default:
      return assertNever(pause);
  }
}

function limitWords(limit: PaceLimit): string {
  switch (limit.kind) {
    case 'none':
      return '';
    case 'at-once':
      return `The provider allows about ${requests(limit.requests)} at once`;
    case 'per-minute':
      return `The provider allows about ${requests(limit.requests)} a minute`;
    default:
      return assertNever(limit);
  }
}

const requests = (count: number): string => (count === 1 ? '1 request' : `${Math.round(count)} requests`);

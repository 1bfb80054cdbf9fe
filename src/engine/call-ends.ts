import type { TranslateOutcome } from '../providers/provider.ts';
import { batchOfPlace } from '../translation/batch.ts';
import type { RequestEnd } from './gate.ts';
import type { Job, SentOutcome } from './job.ts';
import type { Flight } from './requests.ts';
import type { RunState } from './run-state.ts';

/** Index of the batch that a job's tokens are counted for. Suggestions: the batch of their first line. null: a reading belongs to no batch. */
export function countedAt({ phrases }: RunState, job: Job): number | null {
  if (job.kind !== 'suggest') return job.kind === 'batch' ? job.index : null;
  const place = phrases.findIndex(({ number }) => number === job.ask.phrases[0]?.number);
  return place < 0 ? place : batchOfPlace(phrases, place).index;
}

/** If a retry was not allowed to leave, the job returns to the queue: the call's failure shows nothing about the job. */
export function asMeant(outcome: SentOutcome, { isDenied }: Pick<Flight, 'isDenied'>): SentOutcome {
  if (outcome.ok || !isDenied) return outcome;
  return { ...outcome, failure: { ...outcome.failure, kind: 'cancelled' } };
}

/** `outcome` is undefined if the call threw. */
export function requestEndOf(outcome: TranslateOutcome | undefined): RequestEnd {
  if (!outcome) return 'cancelled';
  if (outcome.ok) return 'finished';
  const { kind, retryAfterMs } = outcome.failure;
  if (kind === 'rate-limit') return { refusedForMs: retryAfterMs };
  return kind === 'cancelled' ? 'cancelled' : 'finished';
}

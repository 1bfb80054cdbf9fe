import { effectOf } from '../providers/failure-kinds.ts';
import { ABORTED } from '../providers/provider.ts';
import { type Batch, batchAt } from '../translation/batch.ts';
import { translationsOf } from '../translation/check-reply.ts';
import { prettyJson } from '../translation/read-reply.ts';
import { type BatchFailure, type BatchProgress, type FailedBatch, NO_PROGRESS, progressOf } from './batch.ts';
import type { FinishedBatch, RunEvent, RunState } from './run-state.ts';

/** What a person's Retry of a failed batch starts with: the texts answered before, or those of the edited output. */
export function progressForRetry(
  { phrases }: Batch,
  { progress, failure, edited, namesTaken, result }: FailedBatch,
  inHalves: boolean,
): BatchProgress {
  const texts = edited ? Object.fromEntries(translationsOf(phrases, result[1])) : progress.texts;
  const count = Object.keys(texts).length;
  // If no phrase is missing, Retry asks for all of them again.
  const isPart = count > 0 && count < phrases.length;
  const kept = isPart ? { ...NO_PROGRESS, texts, namesTaken: edited ? namesTaken : progress.namesTaken } : NO_PROGRESS;
  // A corrective pass that network or server failed is repeated; one that was rejected would be rejected again.
  const { correcting } = progress;
  return correcting && !inHalves && !edited && isUnanswered(failure) ? { ...kept, correcting } : kept;
}

const isUnanswered = (failure: BatchFailure): boolean =>
  failure === 'bug' || (failure !== 'differences' && effectOf(failure) === 'transient');

export interface FinishedStep extends FinishedBatch {
  readonly kind: 'finished';
}

/** Ends a batch that cannot go on, with all that came. `text`, of the last call, is shown if nothing else came. */
export function unfinished(
  batch: Batch,
  { texts, correcting, namesTaken }: BatchProgress,
  failure: BatchFailure,
  error: string,
  text = '',
): FinishedStep {
  return {
    kind: 'finished',
    result: [error, textsAsOutput(batch, texts) ?? correcting?.answer ?? text],
    failure,
    progress: { ...NO_PROGRESS, texts, namesTaken, correcting },
    corrected: false,
    namesTaken,
  };
}

/** A person stops one batch: it fails with all that has come of it, so that the run does not start it again. */
export function batchStopped(
  { phrases, batches }: RunState,
  index: number,
): Extract<RunEvent, { type: 'batch-finished' }> {
  const { kind: _, ...ended } = unfinished(batchAt(phrases, index), progressOf(batches[index]), 'cancelled', ABORTED);
  return { type: 'batch-finished', index, ...ended, retry: null };
}

/** Texts by phrase number as an output; undefined: there are none. */
export const textsAsOutput = ({ phrases }: Batch, texts: BatchProgress['texts']): string | undefined =>
  Object.keys(texts).length === 0
    ? undefined
    : prettyJson(
        phrases.flatMap(({ number }) =>
          texts[number] === undefined ? [] : [[String(number), texts[number]] as const],
        ),
      );

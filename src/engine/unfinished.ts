import { effectOf } from '../providers/failure-kinds.ts';
import { ABORTED } from '../providers/provider.ts';
import { type Batch, batchAt } from '../translation/batch.ts';
import { translationsOf } from '../translation/check-reply.ts';
import { prettyJson } from '../translation/read-reply.ts';
import type { BatchDetails, BatchProgress, FinishedBatch, RunEvent, RunState } from './run-state.ts';

/** What a person's Retry of a failed batch starts with: the texts answered before, or those of the edited output. */
export function progressForRetry(
  batch: Batch,
  output: string,
  { progress = {}, failure, edited, namesTaken = [] }: BatchDetails,
  inHalves: boolean,
): BatchProgress | undefined {
  const texts = edited ? Object.fromEntries(translationsOf(batch.phrases, output)) : (progress.texts ?? {});
  const count = Object.keys(texts).length;
  // If no phrase is missing, Retry asks for all of them again.
  const named = edited ? namesTaken : (progress.namesTaken ?? []);
  const kept: BatchProgress =
    count > 0 && count < batch.phrases.length ? { texts, ...(named.length > 0 && { namesTaken: named }) } : {};
  // A corrective pass that network or server failed is repeated; one that was rejected would be rejected again.
  if (progress.correcting && !inHalves && !edited && isUnanswered(failure))
    return { ...kept, correcting: progress.correcting };
  return kept.texts && kept;
}

const isUnanswered = (failure: BatchDetails['failure']): boolean =>
  failure === 'bug' || (failure !== undefined && failure !== 'differences' && effectOf(failure) === 'transient');

export interface FinishedStep extends FinishedBatch {
  readonly kind: 'finished';
}

/** Ends a batch that cannot go on with all that came. `text`, of the last call, is shown if nothing else came. */
export function unfinished(batch: Batch, progress: BatchProgress, error: string, text = ''): FinishedStep {
  const { texts, correcting, namesTaken } = progress;
  const named = namesTaken && { namesTaken };
  const kept = { ...(texts && { texts }), ...(correcting && { correcting }), ...named };
  return {
    kind: 'finished',
    result: [error, outputOf(batch, progress) ?? correcting?.answer ?? text],
    ...named,
    ...((texts || correcting) && { progress: kept }),
  };
}

/** A person stops one batch: it fails with all that has come of it, so that the run does not start it again. */
export function batchStopped(
  { phrases, details }: RunState,
  index: number,
): Extract<RunEvent, { type: 'batch-finished' }> {
  const { kind: _, ...made } = unfinished(batchAt(phrases, index), details[index]?.progress ?? {}, ABORTED);
  return { type: 'batch-finished', index, ...made, failure: 'cancelled' };
}

/** What has come so far, as an output; undefined: nothing. */
export const outputOf = ({ phrases }: Batch, { texts }: BatchProgress): string | undefined =>
  texts &&
  prettyJson(
    phrases.flatMap(({ number }) => (texts[number] === undefined ? [] : [[String(number), texts[number]] as const])),
  );

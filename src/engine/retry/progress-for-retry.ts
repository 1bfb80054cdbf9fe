import type { Batch } from '../../translation/batch.ts';
import { translationsOf } from '../../translation/validate-batch.ts';
import type { BatchDetails, BatchProgress } from '../state/run-state.ts';
import { openPhrases } from '../unfinished.ts';
import { effectOf } from './failure-policy.ts';

/** What a person's Retry of a failed batch starts with: the texts answered before, or those of the edited output. */
export function progressForRetry(
  batch: Batch,
  output: string,
  { progress = {}, failure, edited }: BatchDetails,
  inHalves: boolean,
): BatchProgress | undefined {
  const texts = edited ? Object.fromEntries(translationsOf(batch.phrases, output)) : (progress.texts ?? {});
  const count = Object.keys(texts).length;
  // If no phrase is missing, Retry asks for all of them again.
  const kept: BatchProgress = count > 0 && count < batch.phrases.length ? { texts } : {};
  if (inHalves) return { ...kept, atMost: Math.ceil(openPhrases(batch, kept).length / 2) };
  // A corrective pass that network or server failed is repeated; one that was rejected would be rejected again.
  if (progress.correcting && !edited && isUnanswered(failure)) return { ...kept, correcting: progress.correcting };
  return kept.texts && kept;
}

const isUnanswered = (failure: BatchDetails['failure']): boolean =>
  failure === 'bug' || (failure !== undefined && failure !== 'differences' && effectOf(failure) === 'transient');

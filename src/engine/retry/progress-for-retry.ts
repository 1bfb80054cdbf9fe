import type { Batch } from '../../translation/batch.ts';
import { translationsOf } from '../../translation/validate-batch.ts';
import type { BatchDetails, BatchProgress } from '../run-state.ts';
import { openPhrases } from '../translate-batch.ts';
import { effectOf } from './failure-policy.ts';

/** What a person's Retry of a failed batch begins with: all that was answered before, or that the person has made of it. */
export function progressForRetry(
  batch: Batch,
  output: string,
  { progress = {}, failure, edited }: BatchDetails,
  inHalves: boolean,
): BatchProgress | undefined {
  const texts = edited ? Object.fromEntries(translationsOf(batch.phrases, output)) : (progress.texts ?? {});
  const count = Object.keys(texts).length;
  // Where nothing is missing, Retry asks for all of it anew.
  const kept: BatchProgress = count > 0 && count < batch.phrases.length ? { texts } : {};
  if (inHalves) return { ...kept, atMost: Math.ceil(openPhrases(batch, kept).length / 2) };
  // A corrective pass that was rejected or stopped would be so again: the phrases are asked for anew.
  if (progress.correcting && !edited && isUnanswered(failure)) return { ...kept, correcting: progress.correcting };
  return kept.texts && kept;
}

const isUnanswered = (failure: BatchDetails['failure']): boolean =>
  failure === 'bug' || (failure !== undefined && failure !== 'differences' && effectOf(failure) === 'transient');

import type { Batch } from '../translation/batch.ts';
import type { BatchStep } from './translate-batch.ts';
import { unfinished } from './unfinished.ts';

/** Why the batch needs another call, or has failed: never empty. */
export const errorOf = (step: BatchStep): string =>
  step.kind === 'finished'
    ? step.result[0]
    : (step.progress.correcting?.errors[0] ?? step.progress.givenUp?.error ?? 'The reply holds no translation.');

/** Ends a batch that needs another call, so that its reply is shown; after Resume the batch continues where it was. */
export const interrupted = (batch: Batch, step: BatchStep, error: string): BatchStep =>
  step.kind === 'finished'
    ? step
    : { ...unfinished(batch, step.progress, error), failure: 'differences', progress: step.progress };

import type { TokenUsage, TranslateOutcome } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { Batch } from '../translation/batch.ts';
import { batchAt } from '../translation/batch-at.ts';
import type { RequestFacts } from '../translation/compose-request.ts';

/** Phrases and what the model is asked to do with them, in one or more calls; the one kind so far translates a batch. */
export interface Job extends Batch {
  /** Unique; gate, flights and sending know nothing else of a job. */
  readonly id: string;
  readonly kind: 'batch';
}

export const batchJobId = (index: number): string => `batch ${index}`;

/** Throws a RangeError when no batch has this index. */
export const batchJob = (phrases: readonly Phrase[], index: number): Job => ({
  id: batchJobId(index),
  kind: 'batch',
  ...batchAt(phrases, index),
});

/** What one call asks for, without the prompt. In a corrective pass with the model's answer to just these phrases. */
export type Call = Omit<RequestFacts, 'prompt'>;

export interface EndedCall {
  readonly job: Job;
  readonly call: Call;
  /** In ms since 1970. */
  readonly startedAt: number;
}

/** What the jobs of one kind ask for, and what their answers mean. */
export interface JobKind {
  /** undefined: the job has nothing left to ask for. */
  nextCall(job: Job): Call | undefined;
  /** Called instead of a call when the job has nothing left to ask for. */
  end(job: Job): void;
  /** The job's next call was sent at `at`, in ms since 1970. */
  started(job: Job, at: number): void;
  /** Also called for the answer to a call that was stopped: its tokens are paid for. */
  tokensUsed(job: Job, usage: TokenUsage): void;
  /** Called with a call's outcome, unless the call was abandoned. */
  settle(ended: EndedCall, outcome: TranslateOutcome): void;
  /** A chunk of the page that does not load pauses the run; any other bug fails this job alone. */
  settleThrown(job: Job, error: unknown): void;
  /** The job's call was aborted: the job must be started again. */
  giveBack(job: Job): void;
}

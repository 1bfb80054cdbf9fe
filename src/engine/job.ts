import type { TokenUsage, TranslateOutcome } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { Batch } from '../translation/batch.ts';
import { batchAt } from '../translation/batch-at.ts';
import type { RequestFacts } from '../translation/compose-request.ts';
import type { MadeWith } from './run-state.ts';

/** What the model is asked to do with some phrases, by one call after the other: today to translate a batch. */
export interface Job extends Batch {
  /** Tells it from every other job; gate, flights and sending know no more of it. */
  readonly id: string;
  readonly kind: 'batch';
}

export const batchJobId = (index: number): string => `batch ${index}`;

/** Throws a RangeError for an index that no batch has. */
export const batchJob = (phrases: readonly Phrase[], index: number): Job => ({
  id: batchJobId(index),
  kind: 'batch',
  ...batchAt(phrases, index),
});

/** What one call asks for; the prompt is that of the settings. In the corrective pass with the model's answer to just these phrases. */
export type Call = Omit<RequestFacts, 'prompt'>;

/** `madeWith`: missing where nothing was sent. */
export type SentOutcome = TranslateOutcome & { readonly madeWith?: MadeWith };

export interface EndedCall {
  readonly job: Job;
  readonly call: Call;
  /** ms since the epoch. */
  readonly startedAt: number;
}

/** What the jobs of one kind ask for, and what becomes of them. */
export interface JobKind {
  /** undefined: nothing is left to ask for. */
  nextCall(job: Job): Call | undefined;
  /** Nothing was left to ask for. */
  end(job: Job): void;
  /** Its next call is on its way; `at`: ms since the epoch. */
  started(job: Job, at: number): void;
  /** Of a call that was stopped as its answer came, too: it is paid for. */
  tokensUsed(job: Job, usage: TokenUsage): void;
  /** The job was neither stopped nor given back meanwhile. */
  settle(ended: EndedCall, outcome: SentOutcome): void;
  /** A missing chunk stops all jobs alike; any other bug fails its job alone. */
  settleThrown(job: Job, error: unknown): void;
  /** Its call was aborted: it is to be started again. */
  giveBack(job: Job): void;
}

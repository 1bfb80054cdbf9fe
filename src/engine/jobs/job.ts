import type { TokenUsage, TranslateOutcome } from '../../providers/provider.ts';
import type { Phrase } from '../../subtitles/phrase.ts';
import type { Batch } from '../../translation/batch.ts';
import { batchAt } from '../../translation/batch-at.ts';
import type { RequestFacts } from '../../translation/compose-request.ts';
import type { Ask, MadeWith } from '../state/run-state.ts';

/** What the model is asked to do with some phrases, by one call after the other. */
export type Job = BatchJob | SuggestJob;

/** To translate a batch. */
export interface BatchJob extends Batch {
  /** Tells it from every other job; gate, flights and sending know no more of it. */
  readonly id: string;
  readonly kind: 'batch';
}

/** To suggest other translations of some lines. */
export interface SuggestJob {
  readonly id: string;
  readonly kind: 'suggest';
  readonly ask: Ask;
}

export const batchJobId = (index: number): string => `batch ${index}`;

/** Throws a RangeError for an index that no batch has. */
export const batchJob = (phrases: readonly Phrase[], index: number): BatchJob => ({
  id: batchJobId(index),
  kind: 'batch',
  ...batchAt(phrases, index),
});

/** What one call asks for, without the prompt. In a corrective pass with the model's answer to just these phrases. */
export type Call = Omit<RequestFacts, 'prompt'>;

export const suggestJob = (ask: Ask): SuggestJob => ({ id: ask.id, kind: 'suggest', ask });

/** `madeWith`: missing where nothing was sent. */
export type SentOutcome = TranslateOutcome & { readonly madeWith?: MadeWith };

export interface EndedCall<J extends Job = Job> {
  readonly job: J;
  readonly call: Call;
  /** In ms since 1970. */
  readonly startedAt: number;
}

/** What the jobs of one kind ask for, and what becomes of them. */
export interface JobKind<J extends Job = Job> {
  /** undefined: nothing is left to ask for. */
  nextCall(job: J): Call | undefined;
  /** Nothing was left to ask for. */
  end(job: J): void;
  /** Its next call is on its way; `at`: ms since the epoch. */
  started(job: J, at: number): void;
  /** Of a call that was stopped as its answer came, too: it is paid for. */
  tokensUsed(job: J, usage: TokenUsage): void;
  /** The job was neither stopped nor given back meanwhile. */
  settle(ended: EndedCall<J>, outcome: SentOutcome): void;
  /** A missing chunk stops all jobs alike; any other bug fails its job alone. */
  settleThrown(job: J, error: unknown): void;
  /** Its next call could pass the sum that the person has set; `message` says how. */
  overLimit(job: J, message: string): void;
  /** Its call was aborted: it is to be started again. */
  giveBack(job: J): void;
}

import type { Spending } from '../../prices/spending.ts';
import type { TokenUsage } from '../../providers/provider.ts';
import type { BatchResult } from '../../translation/batch.ts';
import type { Ask, AskFailure, BatchDetails, BatchProgress, Pace, Pause, RunState } from './run-state.ts';

/** All that the engine reports of its work; names are noun-verb. */
export type RunEvent =
  | { readonly type: 'batch-started'; readonly index: number; readonly at: number }
  | { readonly type: 'batch-returned'; readonly index: number }
  /** A reply came and another call is needed: the batch goes to the front of the queue. */
  | { readonly type: 'batch-answered'; readonly index: number; readonly progress: BatchProgress }
  | {
      readonly type: 'batch-finished';
      readonly index: number;
      readonly result: BatchResult;
      readonly failure?: NonNullable<BatchDetails['failure']>;
      readonly progress?: BatchProgress;
      readonly corrected?: boolean;
      readonly retry?: NonNullable<BatchDetails['retry']>;
    }
  /** An answer came, made with another prompt or model than the batch's details say. */
  | {
      readonly type: 'batch-made';
      readonly index: number;
      readonly making: number;
      readonly makings: RunState['makings'];
    }
  /** The retries of these failed batches are due: they go back to the queue. */
  | { readonly type: 'retries-due'; readonly indexes: readonly number[] }
  /** These batches failed for the same reason; one whose result has changed since is left alone. */
  | {
      readonly type: 'second-chances-planned';
      readonly batches: readonly { readonly index: number; readonly result: BatchResult }[];
    }
  /** One with the same id is another one now. */
  | { readonly type: 'ask-changed'; readonly ask: Ask }
  /** `failure`: of the lines that have no text and are not in `again`, the asks that take its place. */
  | {
      readonly type: 'ask-ended';
      readonly id: string;
      readonly texts: Readonly<Record<number, string>>;
      readonly failure: AskFailure;
      readonly again?: readonly Ask[];
    }
  | { readonly type: 'tokens-used'; readonly index: number; readonly usage: TokenUsage }
  /** A call has ended that is paid for. */
  | { readonly type: 'call-paid'; readonly spent: readonly Spending[] }
  | { readonly type: 'run-paused'; readonly pause: Pause }
  /** `byPerson`: batches with a second chance are sent again. By a person, or after an outage, so are all with a planned retry. */
  | { readonly type: 'run-resumed'; readonly byPerson: boolean }
  | { readonly type: 'pace-changed'; readonly pace: Pace | null };

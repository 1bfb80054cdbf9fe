import type { TokenUsage } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { BatchResult } from '../translation/batch.ts';
import type { BatchDetails, BatchProgress, MadeWith, Notice, Pace, Pause, SessionState } from './session-state.ts';

/** Everything that can happen to a session, as noun-verb. The only way the state changes. */
export type SessionEvent =
  /** Another tab's newest state. */
  | { readonly type: 'session-loaded'; readonly state: SessionState }
  /** A project file's, in place of the work. */
  | { readonly type: 'project-opened'; readonly state: SessionState; readonly before?: MadeWith | undefined }
  | { readonly type: 'role-changed'; readonly role: SessionState['role'] }
  | { readonly type: 'command-undone' }
  | { readonly type: 'source-opened'; readonly text: string; readonly notices: readonly Notice[] }
  | { readonly type: 'source-edited'; readonly text: string }
  | { readonly type: 'source-cleared' }
  | { readonly type: 'source-refused'; readonly error: string }
  | { readonly type: 'source-parsed'; readonly phrases: readonly Phrase[]; readonly notices: readonly Notice[] }
  | { readonly type: 'batch-shown'; readonly index: number }
  | { readonly type: 'batch-closed' }
  | { readonly type: 'batch-started'; readonly index: number; readonly at: number }
  | { readonly type: 'batch-returned'; readonly index: number }
  /** A reply came, and another call is needed: the batch goes to the front of the queue. */
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
  /** These failed batches are tried again now: they go back to the queue. */
  | { readonly type: 'retries-due'; readonly indexes: readonly number[] }
  /** These failed alike; one that has changed since is left alone. */
  | {
      readonly type: 'second-chances-planned';
      readonly batches: readonly { readonly index: number; readonly result: BatchResult }[];
    }
  | { readonly type: 'tokens-used'; readonly index: number; readonly usage: TokenUsage }
  | { readonly type: 'batch-queued'; readonly index: number; readonly inHalves: boolean }
  | {
      readonly type: 'gaps-filled';
      readonly index: number;
      readonly output: string;
      readonly numbers: readonly number[];
    }
  | { readonly type: 'output-edited'; readonly index: number; readonly output: string }
  | { readonly type: 'output-validated'; readonly index: number; readonly error: string }
  | { readonly type: 'result-assembled'; readonly text: string }
  | { readonly type: 'translated-edited'; readonly text: string }
  | { readonly type: 'translated-kept' }
  | { readonly type: 'translated-cleared' }
  | { readonly type: 'run-paused'; readonly pause: Pause }
  /** `byPerson`: batches with a second chance take it. */
  | { readonly type: 'run-resumed'; readonly byPerson: boolean }
  | { readonly type: 'pace-changed'; readonly pace: Pace | null }
  | { readonly type: 'notice-dismissed'; readonly index: number }
  | { readonly type: 'session-restarted' };

import type { TokenUsage } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { BatchResult } from '../translation/batch.ts';
import type { BatchDetails, Notice, Pace, PartAnswer, Pause, SessionState } from './session-state.ts';

/** Everything that can happen to a session, as noun-verb. The only way the state changes. */
export type SessionEvent =
  /** Another tab's newest state, or a project file's. */
  | { readonly type: 'session-loaded'; readonly state: SessionState }
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
  | { readonly type: 'batch-halved'; readonly index: number }
  | {
      readonly type: 'correction-needed';
      readonly index: number;
      readonly correction: NonNullable<BatchDetails['correction']>;
    }
  | { readonly type: 'part-answered'; readonly index: number; readonly part: PartAnswer }
  | {
      readonly type: 'batch-finished';
      readonly index: number;
      readonly result: BatchResult;
      readonly failure?: NonNullable<BatchDetails['failure']>;
      readonly correction?: NonNullable<BatchDetails['correction']>;
    }
  | { readonly type: 'tokens-used'; readonly index: number; readonly usage: TokenUsage }
  | { readonly type: 'batch-queued'; readonly index: number; readonly inHalves: boolean }
  | { readonly type: 'output-edited'; readonly index: number; readonly output: string }
  | { readonly type: 'output-validated'; readonly index: number; readonly error: string }
  | { readonly type: 'result-assembled'; readonly text: string }
  | { readonly type: 'translated-edited'; readonly text: string }
  | { readonly type: 'translated-kept' }
  | { readonly type: 'translated-cleared' }
  | { readonly type: 'run-paused'; readonly pause: Pause }
  | { readonly type: 'run-resumed' }
  | { readonly type: 'pace-changed'; readonly pace: Pace | null }
  | { readonly type: 'notice-dismissed'; readonly index: number }
  | { readonly type: 'session-restarted' };

import type { Ask, MadeWith, RunEvent } from '../engine/run-state.ts';
import type { Phrase, ReadAs } from '../subtitles/document.ts';
import type { LineChange, Notice, SessionState, StepWords } from './session-state.ts';

/** Everything that can happen to a session, as noun-verb. The only way the state changes. */
export type SessionEvent =
  | RunEvent
  /** Another tab's newest state takes the place of this tab's. */
  | { readonly type: 'session-loaded'; readonly state: SessionState }
  /** A project file's session takes the place of the work. `before`: the settings in use until then, for undo. */
  | { readonly type: 'project-opened'; readonly state: SessionState; readonly before?: MadeWith | undefined }
  | { readonly type: 'role-changed'; readonly role: SessionState['role'] }
  | { readonly type: 'command-undone'; readonly settings?: MadeWith | undefined }
  | { readonly type: 'lines-changed'; readonly lines: readonly LineChange[]; readonly words: StepWords }
  | { readonly type: 'lines-changed-again' }
  | { readonly type: 'lines-asked'; readonly asks: readonly Ask[] }
  | {
      readonly type: 'source-opened';
      readonly text: string;
      readonly fileName?: string;
      readonly notices: readonly Notice[];
    }
  | { readonly type: 'styles-left'; readonly names: readonly string[] }
  /** A person has chosen how the original is read. `text`: the mended original in place of the one before. */
  | { readonly type: 'source-read-as'; readonly readAs: ReadAs; readonly text?: string }
  | { readonly type: 'source-edited'; readonly text: string }
  | { readonly type: 'source-cleared' }
  | { readonly type: 'source-refused'; readonly error: string }
  | {
      readonly type: 'source-parsed';
      readonly phrases: readonly Phrase[];
      readonly notices: readonly Notice[];
      readonly firstOnly?: boolean;
    }
  | { readonly type: 'batch-shown'; readonly index: number }
  | { readonly type: 'batch-closed' }
  | {
      readonly type: 'batch-queued';
      readonly index: number;
      readonly inHalves: boolean;
      /** Confirmed lines are translated again, too. */
      readonly withConfirmed: boolean;
      /** Edited lines are translated again, too. */
      readonly withEdited: boolean;
    }
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
  | { readonly type: 'notice-dismissed'; readonly index: number }
  | { readonly type: 'session-restarted' };

/** What commands work with: the state as it is, and the one way to change it. */
export interface StateAccess {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
}

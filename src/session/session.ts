import type { StoreApi } from 'zustand/vanilla';
import type { Ask, MadeWith } from '../engine/state/run-state.ts';
import type { Result } from '../lib/result.ts';
import type { ProblemKind } from '../review/problem.ts';
import type { ReadAs, SubtitleDocument } from '../subtitles/document.ts';
import type { SrtError } from '../subtitles/parse-srt.ts';
import type { Notice, SessionState, StepWords } from './session-state.ts';

export interface TranslateOptions {
  /** The run stops after the first batch, until it is resumed. */
  readonly firstOnly: boolean;
}

export type NewAsk = Pick<Ask, 'phrases' | 'suggestion' | 'of'>;

/** What the page holds: a state to read and commands to give. Made by createSession; knows no React. */
export interface Session {
  readonly store: Pick<StoreApi<SessionState>, 'getState' | 'subscribe' | 'getInitialState'>;

  /** A decoded file replaces the text; refused once batches exist. */
  openSource(text: string, notices: readonly Notice[], fileName?: string): void;
  /** A file that cannot be opened: its reason becomes the error, the text stays. */
  refuseSource(error: string): void;
  editSource(text: string): void;
  /** Until Translate: the text is read in this way, whatever it looks like. `text`: the mended one in place of it; can be taken back. */
  readSourceAs(readAs: ReadAs, text?: string): void;
  /** Until Translate: names of styles of an ASS or SSA file whose texts stay as they are. */
  leaveStyles(names: readonly string[]): void;
  clearSource(): void;

  /** Parses the text, makes the batches and starts the run; a text that cannot be parsed, or a start problem, sets the error. */
  translate(options?: TranslateOptions): void;
  /** Aborts what is in flight, keeps what is finished, pauses; over a reload too. */
  stop(): void;
  resume(): void;
  /** Aborts everything and forgets the work; prompt, model and keys stay. */
  restart(): void;

  showBatch(index: number): void;
  /** Back to the main view; assembles the result if there is none and all batches are OK. */
  closeBatch(): void;
  editOutput(index: number, output: string): void;
  validateOutput(index: number): void;
  formatOutput(index: number): void;
  /** Phrases without a valid translation get their source text; the result is validated. */
  fillGaps(index: number): void;
  /**
   * Retry of a failed batch and "Translate again" of a finished one; before all others. Confirmed lines are left as they are,
   * unless they are to be translated again, too; edited ones only where that is said.
   */
  translateAgain(index: number, options?: { readonly withConfirmed: boolean; readonly withEdited?: boolean }): void;
  translateInHalves(index: number): void;
  /** The same of all failed batches. */
  retryFailed(options?: { readonly withConfirmed: boolean }): void;
  /** Aborts one running batch: it counts as failed ("Request was aborted."), so that the run does not take it up again by itself. */
  stopBatch(index: number): void;

  /** Other texts for lines of finished batches, as one step; blank lines in them are taken out. `words`: "Changed 3 lines". */
  changeLines(lines: readonly { readonly number: number; readonly text: string }[], words?: StepWords): void;
  /** Confirms or flags lines, or takes that back; one step. */
  markLines(numbers: readonly number[], marks: { readonly confirmed?: boolean; readonly flagged?: boolean }): void;
  dismissProblem(number: number, kind: ProblemKind): void;
  /** Asks the model for other translations, before all batches, in a paused run, too; what comes are suggestions. */
  ask(asks: readonly NewAsk[]): void;
  /** What is asked for and has not come ends as stopped. */
  stopAsking(): void;
  /** Suggestions take the place of their lines' texts, which are new then, as one step; nothing where a line cannot be changed now. */
  takeSuggestions(uses: readonly { readonly number: number; readonly text: string }[]): void;
  /** The lines stay as they are: their suggestions go, as one step. */
  keepLines(numbers: readonly number[]): void;
  /** The assembled text's edits by hand become those of the lines, by number. */
  takeEditsOver(): void;
  /** The newest change of lines that was taken back, once more. */
  changeLinesAgain(): void;

  /** The "Result" button, and "Assemble again". */
  assemble(): void;
  keepTranslated(): void;
  editTranslated(text: string): void;
  /** The right panel's Clear: the translated text and the error. */
  clearTranslated(): void;
  dismissNotice(index: number): void;

  /** Takes back the newest command that threw something away. `settings`: those of now, for a way back from a project file. */
  undo(settings?: MadeWith): void;
  /** Another session in place of this one: a project file. What was there can be taken back; `before`: the settings with it. */
  replace(state: SessionState, before?: MadeWith): void;

  /** Another tab holds the run: aborts what is in flight and only shows from now on. */
  follow(): void;
  /** A follower's newest view of what the holder does; the open batch stays open. */
  showHolder(state: SessionState): void;
  /** This tab holds the run from now on, with this state; unfinished batches start again unless it is paused. */
  lead(state: SessionState): void;

  /** What Translate would send of the original, or why it cannot be read; otherwise as `readDocument`, without its code for a strict .srt film. */
  readPhrases(): Promise<Result<Pick<SubtitleDocument, 'phrases' | 'notes'>, SrtError> | undefined>;
  /** The original as it is read; undefined: another one has come in the meantime. Rejects when its reader cannot be loaded. */
  readDocument(): Promise<Result<SubtitleDocument, SrtError> | undefined>;

  /** What the run reads from the settings may have changed: more may start now than before. */
  settingsChanged(): void;

  /** Ends timers and requests; for tests and for a page that goes away. */
  dispose(): void;
}

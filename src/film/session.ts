import type { StoreApi } from 'zustand/vanilla';
import type { SuggestionRequest } from '../engine/run-state.ts';
import type { Calls } from '../lib/port.ts';
import type { ReadingLanguages } from '../notes/film-reading.ts';
import type { FilmNotes } from '../notes/notes.ts';
import type { ProblemKind } from '../review/line.ts';
import type { ReadAs } from '../subtitles/formats.ts';
import type { FilmOptions } from '../translation/batch.ts';
import type { Analysis } from './analysis.ts';
import type { Notice, StepWords, Work } from './film.ts';

export interface TranslateOptions {
  /** The run stops after the first batch, until it is resumed. */
  readonly firstOnly?: boolean;
  /** The original as the person pressed; missing: as it is now. Another film is not sent, this one as it is typed since. */
  readonly of?: Pick<Work, 'sourceText'>;
}

/** An ask before the session gives it an id and its stage. `of`: stamps of the lines' present translations, by number. */
export type NewSuggestionRequest = Pick<SuggestionRequest, 'phrases' | 'suggestion' | 'of'>;

/** Marks that lines get, or lose. */
export interface NewMarks {
  readonly confirmed?: boolean;
  readonly flagged?: boolean;
  readonly dismissed?: ProblemKind;
}

/** 'saving': as if the box were left; 'leaving': the page goes or is hidden, or another tab gets the work. */
export type TakeTyped = 'saving' | 'leaving';

/** One person's work as the page uses it: a state to read and commands to give. Made by createSession; knows no React. */
export interface Session {
  readonly store: Pick<StoreApi<Work>, 'getState' | 'subscribe' | 'getInitialState'>;

  /**
   * Has all text boxes hand on what is typed in them. The session calls it before it saves, sends, marks lines or opens another film, so
   * that no caller can forget it; what is not handed on before the call returns may be lost.
   */
  readonly takeTyped: Calls<[why: TakeTyped]>;

  /** A decoded file replaces the text; over batches only once all are done: their film is kept as an undo step. */
  openSource(text: string, notices: readonly Notice[], fileName?: string): void;
  /** A file that cannot be opened: its reason becomes the error, the text stays. */
  refuseSource(error: string): void;
  editSource(text: string): void;
  /** Until Translate: how the original is read, whatever it looks like. `text`: a mended original in place of the present one, undoable. */
  readSourceAs(readAs: ReadAs, text?: string): void;
  /** Until Translate: names of styles of an ASS or SSA file whose texts stay as they are. */
  leaveStyles(names: readonly string[]): void;
  clearSource(): void;

  /**
   * Reads the original, makes the batches and starts the run; a text that cannot be read, or a start problem, sets the error. Resolves
   * then, and where there is nothing to start, or where another film is there meanwhile.
   */
  translate(options?: TranslateOptions): Promise<void>;
  /**
   * Pauses the run, over a reload too: sends nothing more, and still takes the answers to what was sent. `now`: aborts those requests
   * instead, which may be charged all the same. `batch`: aborts this running batch alone, which counts as failed ("Request was aborted."), so
   * that the run does not start it again.
   */
  stop(how?: { readonly now: boolean } | { readonly batch: number }): void;
  resume(): void;
  /** Aborts everything and forgets the work; prompt, model and keys stay. */
  restart(): void;

  /** Opens a finished batch. null: goes back to the main view, and assembles the result if there is none and all batches are OK. */
  showBatch(index: number | null): void;
  editOutput(index: number, output: string): void;
  /** 'fill': phrases without a valid translation get their source text, and the result is validated. */
  reviewOutput(index: number, how: 'validate' | 'format' | 'fill'): void;
  /**
   * Sends batches again, before all others, as one step of the history. `which`: one batch, all that failed, or several. A failed batch
   * keeps the lines that were answered, unless several are named. Confirmed lines keep their text unless `withConfirmed` is true, edited
   * lines unless `withEdited` is. `inHalves`, of one batch: with two requests, each for one half of the phrases that have no answer.
   */
  translateAgain(
    which: number | 'failed' | readonly number[],
    how?: { readonly withConfirmed?: boolean; readonly withEdited?: boolean; readonly inHalves?: boolean },
  ): void;
  /**
   * Reads the film in these parts for a proposal of notes, or the parts that are missing of it, one call after another. `mostFound`:
   * characters that a call may have of what was found before; missing: as many as usual. `told`: see FilmReading.
   */
  readFilm(parts: readonly (readonly string[])[], languages: ReadingLanguages, mostFound?: number, told?: string): void;
  /**
   * 'stop': takes the answer that is under way and asks for nothing more. 'drop': discards the proposal, which Undo brings back. 'decline': the
   * person translates without the rest of the proposal, which stays.
   */
  endReading(how: 'stop' | 'drop' | 'decline'): void;
  /** `step`: what was done at once, for people ("3 terms added"), which Undo takes back; missing: typing. What is over the limits is left out. */
  changeNotes(notes: FilmNotes, step?: string): void;
  /** How the film's batches are made and asked for from now on. */
  changeOptions(options: FilmOptions): void;

  /**
   * Sets texts of lines of finished batches, without their blank lines, as one undo step. `text` null: the line keeps its original, and is
   * confirmed. `words` of the step: "Changed 3 lines".
   */
  changeLines(lines: readonly { readonly number: number; readonly text: string | null }[], words?: StepWords): void;
  /** Confirms or flags lines (true), or takes that back (false), or dismisses a kind of problem in them; one undo step. */
  markLines(numbers: readonly number[], marks: NewMarks): void;
  /**
   * Moves the translations from a line to its batch's end to the line after (1) or before (-1) each, as one undo step. The text that falls out
   * stands as a suggestion at the line that it stood in, and the line that gets none keeps its own. The moved lines are no longer confirmed.
   */
  moveTranslations(number: number, by: 1 | -1): void;
  /** Asks the model for suggestions. These requests go before all batches, in a paused run, too. */
  ask(requests: readonly NewSuggestionRequest[]): void;
  /** Aborts the requests that are not answered yet; each of their lines gets a suggestion that says so. */
  stopAsking(): void;
  /**
   * Replaces lines' texts by suggestions, as one undo step; the lines count as new. Leaves out a line that cannot be changed now, and one
   * whose text is another than that with the stamp `of` (missing: the person has seen what is replaced).
   */
  takeSuggestions(uses: readonly { readonly number: number; readonly text: string; readonly of?: string }[]): void;
  /** Throws away the lines' suggestions and keeps their texts, as one undo step. */
  keepLines(numbers: readonly number[]): void;

  /**
   * Brings what is typed into the lines, also in the result, and resolves when the result says what the lines say. To be awaited before the
   * result is saved, and called as its text box is left. Never rejects. `again`, the button "Result": writes it from the lines also where a
   * person has cleared it, or has a text of their own there, which Undo brings back.
   */
  writeResult(how?: { readonly again: boolean }): Promise<void>;
  /** Called at each key. The lines get it a moment after the last one; what they cannot hold stays in the result as the person's own text. */
  editTranslated(text: string): void;
  /** The right panel's Clear: the translated text and the error. */
  clearTranslated(): void;
  /** The result, or the whole work, was saved as it was then; missing: as it is now. */
  noteSaved(saved?: Work): void;
  dismissNotice(index: number): void;

  /** Undoes the newest command that threw something away. A work that comes back brings its prompt and model. */
  undo(): void;
  /** Does again what was undone, since the newest command; sends nothing. */
  redo(): void;
  /**
   * Replaces the work by a project file's, which undo takes back. A run is stopped first, and its answers that are under way are taken.
   * False: something else was opened meanwhile.
   */
  replace(state: Work): Promise<boolean>;

  /** What is worked out of the film. */
  readonly analysis: Analysis;

  /** Tells the run that settings which it reads have changed: more requests may be allowed to start now. */
  settingsChanged(): void;

  /** Before the work is given away: takes what is typed, first and last, sends nothing more, and resolves when what is under way has been answered, after `mostMs` at the latest. */
  finish(mostMs: number): Promise<void>;
  /** Ends timers and requests. From now on nothing changes the state. */
  dispose(): void;
}

import type { StoreApi } from 'zustand/vanilla';
import type { SuggestionRequest } from '../engine/run-state.ts';
import type { Calls } from '../lib/port.ts';
import type { ReadingLanguages } from '../notes/film-reading.ts';
import type { FoundNotes } from '../notes/found-notes.ts';
import type { FilmNotes } from '../notes/notes.ts';
import type { ProblemKind } from '../review/line.ts';
import type { FilmOptions } from '../translation/batch.ts';
import type { Analysis } from './analysis.ts';
import type { Notice, PromptBefore, SourceReading, StepWords, Work } from './film.ts';

export interface TranslateOptions {
  /** 'film': sends only the open film of a series. 'first-batch': sends only the film's first batch, until a person resumes the run. */
  readonly only?: 'film' | 'first-batch';
  /**
   * The original at the time when the person pressed Translate; missing: the present one. If another film has been opened since, nothing is sent.
   */
  readonly of?: Pick<Work, 'sourceText'>;
}

/** A request for suggestions before the session gives it an id and a stage. `of`: stamps of the lines' present translations, by number. */
export type NewSuggestionRequest = Pick<SuggestionRequest, 'phrases' | 'suggestion' | 'of'>;

/** Marks that lines get or lose. */
export interface NewMarks {
  readonly confirmed?: boolean;
  readonly flagged?: boolean;
  readonly dismissed?: ProblemKind;
}

/** 'saving': as if the text box lost the focus; 'leaving': the page closes or is hidden, or another tab gets the work. */
export type TakeTyped = 'saving' | 'leaving';

/** 'begin': the work on the page becomes an undo step; 'undo' and 'redo': a step brings another list, or a film without a list. */
export type ListChange = 'begin' | 'undo' | 'redo';

/**
 * Stores the open film, which another film of the series replaces: called right before that, it may resolve later. Resolves with false if the film could not
 * be stored.
 */
export type KeepFilm = (left: Work) => Promise<boolean>;

/** A film of a series that is being read: its id, and the findings of other films. */
export interface AmongFilms {
  readonly id: string;
  readonly before: FoundNotes;
}

/** 'failed': all failed batches of a film; their answered lines keep their text. Numbers: these batches as a whole. */
export type WhichAgain = 'failed' | readonly number[];

export type Press = 'stop' | 'resume';
/** What a person has pressed for all films since a moment. */
export interface PressedSince {
  /** Stop was pressed. Resume may have followed. */
  isStopped(): boolean;
  newest(): Press | undefined;
}

/** The work of one person as the page uses it: a state to read and commands to give. createSession makes it; it does not depend on React. */
export interface Session {
  readonly store: Pick<StoreApi<Work>, 'getState' | 'subscribe' | 'getInitialState'>;
  /**
   * The films of the series that are not open, by `Work.id`: with their lines if requests are not answered or still to be sent, and otherwise only their costs
   * (`costOf`).
   */
  readonly others: Pick<StoreApi<ReadonlyMap<string, Work>>, 'getState' | 'subscribe' | 'getInitialState'>;

  /**
   * Asks all text boxes to hand over text that is being typed. The session calls it before it saves, sends, marks lines or opens another film. Text
   * that is not handed over during the call may be lost.
   */
  readonly takeTyped: Calls<[why: TakeTyped]>;

  /** Opens a decoded file. Over another film it does so only if all batches are done; that film becomes an undo step. */
  openSource(text: string, notices: readonly Notice[], fileName?: string): void;
  /** Reports a file that cannot be opened: its reason becomes the error, and the text stays. */
  refuseSource(error: string): void;
  /**
   * A person is typing: called at each key. 'original': before Translate. 'result': shortly after the last key the text goes to the lines; text that the lines
   * cannot contain stays in the result as the person's own. A number: the output of this batch, unless a batch is pending.
   */
  edit(what: 'original' | 'result' | number, text: string): void;
  /**
   * Before Translate: sets the format of the original, whatever it looks like, or the names of ASS or SSA styles whose texts are not translated. `text`: a mended
   * text that replaces the original, undoable.
   */
  readSourceAs(how: SourceReading): void;

  /**
   * Reads the original, makes the batches and starts the run. If the text cannot be read, or no run can start, sets the error. Resolves then, or
   * when there is nothing to start or another film has come.
   */
  translate(options?: TranslateOptions): Promise<void>;
  /**
   * Pauses the run of all films, even over a reload: sends nothing more, and accepts the answers of sent requests. `now`: aborts these requests instead, which
   * may still be charged. `batch`: aborts only this batch of the open film. It then counts as failed ("Request was aborted."), so that the run does not start
   * it again. `film`: stops this film, which was removed from the list. Resume does not continue it. 'suggestions': aborts the unanswered requests for suggestions.
   * Each of their lines gets a suggestion that says so.
   */
  stop(how?: { readonly now: boolean } | { readonly batch: number } | { readonly film: string } | 'suggestions'): void;
  /** Continues every film that was begun. `film`: a removed film that is back in the list. It continues, unless its run was stopped before or since. */
  resume(only?: { readonly film: string }): void;
  /**
   * Removes a part of the open film, undoable. 'original': before Translate. 'result': with the error. 'all' (the button "Restart"): aborts everything and removes
   * the film. Prompt, model and keys stay.
   */
  clear(what: 'original' | 'result' | 'all'): void;

  /** Opens a finished batch. null: returns to the main view, and assembles the result if there is none and all batches are OK. */
  showBatch(index: number | null): void;
  /** 'fill': phrases without a valid translation get their original, and the output is validated. */
  reviewOutput(index: number, how: 'validate' | 'format' | 'fill'): void;
  /**
   * Sends batches again before all others, as one undo step.
   * `which`: one batch, all failed ones, or several, also of a film that is not open. A failed batch keeps its answered lines, unless
   * several batches are given.
   * Confirmed lines keep their text unless `withConfirmed` is true, edited lines unless `withEdited` is.
   * `inHalves`, for one batch: sends two requests, each for half of the phrases without an answer.
   */
  translateAgain(
    which: number | WhichAgain | { readonly film: string; readonly which: WhichAgain },
    how?: { readonly withConfirmed?: boolean; readonly withEdited?: boolean; readonly inHalves?: boolean },
  ): void;
  /**
   * Reads the film part by part for a proposal of film notes, or only its missing parts. `among`: reads this film of the series, if its lines are in
   * memory.
   * `mostFound`: how many characters of earlier findings a request may contain; missing: as many as usual. `tariff`: the model and tariff whose price the page
   * has shown; missing: none.
   */
  readFilm(
    parts: readonly (readonly string[])[],
    languages: ReadingLanguages,
    mostFound?: number,
    tariff?: string,
    among?: AmongFilms,
  ): void;
  /**
   * 'stop': accepts the answer under way and sends nothing more, in all films. 'drop': discards the proposal, which Undo brings back. 'decline': the person
   * translates without the remaining rows of the proposal.
   */
  endReading(how: 'stop' | 'drop' | 'decline'): void;
  /** `step`: what the command did, in words for Undo ("3 terms added"); missing: the person is typing. Ignores rows over the limits. */
  changeNotes(notes: FilmNotes, step?: string): void;
  /**
   * Adds an undo step after a person has replaced the prompt without typing. `before`: the former prompt. `words`: describe the new one ("English → German").
   */
  notePrompt(before: PromptBefore, words: string): void;
  /** Adds notes that came with another film to what the page suggests. */
  suggestNotes(notes: FoundNotes): void;
  /** Sets how the batches of the film are made and requested from now on. */
  changeOptions(options: FilmOptions): void;

  /**
   * Sets texts of lines of finished batches, without blank lines, as one undo step. `text` null: the line keeps its original and is confirmed.
   * `words`: the words of the step, such as "changing 3 lines".
   */
  changeLines(lines: readonly { readonly number: number; readonly text: string | null }[], words?: StepWords): void;
  /**
   * Sets (true) or removes (false) confirmations and flags of lines, or dismisses a kind of problem in them; one undo step, with the text that is
   * being typed in one of these lines.
   */
  markLines(numbers: readonly number[], marks: NewMarks): void;
  /**
   * Moves the translations from a line to its batch's end by one line, later (1) or earlier (-1), as one undo step. The text that falls out becomes
   * a suggestion of its former line; the line that gets no text keeps its own. Moved lines are no longer confirmed.
   */
  moveTranslations(number: number, by: 1 | -1): void;
  /** Asks the model for suggestions. These requests go before all batches, even in a paused run. */
  ask(requests: readonly NewSuggestionRequest[]): void;
  /**
   * Replaces texts of lines by suggestions, as one undo step; the lines count as new. Skips lines that cannot be changed now. Skips a line whose
   * text has another stamp than `of` (missing: the person has seen the present text).
   */
  takeSuggestions(uses: readonly { readonly number: number; readonly text: string; readonly of?: string }[]): void;
  /** Discards suggestions and keeps the texts of the lines, as one undo step. */
  keepLines(numbers: readonly number[]): void;

  /**
   * Moves typed text into the lines, even from the result, and resolves when result and lines are equal. Call it when the result's text box loses the focus,
   * and wait for it before saving. Never rejects. `again` (the button "Result"): writes the result from the lines even if a person has cleared it or typed in
   * it, which Undo brings back.
   */
  writeResult(how?: { readonly again: boolean }): Promise<void>;
  /** Notes that the result or the whole work was saved. `saved`: the work that was saved, even if it is in `others` by now; missing: the open one. */
  noteSaved(saved?: Work): void;
  dismissNotice(index: number): void;

  /** Undoes the newest command that removed something. A work that comes back brings its prompt and model. If a list comes back, see `changeList`. */
  undo(): void;
  /** Repeats what was undone since the newest command. Sends nothing. */
  redo(): void;
  /**
   * Replaces the work by that of a project file, undoable. Stops a run first and accepts the answers of sent requests. False: something else was opened in the
   * meantime. `keep`: `state` is another film of the series, with its own history; if it is in `others`, it comes from there. `keep` stores the open
   * film, and no undo step contains that film. If `keep` resolves with false, the film comes back. The requests of both films continue.
   */
  replace(state: Work, keep?: KeepFilm): Promise<boolean>;
  /**
   * Makes the whole work an undo step: the film and, if it is in a series, all films of it. 'begin' gives an empty page. Stops all runs first and accepts the
   * answers of sent requests. `keep` stores what the undo step does not contain: the films in `others`. `sendOthers` brings the films of a list that comes
   * back. False: nothing has changed, because `keep` resolved with false, or something else was opened in the meantime.
   */
  changeList(how: ListChange, keep: () => Promise<boolean>): Promise<boolean>;
  /**
   * Loads films of the series into `others`, one after another as `next` returns them, and sends what they still need. If a person has pressed Stop or Resume
   * since this call, the newest of them also concerns a film that comes later. `areBegun`: the films were begun before, so each press on this page concerns
   * them. Resolves when `next` returns no film.
   */
  sendOthers(next: (pressed: PressedSince) => Promise<Work | undefined>, areBegun?: boolean): Promise<void>;
  /** Removes the lines of a stored film from memory. */
  putToRest(id: string): Promise<void>;
  /**
   * Gives the film its id in a series; '': its series ends, and it counts what all films of it have cost. `isApart`: the film in its newest undo step is also
   * in the series, with its own steps. From now on, the costs of all films of the series are known. Resolves when the state has the id.
   */
  nameFilm(id: string, isApart?: boolean): Promise<void>;

  /** Loads and makes what the first command needs, so that the command does not wait for it. */
  whenReady(): Promise<void>;
  /** What the film worker found out about the film. */
  readonly analysis: Analysis;

  /**
   * Call it before the work is given away. Takes text that is being typed, sends nothing more, and resolves when all requests of all films are answered, at the
   * latest after `mostMs`. `onCalls` gets the number of unanswered requests.
   */
  finish(mostMs: number, onCalls: (count: number) => void): Promise<void>;
  /** Ends timers and requests. Nothing changes the state from now on. */
  dispose(): void;
}

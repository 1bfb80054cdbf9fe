import type { PauseKind } from '../engine/run-state.ts';
import type { FileLike } from '../files/video-bytes.ts';
import type { Tone } from '../languages/prompt-language.ts';
import type { Result } from '../lib/result.ts';
import type { FilmNotes } from '../notes/notes.ts';
import type { Sum } from '../prices/price.ts';
import type { FileOptions } from '../review/finish-file.ts';
import type { ProblemKind } from '../review/line.ts';
import type { FileFormat, FrameRate } from '../subtitles/formats.ts';
import type { FilmOptions } from '../translation/batch.ts';

/** A subtitle file or a project file, or a track of a video: its number (from 1) or its language; undefined: the track that the page would propose. */
export type Source =
  | { readonly bytes: Uint8Array; readonly name: string }
  | { readonly file: FileLike; readonly track: string | number | undefined };

/** How one film is translated. A project file brings its own prompt, model, notes and options; the values here override them. */
export interface FilmRequest {
  /** BCP 47. With a prompt of your own: the language for the file's name and for the checks. */
  readonly to: string | undefined;
  /** BCP 47; undefined: the detected language. */
  readonly from: string | undefined;
  /** undefined: informal, as in the page. */
  readonly tone: Tone | undefined;
  /** Replaces the standard prompt for `from`, `to` and `tone`. */
  readonly prompt: string | undefined;
  /** "openai/gpt-5.4-mini". */
  readonly model: string | undefined;
  readonly notes: FilmNotes | undefined;
  /** How batches are made and requested. */
  readonly options: FilmOptions | undefined;
  /** How the file is saved. */
  readonly file: FileOptions | undefined;
  readonly repairs: RepairChoices | undefined;
  /** Styles of an ASS or SSA file whose texts are not translated. */
  readonly withoutStyles: readonly string[] | undefined;
  /** The text of the project file from an interrupted run. Its answers are not requested again. */
  readonly restored: string | undefined;
  /** Requests of a film leave before those of films with a greater number, even if it was opened later. undefined: 0. Equal: the film that was opened first. */
  readonly place: number | undefined;
}

export interface RepairChoices {
  /** Refuses a file that is not fully readable, instead of mending it. */
  readonly strictRead: boolean;
  /** Sends each line of rolling captions, as on video sites, only once. */
  readonly unroll: boolean;
  /** Repairs letters that another program read in a wrong encoding and saved. */
  readonly repairLetters: boolean;
  /** The frame rate of the video, if the times count frames; undefined: such times do not change, and a file that must be mended is refused. */
  readonly frameRate: FrameRate | undefined;
  /** Translates only this language of a film that is shown in two; undefined: both. */
  readonly oneLanguage: 'first' | 'second' | undefined;
}

/** A sentence that a person should read. `code` stays the same in later versions. */
export interface Told {
  readonly code: ToldCode;
  readonly message: string;
}

/**
 * `letters`: they are garbled; `language`, `unknown-language`: see FilmRequest.from; `same-language`: the film needs no translation; `restored`: the state of
 * the interrupted run cannot be used; `other-language`: the translations of a project cannot be used either.
 */
export type ToldCode =
  | ('mended' | 'kept' | 'damaged' | 'renumbered' | 'blank-lines' | 'encoding' | 'letters' | 'cut-off' | 'track')
  | (
      | 'unroll'
      | 'frames'
      | 'two-languages'
      | 'language'
      | 'unknown-language'
      | 'same-language'
      | 'styles'
      | 'restored'
      | 'other-language'
      | 'reply-form'
      | 'room'
    );

/** Why a run ended before its film was done. */
export type EndCause =
  /** The program called `stop`. */
  | 'stopped'
  /** The next request could exceed the sum of money, or its price is unknown. */
  | 'limit'
  /** No key, a refused key, or an account that may not or cannot pay. */
  | 'account'
  /** The original, the request, or the way to read the file. */
  | 'file'
  /** The model or the provider refuses every batch. */
  | 'model'
  /** The film was closed. */
  | 'closed';

/** The result of a run. After `failed` and `paused`, another `run` requests what is missing. */
export type Ending =
  | { readonly kind: 'finished' }
  /** Some batches failed for their own reasons; the message is that of the first one. */
  | { readonly kind: 'failed'; readonly failed: number; readonly total: number; readonly message: string }
  | {
      readonly kind: 'paused';
      readonly cause: EndCause;
      readonly message: string;
      /** undefined: the program stopped it. */
      readonly failure: PauseKind | undefined;
    }
  /** Nothing was sent. */
  | { readonly kind: 'refused'; readonly cause: EndCause; readonly message: string };

/** The price of the missing lines. */
export interface FilmPrice {
  readonly requests: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** undefined: the model's price is unknown. */
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly currency: 'USD';
}

export interface LineProblem {
  /** The phrase's number in the file. */
  readonly line: number;
  readonly kind: ProblemKind;
  readonly words: string;
}

/** The lines that a person should look at. A line may have several problems. */
export interface Checked {
  /** The number of lines of the film. */
  readonly lines: number;
  /** The number of lines with one of `problems`. */
  readonly doubtful: number;
  /** The number of lines that may be too fast or too long, as many faultless lines are. `problems` does not contain them. */
  readonly fits: number;
  readonly problems: readonly LineProblem[];
}

export interface SavedFile {
  readonly bytes: Uint8Array;
  /** The name that the page's "Save as" would give. */
  readonly name: string;
  /** The number of lines that have a translation. */
  readonly translated: number;
}

/** What `save` does with a film that is not done; by default it refuses. */
export interface SaveChoices {
  /** Lines that no model has translated get their original. Batches that were not requested are still missing. */
  readonly fillGaps: boolean;
  /** Saves the translated part; the name says how much it is. */
  readonly part: boolean;
}

export interface Film {
  readonly name: string;
  readonly format: FileFormat;
  readonly phrases: number;
  /** The detected language, BCP 47; undefined: unclear. */
  readonly language: string | undefined;
  /** Sentences about what was found and done while the film was opened. */
  readonly told: readonly Told[];
  /** The language of the result, BCP 47; undefined: the prompt does not say. */
  readonly target: string | undefined;
  readonly prompt: string;
  /** "openai/gpt-5.4-mini". */
  readonly model: string;
  /** The present film notes. */
  readonly notes: FilmNotes;
  /** Whether the film was read for its notes; false: partly; undefined: not at all. */
  readonly isRead: boolean | undefined;
  /** The name that `save` gives to the complete file. */
  savedName(options?: FileOptions): string;
  /** The price of the missing batches; with `reading`, also of reading the film for notes. */
  price(how?: { readonly reading: boolean }): FilmPrice;
  /** Requests notes for the whole film, and adds the new ones to its notes. Does not read a film twice. */
  readNotes(): Promise<Ending>;
  setNotes(notes: FilmNotes): void;
  /** Requests all missing lines. Resolves when nothing more is sent without another command. */
  run(): Promise<Ending>;
  /** Sends nothing more. Resolves when all sent requests are answered; `now`: drops them, which may still be charged. */
  stop(how?: { readonly now: boolean }): Promise<void>;
  /** The number of batches in each state. */
  progress(): {
    readonly done: number;
    readonly failed: number;
    readonly total: number;
    /** The number of unanswered requests, including those that read the film. */
    readonly underWay: number;
  };
  /** The present film as a project file that the page can open. It never contains a key. */
  project(): string;
  /** The error is a sentence for people. */
  save(how?: Partial<SaveChoices>): Promise<Result<SavedFile, string>>;
  /** Checks the lines. The first check of a film takes half a second, so write the file before. */
  check(): Promise<Checked>;
  /** The spending of this core for the film, without earlier spending of a project or an interrupted run. */
  cost(): Sum;
  /** Closes the film and drops unanswered requests. Afterwards only its cost and its notes can be read. */
  dispose(): void;
}

/** Times in ms since 1970. Known types and fields stay; new ones may come. */
export type CoreEvent = { readonly film: Film } & (
  | { readonly type: 'opened' }
  /** A batch is done: the number of done batches, of all batches, and the film's cost so far in US dollars. */
  | { readonly type: 'batch'; readonly n: number; readonly of: number; readonly cost: number }
  /** A batch has failed and will not be tried again. `batch`: from 1; undefined: the reading of the film failed. */
  | { readonly type: 'failed'; readonly batch: number | undefined; readonly message: string }
  /** `project()` has one more answer, which may be for a part of a batch. */
  | { readonly type: 'answer' }
  /** A part of the film was read for notes. */
  | { readonly type: 'read'; readonly n: number; readonly of: number }
  /** Nothing is sent before `until`. `failure`: why the requests wait; `tries`: how many times they have failed. */
  | {
      readonly type: 'wait';
      readonly until: number;
      readonly reason: string;
      readonly failure: PauseKind | 'pace' | 'bug';
      readonly tries: number;
    }
  | ({ readonly type: 'note' } & Told)
);

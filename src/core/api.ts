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

/** A subtitle file or a project file, or a track of a video: its number from 1, or a language; undefined: the track that the page proposes. */
export type Source =
  | { readonly bytes: Uint8Array; readonly name: string }
  | { readonly file: FileLike; readonly track: string | number | undefined };

/** How one film is translated. A project file brings its own prompt, model, notes and options; what is given here goes before them. */
export interface FilmRequest {
  /** BCP 47. Beside a prompt of your own: the language for the name of the file, and for its checks. */
  readonly to: string | undefined;
  /** BCP 47; undefined: as the film looks. */
  readonly from: string | undefined;
  /** undefined: informal, as in the page. */
  readonly tone: Tone | undefined;
  /** In place of the standard prompt for `from`, `to` and `tone`. */
  readonly prompt: string | undefined;
  /** "openai/gpt-5.4-mini". */
  readonly model: string | undefined;
  readonly notes: FilmNotes | undefined;
  /** How batches are made and asked for. */
  readonly options: FilmOptions | undefined;
  /** How the file is saved. */
  readonly file: FileOptions | undefined;
  readonly repairs: RepairChoices | undefined;
  /** Styles of an ASS or SSA file whose texts stay as they are. */
  readonly withoutStyles: readonly string[] | undefined;
  /** The text of a project file that an interrupted run has left: what it has is not asked for again. */
  readonly restored: string | undefined;
}

export interface RepairChoices {
  /** A file that is not fully readable is refused, and not mended. */
  readonly strictRead: boolean;
  /** Captions that roll, as those of video sites do: each line is sent once. */
  readonly unroll: boolean;
  /** Letters that a program read in a wrong encoding, and saved so. */
  readonly repairLetters: boolean;
  /** Of the video, where the times count frames; undefined: such times stay, or the file is refused if it must be mended. */
  readonly frameRate: FrameRate | undefined;
  /** Of a film that is shown in two languages, only this one is translated; undefined: both. */
  readonly oneLanguage: 'first' | 'second' | undefined;
}

/** What a person should know, in a sentence. `code` stays the same in later versions. */
export interface Told {
  readonly code: ToldCode;
  readonly message: string;
}

/** `letters`: they are garbled; `language`, `unknown-language`: see FilmRequest.from; `same-language`: the film needs no translation; `restored`: what was to be gone on with is of no use; `other-language`: so are the translations of a project. */
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

/** Why a run has ended before its film was done. */
export type EndCause =
  /** `stop` was called. */
  | 'stopped'
  /** The next request could pass the sum of money, or its price is not known. */
  | 'limit'
  /** No key, a key that is refused, or an account that may not or cannot pay. */
  | 'account'
  /** The original, the request, or how the file is to be read. */
  | 'file'
  /** The model or the provider, for each batch alike. */
  | 'model'
  /** The film was closed. */
  | 'closed';

/** What a run came to. After `failed` and `paused` another `run` asks for what is missing. */
export type Ending =
  | { readonly kind: 'finished' }
  /** Some batches have failed for reasons of their own; the message is that of the first. */
  | { readonly kind: 'failed'; readonly failed: number; readonly total: number; readonly message: string }
  | {
      readonly kind: 'paused';
      readonly cause: EndCause;
      readonly message: string;
      /** undefined: it was stopped. */
      readonly failure: PauseKind | undefined;
    }
  /** Nothing was sent. */
  | { readonly kind: 'refused'; readonly cause: EndCause; readonly message: string };

/** Of what is missing. */
export interface FilmPrice {
  readonly requests: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** undefined: the model's price is not known. */
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

/** What a person would look at. A line may have several problems. */
export interface Checked {
  /** All of the film. */
  readonly lines: number;
  /** Lines with one of `problems`. */
  readonly doubtful: number;
  /** Lines that may be too fast or too long, as many faultless ones are: no problem of them is among `problems`. */
  readonly fits: number;
  readonly problems: readonly LineProblem[];
}

export interface SavedFile {
  readonly bytes: Uint8Array;
  /** The name of the page's "Save as". */
  readonly name: string;
  /** Lines that have a translation. */
  readonly translated: number;
}

/** What `save` does with a film that is not done; by default it refuses. */
export interface SaveChoices {
  /** Lines that no model has translated get their original. Batches that were not asked for are still missing. */
  readonly fillGaps: boolean;
  /** As far as it is translated; the name says how far. */
  readonly part: boolean;
}

export interface Film {
  readonly name: string;
  readonly format: FileFormat;
  readonly phrases: number;
  /** As the film looks, BCP 47; undefined: unclear. */
  readonly language: string | undefined;
  /** What was found and done while the film was opened. */
  readonly told: readonly Told[];
  /** Of the result, BCP 47; undefined: the prompt does not say. */
  readonly target: string | undefined;
  readonly prompt: string;
  /** "openai/gpt-5.4-mini". */
  readonly model: string;
  /** As they are now. */
  readonly notes: FilmNotes;
  /** For its notes; false: in part; undefined: nothing of it. */
  readonly isRead: boolean | undefined;
  /** The name that `save` gives to the whole file. */
  savedName(options?: FileOptions): string;
  /** Of the batches that are missing; with `reading`, also of reading the film for notes. */
  price(how?: { readonly reading: boolean }): FilmPrice;
  /** Asks for notes of the whole film, and takes what is new into its notes. A film that is read is not read again. */
  readNotes(): Promise<Ending>;
  setNotes(notes: FilmNotes): void;
  /** Asks for all that is missing. Resolves when nothing more is sent without another command. */
  run(): Promise<Ending>;
  /** Sends nothing more. Resolves when what was sent is answered; `now`: drops it, which may be charged all the same. */
  stop(how?: { readonly now: boolean }): Promise<void>;
  /** Of batches. */
  progress(): {
    readonly done: number;
    readonly failed: number;
    readonly total: number;
    /** Requests that wait for their answers, also for reading the film. */
    readonly underWay: number;
  };
  /** A project file that the page opens: the film as it is now. Never a key. */
  project(): string;
  /** The error is a sentence for people. */
  save(how?: Partial<SaveChoices>): Promise<Result<SavedFile, string>>;
  /** A whole film takes half a second at first, so a program writes its file before. */
  check(): Promise<Checked>;
  /** What this core has paid for the film; without what a project or an interrupted run has cost before. */
  cost(): Sum;
  /** Drops what is under way. Of a closed film only its cost and its notes are left. */
  dispose(): void;
}

/** Times in ms since 1970. Known types and fields stay; new ones may come. */
export type CoreEvent = { readonly film: Film } & (
  | { readonly type: 'opened' }
  /** A batch is done: the nth of the film, which has cost so much so far, in US dollars. */
  | { readonly type: 'batch'; readonly n: number; readonly of: number; readonly cost: number }
  /** A batch has failed and is not tried again. From 1; undefined: no batch, but the reading of the film. */
  | { readonly type: 'failed'; readonly batch: number | undefined; readonly message: string }
  /** `project()` has an answer more than before, also a part of a batch. */
  | { readonly type: 'answer' }
  /** A part of the film was read for notes. */
  | { readonly type: 'read'; readonly n: number; readonly of: number }
  /** Nothing is sent until then. `failure`: what is tried again, for the nth time. */
  | {
      readonly type: 'wait';
      readonly until: number;
      readonly reason: string;
      readonly failure: PauseKind | 'pace' | 'bug';
      readonly tries: number;
    }
  | ({ readonly type: 'note' } & Told)
);

import type { TrackText, VideoContents, VideoKind } from '../containers/container.ts';
import type { BatchText } from '../engine/batch.ts';
import type { DecodedSubtitle } from '../files/decode.ts';
import type { EncodingName } from '../files/encodings.ts';
import type { FileLike, KindedFile, WholeFile } from '../files/video-bytes.ts';
import type { ArchivedFile } from '../files/zip.ts';
import type { Work } from '../film/film.ts';
import type { FilmLines, Marked } from '../film/lines.ts';
import type { SameLines } from '../film/shared-lines.ts';
import type { LanguageNames } from '../languages/language-names.ts';
import type { Tone } from '../languages/prompt-language.ts';
import type { Result } from '../lib/result.ts';
import type { ReadTerms } from '../notes/csv.ts';
import { type FilmNotes, NO_NOTES } from '../notes/notes.ts';
import type { NotedRequest } from '../notes/notes-text.ts';
import type { CountedPhrases } from '../prices/estimate.ts';
import type { FindOptions, Replacement } from '../review/find.ts';
import type { FileOptions, UnfinishedFile } from '../review/finish-file.ts';
import type { Problem, ProblemKind } from '../review/line.ts';
import type { Limits } from '../review/measured-line.ts';
import type {
  DocumentNote,
  Phrase,
  SrtDifference,
  SrtError,
  StyleInUse,
  SubtitleDocument,
} from '../subtitles/document.ts';
import type { FrameRate, ReadAs } from '../subtitles/formats.ts';
import type { Found } from '../subtitles/mend/blocks.ts';
import type { FoundKind, Repairs } from '../subtitles/mend/find-repairs.ts';
import type { FinishedText, TypedLines, TypedResult } from '../translation/assemble.ts';
import type { BatchSlot, FilmOptions } from '../translation/batch.ts';

/** What the worker must know about the open film. Only changes are sent. */
export interface FilmNow {
  readonly sourceText: string;
  readonly readAs: ReadAs;
  readonly withoutStyles: readonly string[];
  /** Default: as specified. */
  readonly options?: Pick<FilmOptions, 'batches'>;
  readonly phrases: readonly Phrase[];
  /** One slot for each batch. */
  readonly batches: readonly BatchText[];
  readonly notes: FilmNotes;
  /** By this name, notes about people of certain films are selected. */
  readonly fileName: string;
}

export const NO_FILM: FilmNow = {
  sourceText: '',
  readAs: 'srt',
  withoutStyles: [],
  phrases: [],
  batches: [],
  notes: NO_NOTES,
  fileName: '',
};

/** The original as read, or a sentence for people that says why it is unreadable. */
export type Reading = Result<Pick<SubtitleDocument, 'phrases' | 'notes' | 'styles'>, SrtError>;

/**
 * The questions to the film worker. Each has one argument and one answer that can be cloned. The worker answers a question in one task. Only
 * questions that take turns or read a video (functions.ts) let it answer others in between.
 */
interface FilmCalls {
  /** Decodes a file. `encoding`: the person's choice. The error is a sentence for people. */
  decode(file: {
    readonly bytes: Uint8Array;
    readonly name: string;
    readonly encoding: EncodingName | undefined;
  }): Result<DecodedFile, string>;
  /**
   * Decodes and reads subtitles that are not opened now: those of a video, or a file, which is read here, because to begin to read a file takes milliseconds of
   * the page. The error is a sentence for people.
   */
  survey(
    given: { readonly bytes: Uint8Array; readonly name: string } | { readonly file: WholeFile },
  ): Result<SurveyedFile, string>;
  /** The kinds of these files by their content; undefined: not a known video. */
  videoKinds(files: readonly KindedFile[]): readonly (VideoKind | undefined)[];
  /** Reads terms from a spreadsheet file. `present`: the number of terms in the notes. The error: the file is no text. */
  terms(file: {
    readonly bytes: Uint8Array;
    readonly name: string;
    readonly present: number;
  }): Result<ReadTerms, string>;
  /** Restores the letters of a garbled original; undefined: they are correct. */
  meantLetters(): string | undefined;
  /** Reads the original with the reader `readAs`. */
  read(): Reading;
  /** The phrases that the original's styles and codes show at the top of the picture. */
  atTop(): readonly number[];
  source(): SourceSummary;
  /** The names of languages, which take long to collect. */
  languageNames(): LanguageNames;
  /** The possible repairs of a text, which can also be the text before earlier repairs. */
  repairs(of: MendableText): FoundRepairs;
  /** The repairs that make the text readable, and those with a button. */
  repairsForPrograms(of: MendableText): FoundRepairs;
  /** Returns more places of one kind of repair. */
  places(which: {
    readonly of: MendableText;
    readonly kind: string;
    readonly from: number;
    readonly count: number;
  }): readonly Found[];
  /** Makes all repairs of the named kinds. Returns the mended text and the format in which to read it. */
  mend(what: { readonly of: MendableText; readonly kinds: readonly string[] }): MendableText;
  /** The result in the film's format, with all translations. The error says what is missing. */
  assemble(): Result<string, string>;
  /** The translations so far, with the originals of the other lines. `inPlace`: see assembleFinished in translation/assemble.ts. */
  assembleFinished(inPlace: readonly number[]): Result<FinishedText, string>;
  /** How the result would be saved: name, language and warnings. */
  saving(how: SavingChoices): SavingFacts;
  /** Applies the person's options for the saved file to the result. */
  finish(file: SavingChoices & Pick<UnfinishedFile, 'translated'>): {
    readonly name: string;
    readonly text: string;
    /** BCP 47, of the translation; undefined: unknown. */
    readonly language: string | undefined;
  };
  /** The file of a stored film that is not open, read from the database here; undefined: it is not done, or its file cannot be made. */
  storedFile(of: Omit<SavingChoices, 'fileName' | 'part'> & { readonly id: string }): StoredFile | undefined;
  /** An archive of these files. */
  zip(files: readonly ArchivedFile[]): Blob;
  /** How a text differs from the assembled result, without comparing the texts of its lines. */
  compare(text: string): readonly SrtDifference[];
  /** Finds places in the lines, for hitsByLine (review/find.ts). The error is a sentence for people. */
  find(what: Sought): Result<Float64Array, string>;
  /** Finds lines of a film that is not open. */
  findIn(what: Sought & { readonly film: FilmLines }): Result<FoundHits, string>;
  replace(what: Sought & { readonly by: string }): Result<readonly Replacement[], string>;
  /** Judges all lines, and takes turns with other questions. `since`: the judgement of the film that the caller already has. */
  judge(how: JudgementOptions & { readonly since: JudgementVersion | undefined }): Judgement;
  /** Judges a film that is not open, and takes turns with other questions. The judgement of the open film stays. */
  toReview(how: Pick<JudgementOptions, 'prompt' | 'tone'> & { readonly film: FilmToReview }): FoundLines;
  /** Does the same for a stored film, read from the database here; undefined: it is not done, or cannot be read. */
  toReviewStored(
    how: Pick<JudgementOptions, 'prompt' | 'tone'> & Pick<FilmToReview, 'notes'> & { readonly id: string },
  ): FoundLines | undefined;
  /** What the page shows of a line while a person types `text` into it; undefined: the film is not judged yet. */
  line(what: { readonly number: number; readonly text: string }): LineView | undefined;
  /** The corrections of all lines with a problem of this kind, according to the last judgement. */
  fixAll(kind: ProblemKind): readonly Replacement[];
  /** The other lines that may need the same edit (see repeatsOf). */
  repeats(edit: { readonly number: number; readonly before: string }): readonly number[];
  /** The confirmed lines of a film that other films may share, as a text for `offers`; empty: none. */
  confirmed(film: Marked): string;
  /** The offers for the lines of the open film. The offers of earlier films come first. */
  offers(films: readonly { readonly name: string; readonly confirmed: string }[]): SameLines;
  /** Verdicts on suggestions, with the newest suggestion of a line last; undefined: the film is not judged yet. */
  verdicts(texts: readonly (readonly [number: number, text: string])[]): readonly SuggestionVerdict[] | undefined;
  /** The lines as a table with their problems, except dismissed ones. */
  csv(how: CsvChoices): string;
  /** The tracks of a video file. Reads only the heads of its parts. The error is a sentence for people. */
  tracks(film: { readonly file: FileLike }): Result<VideoContents, string>;
  /** The text of a subtitle track, with progress. Takes as long as the disk needs for the whole file. The error is a sentence for people. */
  extract(which: { readonly file: FileLike; readonly track: number }): Result<TrackText, string>;
  /** The lines that a person has typed in the result; undefined: the original is unreadable. */
  typed(result: TypedResult): TypedLines | undefined;
}

/** `language`, `limits`: the person's choices. Default: the guessed language, and its usual limits. */
export interface JudgementOptions {
  readonly prompt: string;
  /** The tone that a person has chosen. Missing: nobody has asked for the informal tone of a standard prompt. */
  readonly tone?: Tone | undefined;
  readonly language?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** Identifies a judgement and the worker that made it. */
export interface JudgementVersion {
  readonly judge: number;
  readonly count: number;
}

export interface Judgement {
  readonly version: JudgementVersion;
  /** The batches whose problems differ from `since`, with the problems by line number. All batches if `since` is unknown. */
  readonly changed: readonly (readonly [
    batch: number,
    problems: readonly (readonly [number: number, problems: readonly Problem[]])[],
  ])[];
  readonly language: string | undefined;
  /** The batches whose translations are in another language, with that language (BCP 47). */
  readonly otherLanguages: readonly (readonly [batch: number, language: string])[];
  readonly limits: Limits;
}

/** The facts that decide which lines of a film need a look. */
export type FilmToReview = Pick<Work, 'phrases' | 'batches' | 'marks' | 'paused' | 'notes' | 'fileName'>;

/** The lines of a film that need a look. */
export interface FoundLines {
  readonly count: number;
  /** The number of the first of these lines; 0: there are none. */
  readonly first: number;
}

/** The lines of a film that Find finds. */
export interface FoundHits extends FoundLines {
  readonly last: number;
}

export interface LineView {
  /** Problems of the text that can be found without the other lines. */
  readonly problems: readonly Problem[];
  /** Corrections by kind; empty while a person types another text. */
  readonly fixes: readonly (readonly [kind: ProblemKind, text: string])[];
  /** The other lines with the same original. */
  readonly others: readonly number[];
  /** Terms and names of the film notes that the original contains, in order, with their agreed translation. */
  readonly noted: readonly { readonly source: string; readonly text: string }[];
}

export interface SuggestionVerdict {
  /** Sentences about problems of the suggestion. */
  readonly warnings: readonly string[];
  /**
   * True if the suggestion can be used without a person: it loses nothing, differs from the line, belongs to this line, and has fewer measured
   * problems than the line.
   */
  readonly isSound: boolean;
}

export interface CsvChoices extends JudgementOptions {
  /** By line number. */
  readonly dismissed: readonly (readonly [number: number, kinds: readonly ProblemKind[]])[];
}

export interface Sought {
  readonly query: string;
  readonly options: FindOptions;
}

export interface DecodedFile extends DecodedSubtitle {
  /** The letters are garbled, because a program read the file in a wrong encoding and saved it. */
  readonly isDoublyEncoded: boolean;
}

export interface SurveyedFile extends DecodedFile, Pick<SourceSummary, 'language'> {
  readonly phrases: number;
  /** The rules of the format refuse the text. */
  readonly isBroken: boolean;
  /** Counts of the phrases' texts, by which their tokens are estimated. */
  readonly counts: CountedPhrases['text'];
  /** The stamp of the file's bytes. */
  readonly bytesStamp: string;
}

export interface SourceSummary {
  /** Why the original is unreadable; undefined: it is readable. */
  readonly error: SrtError | undefined;
  readonly summary: FilmSummary;
  /** BCP 47; undefined: unclear. */
  readonly language: string | undefined;
  /** The counts of each batch; undefined: the original is unreadable. */
  readonly batches: readonly CountedPhrases[] | undefined;
  /** The speakers of an average batch; empty: the file names no speakers. */
  readonly speakers: NonNullable<NotedRequest['speakers']>;
  /** Places that are unreadable or break the rules of the format. */
  readonly notes: readonly DocumentNote[];
  /** All styles of an ASS or SSA file, even those that are not translated; empty if the original is unreadable. */
  readonly styles: readonly StyleInUse[];
}

/** 0: unknown. */
export interface FilmSummary {
  readonly phrases: number;
  /** The time at which the last phrase ends. */
  readonly lengthMs: number;
}

/** A file's text and how to read it. */
export interface MendableText {
  readonly text: string;
  readonly readAs: ReadAs;
  readonly withoutStyles: readonly string[];
  /** The person's choice; default: the proposed rate. */
  readonly rate?: FrameRate;
}

export interface FoundRepairs extends Pick<Repairs, 'isOffered'> {
  readonly kinds: readonly RepairsOfKind[];
}

export interface RepairsOfKind extends Omit<FoundKind, 'repairs'> {
  /** Number of places. */
  readonly count: number;
  /** The first places. */
  readonly places: readonly Found[];
}

export interface SavingChoices {
  /** The name of the opened file. */
  readonly fileName: string;
  readonly prompt: string;
  /** BCP 47, the person's choice; default: the language that prompt and texts suggest, without a region. */
  readonly language: string | undefined;
  /** The prompt for which the person chose the language. The choice is dropped if a prompt asks for another language. */
  readonly chosenFor: string | undefined;
  /** How much is translated, for the file name ("59-of-60"); undefined: all. */
  readonly part: string | undefined;
  readonly options: FileOptions;
}

export interface SavingFacts {
  /** The language of the translation; undefined: unknown. */
  readonly language: string | undefined;
  /** The name of the opened file with that language. */
  readonly name: string;
  /** The number of phrases that have more than two lines because both languages are written. */
  readonly overTwoLines: number;
  /** The number of right-to-left phrases with code inside a line, which players draw in the wrong order. */
  readonly wrongOrder: number;
}

/** A file as it is saved. */
export interface StoredFile {
  readonly name: string;
  /** The page needs no letter of it: a text would be copied twice in its tasks. */
  readonly text: Blob;
  readonly language: string | undefined;
  /** The stamp that `saved` of the film has once this file is saved. */
  readonly stamp: string;
  /** The file does not have the newest changes of lines. */
  readonly isBehind: boolean;
}

export type CallName = keyof FilmCalls;

/** undefined: the question has no argument. */
export type Question<Name extends CallName> = Parameters<FilmCalls[Name]>[0];
export type Answer<Name extends CallName> = ReturnType<FilmCalls[Name]>;

/** Messages to the worker, in order. */
export type ToWorker =
  /** Another film, or a change of its original, its format or its phrases. The worker drops its results. */
  | { readonly type: 'open'; readonly film: Omit<FilmNow, 'batches' | 'notes'> }
  /** The changed slots by batch, and changed film notes. */
  | {
      readonly type: 'change';
      readonly results: readonly (readonly [batch: number, slot: BatchSlot])[];
      readonly notes: FilmNotes | undefined;
    }
  | { readonly type: 'ask'; readonly id: number; readonly name: CallName; readonly question: unknown }
  /** The caller no longer waits for the answer. */
  | { readonly type: 'drop'; readonly id: number };

export type FromWorker =
  /** The worker has begun with the question, so the time limit starts. */
  | { readonly type: 'begun'; readonly id: number }
  /** The share of the work that is done, from 0 to 1. */
  | { readonly type: 'progress'; readonly id: number; readonly share: number }
  | { readonly type: 'answered'; readonly id: number; readonly answer: unknown }
  /** A bug in the worker. */
  | { readonly type: 'failed'; readonly id: number; readonly message: string };

/** The page's side of the film worker. An answer refers to the film that was passed with the question. */
export interface FilmWorker {
  /**
   * Sends the changes of the film and the question. Resolves with the answer, or with undefined when `signal` aborts. Rejects with TookTooLong,
   * WorkerDied or the message of a bug, or if the worker's code cannot be loaded. `onProgress`: from 0 to 1, and again from 0 if the work restarts.
   */
  ask<Name extends CallName>(
    film: FilmNow,
    name: Name,
    question: Question<Name>,
    signal?: AbortSignal,
    onProgress?: (share: number) => void,
  ): Promise<Answer<Name> | undefined>;
  /** Ends the worker. Open questions resolve with undefined. */
  dispose(): void;
}

/** The time limit of a question has passed. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** The worker died during a question that is not repeated. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

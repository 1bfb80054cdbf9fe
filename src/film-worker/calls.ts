import type { TrackText, VideoContents } from '../containers/container.ts';
import type { BatchText } from '../engine/batch.ts';
import type { DecodedSubtitle } from '../files/decode.ts';
import type { EncodingName } from '../files/encodings.ts';
import type { Work } from '../film/film.ts';
import type { ResultEdits } from '../film/result-edits.ts';
import type { LanguageNames } from '../languages/language-names.ts';
import type { Result } from '../lib/result.ts';
import type { ReadTerms } from '../notes/csv.ts';
import { type FilmNotes, NO_NOTES } from '../notes/notes.ts';
import type { NotedRequest } from '../notes/notes-text.ts';
import type { CountedPhrases } from '../prices/estimate.ts';
import type { FindOptions, Replacement } from '../review/find.ts';
import type { FileOptions, UnfinishedFile } from '../review/finish-file.ts';
import type { Problem, ProblemKind } from '../review/line.ts';
import type { Limits } from '../review/rules.ts';
import type {
  DocumentNote,
  Phrase,
  ReadAs,
  SrtDifference,
  SrtError,
  StyleInUse,
  SubtitleDocument,
} from '../subtitles/document.ts';
import type { FrameRate } from '../subtitles/frame-rates.ts';
import type { Found } from '../subtitles/mend/blocks.ts';
import type { FoundKind, Repairs } from '../subtitles/mend/find-repairs.ts';
import type { FinishedText } from '../translation/assemble.ts';
import type { BatchSlot, FilmOptions } from '../translation/batch.ts';

/** What the worker knows of the film in work: facts of the session's state, sent as far as they have changed. */
export interface FilmNow {
  readonly sourceText: string;
  readonly readAs: ReadAs;
  readonly withoutStyles: readonly string[];
  /** Missing: as specified. */
  readonly options?: Pick<FilmOptions, 'batches'>;
  readonly phrases: readonly Phrase[];
  /** A slot for each batch. */
  readonly batches: readonly BatchText[];
  readonly notes: FilmNotes;
}

export const NO_FILM: FilmNow = {
  sourceText: '',
  readAs: 'srt',
  withoutStyles: [],
  phrases: [],
  batches: [],
  notes: NO_NOTES,
};

/** The original as it is read, or a sentence for people about why it cannot be. */
export type Reading = Result<Pick<SubtitleDocument, 'phrases' | 'notes' | 'styles'>, SrtError>;

/**
 * The questions to the film worker, each with one argument and its answer: plain data that can be cloned from thread to thread. One question is
 * one task of the worker, but for those whose function takes turns or reads a film (functions.ts): others are answered meanwhile.
 */
export interface FilmCalls {
  /** The text of a file's bytes; `encoding`: as a person wants it read. The error is a sentence for people. */
  decode(file: {
    readonly bytes: Uint8Array;
    readonly name: string;
    readonly encoding?: EncodingName;
  }): Result<DecodedFile, string>;
  /** The terms of a spreadsheet's file; `present`: how many terms the notes have. The error: it is not text. */
  terms(file: {
    readonly bytes: Uint8Array;
    readonly name: string;
    readonly present: number;
  }): Result<ReadTerms, string>;
  /** The original with the letters that were meant, where they are garbled; undefined: they are not. */
  meantLetters(): string | undefined;
  /** The original by its reader (`readAs`). */
  read(): Reading;
  /** Numbers of the phrases that the original's own styles and codes show at the top of the picture. */
  atTop(): readonly number[];
  /** What is told of the original as it stands there. */
  source(): SourceSummary;
  /** What a text is searched for by names of languages, which takes long to collect. */
  languageNames(): LanguageNames;
  /** What can be mended in a text, which may be the one before the film was mended. */
  repairs(of: MendableText): FoundRepairs;
  /** More places of one kind of these repairs. */
  places(which: {
    readonly of: MendableText;
    readonly kind: string;
    readonly from: number;
    readonly count: number;
  }): readonly Found[];
  /** The text with these kinds of repairs, by name, made everywhere, and how it is to be read then. */
  mend(what: { readonly of: MendableText; readonly kinds: readonly string[] }): MendableText;
  /** The result in the film's own format, with all translations. The error says what is missing. */
  assemble(): Result<string, string>;
  /** What is translated so far, the rest in the original. */
  assembleFinished(): Result<FinishedText, string>;
  /** How the result would be saved. */
  saving(how: SavingChoices): SavingFacts;
  /** A result, as it stands on the page, as the options of the file want it. */
  finish(file: SavingChoices & Pick<UnfinishedFile, 'translated' | 'isPart'>): {
    readonly name: string;
    readonly text: string;
  };
  /** How a text differs from the result as it would be assembled, beyond its lines' texts. */
  compare(text: string): readonly SrtDifference[];
  /** Where something stands in the lines, for hitsByLine (review/find.ts). The error is a sentence for people. */
  find(what: Sought): Result<Float64Array, string>;
  /** What replacing it would make of the lines' translations. */
  replace(what: Sought & { readonly by: string }): Result<readonly Replacement[], string>;
  /** Judges all lines, in turns with other questions. `since`: what the asker has of the same film already. */
  judge(how: JudgementOptions & { readonly since: JudgementVersion | undefined }): Judgement;
  /** What is told of a line while `text` is written over it; undefined: the film has not been judged yet. */
  line(what: { readonly number: number; readonly text: string }): LineView | undefined;
  /** The lines with a problem of this kind, as judged last, that can be mended without a model. */
  fixAll(kind: ProblemKind): readonly Replacement[];
  /** The other lines for which a person may want an edit, too: see repeatsOf. */
  repeats(edit: { readonly number: number; readonly before: string }): readonly number[];
  /** What is to be told of each text that is suggested for a line, the newest of a line last; undefined: the film has not been judged yet. */
  verdicts(texts: readonly (readonly [number: number, text: string])[]): readonly SuggestionVerdict[] | undefined;
  /** The lines as a table with their problems, but for those that a person has dismissed. */
  csv(how: CsvChoices): string;
  /** What is in a film: nothing but its heads is read. The error is a sentence for people. */
  tracks(film: { readonly file: File }): Result<VideoContents, string>;
  /** The text of one of its subtitle tracks, with progress; a film of gigabytes takes as long as its disk. The error is a sentence for people. */
  extract(which: { readonly file: File; readonly track: number }): Result<TrackText, string>;
  /** A person's edits of the result, held against the lines; undefined: the original cannot be read. */
  resultEdits(result: Pick<Work, 'translated' | 'textsBeforeEdit'>): ResultEdits | undefined;
}

/** `language`, `limits`: as a person has set them; missing: as guessed, and as usual in the language. */
export interface JudgementOptions {
  readonly prompt: string;
  readonly language?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** Which judgement it is, of which worker. */
export interface JudgementVersion {
  readonly judge: number;
  readonly count: number;
}

export interface Judgement {
  readonly version: JudgementVersion;
  /** The batches with other problems than `since`: those of their lines, by number. All batches where the worker does not know `since`. */
  readonly changed: readonly (readonly [
    batch: number,
    problems: readonly (readonly [number: number, problems: readonly Problem[]])[],
  ])[];
  readonly language: string | undefined;
  readonly limits: Limits;
}

export interface LineView {
  /** Of the text, as far as they show in the line alone. */
  readonly problems: readonly Problem[];
  /** The translation without a problem that it has; nothing while another text is written. */
  readonly fixes: readonly (readonly [kind: ProblemKind, text: string])[];
  /** Numbers of the other lines with the same original. */
  readonly others: readonly number[];
  /** The terms and names of the film notes in the original, in its order, each with what the translation is to call it. */
  readonly noted: readonly { readonly source: string; readonly text: string }[];
}

export interface SuggestionVerdict {
  /** What is wrong with the text, in sentences. */
  readonly warnings: readonly string[];
  /**
   * Whether it is taken unasked. It is not if it loses something, if it says what the line says, if it seems to belong to another line, or if a
   * problem in figures is in it of which the line has as little or less.
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
  /** Its letters are not those that were meant: it was read in a wrong encoding and saved so. */
  readonly isDoublyEncoded: boolean;
}

export interface SourceSummary {
  /** Why it cannot be read; undefined: it can. */
  readonly error: SrtError | undefined;
  readonly summary: FilmSummary;
  /** BCP 47; undefined: cannot be told. */
  readonly language: string | undefined;
  /** The film's batches, counted; undefined: it has none, since it cannot be read. */
  readonly batches: readonly CountedPhrases[] | undefined;
  /** Who speaks in as many of the lines that name somebody as a batch has on average; empty: the file names nobody. */
  readonly speakers: NonNullable<NotedRequest['speakers']>;
  /** What of it cannot be read, or breaks the rules of its format. */
  readonly notes: readonly DocumentNote[];
  /** All styles of an ASS or SSA file, those that are not translated included; none where it cannot be read. */
  readonly styles: readonly StyleInUse[];
}

/** 0: cannot be told. */
export interface FilmSummary {
  readonly phrases: number;
  /** When the last one ends. */
  readonly lengthMs: number;
}

/** The text of a file, and how it is read. */
export interface MendableText {
  readonly text: string;
  readonly readAs: ReadAs;
  readonly withoutStyles: readonly string[];
  /** As a person has chosen it; missing: as proposed. */
  readonly rate?: FrameRate;
}

export interface FoundRepairs extends Pick<Repairs, 'isOffered'> {
  readonly kinds: readonly RepairsOfKind[];
}

export interface RepairsOfKind extends Omit<FoundKind, 'repairs'> {
  /** At how many places. */
  readonly count: number;
  /** The first of them. */
  readonly places: readonly Found[];
}

export interface SavingChoices {
  /** Of the opened film. */
  readonly fileName: string;
  readonly prompt: string;
  /** BCP 47, as a person has chosen it; missing: as the prompt and the texts tell it, without a region. */
  readonly language?: string | undefined;
  /** The prompt whose translation the language was chosen for: one that asks for another language is not meant. */
  readonly chosenFor?: string | undefined;
  readonly options: FileOptions;
}

export interface SavingFacts {
  /** Of the translation; undefined: cannot be told. */
  readonly language: string | undefined;
  /** The name of the opened file with that language. */
  readonly name: string;
  /** How many phrases have more lines than players have room for, since they stand there in both languages. */
  readonly overTwoLines: number;
  /** How many phrases players draw in the wrong order, since they are written from right to left and have code inside. */
  readonly wrongOrder: number;
}

export type CallName = keyof FilmCalls;

/** The argument of a question; undefined for those without one. */
export type Question<Name extends CallName> = Parameters<FilmCalls[Name]>[0];
export type Answer<Name extends CallName> = ReturnType<FilmCalls[Name]>;

/** The page to the worker, in order. */
export type ToWorker =
  /** Another film, or the same one with another original, reading or phrases; the worker's results are none then. */
  | { readonly type: 'open'; readonly film: Omit<FilmNow, 'batches' | 'notes'> }
  /** The slots that have changed, by batch, and the film notes, if they have. */
  | {
      readonly type: 'change';
      readonly results: readonly (readonly [batch: number, slot: BatchSlot])[];
      readonly notes?: FilmNotes;
    }
  | { readonly type: 'ask'; readonly id: number; readonly name: CallName; readonly question: unknown }
  /** Nobody waits for the answer any more. */
  | { readonly type: 'drop'; readonly id: number };

export type FromWorker =
  /** The work on this question has begun: its time limit counts from now. */
  | { readonly type: 'begun'; readonly id: number }
  /** How much of the work on it is done: 0 to 1. */
  | { readonly type: 'progress'; readonly id: number; readonly share: number }
  | { readonly type: 'answered'; readonly id: number; readonly answer: unknown }
  /** A bug: its words. */
  | { readonly type: 'failed'; readonly id: number; readonly message: string };

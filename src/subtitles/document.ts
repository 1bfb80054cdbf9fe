import type { Result } from '../lib/result.ts';
import type { FileFormat } from './formats.ts';
import { shorten } from './lines.ts';

/** A file as it is read: its source, which stays as it is, and the phrases, which are put in place of their own texts. */
export interface SubtitleDocument {
  readonly format: FileFormat;
  /** What is translated: at least one; numbers strictly ascending. Their timing lines can be read by timing.ts. */
  readonly phrases: readonly Phrase[];
  readonly notes: readonly DocumentNote[];
  /** The styles of an ASS or SSA file in the order of their first events; of other formats none. */
  readonly styles: readonly StyleInUse[];
  /**
   * The file's text with other texts, by number. A phrase without one keeps its own; one whose text is given back unchanged is
   * written byte for byte as it stood. Nothing in a text can break the file. Linear in the length of the source and the texts.
   */
  write(texts: ReadonlyMap<number, NewText>): string;
  /**
   * The texts that stand for the phrases in a written text that was edited since, by number, as far as it can be read; of a document that was
   * edited itself, in its original. Of several phrases at one time, of which some are gone, those are found whose number, or in a format
   * without numbers whose text, is the one of `before` (default: the file's own), and what stands between these, as far as it can be known.
   */
  textsIn(written: string, before?: ReadonlyMap<number, string>): ReadonlyMap<number, string>;
  /** Numbers of the phrases that the file's own styles and codes show at the top of the picture; tags in a text say that themselves. */
  atTop(): readonly number[];
  /** How a written text that was edited since differs from this file beyond its texts. */
  compare(written: string): readonly SrtDifference[];
}

/** What is written in the place of a phrase's text: a text, or several below each other. */
export type NewText = string | readonly Part[];
export interface Part {
  readonly text: string;
  /** How it is to look, as far as the format can say it. */
  readonly look?: 'italics' | 'grey';
}

/** What a person should know of how a text was read. */
export type DocumentNote =
  | SrtNote
  /** Blocks that cannot be read stay as they are and are not sent. `line`, `text`: of the first one; the line counts from 1. */
  | { readonly kind: 'kept'; readonly count: number; readonly line: number; readonly text: string }
  /** The file breaks the rules of XML, first there, so that players may refuse it. */
  | { readonly kind: 'damaged'; readonly line: number; readonly text: string };

/** A style of an ASS or SSA file, as far as events use it. */
export interface StyleInUse {
  readonly name: string;
  /** Phrases that are translated if the style is; 0: karaoke and drawings alone. */
  readonly phrases: number;
  /** The first of its texts. */
  readonly sample: string;
}

export interface ReadOptions {
  /** Names of ASS and SSA styles whose events stay as they are. */
  readonly withoutStyles?: readonly string[];
  /**
   * The text was written by this page and edited since: events with the same text at one time are phrases of their own, and of an .srt file
   * the numbers are written as they stand there, and what is no phrase stays.
   */
  readonly isEdited?: boolean;
}

/** The reader of one format: a document of a text, or a sentence for people about why there is none. Linear, never throws. */
export type ReadDocument = (text: string, options: ReadOptions) => Result<SubtitleDocument, SrtError>;

/** One subtitle phrase, also called a cue elsewhere (specification, section 3). */
export interface Phrase {
  /** The number it stands under in the file; unique within a list of phrases. */
  readonly number: number;
  /** The timing line exactly as it came, for example "00:00:05,580 --> 00:00:08,820". */
  readonly time: string;
  /** One or more lines joined by "\n", exactly as they came. */
  readonly text: string;
  /** Who says it, where the file tells: a few short names (speakersOf), never empty; missing: the file does not tell. Not in a format's text. */
  readonly speakers?: readonly string[];
  /** The last phrase of its batch, where batches were made to end with sentences (translation/batch.ts); missing: as the 20 phrases come. */
  readonly endsBatch?: true;
}

export interface SrtDifference {
  readonly kind: SrtDifferenceKind;
  /** Where to look, counted from 1; of a phrase that is missing: where it belongs. */
  readonly line: number;
  /** Of the phrase, as the original numbers it; of a foreign one its own; undefined where no phrase can be told. */
  readonly number: number | undefined;
}

/** How an .srt text can differ from the phrases that it was made of. What the texts say is not compared. */
export type SrtDifferenceKind =
  /** What stands there is no phrase: its number or its timing line is gone, or a blank line divides its text. */
  | 'unreadable'
  | 'missing'
  /** It stands there for the second time. */
  | 'doubled'
  /** No phrase has this number. */
  | 'foreign'
  /** It stands after one that it belongs before. */
  | 'moved'
  /** It stands there under another number. */
  | 'renumbered'
  /** Its timing line is another one. */
  | 'time'
  | 'no-text'
  /** The blank line before it is gone. */
  | 'blank-line';

/** What a person should know of how an .srt text was read. */
export type SrtNote =
  /** The file's numbers repeat, run backwards or are too large: phrases are numbered from 1. */
  | { readonly kind: 'renumbered' }
  /** Phrases stand without the blank line before them. */
  | { readonly kind: 'blank-lines-missing'; readonly count: number };

export interface SrtError {
  /** The full text for people, the line number included. */
  readonly message: string;
  /** Counted from 1 in the source as it came. */
  readonly line: number;
}

/** Characters of a speaker's name, at most. */
const SPEAKER_CHARACTERS = 40;
/** More who speak in one phrase are a crowd. */
const SPEAKERS_OF_A_PHRASE = 4;

/** Controls and ends of lines; letters that nobody sees, but for the two joiners, which Persian and Hindi names are written with. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const HIDDEN = /(?![\u200c\u200d])\p{Cf}/gu;

/** A speaker's name at its longest; one that is longer is cut, and ends with "…". */
export const shortSpeaker = (name: string): string =>
  name.length > SPEAKER_CHARACTERS ? shorten(name, SPEAKER_CHARACTERS - 1) : name;

/** The names that a file tells of a phrase, as they are kept: on one line, short, each once. Undefined: there is none; one without a letter or figure is none. */
export function speakersOf(names: readonly string[]): readonly string[] | undefined {
  const kept = names
    .map((name) => shortSpeaker(name.replace(HIDDEN, '').replace(BREAKS, ' ').trim()))
    .filter((name) => /[\p{L}\p{N}]/u.test(name));
  return kept.length === 0 ? undefined : [...new Set(kept)].slice(0, SPEAKERS_OF_A_PHRASE);
}

import type { Result } from '../lib/result.ts';
import type { FileFormat } from './formats.ts';
import { shorten } from './lines.ts';

/** A subtitle file that was read. The source stays unchanged; `write` replaces the texts of the phrases by new ones. */
export interface SubtitleDocument {
  readonly format: FileFormat;
  /** At least one phrase. Numbers are strictly ascending, and timing.ts can read each timing line. */
  readonly phrases: readonly Phrase[];
  readonly notes: readonly DocumentNote[];
  readonly styles: readonly StyleInUse[];
  /**
   * Writes the file with new texts, by number. A phrase without a new text, or with the same text, is written byte for byte as it was. No text can
   * break the file. Linear in the length of the source and the texts.
   */
  write(texts: ReadonlyMap<number, NewText>): string;
  /**
   * Reads the texts of the phrases, by number, from a written file that a person has edited. If this document itself was edited, reads from its
   * original.
   * If some of several phrases with the same time were deleted, the others are recognized by number or, in a format without numbers, by the text in
   * `before` (default: the file's own).
   */
  textsIn(written: string, before?: ReadonlyMap<number, string>): ReadonlyMap<number, string>;
  /** The numbers of the phrases that the file's styles and codes show at the top of the picture. Tags in a text do not count. */
  atTop(): readonly number[];
  /** Compares a written file that was edited since with this file, without comparing the texts. */
  compare(written: string): readonly SrtDifference[];
}

/** The new text of a phrase: one text, or several parts, one below the other. */
export type NewText = string | readonly Part[];
export interface Part {
  readonly text: string;
  /** Ignored if the format cannot express it. */
  readonly look?: 'italics' | 'grey';
}

export type DocumentNote =
  | SrtNote
  /** Unreadable blocks, which stay in the file and are not sent. `line` (from 1) and `text` belong to the first one. */
  | { readonly kind: 'kept'; readonly count: number; readonly line: number; readonly text: string }
  /** The first place that breaks the rules of XML; players may refuse the file. */
  | { readonly kind: 'damaged'; readonly line: number; readonly text: string };

/** A style of an ASS or SSA file that events use. */
export interface StyleInUse {
  readonly name: string;
  /** The number of phrases with this style that are translated; 0 if it is used only for karaoke and drawings. */
  readonly phrases: number;
  readonly sample: string;
}

export interface ReadOptions {
  readonly withoutStyles?: readonly string[];
  /**
   * The page wrote this text and a person edited it. Then equal texts with the same time are separate phrases, and an .srt file keeps its numbers
   * and the blocks that are no phrases.
   */
  readonly isEdited?: boolean;
}

/** Reads one format. The error is a sentence for people. Linear, never throws. */
export type ReadDocument = (text: string, options: ReadOptions) => Result<SubtitleDocument, SrtError>;

/** One subtitle phrase, also called a cue elsewhere (specification, section 3). */
export interface Phrase {
  /** The number of the phrase in the file, unique within a list of phrases. */
  readonly number: number;
  /** The timing line exactly as in the file, for example "00:00:05,580 --> 00:00:08,820". */
  readonly time: string;
  /** One or more lines joined by "\n", exactly as in the file. */
  readonly text: string;
  /** The speakers that the file names: a few short names (speakersOf), never an empty list; missing: the file names none. Not part of the text. */
  readonly speakers?: readonly string[];
  /** The last phrase of its batch, if batches end with sentences (translation/batch.ts); missing: batches have 20 phrases. */
  readonly endsBatch?: true;
}

export interface SrtDifference {
  readonly kind: SrtDifferenceKind;
  /** Counted from 1. For a missing phrase: the line where it belongs. */
  readonly line: number;
  /** The number of the phrase in the original, or the own number of a foreign phrase; undefined: it is unknown which phrase this is. */
  readonly number: number | undefined;
}

/** How an .srt text can differ from the phrases from which it was made. Texts are not compared. */
export type SrtDifferenceKind =
  /** The block is no phrase: its number or timing line is missing, or a blank line splits its text. */
  'unreadable' | 'missing' | 'doubled' | 'foreign' | 'moved' | 'renumbered' | 'time' | 'no-text' | 'blank-line';

export type SrtNote =
  /** The numbers in the file repeat, decrease or are too large, so the phrases are numbered from 1. */
  { readonly kind: 'renumbered' } | { readonly kind: 'blank-lines-missing'; readonly count: number };

export interface SrtError {
  readonly message: string;
  readonly line: number;
}

const SPEAKER_CHARACTERS = 40;
const SPEAKERS_OF_A_PHRASE = 4;

/** Matches control characters, line ends and invisible characters, except the two joiners in Persian and Hindi names. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const HIDDEN = /(?![\u200c\u200d])\p{Cf}/gu;

/** Cuts a long name, with "…" at its end. */
export const shortSpeaker = (name: string): string =>
  name.length > SPEAKER_CHARACTERS ? shorten(name, SPEAKER_CHARACTERS - 1) : name;

/** The speakers' names, each once, short and on one line; undefined if none has a letter or digit. */
export function speakersOf(names: readonly string[]): readonly string[] | undefined {
  const kept = names
    .map((name) => shortSpeaker(name.replace(HIDDEN, '').replace(BREAKS, ' ').trim()))
    .filter((name) => /[\p{L}\p{N}]/u.test(name));
  return kept.length === 0 ? undefined : [...new Set(kept)].slice(0, SPEAKERS_OF_A_PHRASE);
}

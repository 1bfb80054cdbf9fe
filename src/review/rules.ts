import { byLanguage } from '../languages/language-names.ts';
import type { Script } from '../languages/scripts.ts';
import type { PunctuationName } from './text/punctuation.ts';

/** What `judge` compares every line of a film with. */
export interface FilmRules {
  /** BCP 47 of the translation; undefined: unknown. */
  readonly language: string | undefined;
  /** BCP 47 of the originals; undefined: unknown. */
  readonly sourceLanguage: string | undefined;
  /** Script of the translations; undefined: unknown. */
  readonly script: Script | undefined;
  readonly sourceScript: Script | undefined;
  /** Whether whole sentences can be the same in both languages. */
  readonly related: boolean;
  readonly limits: Limits;
  /** Characters of a translation per character of its original, in this film. */
  readonly ratio: number;
  /** The signs that this film's translations keep, in the order of SENTENCE_PUNCTUATION. */
  readonly punctuation: readonly PunctuationName[];
  /** Whether the translations begin with their line numbers. */
  readonly isNumbered: boolean;
  /** Whether the translations have quotation marks that their originals lack. */
  readonly areQuoted: boolean;
  /** Remarks in brackets behind several translations but not behind their originals, in lower case. */
  readonly remarks: readonly string[];
  /** Missing: unknown, or not the same for everybody. */
  readonly address?: AgreedAddress;
}

/** How everybody in the film is addressed, if the notes or the prompt say one form for all. */
export interface AgreedAddress {
  /** "formal", "informal", or a form of the language: "tu". */
  readonly form: string;
  /** The source: "Film notes: Anna to Tom: du", or "Prompt: informal". */
  readonly row: string;
}

export interface Limits {
  /** Characters per second, at most. */
  readonly charactersPerSecond: number;
  /** Characters per line, at most. */
  readonly charactersPerLine: number;
  /** Lines per text, at most. */
  readonly lines: number;
}

const USUAL: Limits = { charactersPerSecond: 17, charactersPerLine: 42, lines: 2 };

/** Languages that differ from USUAL (Netflix's guides for adults, as Subtitle Edit checks them). */
const OF_LANGUAGE: Readonly<Record<string, Partial<Limits>>> = {
  en: { charactersPerSecond: 20 },
  ar: { charactersPerSecond: 20 },
  hi: { charactersPerSecond: 22 },
  th: { charactersPerLine: 35 },
  ko: { charactersPerSecond: 12, charactersPerLine: 16 },
  zh: { charactersPerSecond: 9, charactersPerLine: 16 },
  yue: { charactersPerSecond: 9, charactersPerLine: 16 },
  ja: { charactersPerSecond: 4, charactersPerLine: 23 },
};

/** `language`: BCP 47; regions are ignored, unknown languages get the usual limits. */
export const limitsFor = (language: string | undefined): Limits => ({ ...USUAL, ...byLanguage(OF_LANGUAGE, language) });

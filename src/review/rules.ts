import { byLanguage } from '../languages/language-table.ts';
import type { Script } from '../languages/scripts.ts';
import type { MarkName } from './text/marks.ts';

/** What judge compares every line of a film with. */
export interface FilmRules {
  /** BCP 47 of the translation; undefined: unknown. */
  readonly language: string | undefined;
  /** BCP 47 of the originals; undefined: unknown. */
  readonly sourceLanguage: string | undefined;
  /** Script of the translations; undefined: not known yet. */
  readonly script: Script | undefined;
  readonly sourceScript: Script | undefined;
  /** Both languages are related: whole sentences can be the same in both. */
  readonly related: boolean;
  readonly limits: Limits;
  /** How many visible characters a translation usually has for each one of its original. */
  readonly ratio: number;
  /** The signs that this film's translation keeps, in the order of SENTENCE_MARKS. */
  readonly marks: readonly MarkName[];
  /** This film's translations begin with the numbers of their lines. */
  readonly isNumbered: boolean;
  /** They stand in quotation marks that their originals do not have. */
  readonly areQuoted: boolean;
  /** Remarks in brackets that stand behind several translations but not behind their originals, in small letters. */
  readonly remarks: readonly string[];
  /** How everybody is spoken to; missing: not said, or not the same for all. */
  readonly address?: AgreedAddress;
}

/** How everybody in a film is spoken to, as far as the notes or the prompt say it of all. */
export interface AgreedAddress {
  /** "formal", "informal", or one of the language's ways: "tu". */
  readonly form: string;
  /** Where that stands: "Film notes: Anna to Tom: du", or "Prompt: informal". */
  readonly row: string;
}

/** Limits that the texts of a translation should keep. */
export interface Limits {
  /** Visible characters a second of showing, at most. */
  readonly charactersPerSecond: number;
  /** Visible characters in one line of a text, at most. */
  readonly charactersPerLine: number;
  /** Lines of one text, at most. */
  readonly lines: number;
}

const USUAL: Limits = { charactersPerSecond: 17, charactersPerLine: 42, lines: 2 };

/** Limits of languages that differ from USUAL (Netflix's guides for adults, as Subtitle Edit's checks have them). */
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

/** The limits for a target language (BCP 47; a region changes nothing), the usual ones for an unknown language. */
export const limitsFor = (language: string | undefined): Limits => ({ ...USUAL, ...byLanguage(OF_LANGUAGE, language) });

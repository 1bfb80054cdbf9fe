import type { Script } from './language/scripts.ts';
import type { Limits } from './limits.ts';
import type { MarkName } from './words/marks.ts';

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
  /** The signs that this film's translation keeps, in the order of MARKS. */
  readonly marks: readonly MarkName[];
}

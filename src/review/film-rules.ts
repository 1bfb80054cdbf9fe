import type { Limits } from './limits.ts';
import type { MarkName } from './marks.ts';
import type { Script } from './scripts.ts';

/** What every line is compared with. */
export interface FilmRules {
  /** BCP 47 of the translation; undefined: unknown. */
  readonly language: string | undefined;
  /** BCP 47 of the originals; undefined: unknown. */
  readonly sourceLanguage: string | undefined;
  /** Script of the translations; undefined: not known yet. */
  readonly script: Script | undefined;
  readonly sourceScript: Script | undefined;
  /** Whole sentences can be the same in both languages. */
  readonly related: boolean;
  readonly limits: Limits;
  /** Usual visible characters of a translation for one of its original. */
  readonly ratio: number;
  /** The signs that this film's translation keeps, in the order of MARKS. */
  readonly marks: readonly MarkName[];
}

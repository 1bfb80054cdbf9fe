import type { Limits } from './limits.ts';
import type { Line } from './line.ts';
import type { Script } from './scripts.ts';
import type { SourceFacts } from './source-facts.ts';

/** What is compared with every line. */
export interface FilmRules {
  /** BCP 47 of the translation; undefined: unknown. */
  readonly language: string | undefined;
  /** Script of the translations; undefined: not known yet. */
  readonly script: Script | undefined;
  readonly limits: Limits;
  /** Usual visible characters of a translation for one of its original. */
  readonly ratio: number;
}

/** What is known of the whole film when one of its lines is judged. */
export interface FilmFacts {
  readonly source: SourceFacts;
  /** The same object as before as long as it says the same. */
  readonly rules: FilmRules;
  /** Number → why the translation differs from those of the same original, in words. */
  readonly inconsistent: ReadonlyMap<number, string>;
  /** Number → why the translation seems to belong to another line, in words: what findSlides has found. */
  readonly slid: ReadonlyMap<number, string>;
}

export interface FilmChoices {
  /** BCP 47, guessed (targetLanguage) or chosen by the person. */
  readonly language: string | undefined;
  /** limitsFor(language), or what the person has set. */
  readonly limits: Limits;
  readonly slid: ReadonlyMap<number, string>;
}

/**
 * The facts of a film as its translation stands now. `before` are those of a moment ago: they keep what is still true
 * the same object, so that few batches need be judged again (judgedAlike).
 */
export declare function filmFacts(
  lines: readonly Line[],
  source: SourceFacts,
  choices: FilmChoices,
  before?: FilmFacts,
): FilmFacts;

/** judge would say the same of these lines by both facts, so what it said can be kept. */
export declare function judgedAlike(lines: readonly Line[], one: FilmFacts, other: FilmFacts): boolean;

import type { FilmFacts } from '../../../review/film-facts.ts';
import type { Line, Problem, ProblemKind } from '../../../review/line.ts';
import type { Limits } from '../../../review/rules.ts';

/** What a person has set in the view's options; undefined: as guessed, or as usual in the language. */
export interface JudgeChoices {
  readonly language?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** What is doubtful about the film, as far as it has been judged. Another object after each judging. */
export interface Judged {
  readonly film: FilmFacts | undefined;
  /** undefined as long as `film` is. */
  readonly rules: Rules | undefined;
  /** Of each batch, by number; missing: not judged yet. */
  readonly batches: readonly (JudgedBatch | undefined)[];
  readonly language: string | undefined;
  readonly limits: Limits;
  readonly choices: JudgeChoices;
  /** The rules could not be loaded; they are asked for again after the next change. */
  readonly rulesFailed?: boolean;
}

/** What the code that judges says of single lines, in a film as it was judged last. */
export interface Rules {
  /** Whether there are lines that can be mended without a model. */
  readonly canMend: (kind: ProblemKind) => boolean;
  /** The translation without this problem of the line; undefined: somebody must write. */
  readonly mended: (line: Line, kind: ProblemKind) => string | undefined;
  /** Of a line whose translation need not be part of the film: the problems that show in the line alone. */
  readonly problemsOf: (line: Line) => readonly Problem[];
  /** Number → a sentence, of the lines that had slid were `tried` the batch's lines in place of `now`. */
  readonly slidWith: (
    batch: number,
    lines: { readonly now: readonly Line[]; readonly tried: readonly Line[] },
  ) => ReadonlyMap<number, string>;
}

export interface JudgedBatch {
  /** As they were judged. */
  readonly lines: readonly Line[];
  readonly film: FilmFacts;
  readonly problems: ReadonlyMap<number, readonly Problem[]>;
}

import type { FilmFacts } from './film-facts.ts';
import type { Line } from './line.ts';
import type { ProblemKind } from './problem.ts';

/**
 * The translation without this problem, where no model is needed for it; undefined: somebody must write. Worked out
 * only when it is shown or applied, since breaking lines anew costs more than finding that they are too long.
 */
export declare function fixOf(line: Line, kind: ProblemKind, film: FilmFacts): string | undefined;

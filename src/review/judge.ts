import type { FilmFacts } from './film-facts.ts';
import type { Line } from './line.ts';
import type { Problem } from './problem.ts';

/**
 * The problems of the lines (a batch's, or a whole film's) by their numbers, in the order of PROBLEM_KINDS; a line
 * without problems is left out. What it says of a batch can be kept until a line of it changes or judgedAlike says no.
 */
export declare function judge(lines: readonly Line[], film: FilmFacts): ReadonlyMap<number, readonly Problem[]>;

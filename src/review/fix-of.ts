import type { FilmFacts } from './film-facts.ts';
import type { Line } from './line.ts';
import type { ProblemKind } from './problem.ts';
import { balanced } from './problems/line-breaks.ts';
import { marksPutBack } from './problems/punctuation-differs.ts';
import { spacesMended } from './problems/spacing.ts';
import { tagsPutBack } from './problems/tags-differ.ts';
import { type Fix, seeLine } from './seen-line.ts';

const FIXES: Partial<Record<ProblemKind, Fix>> = {
  'line-too-long': balanced,
  'too-many-lines': balanced,
  'tags-differ': tagsPutBack,
  'punctuation-differs': marksPutBack,
  spacing: spacesMended,
};

/** Whether problems of a kind can be mended without a model, at least in some lines. */
export const isFixable = (kind: ProblemKind): boolean => FIXES[kind] !== undefined;

/**
 * The line's translation without this problem, where that needs no model; undefined: a person or a model must write it. To be called
 * only when a fix is shown or applied: breaking lines anew takes more time than finding that they are too long.
 */
export function fixOf(line: Line, kind: ProblemKind, film: FilmFacts): string | undefined {
  const seen = seeLine(line, film.source.seconds);
  return seen && FIXES[kind]?.(seen, film.rules);
}

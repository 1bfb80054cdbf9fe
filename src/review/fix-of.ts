import type { FilmFacts } from './film-facts.ts';
import type { Line } from './line.ts';
import type { ProblemKind } from './problem.ts';
import { balanced } from './problems/line-breaks.ts';
import { marksPutBack } from './problems/punctuation-differs.ts';
import { spacesMended } from './problems/spacing.ts';
import { tagsPutBack } from './problems/tags-differ.ts';
import { type Fix, see } from './seen-line.ts';

const FIXES: Partial<Record<ProblemKind, Fix>> = {
  'line-too-long': balanced,
  'too-many-lines': balanced,
  'tags-differ': tagsPutBack,
  'punctuation-differs': marksPutBack,
  spacing: spacesMended,
};

/** The kinds of problems that can be mended without a model in some lines. */
export const isFixable = (kind: ProblemKind): boolean => FIXES[kind] !== undefined;

/**
 * The translation without this problem of the line, where no model is needed for it; undefined: somebody must write.
 * Worked out only when it is shown or applied: breaking lines anew costs more than finding that they are too long.
 */
export function fixOf({ number, original, translation }: Line, kind: ProblemKind, film: FilmFacts): string | undefined {
  if (translation === undefined) return undefined;
  const line = { original: see(original), translation: see(translation), seconds: film.source.seconds.get(number) };
  return FIXES[kind]?.(line, film.rules);
}

import { ok, type Result } from '../../../../lib/result.ts';
import { createFinder, type FindOptions, hitsInLine, type LineHits } from '../../../../review/find/find.ts';
import { type Replacement, replaceInLine } from '../../../../review/find/replace.ts';
import type { Line } from '../../../../review/line.ts';

/** What is sought, applied to lines. A chunk of its own. */
export interface Search {
  readonly hitsOf: (line: Line) => LineHits | undefined;
  readonly replaceIn: (line: Line, by: string) => Replacement | undefined;
}

/** The error is a sentence for people: an expression that is none, or one that is not possible here. */
export function createSearch(query: string, options: FindOptions): Result<Search, string> {
  const finder = createFinder(query, options);
  if (!finder.ok) return finder;
  return ok({
    hitsOf: (line) => hitsInLine(finder.value, line),
    replaceIn: (line, by) => replaceInLine(finder.value, line, by),
  });
}

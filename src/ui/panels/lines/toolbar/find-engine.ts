import { ok, type Result } from '../../../../lib/result.ts';
import {
  createFinder,
  type FindOptions,
  hitsInLine,
  type LineHits,
  type Replacement,
  replaceInLine,
} from '../../../../review/find.ts';
import type { Line } from '../../../../review/line.ts';

/** Searching that has taken as long as this ends: an expression can take a millisecond for each line, and nothing else goes on meanwhile. */
const MOST_MS = 500;

/** What is sought, applied to lines, each of which is searched once. A chunk of its own. */
export interface Search {
  readonly hitsOf: (line: Line) => LineHits | undefined;
  /** Of a line that has hits. */
  readonly replaceIn: (line: Line, by: string) => Replacement | undefined;
  /** Which of these lines were not searched, or not to their end, up to now. */
  readonly missed: (lines: readonly Line[]) => { readonly unsearched: number; readonly cutShort: number };
}

/** The error is a sentence for people: an expression that is none, or one that is not possible here. */
export function createSearch(query: string, options: FindOptions): Result<Search, string> {
  const finder = createFinder(query, options);
  if (!finder.ok) return finder;
  const { value } = finder;
  const known = new WeakMap<Line, { readonly hits: LineHits | undefined; readonly isWhole: boolean }>();
  let spentMs = 0;

  function hitsOf(line: Line): LineHits | undefined {
    const before = known.get(line);
    if (before || spentMs > MOST_MS) return before?.hits;
    const start = performance.now();
    let isWhole = true;
    const hits = hitsInLine(value, line, () => {
      isWhole = false;
    });
    spentMs += performance.now() - start;
    known.set(line, { hits, isWhole });
    return hits;
  }

  return ok({
    hitsOf,
    replaceIn: (line, by) => (hitsOf(line) ? replaceInLine(value, line, by) : undefined),
    missed(lines) {
      const found = lines.map((line) => known.get(line));
      return {
        unsearched: found.filter((each) => each === undefined).length,
        cutShort: found.filter((each) => each?.isWhole === false).length,
      };
    },
  });
}

import type { Filter } from '../../../review/filter.ts';
import type { ProblemKind } from '../../../review/problem.ts';
import type { Judged } from './judged.ts';
import { allFacts, matches, type ReviewState } from './line-facts.ts';

/** The numbers of the lines that match an option now; null: all lines, whatever becomes of them. */
export function shownBy(
  state: ReviewState,
  judged: Judged,
  show: Filter,
  kind: ProblemKind | '',
): ReadonlySet<number> | null {
  if (show === 'all') return null;
  const numbers = new Set<number>();
  for (const facts of allFacts(state, judged)) if (matches(facts, show, kind)) numbers.add(facts.line.number);
  return numbers;
}

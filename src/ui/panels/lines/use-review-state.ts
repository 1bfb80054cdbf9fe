import { useMemo } from 'react';
import { useSession } from '../../state/use-session.ts';
import type { ReviewState } from './line-facts.ts';

/** What the lines are made of; not the draft, so that typing draws nothing of the grid. */
export function useReviewState(): ReviewState {
  const phrases = useSession((state) => state.phrases);
  const results = useSession((state) => state.results);
  const marks = useSession((state) => state.marks);
  const role = useSession((state) => state.role);
  return useMemo(() => ({ phrases, results, marks, role }), [phrases, results, marks, role]);
}

import { useShallow } from 'zustand/react/shallow';
import { useSession } from '../../state/use-film.ts';
import type { ReviewState } from './line-facts.ts';

/** What the lines are made of; not the draft, so that typing draws nothing of the grid. */
export const useReviewState = (): ReviewState =>
  useSession(useShallow(({ phrases, results, marks, role }) => ({ phrases, results, marks, role })));

import { useStore } from 'zustand';
import { isHolder } from '../../engine/run-state.ts';
import { useServices } from './services.tsx';
import { useSession } from './use-session.ts';

/** A sentence that says why this tab cannot change anything, and what to do; empty when it can. */
export function useReadOnlyReason(): string {
  const { page } = useServices();
  const holds = useSession(isHolder);
  const newerVersion = useStore(page, ({ storageProblem }) => storageProblem?.kind === 'newer-version');
  if (holds) return '';
  return newerVersion ? 'To change this, reload the page.' : 'To change this, press Continue here.';
}

import { useStore } from 'zustand';
import { isHolder } from '../../engine/run-selectors.ts';
import { useServices } from './services.tsx';
import { useSession } from './use-session.ts';

/** Why nothing can be changed in this tab, as a sentence with what to do; empty where it can. */
export function useReadOnlyReason(): string {
  const { page } = useServices();
  const holds = useSession(isHolder);
  const newerVersion = useStore(page, ({ storageProblem }) => storageProblem?.kind === 'newer-version');
  if (holds) return '';
  return newerVersion ? 'To change this, reload the page.' : 'To change this, press Continue here.';
}

import { useStore } from 'zustand';
import { useServices } from './services.tsx';
import { useSession, useStarted } from './use-session.ts';

/** Whether the film is shown line by line, in place of the panels Original and Translation. */
export function useLinesShown(): boolean {
  const started = useStarted();
  const isChosen = useStore(useServices().page, ({ view }) => view === 'lines');
  const isBatchOpen = useSession(({ shownBatch }) => shownBatch !== null);
  return started && isChosen && !isBatchOpen;
}

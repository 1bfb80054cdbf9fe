import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { once } from '../../../../lib/once.ts';
import { afterQuiet } from '../../../kit/after-quiet.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-session.ts';
import { createRepairsDesk, type RepairsDesk, type RepairsView } from './repairs-desk.ts';

/** One for a session: the offer stands in two places, and the list is still open after a batch was. */
const deskOf = once(createRepairsDesk);

export const useRepairsDesk = (): RepairsDesk => deskOf(useServices().session);

export const useRepairsView = <Part>(part: (view: RepairsView) => Part): Part => useStore(useRepairsDesk().store, part);

/** Repairs are looked for once typing has paused for this long. */
const QUIET_MS = 300;

/** Searches the opened text for repairs a moment after each change. */
export function useRepairSearch(): void {
  const desk = useRepairsDesk();
  const { analysis } = useServices().session;
  const text = useSession((state) => state.sourceText);
  const readAs = useSession((state) => state.readAs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the desk reads the text from the session
  useLayoutEffect(desk.forgetOthers, [desk, text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same, and how it is read
  useEffect(() => afterQuiet(QUIET_MS, () => analysis.orNothing(desk.search)), [desk, analysis, text, readAs]);
}

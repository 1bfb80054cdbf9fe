import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { once } from '../../../../lib/once.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession, useSource } from '../../../state/use-film.ts';
import { createRepairsDesk, type RepairsDesk, type RepairsView } from './repairs-desk.ts';

/** One for a session: the offer stands in two places, and the list is still open after a batch was. */
const deskOf = once(createRepairsDesk);

export const useRepairsDesk = (): RepairsDesk => deskOf(useServices().session);

export const useRepairsView = <Part>(part: (view: RepairsView) => Part): Part => useStore(useRepairsDesk().store, part);

/** Searches the opened text for repairs each time that it was looked at. */
export function useRepairSearch(): void {
  const desk = useRepairsDesk();
  const { analysis } = useServices().session;
  const text = useSession((state) => state.sourceText);
  const source = useSource();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the desk reads the text from the session
  useLayoutEffect(desk.forgetOthers, [desk, text]);
  useEffect(() => {
    if (source) void analysis.orNothing(desk.search);
  }, [desk, analysis, source]);
}

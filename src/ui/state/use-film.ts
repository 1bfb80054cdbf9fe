import { useDeferredValue, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { hasBatches } from '../../engine/run-state.ts';
import type { SourceView } from '../../film/analysis.ts';
import type { Work } from '../../film/film.ts';
import type { SettingsState } from '../../settings/settings.ts';
import { useServices } from './services.tsx';

/**
 * A value of the session that is followed. The selector must return the same object for the same state.
 * The rule: components that draw read the session by this hook; it shows typing at once and a run's steps eight times a second.
 * Where a whole panel or an editor depends on the value, wrap it in `useDeferredValue` (all of the state: `useDeferredSession`), so that
 * React draws it in slices.
 * Commands, and listeners that need every step and draw nothing (the announcer), use `session.store`.
 */
export function useSession<T>(selector: (state: Work) => T): T {
  return useStore(useServices().shown, selector);
}

const stateOf = (state: Work): Work => state;

/** The whole session as React draws it in slices: all of one moment. */
export const useDeferredSession = (): Work => useDeferredValue(useSession(stateOf));

/** Whether batches exist. Deferred, because all panels depend on it, and change together. */
export const useStarted = (): boolean => useDeferredValue(useSession(hasBatches));

/** What is told of the film on the page; undefined: there is none, or it is not looked at yet. Drawn after all that a person does. */
export const useSource = (): SourceView | undefined =>
  useDeferredValue(useStore(useServices().session.analysis.source, ({ view }) => view));

/** A value of the settings that is followed. The selector must return the same object for the same state. */
export function useSettings<T>(selector: (state: SettingsState) => T): T {
  return useStore(useServices().settings.store, selector);
}

const dontSubscribe = () => () => {};

/** Milliseconds since 1970, updated each second while `active`. */
export function useNow(active: boolean): number {
  const { ticker } = useServices();
  return useSyncExternalStore(active ? ticker.subscribe : dontSubscribe, ticker.now);
}

/** Whether the film is shown line by line, in place of the panels Original and Translation. */
export function useLinesShown(): boolean {
  const started = useStarted();
  const isChosen = useStore(useServices().page, ({ view }) => view === 'lines');
  const isBatchOpen = useSession(({ shownBatch }) => shownBatch !== null);
  return started && isChosen && !isBatchOpen;
}

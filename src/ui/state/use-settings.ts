import { useStore } from 'zustand';
import type { SettingsState } from '../../settings/settings-state.ts';
import { useServices } from './services.tsx';

/** What the selector reads from the settings, followed. It must give the same object for the same state. */
export function useSettings<T>(selector: (state: SettingsState) => T): T {
  return useStore(useServices().settings.store, selector);
}

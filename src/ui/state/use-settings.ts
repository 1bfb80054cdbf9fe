import { useStore } from 'zustand';
import type { SettingsState } from '../../settings/settings.ts';
import { useServices } from './services.tsx';

/** A value of the settings that is followed. The selector must return the same object for the same state. */
export function useSettings<T>(selector: (state: SettingsState) => T): T {
  return useStore(useServices().settings.store, selector);
}

import type { StoreApi } from 'zustand/vanilla';
import type { ProviderId } from '../providers/provider.ts';
import type { KeptSettings, SettingsState } from './settings-state.ts';

/** Model, keys and prompt: a state to read and commands to give. Made by createSettings; knows no React. */
export interface Settings {
  readonly store: Pick<StoreApi<SettingsState>, 'getState' | 'subscribe' | 'getInitialState'>;

  setPrompt(prompt: string): void;
  /**
   * Trims and keeps the key, then reads its provider's live list (all three lists once at start, for the keys there are).
   * A key with characters that no header can carry is refused: the sentence to show at the field comes back, and nothing changes.
   */
  setKey(provider: ProviderId, key: string): string | undefined;
  /** A tab: picks the provider's first available model if the current one belongs to another; if its key is still missing, when it arrives. */
  showProvider(provider: ProviderId): void;
  /** A model of the dropdown: switches the tab to its provider. */
  pickModel(id: string): void;
  checkKey(provider: ProviderId): void;
  setConcurrency(concurrency: SettingsState['concurrency']): void;
  setKeepKeys(keepKeys: SettingsState['keepKeys']): void;
  /** From storage, memory and page. */
  forgetKeys(): void;
  /** Another tab changed what is kept, or a project file brought a prompt and a model. */
  adopt(kept: Partial<KeptSettings>): void;
  /**
   * Fulfilled when no live list is on its way that may still change the model (a key given a moment ago); at most after
   * five seconds, and at once when the signal is raised.
   */
  whenModelSettled(options: { readonly signal: AbortSignal }): Promise<void>;
  dispose(): void;
}

import type { StoreApi } from 'zustand/vanilla';
import type { EndpointId, LocalId, Model, ProviderFailure } from '../providers/provider.ts';
import type { KeyRefusal } from './key-refusal.ts';
import type { CallSettings, SettingsState, SharedSettings } from './settings-state.ts';

/** Model, keys and prompt: a state to read and commands to give. Made by createSettings; knows no React. */
export interface Settings {
  readonly store: Pick<StoreApi<SettingsState>, 'getState' | 'subscribe' | 'getInitialState'>;

  setPrompt(prompt: string): void;
  /** The standard prompt, or the one given, in place of the person's own, which is held for `bringPromptBack`. */
  resetPrompt(prompt?: string): void;
  bringPromptBack(): void;
  /**
   * Trims and keeps the key, then reads its provider's live list (at start once those of the specified providers, for the keys there
   * are, and that of the model's endpoint). Of the endpoints of the tab "more" only the one in front and the model's are ever asked.
   * A refused key changes nothing: it is neither stored nor sent. `sure`: a person has said of this very text whose key it is;
   * another key that it replaces can be brought back as forgotten ones can.
   */
  setKey(provider: EndpointId, key: string, options?: { readonly sure: boolean }): KeyRefusal | undefined;
  /** A call with this key showed that its provider does not take it; ignored if the key has changed since. */
  noteRefusedKey(provider: EndpointId, key: string, failure: ProviderFailure): void;
  /** A tab: picks a model of the provider if the current one belongs to another; when its list arrives, if that is on its way. */
  showProvider(provider: EndpointId): void;
  /** A model of the dropdown: switches the tab to its provider. */
  pickModel(model: Model): void;
  /** The model that a run of another tab, or of an earlier visit, was made with; the tab in front stays. */
  goOnWithModel(model: Model): void;
  /** Lists that could not be read are read again, but not with a key that was refused. */
  readFailedLists(): void;
  checkKey(provider: EndpointId): void;
  /** Where a person's own server is. Its key is dropped: it was given for the server at the address before. */
  setAddress(endpoint: LocalId, address: string): void;
  setCalls(change: Partial<Omit<CallSettings, 'addresses'>>): void;
  setConcurrency(concurrency: SettingsState['concurrency']): void;
  setKeepKeys(keepKeys: SettingsState['keepKeys']): void;
  /** From storage and page. For 30 s at most the keys can be brought back from this page's memory. */
  forgetKeys(): void;
  bringKeysBack(): void;
  /** From memory too: nothing can be brought back any more. */
  dropForgottenKeys(): void;
  /** Another tab changed what all tabs share. What a person looks at here stays: the tab in front and the model. */
  adopt(shared: SharedSettings): void;
  dispose(): void;
}

import type { StoreApi } from 'zustand/vanilla';
import type { EndpointId, LocalId, Model, ProviderFailure } from '../providers/provider.ts';
import type { KeyRefusal } from './key-refusal.ts';
import type { CallSettings, SettingsState, SharedSettings } from './settings-state.ts';

/** Model, keys and prompt: a state to read and commands to give. Made by createSettings; knows no React. */
export interface Settings {
  readonly store: Pick<StoreApi<SettingsState>, 'getState' | 'subscribe' | 'getInitialState'>;

  /** A person has typed or chosen the prompt: another film does not change it. One that stays the same is whose it was. */
  setPrompt(prompt: string): void;
  /**
   * Replaces the prompt by the standard one, which follows the film again, or by the one given, which is the person's choice.
   * `bringPromptBack` can restore the person's own.
   */
  resetPrompt(prompt?: string): void;
  /** Replaces a prompt that nobody has typed or chosen by the standard one for the film that was opened. */
  followFilm(prompt: string): void;
  /** Undo of `followFilm`: the specified default, which follows no other film: the person has chosen it. */
  stopFollowing(): void;
  bringPromptBack(): void;
  /**
   * Trims and keeps the key, then reads its provider's live list. Of the endpoints of the tab "more" only the one in front and the
   * model's are ever asked. A refused key changes nothing: it is neither stored nor sent. `sure`: the person has answered whose key
   * this very text is; the key that it replaces can be brought back as forgotten keys can.
   */
  setKey(provider: EndpointId, key: string, options?: { readonly sure: boolean }): KeyRefusal | undefined;
  /** Takes the failure of a call with this key: the key counts as invalid if the failure refuses it. Ignored if the key has changed. */
  noteRefusedKey(provider: EndpointId, key: string, failure: ProviderFailure): void;
  /** Brings a tab to the front, and picks a model of its provider if the model in use is another's; waits for the list if it is read. */
  showProvider(provider: EndpointId): void;
  /** The person chooses a model in the dropdown; its provider's tab comes to the front. */
  pickModel(model: Model): void;
  /** Uses the model of a run that another tab or an earlier visit began; the tab in front stays. */
  goOnWithModel(model: Model): void;
  /**
   * Reads the lists again that could not be read, except with a key that was refused, and those of servers on this computer that had
   * no model. If the tab in front still waits for a model, it is picked from there. `onThisComputer`: only servers on this computer.
   */
  readFailedLists(which?: { readonly onThisComputer: boolean }): void;
  checkKey(provider: EndpointId): void;
  /** Sets the address of a person's own server. The server's key is dropped: it was given for the earlier address. */
  setAddress(endpoint: LocalId, address: string): void;
  setCalls(change: Partial<Omit<CallSettings, 'addresses'>>): void;
  setConcurrency(concurrency: SettingsState['concurrency']): void;
  setKeepKeys(keepKeys: SettingsState['keepKeys']): void;
  /** Forgets all keys, in storage and on the page. For 30 s at most they can be brought back from this page's memory. */
  forgetKeys(): void;
  bringKeysBack(): void;
  /** Forgets in memory, too, the keys that could be brought back. */
  dropForgottenKeys(): void;
  /** Takes over the shared settings that another tab has changed. This tab's model and provider tab stay. */
  adopt(shared: SharedSettings): void;
  dispose(): void;
}

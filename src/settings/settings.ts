import type { StoreApi } from 'zustand/vanilla';
import {
  type Addresses,
  type ApiKeys,
  byEndpoint,
  ENDPOINT_IDS,
  type EndpointId,
  isMore,
  type KeyCheck,
  type LocalId,
  type Model,
  type ModelInfo,
  type MoreId,
  type ProviderFailure,
  type Thinking,
} from '../providers/provider.ts';

/** Settings of runs and of the page. Prompt, model and keys are read anew when each batch starts. */
export interface SettingsState {
  /** Stored as "initPrompt". */
  readonly prompt: string;
  /** False: a person has typed or chosen the prompt; true: nobody has. undefined: nobody has typed the specified default, a person any other. */
  readonly promptFollows?: boolean | undefined;
  /** The person's prompt before it was reset to the standard one; null: it was not reset. In memory only. */
  readonly earlierPrompt: string | null;
  /** Its id is stored as "model". */
  readonly model: Model;
  /** False until a person picks a model: only then may a suggestion replace it. */
  readonly modelChosen: boolean;
  /** The keys in use. A doubtful key (`KeyRefusal`) is among them only after a person's answer. */
  readonly keys: ApiKeys;
  /** Stored keys that are doubtful (`KeyRefusal`): not sent before the person has said whose keys they are. */
  readonly heldKeys: ApiKeys;
  /** The endpoint whose tab is in front; with an endpoint of the tab "more" that tab is in front. */
  readonly shownProvider: EndpointId;
  /** The endpoint that the tab "more" shows. */
  readonly moreEndpoint: MoreId;
  /** A model of the provider in front will be picked as soon as its list is read. */
  readonly awaitsPick: boolean;
  readonly models: Readonly<Record<EndpointId, ModelListState>>;
  readonly keyChecks: Readonly<Record<EndpointId, KeyCheckState>>;
  /** Requests in flight at most; 'automatic' lets the scheduler find the limit. */
  readonly concurrency: 'automatic' | number;
  readonly calls: CallSettings;
  /** Where keys are kept: local storage, or this session's memory only. */
  readonly keepKeys: 'stored' | 'session';
  readonly forgetting: KeyForgetting;
}

/** A person's settings of calls, beyond the specification. */
interface CallSettings {
  /** Of servers on this computer. */
  readonly addresses: Addresses;
  readonly thinking: Thinking;
  /** The person would rather wait longer and pay half the price, where a provider offers it. */
  readonly halfPrice: boolean;
}

interface KeyForgetting {
  /** How many times all keys were forgotten since the page was opened, here or by another tab. */
  readonly times: number;
  /** The keys that were forgotten or replaced last can still be brought back. */
  readonly undoable: boolean;
  /** The endpoint whose key was replaced, while that can be undone; undefined: all keys were forgotten. */
  readonly replaced?: EndpointId | undefined;
}

/** The settings that are stored between visits. */
export type KeptSettings = Pick<
  SettingsState,
  'prompt' | 'promptFollows' | 'model' | 'modelChosen' | 'keys' | 'heldKeys' | 'concurrency' | 'calls' | 'keepKeys'
> & {
  /** The tab in front where it is not the model's; kept for a reload of this tab. */
  readonly shownProvider?: EndpointId | undefined;
};

export type ModelListState =
  | { readonly state: 'no-key' }
  | { readonly state: 'loading' }
  | { readonly state: 'live'; readonly models: readonly ModelInfo[] }
  /** The live list could not be read, and why; `models` is the built-in or the fallback list. */
  | { readonly state: 'fallback'; readonly models: readonly ModelInfo[]; readonly failure: ProviderFailure };

export type KeyCheckState = { readonly outcome: 'unchecked' } | { readonly outcome: 'checking' } | KeyCheck;

/** Model, keys and prompt: a state to read and commands to give. Made by createSettings; knows no React. */
export interface Settings {
  readonly store: Pick<StoreApi<SettingsState>, 'getState' | 'subscribe' | 'getInitialState'>;

  /** A person has typed or chosen the prompt: another film does not change it. One that stays the same is whose it was. */
  setPrompt(prompt: string): void;
  /** Replaces the prompt by the standard one, which follows the film again, or by the person's choice; `bringPromptBack` restores the person's own. */
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
  dispose(): void;
}

/** 'least': thoughts are paid for and make translations hardly better. */
export const DEFAULT_CALLS: CallSettings = { addresses: {}, thinking: 'least', halfPrice: false };

export const UNCHECKED = { outcome: 'unchecked' } as const;
const NO_LIST = { state: 'no-key' } as const;

/** The state when the page opens: the stored settings, with no list read and no key checked. */
export function initialState(kept: KeptSettings): SettingsState {
  // The tab of a held key comes to the front, so that the person is asked about the key at once.
  const held = ENDPOINT_IDS.find((id) => kept.heldKeys[id] !== '');
  const shownProvider = held ?? kept.shownProvider ?? kept.model.endpoint;
  return {
    ...kept,
    earlierPrompt: null,
    shownProvider,
    moreEndpoint: isMore(shownProvider)
      ? shownProvider
      : isMore(kept.model.endpoint)
        ? kept.model.endpoint
        : 'openrouter',
    awaitsPick: false,
    models: byEndpoint(() => NO_LIST),
    keyChecks: byEndpoint(() => UNCHECKED),
    forgetting: { times: 0, undoable: false },
  };
}

/** Why a text typed into a key field is not kept as a key, or not yet. */
export type KeyRefusal =
  /** No header can carry the text; `problem` is worded for the field. */
  | { readonly reason: 'unfit'; readonly problem: string }
  /** The text is still too short to tell whose key it will be. */
  | { readonly reason: 'unfinished' }
  /** The text looks like another provider's key: the person is asked. */
  | { readonly reason: 'other-provider'; readonly owner: EndpointId }
  /** The text looks like two keys in a row: the person is asked whether it is one key; no other provider is offered. */
  | { readonly reason: 'several-keys' };

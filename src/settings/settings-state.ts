import type {
  Addresses,
  ApiKeys,
  EndpointId,
  KeyCheck,
  Model,
  ModelInfo,
  MoreId,
  ProviderFailure,
  Thinking,
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
export interface CallSettings {
  /** Of servers on this computer. */
  readonly addresses: Addresses;
  readonly thinking: Thinking;
  /** The person would rather wait longer and pay half the price, where a provider offers it. */
  readonly halfPrice: boolean;
}

export interface KeyForgetting {
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

/** The settings that all open tabs share. Each tab has its own model (docs/decisions/0012). */
export type SharedSettings = Omit<KeptSettings, 'model' | 'modelChosen' | 'shownProvider'>;

export type ModelListState =
  | { readonly state: 'no-key' }
  | { readonly state: 'loading' }
  | { readonly state: 'live'; readonly models: readonly ModelInfo[] }
  /** The live list could not be read, and why; `models` is the built-in or the fallback list. */
  | { readonly state: 'fallback'; readonly models: readonly ModelInfo[]; readonly failure: ProviderFailure };

export type KeyCheckState = { readonly outcome: 'unchecked' } | { readonly outcome: 'checking' } | KeyCheck;

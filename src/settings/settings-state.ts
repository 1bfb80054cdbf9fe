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

/** What a run uses and how the person likes the page. Prompt, model and keys are read anew when each batch starts. */
export interface SettingsState {
  /** Stored as "initPrompt". */
  readonly prompt: string;
  /** The person's own prompt that was reset to the standard one; null: none was. In memory only. */
  readonly earlierPrompt: string | null;
  /** Its id is stored as "model". */
  readonly model: Model;
  /** False until a person picks a model: only then may a suggestion replace it. */
  readonly modelChosen: boolean;
  /** In use. A doubtful one is here only after a person's answer. */
  readonly keys: ApiKeys;
  /** Stored where they are doubtful (`KeyRefusal`) and never answered for: not sent before a person has said whose they are. */
  readonly heldKeys: ApiKeys;
  /** The provider tab in front; the tab "more" is, if it is an endpoint of that tab. */
  readonly shownProvider: EndpointId;
  /** The endpoint that the tab "more" shows. */
  readonly moreEndpoint: MoreId;
  /** The list of the provider in front is on its way, and a model of it will be picked from it. */
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

/** What a person has said of calls beyond the specification. */
export interface CallSettings {
  /** Of servers on this computer. */
  readonly addresses: Addresses;
  readonly thinking: Thinking;
  /** To wait longer for half the price, where a provider has that. */
  readonly halfPrice: boolean;
}

export interface KeyForgetting {
  /** How many times all keys were forgotten since the page was opened, here or by another tab. */
  readonly times: number;
  /** The keys that were forgotten or replaced last can still be brought back. */
  readonly undoable: boolean;
  /** Whose key was replaced, while that can be undone; undefined: all were forgotten. */
  readonly replaced?: EndpointId | undefined;
}

/** What is kept between visits; everything else of the settings is found out anew. */
export type KeptSettings = Pick<
  SettingsState,
  'prompt' | 'model' | 'modelChosen' | 'keys' | 'heldKeys' | 'concurrency' | 'calls' | 'keepKeys'
>;

/** What all open tabs share. The model is each tab's own (docs/decisions/0012). */
export type SharedSettings = Omit<KeptSettings, 'model' | 'modelChosen'>;

export type ModelListState =
  | { readonly state: 'no-key' }
  | { readonly state: 'loading' }
  | { readonly state: 'live'; readonly models: readonly ModelInfo[] }
  /** The list could not be read: the built-in or fallback list, and why. */
  | { readonly state: 'fallback'; readonly models: readonly ModelInfo[]; readonly failure: ProviderFailure };

export type KeyCheckState = { readonly outcome: 'unchecked' } | { readonly outcome: 'checking' } | KeyCheck;

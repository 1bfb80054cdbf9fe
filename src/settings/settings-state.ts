import type { ApiKeys, KeyCheck, ModelInfo, ProviderId } from '../providers/provider.ts';

/** What a run uses and how the person likes the page. Prompt, model and keys are read anew when each batch starts. */
export interface SettingsState {
  /** Stored as "initPrompt". */
  readonly prompt: string;
  /** A model id. */
  readonly model: string;
  /** False until a person picks a model: only then may a suggestion replace it. */
  readonly modelChosen: boolean;
  readonly keys: ApiKeys;
  /** The provider tab in front. */
  readonly shownProvider: ProviderId;
  readonly models: Readonly<Record<ProviderId, ModelListState>>;
  readonly keyChecks: Readonly<Record<ProviderId, KeyCheckState>>;
  /** Requests in flight at most; 'automatic' lets the scheduler find the limit. */
  readonly concurrency: 'automatic' | number;
  /** Where keys are kept: local storage, or this session's memory only. */
  readonly keepKeys: 'stored' | 'session';
}

/** What is kept between visits; everything else of the settings is found out anew. */
export type KeptSettings = Pick<
  SettingsState,
  'prompt' | 'model' | 'modelChosen' | 'keys' | 'concurrency' | 'keepKeys'
>;

export type ModelListState =
  | { readonly state: 'no-key' }
  | { readonly state: 'loading' }
  | { readonly state: 'live'; readonly models: readonly ModelInfo[] }
  /** The list could not be read: the built-in or fallback list, and why. */
  | { readonly state: 'fallback'; readonly models: readonly ModelInfo[]; readonly reason: string };

export type KeyCheckState = { readonly outcome: 'unchecked' } | { readonly outcome: 'checking' } | KeyCheck;

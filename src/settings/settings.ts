import type { StoreApi } from 'zustand/vanilla';
import type { Tone } from '../languages/prompt-language.ts';
import type { PriceBook } from '../prices/price.ts';
import {
  byEndpoint,
  type CompatibleEndpointId,
  ENDPOINT_IDS,
  type EndpointId,
  isCompatible,
  isLocal,
  type LocalId,
  namedAs,
  nameOf,
} from '../providers/endpoints.ts';
import { hasHalfPrice, isLoadingModel, isOwnServer, runsElsewhere, suggestModel } from '../providers/models.ts';
import {
  type Addresses,
  type ApiKeys,
  type KeyCheck,
  type Model,
  type ModelInfo,
  modelKey,
  type ProviderFailure,
  type Thinking,
} from '../providers/provider.ts';

/** Each batch reads the current prompt, model and keys when it starts. */
export interface SettingsState {
  /** Stored as "initPrompt". */
  readonly prompt: string;
  /** Whether the prompt follows the film because no person wrote it; undefined: it does if it is the specified default. */
  readonly promptFollows?: boolean | undefined;
  /** The person's prompt before a reset; null: not reset. In memory only. */
  readonly earlierPrompt: string | null;
  /** Its id is stored as "model". */
  readonly model: Model;
  /** False until a person picks a model: only until then can a suggestion replace it. */
  readonly modelChosen: boolean;
  /** Contains a doubtful key (`KeyRefusal`) only after the person has confirmed it. */
  readonly keys: ApiKeys;
  /** Stored doubtful keys (`KeyRefusal`), which are not sent before the person has said whose they are. */
  readonly doubtfulKeys: ApiKeys;
  /** The endpoint whose tab is shown. */
  readonly shownProvider: EndpointId;
  /** The endpoint in the tab "more". */
  readonly compatibleEndpoint: CompatibleEndpointId;
  /** A model of the shown provider will be picked once its list arrives. */
  readonly awaitsPick: boolean;
  readonly models: Readonly<Record<EndpointId, ModelListState>>;
  readonly keyChecks: Readonly<Record<EndpointId, KeyCheckState>>;
  /** Most concurrent requests; 'automatic': the scheduler finds the limit. */
  readonly concurrency: 'automatic' | number;
  readonly calls: CallSettings;
  /** 'stored': in local storage; 'session': only for this session. */
  readonly keepKeys: 'stored' | 'session';
  readonly forgetting: KeyForgetting;
  readonly prices: PriceBook;
  readonly languages: LanguageChoices;
}

/** What a person has said of languages beyond what the prompt says. Codes are BCP 47. */
export interface LanguageChoices {
  /** The film's language in the person's words; null: as detected. */
  readonly from: string | null;
  /** Chosen, but not in the prompt yet, since that was changed by hand. */
  readonly into: string | null;
  readonly tone: Tone | null;
  /** Stored: languages that were translated into, the last one first. */
  readonly recent: readonly string[];
  /** Stored: prompts of the person's own, under names. */
  readonly prompts: readonly { readonly name: string; readonly text: string }[];
}

interface CallSettings {
  readonly addresses: Addresses;
  readonly thinking: Thinking;
  /** Accept a longer wait for half the price, where a provider offers it. */
  readonly halfPrice: boolean;
}

interface KeyForgetting {
  /** How often all keys were forgotten since the page was opened, here or in another tab. */
  readonly times: number;
  /** The last forgotten or replaced keys can be restored. */
  readonly undoable: boolean;
  /** The endpoint whose key was replaced; undefined: all keys were forgotten. */
  readonly replaced: EndpointId | undefined;
}

/** The settings that are stored between visits. */
export type KeptSettings = Pick<
  SettingsState,
  'prompt' | 'promptFollows' | 'model' | 'modelChosen' | 'keys' | 'doubtfulKeys' | 'concurrency' | 'calls' | 'keepKeys'
> & {
  /** The shown tab if it is not the model's; survives a reload. */
  readonly shownProvider?: EndpointId | undefined;
};

/** What settings begin with. Prices missing: nothing is paid, so costs are not recorded (the demo). */
export type InitialSettings = KeptSettings & {
  readonly prices?: PriceBook;
  readonly languages?: Pick<LanguageChoices, 'recent' | 'prompts'>;
};

export type ModelListState =
  | { readonly state: 'no-key' }
  | { readonly state: 'loading' }
  /** `leftOut`: models that do not seem to chat, which are never picked automatically (ModelListOutcome). */
  | { readonly state: 'live'; readonly models: readonly ModelInfo[]; readonly leftOut?: readonly ModelInfo[] }
  /** The live list could not be read; `models` is the built-in or the fallback list. */
  | { readonly state: 'fallback'; readonly models: readonly ModelInfo[]; readonly failure: ProviderFailure };

export type KeyCheckState = { readonly outcome: 'unchecked' } | { readonly outcome: 'checking' } | KeyCheck;

export interface Settings {
  readonly store: Pick<StoreApi<SettingsState>, 'getState' | 'subscribe' | 'getInitialState'>;

  /** A person has typed or chosen the prompt: another film does not change it. An unchanged prompt keeps its origin. */
  setPrompt(prompt: string): void;
  /** Replaces the prompt by the standard one, which follows the film, or by the given one. bringPromptBack restores the person's own. */
  resetPrompt(prompt?: string): void;
  /** Replaces a prompt that no person wrote by the standard one for the opened film. */
  followFilm(prompt: string): void;
  /** Undo of followFilm: sets the specified default or a project's prompt, which then does not follow films. */
  stopFollowing(prompt?: string): void;
  bringPromptBack(): void;
  /**
   * Cleans and stores the key, then reads its provider's live list; of the tab "more" only if the endpoint is shown or has the model. A refused key
   * is neither stored nor sent. `sure`: the person has confirmed this text; the key that it replaces can be restored like forgotten keys.
   */
  setKey(provider: EndpointId, key: string, options?: { readonly sure: boolean }): KeyRefusal | undefined;
  /** Marks the key as invalid if the failure refuses it, unless the key has changed since the call. */
  noteRefusedKey(provider: EndpointId, key: string, failure: ProviderFailure): void;
  /** Shows a tab. If the model belongs to another provider, picks one of this provider, once its list is read. */
  showProvider(provider: EndpointId): void;
  /** The person's choice. Shows the model's provider. */
  pickModel(model: Model): void;
  /**
   * Reads failed lists again, except with a refused key, and lists of servers on this computer without a model. Picks a model if the shown tab
   * still needs one. `onThisComputer`: only servers on this computer.
   */
  readFailedLists(which?: { readonly onThisComputer: boolean }): void;
  checkKey(provider: EndpointId): void;
  /** Drops the server's key, which belongs to the earlier address. */
  setAddress(endpoint: LocalId, address: string): void;
  setCalls(change: Partial<Omit<CallSettings, 'addresses'>>): void;
  setConcurrency(concurrency: SettingsState['concurrency']): void;
  setKeepKeys(keepKeys: SettingsState['keepKeys']): void;
  setPrices(change: Partial<PriceBook>): void;
  setLanguages(change: Partial<LanguageChoices>): void;
  /** Forgets all keys, in storage and on the page. bringKeysBack can restore them from memory for 30 s. */
  forgetKeys(): void;
  bringKeysBack(): void;
  /** Forgets the restorable keys too. */
  dropForgottenKeys(): void;
  dispose(): void;
}

/** 'least': thoughts cost money and hardly improve translations. */
export const DEFAULT_CALLS: CallSettings = { addresses: {}, thinking: 'least', halfPrice: false };

export const UNCHECKED = { outcome: 'unchecked' } as const;

const NO_LIST = { state: 'no-key' } as const;

/** Nothing is said beyond the prompt. */
export const NOTHING_SAID: LanguageChoices = { from: null, into: null, tone: null, recent: [], prompts: [] };

export function initialState(kept: InitialSettings): SettingsState {
  // Show the tab of a doubtful key, so that the person is asked about it at once.
  const doubtful = ENDPOINT_IDS.find((id) => kept.doubtfulKeys[id] !== '');
  const shownProvider = doubtful ?? kept.shownProvider ?? kept.model.endpoint;
  return {
    prices: { own: {}, stopAt: null },
    ...kept,
    languages: { ...NOTHING_SAID, ...kept.languages },
    earlierPrompt: null,
    shownProvider,
    compatibleEndpoint: isCompatible(shownProvider)
      ? shownProvider
      : isCompatible(kept.model.endpoint)
        ? kept.model.endpoint
        : 'openrouter',
    awaitsPick: false,
    models: byEndpoint(() => NO_LIST),
    keyChecks: byEndpoint(() => UNCHECKED),
    forgetting: { times: 0, undoable: false, replaced: undefined },
  };
}

export type KeyRefusal =
  /** No HTTP header accepts the text; `problem` is a sentence for the field. */
  | { readonly reason: 'unfit'; readonly problem: string }
  /** Too short to identify a provider. */
  | { readonly reason: 'unfinished' }
  /** Looks like another provider's key: the person is asked. */
  | { readonly reason: 'other-provider'; readonly owner: EndpointId }
  /** Looks like two keys in a row: the person is asked whether it is one key. */
  | { readonly reason: 'several-keys' };

type Choice = Pick<SettingsState, 'model' | 'modelChosen' | 'shownProvider' | 'awaitsPick' | 'models'>;

type Change = Partial<Pick<SettingsState, 'model' | 'awaitsPick'>>;

const NOTHING: Change = {};

/** The models that a person can pick: the live list or its replacement. */
export function availableModels({ models }: Pick<SettingsState, 'models'>, provider: EndpointId): readonly ModelInfo[] {
  const list = models[provider];
  if (list.state === 'live') return offeredOf(list);
  return list.state === 'fallback' ? list.models : [];
}

type LiveList = Extract<ModelListState, { state: 'live' }>;

/** Without names with `*`, which stand for other models. */
export const leftOutOf = ({ leftOut = [] }: LiveList): readonly ModelInfo[] =>
  leftOut.filter(({ id }) => !id.includes('*'));

const offeredOf = (list: LiveList): readonly ModelInfo[] => (list.models.length > 0 ? list.models : leftOutOf(list));

const inList = (list: LiveList, id: string): ModelInfo | undefined =>
  [...list.models, ...leftOutOf(list)].find((model) => model.id === id);

/** Whether a list that is being read may still change the model. */
export const isModelOpen = ({ model, awaitsPick, models }: SettingsState): boolean =>
  awaitsPick || models[model.endpoint].state === 'loading';

export const lacksKey = ({ keys }: Pick<SettingsState, 'keys'>, endpoint: EndpointId): boolean =>
  keys[endpoint] === '' && !isLocal(endpoint);

/** Whether a server on this computer has refused a call without a key. */
export const wantsKey = ({ keys, keyChecks }: Pick<SettingsState, 'keys' | 'keyChecks'>, endpoint: EndpointId) =>
  isLocal(endpoint) && keys[endpoint] === '' && keyChecks[endpoint].outcome === 'invalid';

/** Whether the shown tab has no chosen model and the previous model cannot be used because its provider has no key. */
export const lacksModel = ({ model, shownProvider, keys }: Pick<SettingsState, 'model' | 'shownProvider' | 'keys'>) =>
  model.endpoint !== shownProvider && lacksKey({ keys }, model.endpoint);

/** Whether the model belongs to another tab than the shown one, and none is about to be picked. Then nothing may start (D12.30). */
export const isModelElsewhere = ({
  model,
  shownProvider,
  awaitsPick,
}: Pick<SettingsState, 'model' | 'shownProvider' | 'awaitsPick'>): boolean =>
  !awaitsPick && model.endpoint !== shownProvider;

/** Whether a server on this computer answers but has no model. The person may load one at any time. */
export const isEmptyServer = ({ models }: Pick<SettingsState, 'models'>, id: EndpointId): boolean => {
  const list = models[id];
  return isLocal(id) && list.state === 'live' && list.models.length === 0 && !list.leftOut;
};

export const isLoadingItsModel = (list: ModelListState): boolean =>
  list.state === 'fallback' && isLoadingModel(list.failure);

export function isModelMissing({ model, models }: Pick<SettingsState, 'model' | 'models'>): boolean {
  const list = models[model.endpoint];
  return list.state === 'live' && inList(list, model.id) === undefined;
}

/** Picks the suggested model of the shown tab if the model belongs to another one (specification, section 4). Waits for a list that is being read. */
export function pickForTab(state: Choice): Change {
  if (state.model.endpoint === state.shownProvider) return { awaitsPick: false };
  if (state.models[state.shownProvider].state === 'loading') return { awaitsPick: true };
  const list = state.models[state.shownProvider];
  const suggestion = suggestModel('models' in list ? list.models : []);
  return { awaitsPick: false, ...(suggestion && { model: suggestion }) };
}

/** After a list has changed: the pick that waited for it, or a suggestion if the person has never picked a model. */
export function pickAfterList(state: Choice, provider: EndpointId): Change {
  if (state.awaitsPick) return state.shownProvider === provider ? pickForTab(state) : NOTHING;
  if (state.model.endpoint !== provider) return NOTHING;
  const list = state.models[provider];
  if (list.state !== 'live' || state.modelChosen || !isModelMissing(state)) return NOTHING;
  const suggestion = suggestModel(list.models);
  return suggestion ? { model: suggestion } : NOTHING;
}

export const EMPTY_PROMPT =
  'The prompt is empty. Write what the model should do, or press "Reset to the standard prompt".';

/** The specified error text (section 5); undefined: the model's provider has a key. */
export function missingKey({ model, keys }: Pick<SettingsState, 'model' | 'keys'>): string | undefined {
  if (!lacksKey({ keys }, model.endpoint)) return undefined;
  const available = ENDPOINT_IDS.filter((id) => keys[id] !== '').join(', ') || 'none';
  return `No API key configured for provider: ${model.endpoint}. Model: ${model.id}. Available keys: ${available}`;
}

type StartFacts = Pick<SettingsState, 'model' | 'keys' | 'shownProvider' | 'awaitsPick' | 'models'>;

interface ModelChoice {
  /** "Choose a model of Ollama", "Choose or load a model of LM Studio" or "Wait until …". */
  readonly choose: string;
  /** "go back to OpenAI"; undefined: the previous model's provider has no key. */
  readonly goBack: string | undefined;
}

/** undefined: the shown tab has a model or will have one, or only a key is missing. */
export function modelChoice(state: StartFacts): ModelChoice | undefined {
  const { model, shownProvider } = state;
  const cannotGoBack = lacksKey(state, model.endpoint);
  if (!isModelElsewhere(state) || (cannotGoBack && lacksKey(state, shownProvider))) return undefined;
  const server = namedAs(shownProvider);
  const how = isEmptyServer(state, shownProvider) ? 'Choose or load' : 'Choose';
  const choose = isLoadingItsModel(state.models[shownProvider])
    ? `Wait until ${server} has loaded its model`
    : `${how} a model of ${server}`;
  const back = isLocal(model.endpoint) ? model.id : nameOf(model.endpoint);
  return { choose, goBack: cannotGoBack ? undefined : `go back to ${back}` };
}

export const asksHalfPrice = ({ calls, model }: Pick<SettingsState, 'calls' | 'model'>): boolean =>
  calls.halfPrice && hasHalfPrice(model);

/** Identifies what a price applies to. */
export const tariffOf = (state: Pick<SettingsState, 'calls' | 'model'>): string =>
  modelKey(state.model) + (asksHalfPrice(state) ? ' at half price' : '');

/** Why no run can start with these settings; undefined: it can. */
export function startProblem(state: StartFacts & Pick<SettingsState, 'prompt'>): string | undefined {
  const choice = modelChoice(state);
  if (choice) return `${[choice.choose, choice.goBack].filter(Boolean).join(', or ')}. Nothing was sent.`;
  // The shown provider has a key, and its list will give the model.
  return (state.awaitsPick ? undefined : missingKey(state)) ?? (state.prompt.trim() === '' ? EMPTY_PROMPT : undefined);
}

/** As typed; undefined: the usual address, or no server on this computer. */
export const addressOf = ({ calls }: Pick<SettingsState, 'calls'>, id: EndpointId): string | undefined =>
  isLocal(id) ? calls.addresses[id] : undefined;

/** Whether the endpoint needs no network. A build can allow "Another address" on the internet. */
export const isOnThisComputer = (state: Pick<SettingsState, 'calls'>, endpoint: EndpointId): boolean =>
  isLocal(endpoint) && !addressOf(state, endpoint)?.startsWith('https:');

const FREE = { input: 0, output: 0 };

/** From the live list; else 0 for models that run on this computer. Stored costs can name an unknown endpoint. */
export function livePrice(
  state: Pick<SettingsState, 'calls' | 'models'>,
  { endpoint, id }: { readonly endpoint: string; readonly id: string },
): ModelInfo['price'] {
  if (!isKnown(state, endpoint)) return undefined;
  const isFreeHere = isOwnServer(endpoint) && isOnThisComputer(state, endpoint) && !runsElsewhere(id);
  return listed(state, { endpoint, id })?.price ?? (isFreeHere ? FREE : undefined);
}

export function isFree(state: Pick<SettingsState, 'calls' | 'models'>, model: Model): boolean {
  const price = isOnThisComputer(state, model.endpoint) ? livePrice(state, model) : undefined;
  return price?.input === 0 && price.output === 0 && !price.request;
}

/** The model's entry in the live list. */
export function listed({ models }: Pick<SettingsState, 'models'>, { endpoint, id }: Model): ModelInfo | undefined {
  const list = models[endpoint];
  return list.state === 'live' ? inList(list, id) : undefined;
}

const isKnown = ({ models }: Pick<SettingsState, 'models'>, endpoint: string): endpoint is EndpointId =>
  Object.hasOwn(models, endpoint);

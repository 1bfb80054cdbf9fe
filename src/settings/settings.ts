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

/** All settings of the page. Each batch reads the current prompt, model and keys when it starts. */
export interface SettingsState {
  /** Stored as "initPrompt". */
  readonly prompt: string;
  /** True: the prompt follows the film, because no person wrote it. undefined: it follows the film if it is the specified default. */
  readonly promptFollows?: boolean | undefined;
  /** The person's prompt before a reset. null: it was not reset. In memory only. */
  readonly earlierPrompt: string | null;
  /** Its id is stored as "model". */
  readonly model: Model;
  /** False until the person picks a model. Only until then may a suggestion replace it. */
  readonly modelChosen: boolean;
  /** Contains a doubtful key (`KeyRefusal`) only after the person confirmed it. */
  readonly keys: ApiKeys;
  /** Doubtful keys (`KeyRefusal`) from storage. They are not sent before the person has said whose they are. */
  readonly doubtfulKeys: ApiKeys;
  /** The endpoint whose tab is shown. */
  readonly shownProvider: EndpointId;
  /** The endpoint in the tab "more". */
  readonly compatibleEndpoint: CompatibleEndpointId;
  /** True if a model of the shown provider will be picked when its list arrives. */
  readonly awaitsPick: boolean;
  readonly models: Readonly<Record<EndpointId, ModelListState>>;
  readonly keyChecks: Readonly<Record<EndpointId, KeyCheckState>>;
  /** The most concurrent requests. 'automatic': the scheduler finds the limit. */
  readonly concurrency: 'automatic' | number;
  readonly calls: CallSettings;
  /** 'stored': keys stay in local storage. 'session': keys stay only for this session. */
  readonly keepKeys: 'stored' | 'session';
  readonly forgetting: KeyForgetting;
  readonly prices: PriceBook;
  readonly languages: LanguageChoices;
}

/** What a person chose about languages, beyond the prompt. Codes are BCP 47. */
export interface LanguageChoices {
  /** The film's language, as the person chose it. null: as detected. */
  readonly from: string | null;
  /** The target that the person chose, if the prompt does not contain it because the person changed the prompt. */
  readonly into: string | null;
  readonly tone: Tone | null;
  /** Stored: the tone that the person chose last, also if the prompt contains it. null: nobody has asked for the tone of the standard prompt. */
  readonly toneChosen: Tone | null;
  /** Stored: recent target languages, the last one first. */
  readonly recent: readonly string[];
  /** Stored: the person's own prompts with their names. */
  readonly prompts: readonly { readonly name: string; readonly text: string }[];
}

/** What a person chose about the languages of the present prompt. */
export type LanguagesSaid = Omit<LanguageChoices, 'recent' | 'prompts'>;

export type StoredLanguages = Pick<LanguageChoices, 'toneChosen' | 'recent' | 'prompts'>;

interface CallSettings {
  readonly addresses: Addresses;
  readonly thinking: Thinking;
  /** True: accept a longer wait for half the price, if the provider offers it. */
  readonly halfPrice: boolean;
}

interface KeyForgetting {
  /** How often all keys were forgotten since the page opened, here or in another tab. */
  readonly times: number;
  /** True if the last forgotten or replaced keys can be restored. */
  readonly undoable: boolean;
  /** The endpoint whose key was replaced. undefined: all keys were forgotten. */
  readonly replaced: EndpointId | undefined;
}

/** The settings that are stored between visits. */
export type KeptSettings = Pick<
  SettingsState,
  'prompt' | 'promptFollows' | 'model' | 'modelChosen' | 'keys' | 'doubtfulKeys' | 'concurrency' | 'calls' | 'keepKeys'
> & {
  /** The shown tab if it is not the model's. It survives a reload. */
  readonly shownProvider?: EndpointId | undefined;
};

/** The settings at the start. Without prices nothing is paid (the demo), so costs are not recorded. */
export type InitialSettings = KeptSettings & {
  readonly prices?: PriceBook;
  readonly languages?: StoredLanguages;
};

export type ModelListState =
  | { readonly state: 'no-key' }
  | { readonly state: 'loading' }
  /** `leftOut`: models that do not seem to chat. They are never picked automatically (ModelListOutcome). */
  | { readonly state: 'live'; readonly models: readonly ModelInfo[]; readonly leftOut?: readonly ModelInfo[] }
  /** The live list could not be read. `models` is the built-in or the fallback list. */
  | { readonly state: 'fallback'; readonly models: readonly ModelInfo[]; readonly failure: ProviderFailure };

export type KeyCheckState = { readonly outcome: 'unchecked' } | { readonly outcome: 'checking' } | KeyCheck;

export interface Settings {
  readonly store: Pick<StoreApi<SettingsState>, 'getState' | 'subscribe' | 'getInitialState'>;

  /** Called when a person has typed or chosen the prompt: another film does not change it. An unchanged prompt keeps its origin. */
  setPrompt(prompt: string): void;
  /** Replaces the prompt by the standard one, which follows the film, or by the given one. bringPromptBack restores the person's own prompt. */
  resetPrompt(prompt?: string): void;
  /** Replaces a prompt that no person wrote by the standard one for the opened film. */
  followFilm(prompt: string): void;
  /** Undo of followFilm: sets the specified default, or a project's prompt, which then does not follow films. */
  stopFollowing(prompt?: string): void;
  bringPromptBack(): void;
  /**
   * Cleans and stores the key, then reads its provider's live list; for the tab "more" only if the endpoint is shown or has the model. A refused key is neither
   * stored nor sent. `sure`: the person has confirmed this text; the replaced key can be restored like forgotten keys.
   */
  setKey(provider: EndpointId, key: string, options?: { readonly sure: boolean }): KeyRefusal | undefined;
  /** Marks the key as invalid if the failure refuses it and the key has not changed since the call. */
  noteRefusedKey(provider: EndpointId, key: string, failure: ProviderFailure): void;
  /** Shows a tab. If the model belongs to another provider, picks a model of this one when its list is read. */
  showProvider(provider: EndpointId): void;
  /** The person picks a model. The page then shows its provider. */
  pickModel(model: Model): void;
  /**
   * Reads failed lists again, except with a refused key, and lists of servers on this computer without a model. Picks a model if the shown tab needs one.
   * `onThisComputer`: only lists of servers on this computer.
   */
  readFailedLists(which?: { readonly onThisComputer: boolean }): void;
  checkKey(provider: EndpointId): void;
  /** Sets an address and drops the server's key, because it belongs to the earlier address. */
  setAddress(endpoint: LocalId, address: string): void;
  setCalls(change: Partial<Omit<CallSettings, 'addresses'>>): void;
  setConcurrency(concurrency: SettingsState['concurrency']): void;
  setKeepKeys(keepKeys: SettingsState['keepKeys']): void;
  setPrices(change: Partial<PriceBook>): void;
  setLanguages(change: Partial<LanguageChoices>): void;
  /** Forgets all keys, in storage and on the page. bringKeysBack can restore them from memory for 30 s. */
  forgetKeys(): void;
  bringKeysBack(): void;
  /** Forgets the restorable keys, too. */
  dropForgottenKeys(): void;
  dispose(): void;
}

/** 'least' is the default, because thinking costs money and hardly improves translations. */
export const DEFAULT_CALLS: CallSettings = { addresses: {}, thinking: 'least', halfPrice: false };

export const UNCHECKED = { outcome: 'unchecked' } as const;

const NO_LIST = { state: 'no-key' } as const;

/** Nothing is chosen that the prompt does not contain. */
export const NOTHING_PENDING = { from: null, into: null, tone: null } as const;
/** The person has chosen nothing beyond the prompt. */
export const NO_LANGUAGES_SAID: LanguagesSaid = { ...NOTHING_PENDING, toneChosen: null };
export const NOTHING_SAID: LanguageChoices = { ...NO_LANGUAGES_SAID, recent: [], prompts: [] };

/** What a person has chosen beside the present prompt. */
export const saidOf = ({ languages: { from, into, tone, toneChosen } }: Pick<SettingsState, 'languages'>) => ({
  from,
  into,
  tone,
  toneChosen,
});

export function initialState(kept: InitialSettings): SettingsState {
  // The tab of a doubtful key is shown first, so that the page asks about the key at once.
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
  /** No HTTP header accepts the text. `problem`: a sentence for the field. */
  | { readonly reason: 'unfit'; readonly problem: string }
  /** The text is too short to identify a provider. */
  | { readonly reason: 'unfinished' }
  /** The text looks like another provider's key, so the page asks the person. */
  | { readonly reason: 'other-provider'; readonly owner: EndpointId }
  /** The text looks like two keys in a row, so the page asks whether it is one key. */
  | { readonly reason: 'several-keys' };

type Choice = Pick<SettingsState, 'model' | 'modelChosen' | 'shownProvider' | 'awaitsPick' | 'models'>;

type Change = Partial<Pick<SettingsState, 'model' | 'awaitsPick'>>;

const NOTHING: Change = {};

/** The models that a person can pick: from the live list, or from the list in its place. */
export function availableModels({ models }: Pick<SettingsState, 'models'>, provider: EndpointId): readonly ModelInfo[] {
  const list = models[provider];
  if (list.state === 'live') return offeredOf(list);
  return list.state === 'fallback' ? list.models : [];
}

type LiveList = Extract<ModelListState, { state: 'live' }>;

/** Leaves out names with `*`, which stand for other models. */
export const leftOutOf = ({ leftOut = [] }: LiveList): readonly ModelInfo[] =>
  leftOut.filter(({ id }) => !id.includes('*'));

const offeredOf = (list: LiveList): readonly ModelInfo[] => (list.models.length > 0 ? list.models : leftOutOf(list));

const inList = (list: LiveList, id: string): ModelInfo | undefined =>
  [...list.models, ...leftOutOf(list)].find((model) => model.id === id);

/** True if a list that is loading may still change the model. */
export const isModelOpen = ({ model, awaitsPick, models }: Pick<SettingsState, 'model' | 'awaitsPick' | 'models'>) =>
  awaitsPick || models[model.endpoint].state === 'loading';

export const lacksKey = ({ keys }: Pick<SettingsState, 'keys'>, endpoint: EndpointId): boolean =>
  keys[endpoint] === '' && !isLocal(endpoint);

type Guess = Pick<SettingsState, 'model' | 'modelChosen' | 'keys' | 'awaitsPick' | 'models'>;

/**
 * True if nobody has chosen the model, and the first key or a list that is loading may still change it. The page names no such model before a run. Where
 * the list has failed, or its key is refused, a run would use the model, so the page names it.
 */
export const isModelGuessed = (state: Guess): boolean =>
  !state.modelChosen && (isModelOpen(state) || lacksKey(state, state.model.endpoint));

/** True if a run could begin now with a model that the page has not named: its own list is loading. */
export const isModelUnnamed = (state: Guess): boolean =>
  isModelGuessed(state) && !state.awaitsPick && !lacksKey(state, state.model.endpoint);

/** True if a server on this computer has refused a call without a key. */
export const wantsKey = ({ keys, keyChecks }: Pick<SettingsState, 'keys' | 'keyChecks'>, endpoint: EndpointId) =>
  isLocal(endpoint) && keys[endpoint] === '' && keyChecks[endpoint].outcome === 'invalid';

/** True if the shown tab has no chosen model, and the previous model is unusable because its provider has no key. */
export const lacksModel = ({ model, shownProvider, keys }: Pick<SettingsState, 'model' | 'shownProvider' | 'keys'>) =>
  model.endpoint !== shownProvider && lacksKey({ keys }, model.endpoint);

/** True if the model belongs to another tab than the shown one and no model is about to be picked. Then nothing may start (D12.30). */
export const isModelElsewhere = ({
  model,
  shownProvider,
  awaitsPick,
}: Pick<SettingsState, 'model' | 'shownProvider' | 'awaitsPick'>): boolean =>
  !awaitsPick && model.endpoint !== shownProvider;

/** True if a server on this computer answers but has no model. The person may load one at any time. */
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

/** Picks the suggested model of the shown tab if the model belongs to another one (specification, section 4). If the list is loading, waits for it. */
export function pickForTab(state: Choice): Change {
  if (state.model.endpoint === state.shownProvider) return { awaitsPick: false };
  if (state.models[state.shownProvider].state === 'loading') return { awaitsPick: true };
  const list = state.models[state.shownProvider];
  const suggestion = suggestModel('models' in list ? list.models : []);
  return { awaitsPick: false, ...(suggestion && { model: suggestion }) };
}

/** What changes when a list of models has arrived: picks the model that waited for the list, or suggests one if the person never picked a model. */
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

/** The specified error text (section 5). undefined: the model's provider has a key. */
export function missingKey({ model, keys }: Pick<SettingsState, 'model' | 'keys'>): string | undefined {
  if (!lacksKey({ keys }, model.endpoint)) return undefined;
  const available = ENDPOINT_IDS.filter((id) => keys[id] !== '').join(', ') || 'none';
  return `No API key configured for provider: ${model.endpoint}. Model: ${model.id}. Available keys: ${available}`;
}

type StartFacts = Pick<SettingsState, 'model' | 'keys' | 'shownProvider' | 'awaitsPick' | 'models'>;

interface ModelChoice {
  /** "Choose a model of Ollama", "Choose or load a model of LM Studio" or "Wait until …". */
  readonly choose: string;
  /** "go back to OpenAI". undefined: the previous model's provider has no key. */
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

/** Names the model and the options that a price holds for. */
export const tariffOf = (state: Pick<SettingsState, 'calls' | 'model'>): string =>
  modelKey(state.model) + (asksHalfPrice(state) ? ' at half price' : '');

/** Why no run can start with these settings. undefined: a run can start. */
export function startProblem(state: StartFacts & Pick<SettingsState, 'prompt'>): string | undefined {
  const choice = modelChoice(state);
  if (choice) return `${[choice.choose, choice.goBack].filter(Boolean).join(', or ')}. Nothing was sent.`;
  // While the shown provider's list is loading, no key is missing: the list will bring the model.
  return (state.awaitsPick ? undefined : missingKey(state)) ?? (state.prompt.trim() === '' ? EMPTY_PROMPT : undefined);
}

/** The address as typed. undefined: the usual address, or not a server on this computer. */
export const addressOf = ({ calls }: Pick<SettingsState, 'calls'>, id: EndpointId): string | undefined =>
  isLocal(id) ? calls.addresses[id] : undefined;

/** True if the endpoint needs no network. A build can allow "Another address" on the internet. */
export const isOnThisComputer = (state: Pick<SettingsState, 'calls'>, endpoint: EndpointId): boolean =>
  isLocal(endpoint) && !addressOf(state, endpoint)?.startsWith('https:');

const FREE = { input: 0, output: 0 };

/** The price from the live list, or 0 for models that run on this computer. Recorded costs can name an unknown endpoint. */
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

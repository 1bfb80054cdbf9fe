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
import { hasHalfPrice, isLoadingModel, suggestModel } from '../providers/models.ts';
import { isOwnServer, runsElsewhere } from '../providers/own-servers.ts';
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
  readonly doubtfulKeys: ApiKeys;
  /** The endpoint whose tab is in front; with an endpoint of the tab "more" that tab is in front. */
  readonly shownProvider: EndpointId;
  /** The endpoint that the tab "more" shows. */
  readonly compatibleEndpoint: CompatibleEndpointId;
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
  'prompt' | 'promptFollows' | 'model' | 'modelChosen' | 'keys' | 'doubtfulKeys' | 'concurrency' | 'calls' | 'keepKeys'
> & {
  /** The tab in front where it is not the model's; kept for a reload of this tab. */
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
  /** `leftOut`: what seems to do something else than chat, where nothing else is listed, or the server is a person's own: never picked by itself. */
  | { readonly state: 'live'; readonly models: readonly ModelInfo[]; readonly leftOut?: readonly ModelInfo[] }
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
  /** Undo of `followFilm`: the specified default, or a project's prompt; it follows no other film: the person has chosen it. */
  stopFollowing(prompt?: string): void;
  bringPromptBack(): void;
  /**
   * Keeps the key without what was copied along around it, then reads its provider's live list. Of the endpoints of the tab "more" only the one in front and the
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
  setPrices(change: Partial<PriceBook>): void;
  setLanguages(change: Partial<LanguageChoices>): void;
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

/** Nothing is said beyond the prompt. */
export const NOTHING_SAID: LanguageChoices = { from: null, into: null, tone: null, recent: [], prompts: [] };

/** The state when the page opens: the stored settings, with no list read and no key checked. */
export function initialState(kept: InitialSettings): SettingsState {
  // The tab of a doubtful key comes to the front, so that the person is asked about the key at once.
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

type Choice = Pick<SettingsState, 'model' | 'modelChosen' | 'shownProvider' | 'awaitsPick' | 'models'>;

type Change = Partial<Pick<SettingsState, 'model' | 'awaitsPick'>>;

const NOTHING: Change = {};

/** The models that a person can pick: the provider's live list or its replacement; none while there is no list. */
export function availableModels({ models }: Pick<SettingsState, 'models'>, provider: EndpointId): readonly ModelInfo[] {
  const list = models[provider];
  if (list.state === 'live') return offeredOf(list);
  return list.state === 'fallback' ? list.models : [];
}

type LiveList = Extract<ModelListState, { state: 'live' }>;

/** What a list names beside the chat models. A name with `*` stands for others, and no request can bear it. */
export const leftOutOf = ({ leftOut = [] }: LiveList): readonly ModelInfo[] =>
  leftOut.filter(({ id }) => !id.includes('*'));

const offeredOf = (list: LiveList): readonly ModelInfo[] => (list.models.length > 0 ? list.models : leftOutOf(list));

/** A person's own server has the model, whatever it seems to do. */
const inList = (list: LiveList, id: string): ModelInfo | undefined =>
  [...list.models, ...leftOutOf(list)].find((model) => model.id === id);

/** A list is on its way from which the model may still be picked: the tab's, or the model's own. */
export const isModelOpen = ({ model, awaitsPick, models }: SettingsState): boolean =>
  awaitsPick || models[model.endpoint].state === 'loading';

/** Whether nothing can be sent to the endpoint, because it needs a key and has none. */
export const lacksKey = ({ keys }: Pick<SettingsState, 'keys'>, endpoint: EndpointId): boolean =>
  keys[endpoint] === '' && !isLocal(endpoint);

/** Whether a server on this computer has refused a call for want of a key. */
export const wantsKey = ({ keys, keyChecks }: Pick<SettingsState, 'keys' | 'keyChecks'>, endpoint: EndpointId) =>
  isLocal(endpoint) && keys[endpoint] === '' && keyChecks[endpoint].outcome === 'invalid';

/** No model of the tab in front is chosen, and the one before cannot be asked: its provider has no key. */
export const lacksModel = ({ model, shownProvider, keys }: Pick<SettingsState, 'model' | 'shownProvider' | 'keys'>) =>
  model.endpoint !== shownProvider && lacksKey({ keys }, model.endpoint);

/** No model of the tab in front is chosen, and none is about to be. Nothing begins then: nobody looks at the model's endpoint (D12.30). */
export const isModelElsewhere = ({
  model,
  shownProvider,
  awaitsPick,
}: Pick<SettingsState, 'model' | 'shownProvider' | 'awaitsPick'>): boolean =>
  !awaitsPick && model.endpoint !== shownProvider;

/** A server on this computer that answers, and has no model: one may be loaded at any time. */
export const isEmptyServer = ({ models }: Pick<SettingsState, 'models'>, id: EndpointId): boolean => {
  const list = models[id];
  return isLocal(id) && list.state === 'live' && list.models.length === 0 && !list.leftOut;
};

/** A server that has not yet loaded its model: its list comes later. */
export const isLoadingItsModel = (list: ModelListState): boolean =>
  list.state === 'fallback' && isLoadingModel(list.failure);

/** The current model is missing from its provider's live list: it cannot answer. */
export function isModelMissing({ model, models }: Pick<SettingsState, 'model' | 'models'>): boolean {
  const list = models[model.endpoint];
  return list.state === 'live' && inList(list, model.id) === undefined;
}

/**
 * The model's change when a tab is in front whose provider is not the model's: the tab's suggested model is picked (specification,
 * section 4: the first available model). While the tab's list is being read, the pick waits for the list.
 */
export function pickForTab(state: Choice): Change {
  if (state.model.endpoint === state.shownProvider) return { awaitsPick: false };
  if (state.models[state.shownProvider].state === 'loading') return { awaitsPick: true };
  const list = state.models[state.shownProvider];
  const suggestion = suggestModel('models' in list ? list.models : []);
  return { awaitsPick: false, ...(suggestion && { model: suggestion }) };
}

/** The model's change after a provider's list has changed: the pick that waited for the list, or a suggestion if nobody ever chose. */
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

/** The error text of the specification (section 5) when the model's provider has no key; undefined: it has one. */
export function missingKey({ model, keys }: Pick<SettingsState, 'model' | 'keys'>): string | undefined {
  if (!lacksKey({ keys }, model.endpoint)) return undefined;
  const available = ENDPOINT_IDS.filter((id) => keys[id] !== '').join(', ') || 'none';
  return `No API key configured for provider: ${model.endpoint}. Model: ${model.id}. Available keys: ${available}`;
}

type StartFacts = Pick<SettingsState, 'model' | 'keys' | 'shownProvider' | 'awaitsPick' | 'models'>;

/** What a person is offered while no model of the tab in front is chosen. */
export interface ModelChoice {
  /** "Choose a model of Ollama"; of a server that has none: "Choose or load a model of LM Studio"; while it loads one: "Wait until …". */
  readonly choose: string;
  /** "go back to OpenAI"; missing: the model before cannot be asked, since its provider has no key. */
  readonly goBack?: string;
}

/** undefined: a model of the tab in front is chosen, or about to be; or a key is all that is missing (a server here is never asked for one). */
export function modelChoice(state: StartFacts): ModelChoice | undefined {
  const { model, shownProvider } = state;
  const cannotGoBack = lacksKey(state, model.endpoint);
  if (!isModelElsewhere(state) || (cannotGoBack && lacksKey(state, shownProvider))) return undefined;
  const server = namedAs(shownProvider);
  const how = isEmptyServer(state, shownProvider) ? 'Choose or load' : 'Choose';
  const choose = isLoadingItsModel(state.models[shownProvider])
    ? `Wait until ${server} has loaded its model`
    : `${how} a model of ${server}`;
  return cannotGoBack
    ? { choose }
    : { choose, goBack: `go back to ${isLocal(model.endpoint) ? model.id : nameOf(model.endpoint)}` };
}

/** Whether calls ask for half the price, and the model has it. */
export const asksHalfPrice = ({ calls, model }: Pick<SettingsState, 'calls' | 'model'>): boolean =>
  calls.halfPrice && hasHalfPrice(model);

/** What a price is told of: the model, and whether at half price. */
export const tariffOf = (state: Pick<SettingsState, 'calls' | 'model'>): string =>
  modelKey(state.model) + (asksHalfPrice(state) ? ' at half price' : '');

/** Error text of the reason why no run can start with these settings; undefined: a run can start. */
export function startProblem(state: StartFacts & Pick<SettingsState, 'prompt'>): string | undefined {
  const choice = modelChoice(state);
  if (choice) return `${[choice.choose, choice.goBack].filter(Boolean).join(', or ')}. Nothing was sent.`;
  // A model is about to be picked from the list of the provider in front, whose key is there.
  return (state.awaitsPick ? undefined : missingKey(state)) ?? (state.prompt.trim() === '' ? EMPTY_PROMPT : undefined);
}

/** The address of a person's own server, as typed; undefined: the usual address, or the endpoint is on the internet. */
export const addressOf = ({ calls }: Pick<SettingsState, 'calls'>, id: EndpointId): string | undefined =>
  isLocal(id) ? calls.addresses[id] : undefined;

/** Whether an endpoint is this computer's own: it needs no network. A build may let "Another address" be on the internet. */
export const isOnThisComputer = (state: Pick<SettingsState, 'calls'>, endpoint: EndpointId): boolean =>
  isLocal(endpoint) && !addressOf(state, endpoint)?.startsWith('https:');

const FREE = { input: 0, output: 0 };

/** What the endpoint's live list says; else nothing for what runs on a server of this computer that is known to charge nothing. Stored costs may name an unknown endpoint. */
export function livePrice(
  state: Pick<SettingsState, 'calls' | 'models'>,
  { endpoint, id }: { readonly endpoint: string; readonly id: string },
): ModelInfo['price'] {
  if (!isKnown(state, endpoint)) return undefined;
  const isFreeHere = isOwnServer(endpoint) && isOnThisComputer(state, endpoint) && !runsElsewhere(id);
  return listed(state, { endpoint, id })?.price ?? (isFreeHere ? FREE : undefined);
}

/** Nothing is charged for the model: it runs on this computer. */
export function isFree(state: Pick<SettingsState, 'calls' | 'models'>, model: Model): boolean {
  const price = isOnThisComputer(state, model.endpoint) ? livePrice(state, model) : undefined;
  return price?.input === 0 && price.output === 0 && !price.request;
}

/** A model as its endpoint's live list tells of it; undefined: it does not. */
export function listed({ models }: Pick<SettingsState, 'models'>, { endpoint, id }: Model): ModelInfo | undefined {
  const list = models[endpoint];
  return list.state === 'live' ? inList(list, id) : undefined;
}

const isKnown = ({ models }: Pick<SettingsState, 'models'>, endpoint: string): endpoint is EndpointId =>
  Object.hasOwn(models, endpoint);

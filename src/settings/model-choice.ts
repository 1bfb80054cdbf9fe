import type { StoreApi } from 'zustand/vanilla';
import { type Clock, delay } from '../clock/clock.ts';
import { nameOf } from '../providers/catalog.ts';
import { suggestModel } from '../providers/models.ts';
import {
  ENDPOINT_IDS,
  type EndpointId,
  isLocal,
  type Model,
  type ModelInfo,
  type ProviderFailure,
} from '../providers/provider.ts';
import { lacksKey } from './keys.ts';
import type { SettingsState } from './settings.ts';

type Choice = Pick<SettingsState, 'model' | 'modelChosen' | 'shownProvider' | 'awaitsPick' | 'models'>;
type Change = Partial<Pick<SettingsState, 'model' | 'awaitsPick'>>;

const NOTHING: Change = {};

/** The models that a person can pick: the provider's live list or its replacement; none while there is no list. */
export function availableModels({ models }: Pick<SettingsState, 'models'>, provider: EndpointId): readonly ModelInfo[] {
  const list = models[provider];
  return list.state === 'live' || list.state === 'fallback' ? list.models : [];
}

/** A list is on its way from which the model may still be picked: the tab's, or the model's own. */
export const isModelOpen = ({ model, awaitsPick, models }: SettingsState): boolean =>
  awaitsPick || models[model.endpoint].state === 'loading';

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
  return isLocal(id) && list.state === 'live' && list.models.length === 0;
};

/** The current model is missing from its provider's live list: it cannot answer. */
export function isModelMissing({ model, models }: Pick<SettingsState, 'model' | 'models'>): boolean {
  const list = models[model.endpoint];
  return list.state === 'live' && !list.models.some(({ id }) => id === model.id);
}

/**
 * The model's change when a tab is in front whose provider is not the model's: the tab's suggested model is picked (specification,
 * section 4: the first available model). While the tab's list is being read, the pick waits for the list.
 */
export function pickForTab(state: Choice): Change {
  if (state.model.endpoint === state.shownProvider) return { awaitsPick: false };
  if (state.models[state.shownProvider].state === 'loading') return { awaitsPick: true };
  const suggestion = suggestModel(availableModels(state, state.shownProvider));
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
  /** "Choose a model of Ollama"; of a server that has none: "Choose or load a model of LM Studio". */
  readonly choose: string;
  /** "go back to OpenAI"; missing: the model before cannot be asked, since its provider has no key. */
  readonly goBack?: string;
}

/** undefined: a model of the tab in front is chosen, or about to be; or a key is all that is missing (a server here is never asked for one). */
export function modelChoice(state: StartFacts): ModelChoice | undefined {
  const { model, shownProvider } = state;
  const cannotGoBack = lacksKey(state, model.endpoint);
  if (!isModelElsewhere(state) || (cannotGoBack && lacksKey(state, shownProvider))) return undefined;
  const how = isEmptyServer(state, shownProvider) ? 'Choose or load' : 'Choose';
  const choose = `${how} a model of ${shownProvider === 'local' ? 'the server' : nameOf(shownProvider)}`;
  return cannotGoBack
    ? { choose }
    : { choose, goBack: `go back to ${isLocal(model.endpoint) ? model.id : nameOf(model.endpoint)}` };
}

/** Error text of the reason why no run can start with these settings; undefined: a run can start. */
export function startProblem(state: StartFacts & Pick<SettingsState, 'prompt'>): string | undefined {
  const choice = modelChoice(state);
  if (choice) return `${[choice.choose, choice.goBack].filter(Boolean).join(', or ')}. Nothing was sent.`;
  // A model is about to be picked from the list of the provider in front, whose key is there.
  return (state.awaitsPick ? undefined : missingKey(state)) ?? (state.prompt.trim() === '' ? EMPTY_PROMPT : undefined);
}

/**
 * Longest wait for the list of the model's own provider: a run can do without it. For the list from which a model of the provider in
 * front is to be picked a run waits as long as it takes: until then the model in use is another provider's.
 */
const LONGEST_WAIT_MS = 5_000;

/**
 * Fulfilled when no live list is on its way that may still change the model (a key given a moment ago); after five seconds at most unless
 * another provider's model would be used till then, and at once when the signal is raised. Fulfilled with why no model of the provider
 * in front could be picked, if that was waited for: who waits for it must not be sent to the provider of the model before.
 */
export async function whenModelSettled(
  store: Pick<StoreApi<SettingsState>, 'getState' | 'subscribe'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<ProviderFailure | undefined> {
  if (!isModelOpen(store.getState())) return undefined;
  let { awaitsPick: promised } = store.getState();
  const settled = new AbortController();
  const end = () => settled.abort();
  const unsubscribe = store.subscribe((state) => {
    promised ||= state.awaitsPick;
    if (!isModelOpen(state)) end();
  });
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  do await delay(clock, LONGEST_WAIT_MS, { signal: settled.signal });
  while (!settled.signal.aborted && store.getState().awaitsPick);
  signal.removeEventListener('abort', end);
  unsubscribe();
  return promised && !signal.aborted ? failedPick(store.getState()) : undefined;
}

function failedPick({ model, shownProvider, keys }: SettingsState): ProviderFailure | undefined {
  if (model.endpoint === shownProvider) return undefined;
  const reason = lacksKey({ keys }, shownProvider) ? 'it no longer has a key' : 'its list names none that translates';
  const message = `No model of ${nameOf(shownProvider)} could be picked: ${reason}. Nothing was sent to another provider in its place.`;
  return { kind: 'model-not-found', message };
}

/** The address of a person's own server, as typed; undefined: the usual address, or the endpoint is on the internet. */
export const addressOf = ({ calls }: Pick<SettingsState, 'calls'>, id: EndpointId): string | undefined =>
  isLocal(id) ? calls.addresses[id] : undefined;

/** Whether an endpoint is this computer's own: it needs no network and costs nothing. A build may let "Another address" be on the internet. */
export const isOnThisComputer = (state: Pick<SettingsState, 'calls'>, endpoint: EndpointId): boolean =>
  isLocal(endpoint) && !addressOf(state, endpoint)?.startsWith('https:');

const FREE = { input: 0, output: 0 };

/** US dollars a million tokens: 0 on this computer, else by the endpoint's live list, if it says. Stored costs may name an unknown endpoint. */
export function livePrice(
  state: Pick<SettingsState, 'calls' | 'models'>,
  { endpoint, id }: { readonly endpoint: string; readonly id: string },
): ModelInfo['price'] {
  if (!isKnown(state, endpoint)) return undefined;
  if (isOnThisComputer(state, endpoint)) return FREE;
  return listed(state, { endpoint, id })?.price;
}

/** A model as its endpoint's live list tells of it; undefined: it does not. */
export function listed({ models }: Pick<SettingsState, 'models'>, { endpoint, id }: Model): ModelInfo | undefined {
  const list = models[endpoint];
  return list.state === 'live' ? list.models.find((model) => model.id === id) : undefined;
}

const isKnown = ({ models }: Pick<SettingsState, 'models'>, endpoint: string): endpoint is EndpointId =>
  Object.hasOwn(models, endpoint);

import { createStore } from 'zustand/vanilla';
import type { Clock } from '../clock/clock.ts';
import { DEFAULT_PROMPT, followsFilm } from '../languages/default-prompt.ts';
import { errorText } from '../lib/result.ts';
import {
  byEndpoint,
  ENDPOINT_IDS,
  type EndpointId,
  fallbackModels,
  isCompatible,
  isLocal,
} from '../providers/endpoints.ts';
import { mayPass } from '../providers/failure-kinds.ts';
import { cleanKey, isKeyRefused } from '../providers/keys.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import { isKnownModel, isLoadingModel } from '../providers/models.ts';
import { type CallOptions, type Model, modelKey, type ProviderFailure } from '../providers/provider.ts';
import { createForgottenKeys, isQuestion, keyRefusal, storedKey } from './held-back-keys.ts';
import {
  addressOf,
  type InitialSettings,
  initialState,
  isEmptyServer,
  isModelElsewhere,
  type KeyCheckState,
  type LanguageChoices,
  lacksKey,
  type ModelListState,
  NOTHING_PENDING,
  pickAfterList,
  pickForTab,
  type Settings,
  type SettingsState,
  UNCHECKED,
} from './settings.ts';

interface SettingsDependencies {
  readonly initial: InitialSettings;
  readonly loadProvider: LoadProvider;
  readonly clock: Clock;
  /** While a run is active, a late list must not change the model. */
  readonly isRunning: () => boolean;
}

const NO_KEYS = byEndpoint(() => '');

/** Reads the live list of each existing key at once. */
export function createSettings({ initial, loadProvider, clock, isRunning }: SettingsDependencies): Settings {
  const store = createStore<SettingsState>(() => initialState(initial));
  const { getState, setState } = store;

  warnOfUnknown(initial.model);
  store.subscribe(({ model }, before) => {
    if (modelKey(model) !== modelKey(before.model)) warnOfUnknown(model);
  });

  const showCheck = (provider: EndpointId, check: KeyCheckState) =>
    setState(({ keyChecks }) => ({ keyChecks: { ...keyChecks, [provider]: check } }));
  const calls = createProviderCalls({
    loadProvider,
    clock,
    onList: showList,
    onCheck: showCheck,
    isChosen: (id) => isChosen(id, getState()),
  });
  const forgotten = createForgottenKeys(clock, (undoable, replaced) =>
    setState(({ forgetting }) => ({ forgetting: { ...forgetting, undoable, replaced } })),
  );

  /** The page asks endpoints of the tab "more" for their list only while they are shown or have the model in use. */
  const isChosen = (id: EndpointId, { shownProvider, model }: SettingsState): boolean =>
    !isCompatible(id) || id === shownProvider || id === model.endpoint;

  function readList(id: EndpointId, when: 'now' | 'when-typed'): void {
    const state = getState();
    if (lacksKey(state, id) || !isChosen(id, state)) calls.clearList(id);
    else calls.readList(id, { key: state.keys[id], address: addressOf(state, id) }, when);
  }

  /** Shows an endpoint. For the tab "more", reads a list that was never read or has failed. */
  function showEndpoint(id: EndpointId): void {
    setState({ shownProvider: id, ...(isCompatible(id) && { compatibleEndpoint: id }) });
    const { state } = getState().models[id];
    if (isCompatible(id) && (state === 'no-key' || state === 'fallback' || isEmptyServer(getState(), id)))
      readList(id, 'now');
  }

  /** The endpoint whose model will be picked as soon as its list has one, because the person opened its tab. */
  let wished: EndpointId | undefined;
  function pickTabsModel(): void {
    setState(pickForTab(getState()));
    wished = getState().shownProvider;
  }

  const mayPickLate = (state: SettingsState): boolean => isModelElsewhere(state) && !isRunning();

  function showList(provider: EndpointId, list: ModelListState): void {
    // In one step, because a run must never see the new list with the old model.
    const models = { ...getState().models, [provider]: list };
    const state = { ...getState(), models };
    const isWished = list.state === 'live' && wished === provider && mayPickLate(state);
    setState({ models, ...(isWished ? pickForTab(state) : pickAfterList(state, provider)) });
    const { outcome } = getState().keyChecks[provider];
    // A list shows whether the key is valid, as a key check does (specification, section 5).
    if (list.state === 'fallback' && isKeyRefused(list.failure, getState().keys[provider]))
      showCheck(provider, { outcome: 'invalid', failure: list.failure });
    else if (list.state === 'live' && outcome === 'invalid') showCheck(provider, UNCHECKED);
  }

  /** Changes keys together with other fields in one step. Between two steps the old keys would be stored again. */
  function changeKeys(
    change: Partial<SettingsState> & Pick<SettingsState, 'keys' | 'doubtfulKeys'>,
    when: 'now' | 'when-typed',
  ): void {
    const before = getState();
    setState(change);
    for (const provider of ENDPOINT_IDS) {
      const key = change.keys[provider];
      // Another address is another server: it needs a new list and key check, and Undo must not restore the old key.
      const isSame = addressOf(getState(), provider) === addressOf(before, provider);
      // Undo restores all keys, so it would revert this change, too.
      if (key !== before.keys[provider] || change.doubtfulKeys[provider] !== before.doubtfulKeys[provider] || !isSame)
        forgotten.drop();
      if (key === before.keys[provider] && isSame) continue;
      calls.clearCheck(provider);
      readList(provider, when);
    }
  }

  for (const provider of ENDPOINT_IDS) readList(provider, 'now');
  if (initial.shownProvider === getState().shownProvider) pickTabsModel();

  return {
    store,
    setPrompt(prompt) {
      if (prompt !== getState().prompt) setState({ prompt, promptFollows: false });
    },
    followFilm: (prompt) => setState({ prompt, promptFollows: true }),
    stopFollowing: (prompt = DEFAULT_PROMPT) =>
      setState(({ languages }) => ({ prompt, promptFollows: false, languages: withoutPending(languages) })),
    resetPrompt: (other) =>
      setState(({ prompt, earlierPrompt, languages }) => ({
        prompt: other ?? DEFAULT_PROMPT,
        promptFollows: other === undefined,
        earlierPrompt: prompt.trim() === '' ? earlierPrompt : prompt,
        languages: other === undefined ? withoutPending(languages) : languages,
      })),
    bringPromptBack: () =>
      setState((state) => {
        const { prompt, earlierPrompt } = state;
        return {
          prompt: earlierPrompt ?? prompt,
          promptFollows: false,
          // The prompt that was written after the reset can be restored, too.
          earlierPrompt: followsFilm(state) || prompt === DEFAULT_PROMPT || prompt.trim() === '' ? null : prompt,
        };
      }),
    setKey(provider, typed, { sure } = { sure: false }) {
      const key = cleanKey(typed);
      const { keys, doubtfulKeys, shownProvider } = getState();
      const isKept = key === keys[provider];
      const refusal = isKept ? undefined : keyRefusal(provider, key);
      if (refusal !== undefined && !(sure && isQuestion(refusal))) return refusal;
      // If the key's owner has the same text now, it is no longer doubtful in another provider's field.
      const stillHeld = byEndpoint((id) => (id === provider || doubtfulKeys[id] === key ? '' : doubtfulKeys[id]));
      if (isKept && ENDPOINT_IDS.every((id) => stillHeld[id] === doubtfulKeys[id])) return undefined;
      changeKeys({ keys: { ...keys, [provider]: key }, doubtfulKeys: stillHeld }, 'when-typed');
      const earlier = storedKey({ keys, doubtfulKeys }, provider);
      // An answer can replace a key that the person does not see. Undo restores it.
      if (sure && earlier !== '' && earlier !== key) forgotten.keepForUndo({ keys, doubtfulKeys }, provider);
      // The answer about a doubtful key does not choose its provider for the translation.
      if (provider === shownProvider && doubtfulKeys[provider] !== key) pickTabsModel();
      return undefined;
    },
    noteRefusedKey(provider, key, failure) {
      if (isKeyRefused(failure, key) && getState().keys[provider] === key)
        showCheck(provider, { outcome: 'invalid', failure });
    },
    showProvider(provider) {
      showEndpoint(provider);
      pickTabsModel();
    },
    pickModel(model) {
      wished = undefined;
      setState({ model, modelChosen: true, awaitsPick: false });
      showEndpoint(model.endpoint);
    },
    readFailedLists({ onThisComputer } = { onThisComputer: false }) {
      for (const provider of ENDPOINT_IDS) {
        const { models, keys, keyChecks } = getState();
        const isRefused = keys[provider] !== '' && keyChecks[provider].outcome === 'invalid';
        const hasFailed = models[provider].state === 'fallback' && !isRefused;
        if ((hasFailed && (isLocal(provider) || !onThisComputer)) || isEmptyServer(getState(), provider))
          readList(provider, 'now');
      }
      if (wished === getState().shownProvider && mayPickLate(getState())) setState(pickForTab(getState()));
    },
    checkKey(provider) {
      const key = getState().keys[provider];
      if (key !== '') calls.checkKey(provider, { key, address: addressOf(getState(), provider) });
    },
    setAddress(id, typed) {
      const { calls, keys, doubtfulKeys } = getState();
      const address = typed.trim();
      if (address === (calls.addresses[id] ?? '')) return;
      const moved = { ...calls, addresses: { ...calls.addresses, [id]: address } };
      changeKeys({ calls: moved, keys: { ...keys, [id]: '' }, doubtfulKeys: { ...doubtfulKeys, [id]: '' } }, 'now');
      pickTabsModel();
    },
    setCalls: (change) => setState(({ calls }) => ({ calls: { ...calls, ...change } })),
    setConcurrency: (concurrency) => setState({ concurrency }),
    setKeepKeys: (keepKeys) => setState({ keepKeys }),
    setPrices: (change) => setState(({ prices }) => ({ prices: { ...prices, ...change } })),
    setLanguages: (change) => setState(({ languages }) => ({ languages: { ...languages, ...change } })),
    forgetKeys() {
      const { keys, doubtfulKeys, forgetting } = getState();
      const times = forgetting.times + 1;
      changeKeys({ keys: NO_KEYS, doubtfulKeys: NO_KEYS, forgetting: { ...forgetting, times } }, 'now');
      if (ENDPOINT_IDS.some((id) => keys[id] !== '' || doubtfulKeys[id] !== ''))
        forgotten.keepForUndo({ keys, doubtfulKeys });
    },
    bringKeysBack() {
      const keys = forgotten.take();
      if (keys !== undefined) changeKeys(keys, 'now');
    },
    dropForgottenKeys: forgotten.drop,
    dispose() {
      calls.dispose();
      forgotten.drop();
    },
  };
}

/** The choices of languages without those for a prompt that goes: the fields would show them, and the next choice would bring them back. */
const withoutPending = (languages: LanguageChoices): LanguageChoices => ({ ...languages, ...NOTHING_PENDING });

/** One warning for each choice of a model, not for each request (specification, section 4). */
function warnOfUnknown({ endpoint, id }: Model): void {
  if (endpoint === 'openai' && !isKnownModel(id)) console.warn(`Unknown model "${id}": taken for one of OpenAI's.`);
}

/** A list is read only when its key field was unchanged for this time, so that typing causes one request, not fifty. */
export const KEY_SETTLED_MS = 400;

interface ProviderCallsOptions extends Pick<SettingsDependencies, 'loadProvider' | 'clock'> {
  readonly onList: (provider: EndpointId, list: ModelListState) => void;
  readonly onCheck: (provider: EndpointId, check: KeyCheckState) => void;
  readonly isChosen: (provider: EndpointId) => boolean;
}

/** A server that is loading its model answers at once, so it is asked often. For a server that is not running, the browser may ask the person each time. */
const LOADING_AGAIN_MS = 2_000;
const [FIRST_AGAIN_MS, LONGEST_AGAIN_MS] = [10_000, 60_000];

/** When a failed list is read again. undefined: not automatically. `times`: retries so far. */
function againMs(provider: EndpointId, failure: ProviderFailure, times: number): number | undefined {
  if (!isLocal(provider)) return undefined;
  if (isLoadingModel(failure)) return LOADING_AGAIN_MS;
  return mayPass(failure.kind) ? Math.min(FIRST_AGAIN_MS * 2 ** times, LONGEST_AGAIN_MS) : undefined;
}

interface Access {
  readonly key: string;
  readonly address: CallOptions['address'];
}

/** Reads live lists and checks keys. Each call aborts the previous call of its kind and endpoint, and ignores its answer. */
function createProviderCalls({ loadProvider, clock, onList, onCheck, isChosen }: ProviderCallsOptions) {
  const readings = createLatest();
  const checks = createLatest();

  /** `earlierMessages`: the messages of earlier tries, the newest first. */
  async function loadList(
    provider: EndpointId,
    access: Access,
    signal: AbortSignal,
    earlierMessages: readonly string[] = [],
  ): Promise<void> {
    const { key, address } = access;
    const list = await loadProvider(provider)
      .then((loaded) => loaded.listModels(key, { signal, address }))
      .then((outcome): ModelListState => {
        if (!outcome.ok) return withoutList(provider, outcome.failure);
        const { models, leftOut } = outcome;
        return { state: 'live', models, ...(leftOut && { leftOut }) };
      })
      .catch((error: unknown) => withoutList(provider, failureToLoad(error)));
    if (signal.aborted) return;
    if (list.state !== 'fallback') return onList(provider, list);
    const { failure } = list;
    if (failure.message !== earlierMessages[0]) {
      console.error(`The models of ${provider} could not be listed: ${failure.message}`);
      onList(provider, list);
    }
    const waitMs = againMs(provider, failure, earlierMessages.length);
    if (waitMs === undefined) return;
    const tryAgain = () =>
      isChosen(provider) && void loadList(provider, access, signal, [failure.message, ...earlierMessages]);
    signal.addEventListener('abort', clock.after(waitMs, tryAgain), { once: true });
  }

  async function check(provider: EndpointId, { key, address }: Access, signal: AbortSignal): Promise<void> {
    const outcome = await loadProvider(provider)
      .then((loaded) => loaded.checkKey(key, { signal, address }))
      .catch((error: unknown) => ({ outcome: 'unknown', failure: failureToLoad(error) }) as const);
    if (!signal.aborted) onCheck(provider, outcome);
  }

  return {
    /** 'when-typed': reads the list after KEY_SETTLED_MS. */
    readList(provider: EndpointId, access: Access, when: 'now' | 'when-typed'): void {
      const signal = readings.begin(provider);
      onList(provider, { state: 'loading' });
      if (when === 'now') return void loadList(provider, access, signal);
      const cancel = clock.after(KEY_SETTLED_MS, () => void loadList(provider, access, signal));
      signal.addEventListener('abort', cancel, { once: true });
    },
    clearList(provider: EndpointId): void {
      readings.drop(provider);
      onList(provider, { state: 'no-key' });
    },
    checkKey(provider: EndpointId, access: Access): void {
      const signal = checks.begin(provider);
      onCheck(provider, { outcome: 'checking' });
      void check(provider, access, signal);
    },
    clearCheck(provider: EndpointId): void {
      checks.drop(provider);
      onCheck(provider, UNCHECKED);
    },
    dispose() {
      for (const provider of ENDPOINT_IDS) {
        readings.drop(provider);
        checks.drop(provider);
      }
    },
  };
}

function createLatest() {
  const running = new Map<EndpointId, AbortController>();
  const drop = (provider: EndpointId): void => running.get(provider)?.abort();
  return {
    begin(provider: EndpointId): AbortSignal {
      drop(provider);
      const controller = new AbortController();
      running.set(provider, controller);
      return controller.signal;
    },
    drop,
  };
}

const failureToLoad = (error: unknown): ProviderFailure => ({ kind: 'connection', message: errorText(error) });

/** The list when the live one failed (specification, section 9): fallback models, otherwise built-in models, otherwise none. */
const withoutList = (provider: EndpointId, failure: ProviderFailure): ModelListState => ({
  state: 'fallback',
  models: fallbackModels(provider),
  failure,
});

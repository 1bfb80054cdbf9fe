import { createStore } from 'zustand/vanilla';
import type { Clock } from '../clock/clock.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import { type ApiKeys, PROVIDER_IDS, type ProviderFailure, type ProviderId } from '../providers/provider.ts';
import { isKnownModel, providerOfModel } from '../providers/provider-of-model.ts';
import { keyProblem } from '../providers/validate-key.ts';
import { createModelLists } from './model-lists.ts';
import { whenModelSettled } from './model-settled.ts';
import { pickAfterList, pickForTab } from './pick-model.ts';
import type { Settings } from './settings.ts';
import type { KeptSettings, SettingsState } from './settings-state.ts';

export interface SettingsDependencies {
  readonly initial: KeptSettings;
  readonly loadProvider: LoadProvider;
  readonly clock: Clock;
}

const NO_KEYS: ApiKeys = { openai: '', anthropic: '', google: '' };
const UNCHECKED = { outcome: 'unchecked' } as const;
const ALL_UNCHECKED = { openai: UNCHECKED, anthropic: UNCHECKED, google: UNCHECKED };
const NO_LIST = { state: 'no-key' } as const;

/** The store of model, keys and prompt, and its commands. Reads the live lists of the keys there are at once. */
export function createSettings({ initial, loadProvider, clock }: SettingsDependencies): Settings {
  const store = createStore<SettingsState>(() => ({
    ...initial,
    shownProvider: providerOfModel(initial.model),
    models: { openai: NO_LIST, anthropic: NO_LIST, google: NO_LIST },
    keyChecks: ALL_UNCHECKED,
  }));
  const { getState, setState } = store;
  const checks = new Map<ProviderId, AbortController>();

  warnOfUnknown(initial.model);
  store.subscribe(({ model }, before) => {
    if (model !== before.model) warnOfUnknown(model);
  });

  const lists = createModelLists({
    loadProvider,
    clock,
    onChange(provider, list) {
      setState(({ models }) => ({ models: { ...models, [provider]: list } }));
      setState(pickAfterList(getState(), provider));
    },
  });

  const showCheck = (provider: ProviderId, check: SettingsState['keyChecks'][ProviderId]) =>
    setState(({ keyChecks }) => ({ keyChecks: { ...keyChecks, [provider]: check } }));

  function forgetCheck(provider: ProviderId): void {
    checks.get(provider)?.abort();
    checks.delete(provider);
  }

  async function checkKey(provider: ProviderId): Promise<void> {
    const key = getState().keys[provider];
    if (key === '') return;
    forgetCheck(provider);
    const controller = new AbortController();
    checks.set(provider, controller);
    showCheck(provider, { outcome: 'checking' });
    const check = await loadProvider(provider)
      .then((loaded) => loaded.checkKey(key, { signal: controller.signal }))
      .catch((error: unknown) => ({ outcome: 'unknown', failure: failureOf(error) }) as const);
    if (!controller.signal.aborted) showCheck(provider, check);
  }

  for (const provider of PROVIDER_IDS) lists.read(provider, initial.keys[provider], 'now');

  return {
    store,
    setPrompt: (prompt) => setState({ prompt }),
    setKey(provider, typed) {
      const key = typed.trim();
      const problem = keyProblem(key);
      if (problem !== undefined) return problem;
      if (key === getState().keys[provider]) return undefined;
      forgetCheck(provider);
      setState(({ keys }) => ({ keys: { ...keys, [provider]: key } }));
      showCheck(provider, UNCHECKED);
      lists.read(provider, key, 'when-typed');
      return undefined;
    },
    showProvider(provider) {
      setState({ shownProvider: provider });
      setState(pickForTab(getState()));
    },
    pickModel: (id) => setState({ model: id, modelChosen: true, shownProvider: providerOfModel(id) }),
    checkKey: (provider) => void checkKey(provider),
    setConcurrency: (concurrency) => setState({ concurrency }),
    setKeepKeys: (keepKeys) => setState({ keepKeys }),
    forgetKeys() {
      PROVIDER_IDS.forEach(forgetCheck);
      setState({ keys: NO_KEYS, keyChecks: ALL_UNCHECKED });
      for (const provider of PROVIDER_IDS) lists.read(provider, '', 'now');
    },
    adopt(kept) {
      const { keys: before } = getState();
      setState(kept);
      const { keys } = getState();
      for (const provider of PROVIDER_IDS) {
        if (keys[provider] === before[provider]) continue;
        forgetCheck(provider);
        showCheck(provider, UNCHECKED);
        lists.read(provider, keys[provider], 'now');
      }
      setState({ shownProvider: kept.model === undefined ? getState().shownProvider : providerOfModel(kept.model) });
    },
    whenModelSettled: ({ signal }) => whenModelSettled(store, clock, signal),
    dispose() {
      PROVIDER_IDS.forEach(forgetCheck);
      lists.dispose();
    },
  };
}

/** Specified (section 4): once for each choice, not for each request. */
function warnOfUnknown(model: string): void {
  if (!isKnownModel(model)) console.warn(`Unknown model "${model}": taken for one of OpenAI's.`);
}

const failureOf = (error: unknown): ProviderFailure => ({
  kind: 'connection',
  message: error instanceof Error ? error.message : String(error),
});

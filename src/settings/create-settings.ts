import { createStore } from 'zustand/vanilla';
import type { Clock } from '../clock/clock.ts';
import { isKeyRefused } from '../providers/key-check.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import { isKnownModel } from '../providers/model-by-name.ts';
import { byEndpoint, ENDPOINT_IDS, type EndpointId, isMore, type Model, modelKey } from '../providers/provider.ts';
import { addressOf } from './address-of.ts';
import { DEFAULT_PROMPT } from './default-prompt.ts';
import { createForgottenKeys } from './forgotten-keys.ts';
import { initialState, UNCHECKED } from './initial-state.ts';
import { createKeyChecks } from './key-checks.ts';
import { isQuestion, keyRefusal } from './key-refusal.ts';
import { createModelLists } from './model-lists.ts';
import { pickAfterList, pickForTab } from './pick-model.ts';
import type { Settings } from './settings.ts';
import type { KeptSettings, KeyCheckState, ModelListState, SettingsState } from './settings-state.ts';
import { lacksKey, storedKey } from './stored-key.ts';

export interface SettingsDependencies {
  readonly initial: KeptSettings;
  readonly loadProvider: LoadProvider;
  readonly clock: Clock;
}

const NO_KEYS = byEndpoint(() => '');

/** The store of model, keys and prompt, and its commands. Reads the live lists of the keys there are at once. */
export function createSettings({ initial, loadProvider, clock }: SettingsDependencies): Settings {
  const store = createStore<SettingsState>(() => initialState(initial));
  const { getState, setState } = store;

  warnOfUnknown(initial.model);
  store.subscribe(({ model }, before) => {
    if (modelKey(model) !== modelKey(before.model)) warnOfUnknown(model);
  });

  const lists = createModelLists({ loadProvider, clock, onChange: showList });
  const showCheck = (provider: EndpointId, check: KeyCheckState) =>
    setState(({ keyChecks }) => ({ keyChecks: { ...keyChecks, [provider]: check } }));
  const checks = createKeyChecks({ loadProvider, onChange: showCheck });
  const forgotten = createForgottenKeys({
    clock,
    onChange: (undoable, replaced) =>
      setState(({ forgetting }) => ({ forgetting: { ...forgetting, undoable, replaced } })),
  });

  /** An endpoint of the tab "more" is asked for nothing unless a person has it in front, or translates with it. */
  const isChosen = (id: EndpointId, { shownProvider, model }: SettingsState): boolean =>
    !isMore(id) || id === shownProvider || id === model.endpoint;

  function readList(id: EndpointId, when: 'now' | 'when-typed'): void {
    const state = getState();
    if (lacksKey(state, id) || !isChosen(id, state)) lists.clear(id);
    else lists.read(id, { key: state.keys[id], address: addressOf(state, id) }, when);
  }

  /** The tab comes to the front; an endpoint that nobody had chosen before, or whose list failed, is asked for its list. */
  function showEndpoint(id: EndpointId): void {
    setState({ shownProvider: id, ...(isMore(id) && { moreEndpoint: id }) });
    const { state } = getState().models[id];
    if (isMore(id) && (state === 'no-key' || state === 'fallback')) readList(id, 'now');
  }

  function showList(provider: EndpointId, list: ModelListState): void {
    setState(({ models }) => ({ models: { ...models, [provider]: list } }));
    setState(pickAfterList(getState(), provider));
    const { outcome } = getState().keyChecks[provider];
    // What the list says of the key is as good as a check of it (specification, section 5).
    if (list.state === 'fallback' && isKeyRefused(list.failure))
      showCheck(provider, { outcome: 'invalid', failure: list.failure });
    else if (list.state === 'live' && outcome === 'invalid') showCheck(provider, UNCHECKED);
  }

  /** In one step with whatever else has changed: between two steps the old keys would be stored again. */
  function changeKeys(
    change: Partial<SettingsState> & Pick<SettingsState, 'keys' | 'heldKeys'>,
    when: 'now' | 'when-typed',
  ): void {
    const before = getState();
    setState(change);
    for (const provider of ENDPOINT_IDS) {
      const key = change.keys[provider];
      // Of another address, another server: what was known of the one before says nothing, and its key is not brought back.
      const isSame = addressOf(getState(), provider) === addressOf(before, provider);
      // What can be brought back is how all keys were before: it must not undo this change too.
      if (key !== before.keys[provider] || change.heldKeys[provider] !== before.heldKeys[provider] || !isSame)
        forgotten.drop();
      if (key === before.keys[provider] && isSame) continue;
      checks.drop(provider);
      showCheck(provider, UNCHECKED);
      readList(provider, when);
    }
  }

  for (const provider of ENDPOINT_IDS) readList(provider, 'now');

  return {
    store,
    setPrompt: (prompt) => setState({ prompt }),
    resetPrompt: (other = DEFAULT_PROMPT) =>
      setState(({ prompt, earlierPrompt }) => ({
        prompt: other,
        earlierPrompt: prompt.trim() === '' ? earlierPrompt : prompt,
      })),
    bringPromptBack: () =>
      setState(({ prompt, earlierPrompt }) => ({
        prompt: earlierPrompt ?? prompt,
        // Nothing that was written since the reset is lost either.
        earlierPrompt: prompt === DEFAULT_PROMPT || prompt.trim() === '' ? null : prompt,
      })),
    setKey(provider, typed, { sure } = { sure: false }) {
      const key = typed.trim();
      const { keys, heldKeys, shownProvider } = getState();
      const isKept = key === keys[provider];
      const refusal = isKept ? undefined : keyRefusal(provider, key);
      if (refusal !== undefined && !(sure && isQuestion(refusal))) return refusal;
      if (isKept && heldKeys[provider] === '') return undefined;
      // Given to its owner, the same text is held for nobody else any more.
      const stillHeld = byEndpoint((id) => (id === provider || heldKeys[id] === key ? '' : heldKeys[id]));
      changeKeys({ keys: { ...keys, [provider]: key }, heldKeys: stillHeld }, 'when-typed');
      const earlier = storedKey({ keys, heldKeys }, provider);
      // An answer, unlike an edit, replaces a key that the person may not have in view.
      if (sure && earlier !== '' && earlier !== key) forgotten.hold({ keys, heldKeys }, provider);
      // Who answers for a held key does not choose its provider for what is translated.
      if (provider === shownProvider && heldKeys[provider] !== key) setState(pickForTab(getState()));
      return undefined;
    },
    noteRefusedKey(provider, key, failure) {
      if (isKeyRefused(failure) && getState().keys[provider] === key)
        showCheck(provider, { outcome: 'invalid', failure });
    },
    showProvider(provider) {
      showEndpoint(provider);
      setState(pickForTab(getState()));
    },
    pickModel(model) {
      setState({ model, modelChosen: true, awaitsPick: false });
      showEndpoint(model.endpoint);
    },
    goOnWithModel(model) {
      setState({ model, modelChosen: true, awaitsPick: false });
      if (getState().models[model.endpoint].state === 'no-key') readList(model.endpoint, 'now');
    },
    readFailedLists() {
      const { models, keyChecks } = getState();
      for (const provider of ENDPOINT_IDS) {
        if (models[provider].state === 'fallback' && keyChecks[provider].outcome !== 'invalid')
          readList(provider, 'now');
      }
    },
    checkKey(provider) {
      const key = getState().keys[provider];
      if (key !== '') checks.start(provider, key, addressOf(getState(), provider));
    },
    setAddress(id, typed) {
      const { calls, keys, heldKeys } = getState();
      const address = typed.trim();
      if (address === (calls.addresses[id] ?? '')) return;
      const moved = { ...calls, addresses: { ...calls.addresses, [id]: address } };
      changeKeys({ calls: moved, keys: { ...keys, [id]: '' }, heldKeys: { ...heldKeys, [id]: '' } }, 'now');
      setState(pickForTab(getState()));
    },
    setCalls: (change) => setState(({ calls }) => ({ calls: { ...calls, ...change } })),
    setConcurrency: (concurrency) => setState({ concurrency }),
    setKeepKeys: (keepKeys) => setState({ keepKeys }),
    forgetKeys() {
      const { keys, heldKeys, forgetting } = getState();
      const times = forgetting.times + 1;
      changeKeys({ keys: NO_KEYS, heldKeys: NO_KEYS, forgetting: { ...forgetting, times } }, 'now');
      if (ENDPOINT_IDS.some((id) => keys[id] !== '' || heldKeys[id] !== '')) forgotten.hold({ keys, heldKeys });
    },
    bringKeysBack() {
      const keys = forgotten.take();
      if (keys !== undefined) changeKeys(keys, 'now');
    },
    dropForgottenKeys: forgotten.drop,
    adopt(shared) {
      const own = getState();
      // A key of this tab's own was given for the server at the address before, and goes to no other.
      const isMoved = (id: EndpointId) =>
        addressOf(shared, id) !== addressOf(own, id) && shared.keys[id] === own.keys[id];
      changeKeys({ ...shared, keys: byEndpoint((id) => (isMoved(id) ? '' : shared.keys[id])) }, 'now');
    },
    dispose() {
      ENDPOINT_IDS.forEach(checks.drop);
      lists.dispose();
      forgotten.drop();
    },
  };
}

/** Specified (section 4): once for each choice, not for each request. */
function warnOfUnknown({ endpoint, id }: Model): void {
  if (endpoint === 'openai' && !isKnownModel(id)) console.warn(`Unknown model "${id}": taken for one of OpenAI's.`);
}

import { hasBatches, isHolder } from '../engine/state/run-selectors.ts';
import { modelName } from '../providers/model-by-name.ts';
import { type Model, modelKey } from '../providers/provider.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';
import type { Settings } from '../settings/settings.ts';
import { MODEL } from './settings-texts.ts';
import { formatPlain, getText, parseStored, type TextStorage } from './stored-value.ts';
import { writeChanged } from './write-all.ts';

const KEY = 'runModel';

export interface RunModelOptions {
  /** null: no local storage, so that a run continues with the model of the tab that holds it. */
  readonly storage: TextStorage | null;
  readonly session: Pick<Session, 'store'>;
  readonly settings: Pick<Settings, 'store' | 'goOnWithModel' | 'pickModel'>;
}

export interface RunModelStorage {
  /** To be called before this tab holds a stored run: picks the run's model. `inView`: keep the provider's tab that is in front. */
  goOn(state: SessionState, options: { readonly inView: boolean }): void;
}

/** Stores a run's model while this tab holds the run, so that a reload or another tab continues with the same model. */
export function createRunModelStorage({ storage, session, settings }: RunModelOptions): RunModelStorage {
  function keep(): void {
    const state = session.store.getState();
    if (!storage || !hasBatches(state) || !isHolder(state)) return;
    writeChanged(storage, [[KEY, formatPlain(modelName(settings.store.getState().model))]]);
  }
  session.store.subscribe((state, before) => {
    if (hasBatches(state) !== hasBatches(before) || state.role !== before.role) keep();
  });
  settings.store.subscribe((state, before) => {
    if (state.model !== before.model) keep();
  });

  return {
    goOn(state, { inView }) {
      const text = hasBatches(state) ? getText(storage, KEY) : null;
      const { value: model } = parseStored<Model | null>(text, { ...MODEL, fallback: null });
      if (model === null || modelKey(model) === modelKey(settings.store.getState().model)) return;
      if (inView) settings.goOnWithModel(model);
      else settings.pickModel(model);
    },
  };
}

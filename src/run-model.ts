import { hasBatches, isHolder } from './engine/run-state.ts';
import type { SessionState } from './film/film.ts';
import type { Session } from './film/session.ts';
import type { KeptValue } from './lib/json.ts';
import { type Model, modelKey } from './providers/provider.ts';
import type { Settings } from './settings/settings.ts';

export interface RunModelOptions {
  /** null: none is stored, so that a run continues with the model of the tab that holds it. */
  readonly kept: KeptValue<Model | null>;
  readonly session: Pick<Session, 'store'>;
  readonly settings: Pick<Settings, 'store' | 'goOnWithModel' | 'pickModel'>;
}

export interface RunModel {
  /** To be called before this tab holds a stored run: picks the run's model. `inView`: keep the provider's tab that is in front. */
  goOn(state: SessionState, options: { readonly inView: boolean }): void;
}

/** Stores a run's model while this tab holds the run, so that a reload or another tab continues with the same model. */
export function createRunModel({ kept, session, settings }: RunModelOptions): RunModel {
  function keep(): void {
    const state = session.store.getState();
    if (hasBatches(state) && isHolder(state)) kept.write(settings.store.getState().model);
  }
  session.store.subscribe((state, before) => {
    if (hasBatches(state) !== hasBatches(before) || state.role !== before.role) keep();
  });
  settings.store.subscribe((state, before) => {
    if (state.model !== before.model) keep();
  });

  return {
    goOn(state, { inView }) {
      const model = hasBatches(state) ? kept.read() : null;
      if (model === null || modelKey(model) === modelKey(settings.store.getState().model)) return;
      if (inView) settings.goOnWithModel(model);
      else settings.pickModel(model);
    },
  };
}

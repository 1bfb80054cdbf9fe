import type { Model, Provider, ProviderFailure, ProviderId, TranslateOutcome } from '../providers/provider.ts';
import type { SettingsState } from '../settings/settings-state.ts';
import { EMPTY_PROMPT, missingKey } from '../settings/start-problem.ts';
import { composeRequest } from '../translation/compose-request.ts';
import type { Call, SentOutcome } from './job.ts';

export interface SendRequestDependencies {
  readonly readSettings: () => Pick<SettingsState, 'prompt' | 'model' | 'keys'>;
  /** A live list that is on its way may still change the model: a call waits for it, and fails with it. */
  readonly whenModelSettled: (options: { readonly signal: AbortSignal }) => Promise<ProviderFailure | undefined>;
  /** Told of each request's model. */
  readonly onSend?: ((model: Model) => void) | undefined;
  readonly loadProvider: (id: ProviderId) => Promise<Provider>;
}

/** One unpaced call: prompt, model and key are read now, so that a corrected key serves the calls that are still to come. */
export type SendRequest = (call: Call, options: { readonly signal: AbortSignal }) => Promise<SentOutcome>;

/** Rejects only when the provider's chunk cannot be loaded. */
export function createSendRequest({
  readSettings,
  whenModelSettled,
  onSend,
  loadProvider,
}: SendRequestDependencies): SendRequest {
  return async (call, { signal }) => {
    const unpicked = await whenModelSettled({ signal });
    if (unpicked) return unsent(unpicked);
    const { prompt, model, keys } = readSettings();
    const noKey = missingKey({ model, keys });
    if (noKey !== undefined) return unsent({ kind: 'missing-key', message: noKey });
    if (prompt.trim() === '') return unsent({ kind: 'no-prompt', message: EMPTY_PROMPT });
    const provider = await loadProvider(model.endpoint);
    onSend?.(model);
    const request = { model, key: keys[model.endpoint], ...composeRequest({ prompt, ...call }) };
    return { ...(await provider.translate(request, { signal })), madeWith: { prompt, model } };
  };
}

const unsent = (failure: ProviderFailure): TranslateOutcome => ({ ok: false, failure, text: '', usage: undefined });

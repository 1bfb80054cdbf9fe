import type { Model, Provider, ProviderFailure, ProviderId, TranslateOutcome } from '../providers/provider.ts';
import type { SettingsState } from '../settings/settings-state.ts';
import { EMPTY_PROMPT, missingKey } from '../settings/start-problem.ts';
import { composeRequest } from '../translation/compose-request.ts';
import type { Call, SentOutcome } from './job.ts';

export interface SendRequestDependencies {
  readonly readSettings: () => Pick<SettingsState, 'prompt' | 'model' | 'keys'>;
  /** Resolves when the live model list has come, which may change the model; with a failure if the list failed. */
  readonly whenModelSettled: (options: { readonly signal: AbortSignal }) => Promise<ProviderFailure | undefined>;
  /** Called with each request's model. */
  readonly onSend?: ((model: Model) => void) | undefined;
  readonly loadProvider: (id: ProviderId) => Promise<Provider>;
}

/** One unpaced call: prompt, model and key are read now, so that a corrected key serves the calls that are still to come. */
export type SendRequest = (call: Call, options: SendOptions) => Promise<SentOutcome>;

export interface SendOptions {
  readonly signal: AbortSignal;
  /** The call leaves now, to this model. */
  readonly onSend?: ((model: Model) => void) | undefined;
}

/** Rejects only when the provider's chunk cannot be loaded. */
export function createSendRequest({
  readSettings,
  whenModelSettled,
  onSend,
  loadProvider,
}: SendRequestDependencies): SendRequest {
  return async (call, { signal, onSend: onThisSend }) => {
    const modelFailure = await whenModelSettled({ signal });
    if (modelFailure) return unsent(modelFailure);
    const { prompt, model, keys } = readSettings();
    const keyProblem = missingKey({ model, keys });
    if (keyProblem !== undefined) return unsent({ kind: 'missing-key', message: keyProblem });
    if (prompt.trim() === '') return unsent({ kind: 'no-prompt', message: EMPTY_PROMPT });
    const provider = await loadProvider(model.endpoint);
    onSend?.(model);
    onThisSend?.(model);
    const request = { model, key: keys[model.endpoint], ...composeRequest({ prompt, ...call }) };
    return { ...(await provider.translate(request, { signal })), madeWith: { prompt, model } };
  };
}

const unsent = (failure: ProviderFailure): TranslateOutcome => ({ ok: false, failure, text: '', usage: undefined });

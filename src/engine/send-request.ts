import type { EndpointId, Model, Provider, ProviderFailure, TranslateOutcome } from '../providers/provider.ts';
import { addressOf } from '../settings/address-of.ts';
import type { SettingsState } from '../settings/settings-state.ts';
import { EMPTY_PROMPT, missingKey } from '../settings/start-problem.ts';
import { composeRequest } from '../translation/compose-request.ts';
import type { Call, SentOutcome } from './jobs/job.ts';

export interface SendRequestDependencies {
  readonly readSettings: () => Pick<SettingsState, 'prompt' | 'model' | 'keys' | 'calls'>;
  /** A live list that is on its way may still change the model: a call waits for it, and fails with it. */
  readonly whenModelSettled: (options: { readonly signal: AbortSignal }) => Promise<ProviderFailure | undefined>;
  /** Called with each request's model. */
  readonly onSend?: ((model: Model) => void) | undefined;
  readonly loadProvider: (id: EndpointId) => Promise<Provider>;
}

/** One unpaced call: prompt, model and key are read now, so that a corrected key serves the calls that are still to come. */
export type SendRequest = (call: Call, options: SendOptions) => Promise<SentOutcome>;

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Raised while the call is under way: it is waited for, and not repeated. */
  readonly stopping?: AbortSignal | undefined;
  /** Asked as the call is about to leave to this model. False: it ends as cancelled, unsent. */
  readonly mayLeave?: ((model: Model) => boolean) | undefined;
}

/** Rejects only when the provider's chunk cannot be loaded. */
export function createSendRequest({
  readSettings,
  whenModelSettled,
  onSend,
  loadProvider,
}: SendRequestDependencies): SendRequest {
  return async (call, { signal, stopping, mayLeave }) => {
    const modelFailure = await whenModelSettled({ signal });
    if (modelFailure) return unsent(modelFailure);
    const { prompt, model, keys, calls } = readSettings();
    const keyProblem = missingKey({ model, keys });
    if (keyProblem !== undefined) return unsent({ kind: 'missing-key', message: keyProblem });
    if (prompt.trim() === '') return unsent({ kind: 'no-prompt', message: EMPTY_PROMPT });
    const provider = await loadProvider(model.endpoint);
    if (mayLeave?.(model) === false) return unsent({ kind: 'cancelled', message: 'The limit was reached meanwhile.' });
    onSend?.(model);
    const { endpoint } = model;
    const { thinking, halfPrice } = calls;
    const request = { model, key: keys[endpoint], thinking, halfPrice, ...composeRequest({ prompt, ...call }) };
    const outcome = await provider.translate(request, { signal, stopping, address: addressOf({ calls }, endpoint) });
    return { ...outcome, madeWith: { prompt, model } };
  };
}

const unsent = (failure: ProviderFailure): TranslateOutcome => ({ ok: false, failure, text: '', usage: undefined });

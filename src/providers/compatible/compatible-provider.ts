import { allowedAddress, isAllowed } from '../allowed-address.ts';
import { chatOutcome } from '../chat-completions/chat-outcome.ts';
import { type Concession, concessionFor } from '../chat-completions/concession-for.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { keyCheck } from '../key-check.ts';
import { type CallOptions, isLocal, type MoreId, type Provider, type ProviderFailure } from '../provider.ts';
import { UNEXPECTED_FORMAT } from '../transport/attempt-once.ts';
import { defined } from '../transport/defined.ts';
import { failedOutcome } from '../transport/failed-outcome.ts';
import { failureOfStatus } from '../transport/failure-of-status.ts';
import type { Transport } from '../transport/http.ts';
import type { HttpOutcome } from '../transport/http-request.ts';
import { createLearningSender } from '../transport/learning-sender.ts';
import { byId } from '../transport/list-all-pages.ts';
import { redact } from '../transport/redact.ts';
import { refusesThinking } from '../transport/refuses-thinking.ts';
import { compatibleBody, formsFrom } from './compatible-body.ts';
import { compatibleFacts, errorInReply } from './compatible-facts.ts';
import { type ListedAbilities, readAbilities, readCompatibleList } from './compatible-list.ts';
import { thinkingForms } from './compatible-thinking.ts';
import { explainLocal } from './explain-local.ts';
import { localBrowser } from './local-browser.ts';

interface Sent {
  readonly path: string;
  readonly key: string;
  readonly body?: object;
  readonly retryRefusals: boolean;
}

/**
 * Chat completions and the model list of an endpoint that speaks OpenAI's wire format; the endpoint's row is in endpoints.ts.
 * @param fetch used without a key, to find out whether a server on this computer answers at all
 */
export function createCompatible(id: MoreId, transport: Transport, fetch: typeof globalThis.fetch): Provider {
  const endpoint = ENDPOINTS[id];
  const browser = localBrowser(fetch);
  const learn = createLearningSender<Concession | 'thinking'>();
  /** Addresses on this computer whose answers this page has read, so that the server does let this page in. */
  const readable = new Set<string>();
  let abilities: ReadonlyMap<string, ListedAbilities> = new Map();

  async function send(
    { path, key, body, retryRefusals }: Sent,
    { signal, address: typed }: CallOptions,
  ): Promise<HttpOutcome> {
    const address = baseAddress(id, typed);
    if (address === undefined) return { ok: false, failure: NO_ADDRESS };
    const request = {
      method: body ? 'POST' : 'GET',
      url: address + path,
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      ...defined({ body }),
      key,
      readFacts: compatibleFacts,
    } as const;
    const outcome = await transport.send(request, { signal, retryRefusals });
    if (!isLocal(id) || signal.aborted) return outcome;
    if (outcome.ok || outcome.failure.kind !== 'connection') {
      readable.add(address);
      return outcome;
    }
    const explained = await explainLocal(id, address, browser, readable.has(address));
    return explained ? { ok: false, failure: explained } : outcome;
  }

  return {
    id,

    async translate(request, options) {
      const { model, key, thinking = 'default' } = request;
      const listed = abilities.get(model.id);
      const replyForms = formsFrom(listed?.replyForm ?? endpoint.replyForm);
      const thoughts = thinkingForms(endpoint.thinking, model.id, thinking, listed);
      const outcome = await learn({
        about: `${options.address} ${model.id} ${thinking}`,
        send: (refusals) => {
          const body = compatibleBody(request, {
            replyForm: replyForms[refusals.get('response_format') ?? 0] ?? 'free',
            systemAsUser: refusals.has('system'),
            thinking: thoughts[refusals.get('thinking') ?? 0] ?? {},
          });
          return send({ path: '/chat/completions', key, body, retryRefusals: false }, options);
        },
        refusedPart: (failure) => refusedPart(failure, thoughts.length > 1),
        formsLeft: (part) =>
          part === 'thinking' ? thoughts.length - 1 : part === 'response_format' ? replyForms.length - 1 : 1,
      });
      if (!outcome.ok) return { ok: false, failure: outcome.failure, text: '', usage: undefined };
      return lateFailure(outcome.body, key) ?? chatOutcome(outcome.body);
    },

    async listModels(key, options) {
      const outcome = await send({ path: '/models', key, retryRefusals: true }, options);
      if (!outcome.ok) return outcome;
      const models = readCompatibleList(id, outcome.body);
      if (models === undefined)
        return { ok: false, failure: { kind: 'malformed', message: UNEXPECTED_FORMAT, status: 200 } };
      abilities = readAbilities(outcome.body);
      return { ok: true, models: models.toSorted(byId) };
    },

    async checkKey(key, options) {
      return keyCheck(await send({ path: endpoint.keyCheckPath, key, retryRefusals: true }, options));
    },
  };
}

/** The address to connect to; undefined: none is given, or the build does not allow this page to connect there. */
function baseAddress(id: MoreId, typed: string | undefined): string | undefined {
  const { address } = ENDPOINTS[id];
  if (isLocal(id)) return allowedAddress(typed || address);
  return isAllowed(address) ? address : undefined;
}

const NO_ADDRESS: ProviderFailure = {
  kind: 'local-blocked',
  message:
    'The address of the server is missing, or this page may not connect to it. Enter one such as http://localhost:8000/v1.',
};

/** The part of the request that a failure refuses; undefined: none. FastAPI's servers refuse unknown fields with 422 instead of 400. */
function refusedPart(failure: ProviderFailure, saysThinking: boolean): Concession | 'thinking' | undefined {
  if (saysThinking && refusesThinking(failure)) return 'thinking';
  const concession = concessionFor(failure.status === 422 ? { ...failure, status: 400 } : failure);
  // A seed is never sent to these endpoints.
  return concession === 'seed' ? undefined : concession;
}

function lateFailure(body: unknown, key: string) {
  const error = errorInReply(body);
  if (error === undefined) return undefined;
  const { kind = failureOfStatus(error.status), message = 'The provider failed.' } = compatibleFacts(
    error.status,
    error.body,
  );
  return failedOutcome(kind, redact(message, key));
}

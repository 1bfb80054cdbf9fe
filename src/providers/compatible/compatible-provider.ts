import { allowedAddress, isAllowed } from '../allowed-address.ts';
import { chatOutcome, chatReply } from '../chat-completions/chat-outcome.ts';
import { refusedPart } from '../chat-completions/refused-part.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { keyCheck } from '../key-check.ts';
import { type CallOptions, isLocal, type MoreId, type Provider, type ProviderFailure } from '../provider.ts';
import { defined } from '../transport/defined.ts';
import { outcomeOf, UNEXPECTED_FORMAT } from '../transport/failed-outcome.ts';
import { failureOfStatus } from '../transport/failure-of-status.ts';
import type { Transport } from '../transport/http.ts';
import type { HttpOutcome } from '../transport/http-request.ts';
import { createLearningSender, type LearntForms } from '../transport/learning-sender.ts';
import { byId } from '../transport/list-all-pages.ts';
import { redact } from '../transport/read-failure.ts';
import { compatibleBody, formsFrom } from './compatible-body.ts';
import { compatibleFailure, errorInReply } from './compatible-failure.ts';
import { type ListedAbilities, readAbilities, readCompatibleList } from './compatible-list.ts';
import { thinkingForms } from './compatible-thinking.ts';
import { explainLocal, localBrowser } from './explain-local.ts';

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
export function createCompatible(
  id: MoreId,
  transport: Transport,
  fetch: typeof globalThis.fetch,
  learnt?: LearntForms,
): Provider {
  const endpoint = ENDPOINTS[id];
  const browser = localBrowser(fetch);
  const learn = createLearningSender(learnt);
  /** Addresses on this computer whose answers this page has read, so that the server does let this page in. */
  const readable = new Set<string>();
  let abilities: ReadonlyMap<string, ListedAbilities> = new Map();

  async function send(
    { path, key, body, retryRefusals }: Sent,
    { signal, stopping, address: typed }: CallOptions,
  ): Promise<HttpOutcome> {
    const address = baseAddress(id, typed);
    if (address === undefined) return { ok: false, failure: NO_ADDRESS };
    const request = {
      method: body ? 'POST' : 'GET',
      url: address + path,
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      ...defined({ body }),
      key,
      readFacts: compatibleFailure,
    } as const;
    const outcome = await transport.send(request, { signal, stopping, retryRefusals });
    if (!isLocal(id) || signal.aborted) return outcome;
    if (hasAnswered(outcome)) readable.add(address);
    if (outcome.ok || outcome.failure.kind !== 'connection') return outcome;
    const explained = await explainLocal(id, address, browser, readable.has(address));
    return { ok: false, failure: explained ?? outcome.failure };
  }

  return {
    id,

    async translate(request, options) {
      const { model, key, thinking = 'default' } = request;
      const listed = abilities.get(model.id);
      const outcome = await learn({
        about: `${options.address} ${model.id} ${thinking}`,
        forms: {
          response_format: formsFrom(listed?.replyForm ?? endpoint.replyForm),
          system: ['system', 'user'] as const,
          thinking: thinkingForms(endpoint.thinking, model.id, thinking, listed?.canThink),
        },
        async send(chosen) {
          const body = compatibleBody(request, chosen);
          const sent = await send({ path: '/chat/completions', key, body, retryRefusals: false }, options);
          // A refusal of the request may come with success, too, and is learnt from alike.
          const late = sent.ok ? lateFailure(sent.body, key) : undefined;
          return late?.status === 400 ? { ok: false, failure: late } : sent;
        },
        // FastAPI's servers refuse unknown fields with 422 instead of 400.
        refusedPart: (failure) => refusedPart(failure.status === 422 ? { ...failure, status: 400 } : failure),
      });
      return outcomeOf(outcome, (body) => {
        const late = lateFailure(body, key);
        // What came before the error was paid for.
        return late ? { ok: false, failure: late, ...chatReply(body) } : chatOutcome(body);
      });
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

const hasAnswered = (outcome: HttpOutcome): boolean => outcome.ok || outcome.failure.status !== undefined;

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

/** The failure that a reply with status 200 reports; undefined: none. */
function lateFailure(reply: unknown, key: string): ProviderFailure | undefined {
  const error = errorInReply(reply);
  if (error === undefined) return undefined;
  const { status } = error;
  const facts = compatibleFailure(status, error.body);
  const { kind = failureOfStatus(status), message = 'The provider failed.', code, param, retryAfterMs } = facts;
  return { kind, message: redact(message, key), status, ...defined({ code, param, retryAfterMs }) };
}

import { batchSchema } from '../../translation/request.ts';
import { isChatModel } from '../chat-models.ts';
import {
  allowedAddress,
  COMPATIBLE_ENDPOINTS,
  isAllowed,
  REPLY_FORMS,
  type ThinkingFacts,
} from '../compatible-endpoints.ts';
import { type CompatibleEndpointId, isLocal } from '../endpoints.ts';
import { runsElsewhere } from '../models.ts';
import type { ModelInfo, Provider, ProviderFailure, ReplyForm, Thinking, TranslateRequest } from '../provider.ts';
import { isRefusal, refusedPart } from '../transport/failure-words.ts';
import { createAffordableSender, createLearningSender, type LearntForms } from '../transport/forms.ts';
import {
  amountAt,
  byId,
  defined,
  type HttpOptions,
  type HttpOutcome,
  type IsThere,
  jsonAt,
  keyCheck,
  listAt,
  numberAt,
  type Transport,
  textAt,
  UNEXPECTED_FORMAT,
} from '../transport/http.ts';
import {
  alternatingMessages,
  asCompletion,
  chatOutcome,
  chatReply,
  formsFrom,
  isThoughtsAlone,
  responseFormat,
  streamedCompletion,
  wordsAlone,
} from './chat-completions.ts';
import { compatibleFailure, explainLocal, lateFailure, localBrowser } from './compatible-failure.ts';

/** The request as it was sent. A list or a key check has no body. */
interface Sent {
  readonly path: string;
  readonly key: string;
  readonly body?: object;
}

export function createCompatible(
  id: CompatibleEndpointId,
  transport: Transport,
  isThere: IsThere,
  learnt?: LearntForms,
  hosts?: readonly string[],
): Provider {
  const endpoint = COMPATIBLE_ENDPOINTS[id];
  const browser = localBrowser(isThere);
  const learn = createLearningSender(learnt);
  const affordable = createAffordableSender();
  /** Addresses on this computer whose answers this page has read. */
  const readable = new Set<string>();
  let abilities: ReadonlyMap<string, ListedAbilities> = new Map();

  async function send({ path, key, body }: Sent, how: HttpOptions, typed: string | undefined): Promise<HttpOutcome> {
    const address = baseAddress(id, typed, hosts);
    if (address === undefined) return { ok: false, failure: NO_ADDRESS };
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const readText = (text: string) => streamedCompletion(text) ?? wordsAlone(text);
    const request = { url: address + path, headers, body, key, readFacts: compatibleFailure, readText };
    const outcome = await transport.send(request, how);
    if (!isLocal(id) || how.signal.aborted) return outcome;
    if (hasAnswered(outcome)) readable.add(address);
    if (outcome.ok || outcome.failure.kind !== 'connection') return outcome;
    const explained = await explainLocal(id, address, browser, readable.has(address));
    return { ok: false, failure: explained ?? outcome.failure };
  }

  return {
    id,

    translate(request, options) {
      const { model, key, thinking = 'default' } = request;
      const listed = abilities.get(model.id);
      const { forms, less } = thinkingForms(endpoint.thinking, model.id, thinking, listed?.canThink);
      const strictest = listed?.replyForm ?? ((request.replySchema && endpoint.triesSchema) || endpoint.replyForm);
      return learn(request, options, {
        about: `${options.address} ${model.id} ${thinking}`,
        forms: {
          reply: formsFrom(request.isPlain ? 'free' : strictest),
          system: ['system', 'user'] as const,
          stream: STREAM_FORMS,
          thinking: forms,
        },
        ...(less !== undefined && { afterThoughts: { form: less, isSuch: isThoughtsAlone } }),
        replyForm: ({ reply }) => reply,
        refusedPart,
        async send(chosen) {
          const body = compatibleBody(request, chosen);
          const sent = await affordable.send(
            request,
            async (field) =>
              readOf(
                id,
                await send({ path: '/chat/completions', key, body: { ...body, ...field } }, options, options.address),
              ),
            (reply) => lateFailure(reply, key),
          );
          // A refusal with status 200 counts as a refusal.
          const late = sent.ok ? lateFailure(sent.body, key) : undefined;
          return late && isRefusal(late) ? { ok: false, failure: late } : sent;
        },
        read(body) {
          const late = lateFailure(body, key);
          // The text before the error is paid for.
          if (late) return { ok: false, failure: late, ...chatReply(body) };
          const outcome = chatOutcome(body);
          affordable.noteReply(outcome);
          return outcome;
        },
      });
    },

    async listModels(key, { signal, address }) {
      const outcome = await send({ path: '/models', key }, { signal, retryRefusals: true }, address);
      if (!outcome.ok) return outcome;
      const list = readList(id, outcome.body);
      if (list === undefined)
        return {
          ok: false,
          failure: lateFailure(outcome.body, key) ?? { kind: 'malformed', message: UNEXPECTED_FORMAT, status: 200 },
        };
      abilities = readAbilities(outcome.body);
      const { models, leftOut } = list;
      const showsLeftOut = leftOut.length > 0 && (models.length === 0 || isLocal(id));
      return { ok: true, models: models.toSorted(byId), ...(showsLeftOut && { leftOut: leftOut.toSorted(byId) }) };
    },

    async checkKey(key, { signal, address }) {
      const outcome = await send({ path: endpoint.keyCheckPath, key }, { signal, retryRefusals: true }, address);
      const late = outcome.ok ? lateFailure(outcome.body, key) : undefined;
      return keyCheck(late ? { ok: false, failure: late } : outcome);
    },
  };
}

/** At an internet endpoint 'no-memory' is temporary: many people share the provider's memory. */
function readOf(id: CompatibleEndpointId, outcome: HttpOutcome): HttpOutcome {
  if (outcome.ok) return { ok: true, body: asCompletion(outcome.body) };
  const { failure } = outcome;
  return failure.kind === 'no-memory' && !isLocal(id)
    ? { ok: false, failure: { ...failure, kind: 'server' } }
    : outcome;
}

const hasAnswered = (outcome: HttpOutcome): boolean => outcome.ok || outcome.failure.status !== undefined;

/** The address without a slash at the end. undefined: there is no address, or this page may not connect to it. */
function baseAddress(
  id: CompatibleEndpointId,
  typed: string | undefined,
  hosts?: readonly string[],
): string | undefined {
  const { address } = COMPATIBLE_ENDPOINTS[id];
  if (isLocal(id)) return allowedAddress(typed || address, hosts)?.replace(/\/$/, '');
  return isAllowed(address, hosts) ? address : undefined;
}

const NO_ADDRESS: ProviderFailure = {
  kind: 'local-blocked',
  message:
    'The address of the server is missing, or this page cannot connect to it. Enter an address such as http://localhost:8000/v1.',
};

/** A stream is requested only from servers that require it. The second field adds the usage. */
const STREAM_FORMS: readonly object[] = [
  {},
  { stream: true, stream_options: { include_usage: true } },
  { stream: true },
];

interface BodyForms {
  readonly reply: ReplyForm;
  readonly system: 'system' | 'user';
  readonly stream: object;
  readonly thinking: object;
}

/** The body of a request. It omits fields that some servers refuse (seed, temperature). */
function compatibleBody(request: TranslateRequest, { reply, system, stream, thinking }: BodyForms): object {
  const { model, replyKeys, replySchema, ownSchema } = request;
  const schema = replySchema ?? ownSchema ?? (replyKeys.length > 0 ? batchSchema(replyKeys) : undefined);
  return {
    model: model.id,
    messages: alternatingMessages(request, system),
    ...responseFormat(reply, schema),
    ...thinking,
    ...stream,
  };
}

interface ThinkingForms {
  /** The fields of each form, in the order in which they are tried. {}: no field. */
  readonly forms: readonly object[];
  /** Index of the first form that asks for the least thinking. undefined: 0, or unknown. */
  readonly less: number | undefined;
}

/** @param canThink from the live list. undefined: unknown */
function thinkingForms(
  facts: ThinkingFacts | undefined,
  id: string,
  thinking: Thinking,
  canThink: boolean | undefined,
): ThinkingForms {
  if (facts === undefined) return { forms: [{}], less: undefined };
  const { field } = facts;
  const known = leastOf(facts, id, canThink);
  const efforts = new Set([known ?? (field === 'thinking' ? 'disabled' : 'none'), 'low']);
  const least = [...[...efforts].flatMap((effort) => inField(field, effort)), {}];
  if (known !== undefined && thinking === 'least') return { forms: least, less: undefined };
  const isMore = known !== undefined && thinking === 'more';
  const asked = [...(isMore ? inField(field, field === 'thinking' ? 'enabled' : 'high') : []), {}];
  return { forms: [...asked, ...least], less: asked.length };
}

function leastOf({ families }: ThinkingFacts, id: string, canThink: boolean | undefined): string | undefined {
  if (families === 'listed') return canThink ? 'none' : undefined;
  return families.find(([pattern]) => pattern.test(id))?.[1];
}

function inField(field: ThinkingFacts['field'], effort: string): readonly object[] {
  if (field === 'reasoning_effort') return [{ reasoning_effort: effort }];
  if (field === 'reasoning') return [{ reasoning: { effort } }];
  // These fields only turn thinking on or off.
  if (effort === 'low') return [];
  return [
    field === 'thinking'
      ? { thinking: { type: effort } }
      : { chat_template_kwargs: { enable_thinking: effort !== 'none' } },
  ];
}

interface ListedAbilities {
  readonly canThink: boolean;
  readonly replyForm: ReplyForm;
}

/** The chat models of a list: `{data: […]}`, a bare list, or Ollama's `{models: […]}`. undefined: the body is not a list. */
export const readCompatibleList = (endpoint: CompatibleEndpointId, body: unknown): readonly ModelInfo[] | undefined =>
  readList(endpoint, body)?.models;

/** `leftOut`: models that seem to have another purpose than chat. */
function readList(
  endpoint: CompatibleEndpointId,
  body: unknown,
): Record<'models' | 'leftOut', readonly ModelInfo[]> | undefined {
  const entries = Array.isArray(body) ? body : (listAt(body, 'data') ?? listAt(body, 'models'));
  if (entries === undefined) return undefined;
  // llama.cpp sends two lists with different facts.
  const twins = new Map(listAt(body, 'models')?.map((entry) => [textAt(entry, 'model'), entry]));
  const chats = (entry: unknown): boolean => {
    const id = idOf(entry) ?? '';
    return isChatModel(id) && writesText(entry) && writesText(twins.get(id));
  };
  const isOwn = isLocal(endpoint) && isListOfOwnServer(entries.map((entry) => textAt(entry, 'owned_by')));
  const [models, leftOut] = [true, false].map((isWanted) =>
    modelsOf(
      endpoint,
      entries.filter((entry) => chats(entry) === isWanted),
      isOwn,
    ),
  );
  return { models: models ?? [], leftOut: leftOut ?? [] };
}

/** How Ollama, LM Studio and llama.cpp name the owner of the models in their lists. */
const OWNERS = /^(?:library|organization_owner|llama\.?cpp)$/i;

const isListOfOwnServer = (owners: readonly (string | undefined)[]): boolean =>
  owners.some((owner = '') => OWNERS.test(owner));

const idOf = (entry: unknown): string | undefined =>
  textAt(entry, 'id') ?? textAt(entry, 'model') ?? textAt(entry, 'name');

/** `isOwn`: the server runs the models itself and charges nothing. */
function modelsOf(endpoint: CompatibleEndpointId, entries: readonly unknown[], isOwn: boolean): readonly ModelInfo[] {
  return entries.flatMap((entry): ModelInfo[] => {
    const id = idOf(entry);
    if (id === undefined) return [];
    const createdAtSeconds = numberAt(entry, 'created');
    const createdAt = createdAtSeconds ? createdAtSeconds * 1_000 : undefined;
    const displayName = (endpoint === 'openrouter' && textAt(entry, 'name')) || id;
    const price = priceOf(entry) ?? (isOwn && !runsElsewhere(id) ? FREE : undefined);
    return [{ endpoint, id, displayName, ...defined({ createdAt, price, contextTokens: contextOf(entry) }) }];
  });
}

const FREE = { input: 0, output: 0 };

/** Reads the fields of OpenRouter (model and first provider), Groq, Mistral, vLLM, llama.cpp, LM Studio and Ollama. */
function contextOf(entry: unknown): number | undefined {
  const sizes = [
    numberAt(entry, 'context_length'),
    numberAt(entry, 'top_provider', 'context_length'),
    numberAt(entry, 'context_window'),
    numberAt(entry, 'max_context_length'),
    numberAt(entry, 'max_model_len'),
    numberAt(entry, 'meta', 'n_ctx'),
    numberAt(entry, 'n_ctx'),
    numberAt(entry, 'loaded_context_length'),
    numberAt(entry, 'loaded_instances', 0, 'config', 'context_length'),
    numberAt(entry, 'details', 'context_length'),
  ].flatMap((tokens = 0) => (tokens > 0 ? [tokens] : []));
  return sizes.length === 0 ? undefined : Math.min(...sizes);
}

/** Reads OpenRouter's dollars per token and per request. A negative price means that the price depends on the model it will choose. */
function priceOf(entry: unknown): ModelInfo['price'] {
  const [prompt, completion, request = 0, thought = 0] = ['prompt', 'completion', 'request', 'internal_reasoning'].map(
    (part) => amountAt(entry, 'pricing', part),
  );
  if (prompt === undefined || completion === undefined || Math.min(prompt, completion, request, thought) < 0)
    return undefined;
  const [input, output, thinking] = [prompt * 1_000_000, completion * 1_000_000, thought * 1_000_000];
  return { input, output, ...(request > 0 && { request }), ...(thought > 0 && thought !== completion && { thinking }) };
}

/** True if a model answers with text, by the facts in the list. A model without facts counts as one. */
function writesText(entry: unknown): boolean {
  // OpenRouter and Groq; Mistral.
  const output = listAt(entry, 'architecture', 'output_modalities') ?? listAt(entry, 'output_modalities');
  if (output?.includes('text') === false || jsonAt(entry, 'capabilities', 'completion_chat') === false) return false;
  // Ollama and llama.cpp.
  const abilities = (listAt(entry, 'capabilities') ?? []).filter((ability) => typeof ability === 'string');
  if (abilities.length > 0 && !abilities.some((ability) => /chat|compl|generat|tools|thinking|vision/i.test(ability)))
    return !abilities.some((ability) => OTHER_KIND.test(ability));
  // LM Studio, LiteLLM, vLLM and others.
  const kinds = ['type', 'mode', 'task', 'model_type', 'pipeline_tag'].map((name) => textAt(entry, name) ?? '');
  return !kinds.some((kind) => OTHER_KIND.test(kind));
}

const OTHER_KIND =
  /embed|rerank|\brank|score|classif|reward|moderation|guard|feature-extraction|similarity|^(?:text-to-|automatic-)?(?:image|audio|speech|video)(?!-text-to-text)|transcri|recognition|tts|stt|\bocr\b/i;

/** The abilities of models by id, for models with `supported_parameters` (OpenRouter). */
function readAbilities(body: unknown): ReadonlyMap<string, ListedAbilities> {
  const abilities = new Map<string, ListedAbilities>();
  for (const entry of listAt(body, 'data') ?? []) {
    const id = textAt(entry, 'id');
    const taken = listAt(entry, 'supported_parameters');
    if (id !== undefined && taken)
      abilities.set(id, { canThink: taken.includes('reasoning'), replyForm: formOf(taken) });
  }
  return abilities;
}

function formOf(taken: readonly unknown[]): ReplyForm {
  const [schema, object, free] = REPLY_FORMS;
  if (taken.includes('structured_outputs')) return schema;
  return taken.includes('response_format') ? object : free;
}

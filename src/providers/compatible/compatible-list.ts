import { canTranslate } from '../can-translate.ts';
import { REPLY_FORMS, type ReplyForm } from '../endpoints.ts';
import type { ModelInfo, MoreId } from '../provider.ts';
import { defined } from '../transport/defined.ts';
import { jsonAt, listAt, numberAt, textAt } from '../transport/json-at.ts';

/** What a live list says of the requests that a model takes. */
export interface ListedAbilities {
  readonly canThink: boolean;
  readonly replyForm: ReplyForm;
}

/** Words in the id of a model that is no chat model, beside those of can-translate.ts. */
const OTHER_USES = /\b(?:whisper|embed|embeddings|rerank|reranker|ocr|guard)\b/i;

/** OpenAI's "instruct" models only complete texts, so canTranslate refuses the word; other endpoints' "instruct" models do chat. */
const canChat = (id: string): boolean => canTranslate(id.replace(/instruct/gi, 'chat')) && !OTHER_USES.test(id);

/**
 * The chat models of a list: `{data: […]}`, a bare list, or Ollama's `{models: […]}`; undefined: the body is no list.
 * @param endpoint the endpoint that sent the list
 */
export function readCompatibleList(endpoint: MoreId, body: unknown): readonly ModelInfo[] | undefined {
  const entries = Array.isArray(body) ? body : (listAt(body, 'data') ?? listAt(body, 'models'));
  return entries?.flatMap((entry): ModelInfo[] => {
    const id = textAt(entry, 'id') ?? textAt(entry, 'model') ?? textAt(entry, 'name');
    if (id === undefined || !canChat(id) || !writesText(entry)) return [];
    const createdAtSeconds = numberAt(entry, 'created');
    const createdAt = createdAtSeconds ? createdAtSeconds * 1_000 : undefined;
    const displayName = (endpoint === 'openrouter' && textAt(entry, 'name')) || id;
    return [{ endpoint, id, displayName, ...defined({ createdAt, price: priceOf(entry) }) }];
  });
}

/**
 * US dollars a million tokens. OpenRouter's `pricing` has dollars a token, as texts; a negative one depends on the model that
 * OpenRouter chooses, and counts as unknown.
 */
function priceOf(entry: unknown): ModelInfo['price'] {
  const perMillion = (text = ''): number => (text === '' ? Number.NaN : Number(text) * 1_000_000);
  const input = perMillion(textAt(entry, 'pricing', 'prompt'));
  const output = perMillion(textAt(entry, 'pricing', 'completion'));
  return input >= 0 && output >= 0 ? { input, output } : undefined;
}

/** Whether a model writes text: OpenRouter lists a model's outputs, Mistral its abilities; other lists do not tell, and count as yes. */
function writesText(entry: unknown): boolean {
  const output = listAt(entry, 'architecture', 'output_modalities');
  return (output?.includes('text') ?? true) && jsonAt(entry, 'capabilities', 'completion_chat') !== false;
}

/** Abilities by model id, for the models with `supported_parameters` (OpenRouter's list). */
export function readAbilities(body: unknown): ReadonlyMap<string, ListedAbilities> {
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

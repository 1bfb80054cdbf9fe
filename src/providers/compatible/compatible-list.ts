import { canTranslate } from '../can-translate.ts';
import { REPLY_FORMS, type ReplyForm } from '../endpoints.ts';
import type { ModelInfo, MoreId } from '../provider.ts';
import { defined } from '../transport/defined.ts';
import { jsonAt, listAt, numberAt, textAt } from '../transport/json-at.ts';

/** What a live list says of a model's requests; undefined: nothing. */
export interface ListedAbilities {
  readonly canThink: boolean;
  readonly replyForm: ReplyForm;
}

/** More words of ids that stand for something else than a chat. */
const OTHER_USES = /\b(?:whisper|embed|embeddings|rerank|reranker|ocr|guard)\b/i;

/** What OpenAI calls "instruct" completes texts; elsewhere it is what can be talked to. */
const canChat = (id: string): boolean => canTranslate(id.replace(/instruct/gi, 'chat')) && !OTHER_USES.test(id);

/**
 * All models: `{data: […]}`, a bare list, or Ollama's `{models: […]}`; undefined: the body is no list.
 * @param endpoint whose list it is
 */
export function readCompatibleList(endpoint: MoreId, body: unknown): readonly ModelInfo[] | undefined {
  const entries = Array.isArray(body) ? body : (listAt(body, 'data') ?? listAt(body, 'models'));
  return entries?.flatMap((entry): ModelInfo[] => {
    const id = textAt(entry, 'id') ?? textAt(entry, 'model') ?? textAt(entry, 'name');
    if (id === undefined || !canChat(id) || !writesText(entry)) return [];
    const createdAtSeconds = numberAt(entry, 'created');
    const createdAt = createdAtSeconds ? createdAtSeconds * 1_000 : undefined;
    const displayName = (endpoint === 'openrouter' && textAt(entry, 'name')) || id;
    return [{ endpoint, id, displayName, ...defined({ createdAt }) }];
  });
}

/** OpenRouter names what comes out of a model, Mistral what it can do; others say nothing. */
function writesText(entry: unknown): boolean {
  const output = listAt(entry, 'architecture', 'output_modalities');
  return (output?.includes('text') ?? true) && jsonAt(entry, 'capabilities', 'completion_chat') !== false;
}

/** By id, of those models of which the list says what they take (OpenRouter's `supported_parameters`). */
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

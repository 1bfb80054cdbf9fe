import { parseJson } from '../lib/parse-json.ts';
import { jsonAt, listAt, textAt } from '../providers/transport/failure.ts';
import type { ScriptedReply } from './script.ts';

/** Invented names, so that nobody looks for these models elsewhere; the demo starts with the first. */
export const DEMO_MODEL = 'gpt-demo-mini';
const MODELS = [
  { id: DEMO_MODEL, created: Date.UTC(2025, 4, 1) / 1_000 },
  { id: 'gpt-demo', created: Date.UTC(2025, 4, 1) / 1_000 },
  { id: 'gpt-demo-nano', created: Date.UTC(2024, 9, 1) / 1_000 },
];

/** The source texts by number that a chat completion's body, in OpenAI's wire format, asks for; undefined: it asks for none. */
export function readTexts(body: string): Readonly<Record<string, string>> | undefined {
  const messages = listAt(parseJson(body), 'messages') ?? [];
  // The batch is the last message; in the corrective pass, the last one before the model's answer.
  const answeredAt = messages.findIndex((message) => textAt(message, 'role') === 'assistant');
  const content = textAt(messages.at(answeredAt < 0 ? -1 : answeredAt - 1), 'content');
  const phrases = parseJson(content ?? '');
  if (typeof phrases !== 'object' || phrases === null) return undefined;
  return Object.fromEntries(Object.entries(phrases).map(([key, text]) => [key, String(text)]));
}

/** @param now milliseconds since 1970 */
export function chatCompletion(requestBody: string, { content, finishReason }: ScriptedReply, now: number): Response {
  const prompt = tokensOf(requestBody);
  const completion = tokensOf(content);
  return respond(200, {
    id: 'chatcmpl-demo',
    object: 'chat.completion',
    created: Math.floor(now / 1_000),
    model: jsonAt(parseJson(requestBody), 'model') ?? DEMO_MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: finishReason }],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  });
}

export const modelList = (): Response =>
  respond(200, {
    object: 'list',
    data: MODELS.map(({ id, created }) => ({ id, object: 'model', created, owned_by: 'demo' })),
  });

export const refusal = (status: number, message: string): Response =>
  respond(status, { error: { message, type: 'invalid_request_error', param: null, code: null } });

const respond = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'demo' },
  });

const CHARACTERS_PER_TOKEN = 4;
const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

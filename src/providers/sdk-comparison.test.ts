import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { openPermit } from '../../test/permits.ts';
import { fetchInto } from '../../test/stand-in-fetch.ts';
import { type StandIn, startStandIn } from '../../test/stand-in-provider.ts';
import { requestFor } from '../../test/translate-request.ts';
import {
  contextJson,
  fixRequest,
  instructions,
  phrasesAsJson,
  RESPOND_WITH_JSON_ONLY,
} from '../translation/request.ts';
import type { ProviderId } from './endpoints.ts';
import { createProviderLoader, type LoadProvider } from './load-provider.ts';
import type { TranslateRequest } from './provider.ts';

/** The official clients and the adapters send the same requests to the same stand-in. */

const KEY = 'test-key';
const CONTEXT = [{ number: 1, time: '', text: 'Да' }];
const PHRASES = [{ number: 2, time: '', text: 'Нет\n…' }];
const CORRECTION = { answer: '{"2":""}', errors: ['Subtitle at key 2 is empty.'] };
const requestOf = (model: string): TranslateRequest =>
  requestFor({
    model,
    key: KEY,
    prompt: 'Translate.',
    context: CONTEXT,
    phrases: PHRASES,
    correction: CORRECTION,
  });
const SYSTEM = instructions('Translate.');
const CONTEXT_TEXT = contextJson(CONTEXT);
const PHRASES_TEXT = phrasesAsJson(PHRASES);
const FIX_TEXT = fixRequest(CORRECTION.errors);
const signal = new AbortController().signal;

let standIn: StandIn;
let loadProvider: LoadProvider;
beforeAll(async () => {
  standIn = await startStandIn();
  loadProvider = createProviderLoader({ clock: createFakeClock(), fetch: fetchInto(standIn.origin) });
});
afterAll(() => standIn.close());
beforeEach(() => standIn.reset());

/** The recorded call of the adapter, and that of the client after it. */
function bothCalls() {
  const essence = standIn.calls.map(({ method, path, body }) => ({ method, path, body }));
  expect(essence).toHaveLength(2);
  expect(standIn.calls.map(({ status }) => status)).toEqual([200, 200]);
  expect(standIn.calls.map(({ key }) => key)).toEqual([KEY, KEY]);
  return { ours: essence[0], theirs: essence[1] };
}

async function translate(id: ProviderId, model: string): Promise<string> {
  const outcome = await (await loadProvider(id)).translate(requestOf(model), { signal, permit: openPermit });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.text;
}

describe('openai', () => {
  const client = () => new OpenAI({ apiKey: KEY, baseURL: `${standIn.origin}/v1`, maxRetries: 0 });

  it('[S7.1][S7.2][S7.6][S9.3] sends the same request as the official client', async () => {
    const text = await translate('openai', 'gpt-4o-mini');
    const completion = await client().chat.completions.create({
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: SYSTEM },
        { role: 'user', content: CONTEXT_TEXT },
        { role: 'user', content: PHRASES_TEXT },
        { role: 'assistant', content: CORRECTION.answer },
        { role: 'user', content: FIX_TEXT },
      ],
      response_format: { type: 'json_object' },
      seed: 0,
    });
    const { ours, theirs } = bothCalls();
    expect(ours).toEqual(theirs);
    expect(text).toBe(completion.choices[0]?.message.content);
  });
});

describe('anthropic', () => {
  const client = () => new Anthropic({ apiKey: KEY, baseURL: standIn.origin, maxRetries: 0 });

  it('[S7.3][S7.6][S9.3] sends the same request as the official client', async () => {
    const text = await translate('anthropic', 'claude-haiku-5-5');
    const message = await client().messages.create({
      model: 'claude-haiku-5-5',
      max_tokens: 4096,
      system: `${SYSTEM}\n\n${RESPOND_WITH_JSON_ONLY}`,
      messages: [
        { role: 'user', content: `${CONTEXT_TEXT}\n\n${PHRASES_TEXT}` },
        { role: 'assistant', content: CORRECTION.answer },
        { role: 'user', content: FIX_TEXT },
      ],
    });
    const { ours, theirs } = bothCalls();
    expect(ours).toEqual(theirs);
    expect(message.content[0]).toMatchObject({ type: 'text', text });
  });
});

describe('google', () => {
  const client = () =>
    new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: standIn.origin, apiVersion: 'v1beta' }, vertexai: false });

  it('[D3.3][S7.5][S7.6] sends the same request as the official client', async () => {
    const text = await translate('google', 'gemini-3.5-flash');
    const response = await client().models.generateContent({
      model: 'gemini-3.5-flash',
      contents: [
        { role: 'user', parts: [{ text: [SYSTEM, CONTEXT_TEXT, PHRASES_TEXT].join('\n\n') }] },
        { role: 'model', parts: [{ text: CORRECTION.answer }] },
        { role: 'user', parts: [{ text: FIX_TEXT }] },
      ],
      config: { responseMimeType: 'application/json' },
    });
    const { ours, theirs } = bothCalls();
    expect(ours).toEqual(theirs);
    expect(text).toBe(response.text);
  });
});

import { describe, expect, it } from 'vitest';
import { answered, answeringTransport } from '../../../test/answering-transport.ts';
import { openPermit } from '../../../test/permits.ts';
import { askedOf, requestFor } from '../../../test/translate-request.ts';
import type { HttpOutcome } from '../transport/http.ts';
import { anthropicFailure, createAnthropic } from './anthropic.ts';

const signal = new AbortController().signal;
const ASKED = askedOf('claude-haiku-5-5', 'sk-ant-test');
const REQUEST = requestFor(ASKED);
const message = (content: readonly object[], stopReason = 'end_turn', rest: object = {}) =>
  answered({ type: 'message', role: 'assistant', content, stop_reason: stopReason, ...rest });
const TEXT = { type: 'text', text: '{"2":"Não"}' };
const THOUGHT = { type: 'thinking', thinking: 'Hm.', signature: '…' };

describe('the request', () => {
  it('[D15.8] reads from the model list how many tokens a model accepts', async () => {
    const entry = { id: 'claude-x', max_input_tokens: 200_000 };
    const transport = answeringTransport(answered({ data: [entry], has_more: false }));
    const list = await createAnthropic(transport).listModels('k', { signal });
    expect(list).toMatchObject({ ok: true, models: [{ id: 'claude-x', contextTokens: 200_000 }] });
  });

  it.each([
    ['claude-haiku-4-5', undefined, 16_000],
    ['claude-haiku-4-5', 8_192, 8_192],
    ['claude-haiku-4-5', 64_000, 16_000],
    ['claude-3-opus-20240229', undefined, 4_096],
  ])(
    '[D15.8] %s, with %s tokens in the model list, gets room for a reply with many proposed notes: %i',
    async (id, listed, room) => {
      const thinking = { supported: false };
      const entry = { id, capabilities: { thinking }, max_tokens: listed };
      const transport = answeringTransport(
        ...(listed ? [answered({ data: [entry] })] : []),
        message([TEXT]),
        message([TEXT]),
      );
      const provider = createAnthropic(transport);
      if (listed) await provider.listModels('k', { signal });
      const asked = askedOf(id, 'k');
      const reading = { system: 's', user: 'u' };
      await provider.translate(requestFor({ ...asked, reading }), { signal, permit: openPermit });
      expect(transport.sent.at(-1)?.body).toMatchObject({ max_tokens: room });
      await provider.translate(requestFor(asked), { signal, permit: openPermit });
      expect(transport.sent.at(-1)?.body).toMatchObject({ max_tokens: 4_096 });
    },
  );

  it('[S7.4] asks for the next page of the list by the last id', async () => {
    const entry = (id: string, createdAt: string) => ({ id, display_name: id.toUpperCase(), created_at: createdAt });
    const transport = answeringTransport(
      answered({ data: [entry('claude-b', '2026-09-01T00:00:00Z')], has_more: true, last_id: 'claude-b' }),
      answered({ data: [entry('claude-a', '1970-01-01T00:00:00Z'), { id: 'other' }], has_more: false, last_id: 'x' }),
    );
    expect(await createAnthropic(transport).listModels('k', { signal })).toEqual({
      ok: true,
      models: [
        { endpoint: 'anthropic', id: 'claude-a', displayName: 'CLAUDE-A' },
        { endpoint: 'anthropic', id: 'claude-b', displayName: 'CLAUDE-B', createdAt: Date.UTC(2026, 8, 1) },
      ],
    });
    expect(transport.sent[0]?.headers).toEqual({
      'x-api-key': 'k',
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
    });
    expect(transport.sent.map(({ url }) => url)).toEqual([
      'https://api.anthropic.com/v1/models?limit=1000',
      'https://api.anthropic.com/v1/models?limit=1000&after_id=claude-b',
    ]);
  });

  it('[S5.13][S7.4][S9.3] checks a key with the smallest possible message', async () => {
    const transport = answeringTransport(message([TEXT]));
    expect(await createAnthropic(transport).checkKey('k', { signal })).toEqual({ outcome: 'valid' });
    const messages = [{ role: 'user', content: 'Hi' }];
    expect(transport.sent[0]?.body).toEqual({ model: 'claude-3-haiku-20240307', max_tokens: 1, messages });
  });

  it('[D5.12] accepts a key if Anthropic answers "model not found"', async () => {
    const outcome: HttpOutcome = { ok: false, failure: { kind: 'model-not-found', message: 'model: claude-3-haiku' } };
    expect(await createAnthropic(answeringTransport(outcome)).checkKey('k', { signal })).toEqual({ outcome: 'valid' });
  });
});

describe('the reply', () => {
  it('[S5.17] leaves out what the model thought', async () => {
    const thoughts = [THOUGHT, { type: 'redacted_thinking', data: '…' }];
    const outcome = await createAnthropic(answeringTransport(message([...thoughts, TEXT]))).translate(REQUEST, {
      signal,
      permit: openPermit,
    });
    expect(outcome).toMatchObject({ ok: true, text: '{"2":"Não"}' });
  });

  it('counts tokens from the cache as input', async () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 200,
      cache_read_input_tokens: 3000,
      output_tokens: 40,
      output_tokens_details: { thinking_tokens: 25 },
    };
    const outcome = await createAnthropic(answeringTransport(message([TEXT], 'end_turn', { usage }))).translate(
      REQUEST,
      { signal, permit: openPermit },
    );
    expect(outcome.usage).toEqual({ input: 3210, output: 40, reasoning: 25 });
  });

  it.each([
    [
      '[S5.17] a first block without text is malformed',
      message([{ type: 'tool_use', id: 't' }, TEXT]),
      'malformed',
      'Unexpected response format',
      '',
    ],
    ['[S5.17] a reply without content is malformed', message([]), 'malformed', 'Unexpected response format', ''],
    [
      'a reply that was cut off during thinking is cut off',
      message([THOUGHT], 'max_tokens'),
      'cut-off',
      'The reply was cut off by the length limit.',
      '',
    ],
    [
      'a full context window is a cut-off',
      message([TEXT], 'model_context_window_exceeded'),
      'cut-off',
      'The reply was cut off: request and reply together are too long for the model.',
      TEXT.text,
    ],
    ['a refusal without an explanation', message([], 'refusal'), 'refused', 'The model refused to answer.', ''],
    [
      'a refusal with an explanation',
      message([TEXT], 'refusal', { stop_details: { category: 'other', explanation: 'Not this.' } }),
      'refused',
      'The model refused: Not this.',
      TEXT.text,
    ],
    [
      'a refusal with a part of the reply and no explanation',
      message([TEXT], 'refusal'),
      'refused',
      'The model refused to answer.',
      TEXT.text,
    ],
    [
      'a refusal that names only its category',
      message([THOUGHT, TEXT], 'refusal', { stop_details: { category: 'cyber', explanation: null } }),
      'refused',
      'The model refused: cyber',
      TEXT.text,
    ],
  ] as const)('reads a reply that failed: %s', async (_, outcome, kind, words, text) => {
    const result = await createAnthropic(answeringTransport(outcome)).translate(REQUEST, {
      signal,
      permit: openPermit,
    });
    expect(result).toEqual({ ok: false, failure: { kind, message: words }, text, usage: undefined });
  });
});

describe('the error body', () => {
  it.each([
    [400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.', 'quota'],
    [400, 'invalid_request_error', 'You have reached your specified API usage limits.', 'quota'],
    [400, 'invalid_request_error', 'Output blocked by content filtering policy', 'refused'],
    [400, 'invalid_request_error', 'This organization has been disabled.', 'not-permitted'],
    [400, 'invalid_request_error', 'messages: too many', undefined],
    [402, 'billing_error', 'Payment.', 'quota'],
    [401, 'authentication_error', 'invalid x-api-key', undefined],
    [
      401,
      'authentication_error',
      'CORS requests are not allowed for this Organization because of custom retention settings.',
      'no-browser-access',
    ],
    [403, 'forbidden', 'Request not allowed', 'region'],
    [403, 'permission_error', 'Access is not allowed from unsupported countries, regions, or territories.', 'region'],
    [403, 'permission_error', 'Your API key does not have permission to use the specified resource.', undefined],
    [400, 'invalid_request_error', 'Request not allowed', undefined],
  ])('reads the kind of failure from status %d, type %s and the message: %s', (status, type, words, kind) => {
    const facts = anthropicFailure(status, { type: 'error', error: { type, message: words }, request_id: 'req_1' });
    expect(facts).toEqual({ kind, message: words, type, requestId: 'req_1' });
  });
});

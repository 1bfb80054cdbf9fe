import { describe, expect, it } from 'vitest';
import { answered, answeringTransport } from '../../test/answering-transport.ts';
import { openPermit } from '../../test/permits.ts';
import { askedOf, requestFor } from '../../test/translate-request.ts';
import { createAnthropic } from './adapters/anthropic.ts';
import { createGoogle } from './adapters/google.ts';
import { createOpenai } from './adapters/openai.ts';
import type { ProviderId } from './endpoints.ts';
import type { Provider, Thinking } from './provider.ts';
import type { HttpOutcome, Transport } from './transport/http.ts';

const options = { signal: new AbortController().signal, permit: openPermit };
const CREATE: Readonly<Record<ProviderId, (transport: Transport) => Provider>> = {
  openai: createOpenai,
  anthropic: createAnthropic,
  google: createGoogle,
};
const DONE: Readonly<Record<ProviderId, HttpOutcome>> = {
  openai: answered({ choices: [{ message: { content: '{}' }, finish_reason: 'stop' }] }),
  anthropic: answered({ content: [{ type: 'text', text: '{}' }], stop_reason: 'end_turn' }),
  google: answered({ candidates: [{ content: { parts: [{ text: '{}' }] }, finishReason: 'STOP' }] }),
};
const refused = (message: string, param?: string): HttpOutcome => ({
  ok: false,
  failure: { kind: 'bad-request', status: 400, message, ...(param && { param }) },
});

type Body = Record<string, unknown> & { generationConfig?: Record<string, unknown> };
/** The fields about thinking in a body. */
const said = (body: object | undefined) => {
  const { reasoning_effort, thinking, output_config, generationConfig } = (body ?? {}) as Body;
  return (
    reasoning_effort ??
    generationConfig?.thinkingConfig ??
    (thinking || output_config ? { ...(thinking as object), ...(output_config as object) } : undefined)
  );
};
const ask = (model: string, thinking: Thinking) => ({ ...requestFor(askedOf(model, 'key')), thinking });

/** One model of each family, and the fields that it gets (docs/decisions/0023). */
it.each<[ProviderId, string, least: unknown, more: unknown]>([
  ['openai', 'gpt-6-luna', 'none', 'high'],
  ['openai', 'gpt-5.4-mini', 'none', 'high'],
  ['openai', 'gpt-5-mini', 'minimal', 'high'],
  ['openai', 'gpt-6-astra', 'low', 'high'],
  ['openai', 'o1', 'low', 'high'],
  ['openai', 'o1-mini', undefined, undefined],
  ['openai', 'gpt-4o-mini', undefined, undefined],
  ['openai', 'gpt-5.3-chat-latest', undefined, undefined],
  ['openai', 'chatgpt-4o-latest', undefined, undefined],
  ['anthropic', 'claude-3-haiku-20240307', undefined, undefined],
  ['anthropic', 'claude-haiku-4-5-20251001', undefined, { type: 'enabled', budget_tokens: 2048 }],
  ['anthropic', 'claude-opus-4-7', undefined, { type: 'adaptive' }],
  ['anthropic', 'claude-sonnet-5', { type: 'disabled' }, { effort: 'xhigh' }],
  ['anthropic', 'claude-haiku-5-5', { type: 'disabled' }, { effort: 'xhigh' }],
  ['anthropic', 'claude-sonnet-5-5', { type: 'between_tools' }, { effort: 'xhigh' }],
  ['anthropic', 'claude-opus-5-5', { effort: 'low' }, { effort: 'xhigh' }],
  ['anthropic', 'claude-mythos-preview', { effort: 'low' }, { effort: 'xhigh' }],
  ['anthropic', 'claude-fable-5', { effort: 'low' }, { effort: 'xhigh' }],
  ['google', 'gemini-1.5-flash', undefined, undefined],
  ['google', 'gemini-2.5-flash', { thinkingBudget: 0 }, { thinkingBudget: 16_384 }],
  ['google', 'gemini-2.5-pro', { thinkingBudget: 128 }, { thinkingBudget: 16_384 }],
  ['google', 'gemini-3.5-flash-lite', { thinkingLevel: 'minimal' }, { thinkingLevel: 'high' }],
  ['google', 'gemini-3.6-flash', { thinkingLevel: 'minimal' }, { thinkingLevel: 'high' }],
  ['google', 'gemini-3.8-flash', { thinkingLevel: 'low' }, { thinkingLevel: 'high' }],
  ['google', 'gemini-3.1-pro-preview', { thinkingLevel: 'low' }, { thinkingLevel: 'high' }],
])('%s %s gets the fields for thinking: %j for the least, %j for more', async (id, model, least, more) => {
  const transport = answeringTransport(DONE[id], DONE[id], DONE[id]);
  const provider = CREATE[id](transport);
  for (const thinking of ['least', 'default', 'more'] as const) await provider.translate(ask(model, thinking), options);
  expect(transport.sent.map(({ body }) => said(body))).toEqual([least, undefined, more]);
});

/** Refusals in words that real servers sent, and the forms that follow one another. */
it.each<[ProviderId, string, HttpOutcome, readonly unknown[]]>([
  [
    'openai',
    'gpt-6-luna',
    refused("Unsupported value: 'reasoning_effort' does not support 'none' with this model.", 'reasoning_effort'),
    ['none', 'low', undefined],
  ],
  ['openai', 'gpt-5-nano', refused("Invalid value: 'minimal'.", 'reasoning.effort'), ['minimal', 'low', undefined]],
  [
    'anthropic',
    'claude-opus-6',
    refused('thinking.type: "disabled" is not supported for this model'),
    [{ type: 'disabled' }, { type: 'between_tools' }, { effort: 'low' }, undefined],
  ],
  [
    'anthropic',
    'claude-sonnet-6',
    refused("thinking: Input tag 'x' found using 'type' does not match any of the expected tags: 'adaptive'"),
    [{ type: 'disabled' }, { type: 'between_tools' }, { effort: 'low' }, undefined],
  ],
  [
    'anthropic',
    'claude-haiku-6',
    refused('thinking: Extra inputs are not permitted'),
    [{ type: 'disabled' }, { effort: 'low' }, undefined],
  ],
  [
    'anthropic',
    'claude-sonnet-5-5',
    refused('output_config: Extra inputs are not permitted, thinking: Input should be adaptive'),
    [{ type: 'between_tools' }, { effort: 'low' }, undefined],
  ],
  [
    'anthropic',
    'claude-fable-6',
    refused('This model does not support the effort parameter.'),
    [{ effort: 'low' }, undefined],
  ],
  [
    'google',
    'gemini-3.6-flash',
    refused('Thinking level MINIMAL is not supported for this model.'),
    [{ thinkingLevel: 'minimal' }, { thinkingLevel: 'low' }, undefined],
  ],
  [
    'google',
    'gemini-2.5-pro',
    refused('Budget 0 is invalid. This model only works in thinking mode.'),
    [{ thinkingBudget: 128 }, undefined],
  ],
])('%s %s gets the next form after a refusal, and later requests begin with it', async (id, model, refusal, forms) => {
  const transport = answeringTransport(...forms.slice(1).map(() => refusal), DONE[id], DONE[id]);
  const provider = CREATE[id](transport);
  expect(await provider.translate(ask(model, 'least'), options)).toMatchObject({ ok: true });
  expect(transport.sent.map(({ body }) => said(body))).toEqual(forms);
  await provider.translate(ask(model, 'least'), options);
  expect(transport.sent).toHaveLength(forms.length + 1);
});

describe('the live list', () => {
  const listed = (thinking: object, more: object = {}) =>
    answered({ data: [{ id: 'claude-next-9', capabilities: { thinking }, max_tokens: 64_000, ...more }] });
  const ON = { supported: true };

  const NOT = { supported: false };
  it.each([
    [
      'the model thinks, and thinking can be turned off',
      { ...ON, types: { disabled: ON } },
      { type: 'disabled' },
      4096,
    ],
    [
      'the model cannot turn thinking off, so the reply gets more room',
      { ...ON, types: { disabled: NOT } },
      { effort: 'low' },
      64_000,
    ],
    [
      'the model thinks at least between tool calls',
      { ...ON, types: { disabled: NOT, between_tools: ON } },
      { type: 'between_tools' },
      4096,
    ],
    [
      'the model cannot turn thinking off in any way',
      { ...ON, types: { disabled: NOT, between_tools: NOT } },
      { effort: 'low' },
      64_000,
    ],
    ['the model does not think', { supported: false, types: { disabled: ON } }, undefined, 4096],
    [
      '[D12.52] the list does not say whether thinking can be turned off',
      { ...ON, types: { adaptive: ON } },
      { type: 'disabled' },
      4096,
    ],
    ['[D12.52] the list says nothing of the kinds of thinking', ON, { type: 'disabled' }, 4096],
    ['[D12.52] the list says nothing of thinking', {}, { type: 'disabled' }, 4096],
  ])('Anthropic’s model list decides the form of thinking: %s', async (_, thinking, expected, maxTokens) => {
    const transport = answeringTransport(listed(thinking), DONE.anthropic);
    const provider = createAnthropic(transport);
    await provider.listModels('key', options);
    await provider.translate(ask('claude-next-9', 'least'), options);
    const body = transport.sent[1]?.body;
    expect(said(body)).toEqual(expected);
    expect(body).toMatchObject({ max_tokens: maxTokens });
  });

  it.each([
    ['claude-fable-5', 'least', 32_000],
    ['claude-mythos-preview', 'least', 32_000],
    ['claude-sonnet-5', 'default', 32_000],
    ['claude-opus-4-7', 'more', 32_000],
    ['claude-sonnet-5-5', 'least', 4096],
    ['claude-sonnet-5', 'least', 4096],
    ['claude-opus-4-7', 'default', 4096],
  ] as const)(
    '[D12.52] a thinking model gets more room for its reply even without a model list: %s, %s: %i',
    async (id, thinking, room) => {
      const transport = answeringTransport(DONE.anthropic);
      await createAnthropic(transport).translate(ask(id, thinking), options);
      expect(transport.sent[0]?.body).toMatchObject({ max_tokens: room });
    },
  );

  it('[D12.52] the reply gets more room when the form with the least thinking is refused, also in later requests', async () => {
    const refusal = refused('"thinking.type.between_tools" is not supported for this model.');
    const transport = answeringTransport(refusal, DONE.anthropic, DONE.anthropic);
    const provider = createAnthropic(transport);
    for (const _ of [1, 2]) await provider.translate(ask('claude-sonnet-5-5', 'least'), options);
    const rooms = transport.sent.map(({ body }) => (body as { readonly max_tokens: number }).max_tokens);
    expect(rooms).toEqual([4096, 32_000, 32_000]);
    expect(transport.sent.map(({ body }) => said(body))).toEqual([
      { type: 'between_tools' },
      { effort: 'low' },
      { effort: 'low' },
    ]);
  });

  it('Google’s model list says which models do not think', async () => {
    const models = [
      { name: 'models/gemini-4-plain', supportedGenerationMethods: ['generateContent'], thinking: false },
    ];
    const transport = answeringTransport(answered({ models }), DONE.google);
    const provider = createGoogle(transport);
    await provider.listModels('key', options);
    await provider.translate(ask('gemini-4-plain', 'least'), options);
    expect(said(transport.sent[1]?.body)).toBeUndefined();
  });
});

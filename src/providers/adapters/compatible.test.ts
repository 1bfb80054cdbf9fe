import { describe, expect, it, test, vi } from 'vitest';
import { answered, answeringTransport } from '../../../test/answering-transport.ts';
import {
  ask,
  DONE,
  OBJECT,
  options,
  refusedWith,
  SCHEMA,
  said,
  translate,
  unused,
} from '../../../test/compatible-calls.ts';
import { openPermit } from '../../../test/permits.ts';
import { COMPATIBLE_ENDPOINT_IDS } from '../endpoints.ts';
import { type HttpOutcome, readFailure } from '../transport/http.ts';
import { createCompatible } from './compatible.ts';
import { compatibleFailure } from './compatible-failure.ts';

describe('the form of the reply', () => {
  /** Refusals recorded from real servers. The last one is not JSON. */
  it.each([
    [
      'deepseek',
      '{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}',
    ],
    ['lmstudio', `{"error":"'response_format.type' must be 'json_schema' or 'text'"}`],
    [
      'groq',
      '{"error":{"message":"This model does not support response format `json_object`. See supported models at …","type":"invalid_request_error"}}',
    ],
    [
      'local',
      `[{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.","code":null,"param":null}}]`,
    ],
    [
      'mistral',
      '{"detail":[{"type":"extra_forbidden","loc":["body","response_format","json_schema"],"msg":"Extra inputs are not permitted"}]}',
    ],
    ['local', '"json_schema is not supported"'],
  ] as const)('%s: after a recorded refusal the call succeeds in another form (%s)', async (endpoint, body) => {
    const refused = refusedWith(endpoint === 'mistral' ? 422 : 400, JSON.parse(body));
    const { outcome, bodies } = await translate(endpoint, 'm', [refused, DONE]);
    expect(outcome).toMatchObject({ ok: true, text: '{"2":"Não"}' });
    const asksForObject = endpoint === 'deepseek' || endpoint === 'groq';
    expect(bodies.map((sent) => sent.response_format)).toEqual(asksForObject ? [OBJECT, undefined] : [SCHEMA, OBJECT]);
  });

  it('asks Groq for no form after it discarded a reply that it could not parse', async () => {
    const words = "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.";
    const error = {
      message: words,
      type: 'invalid_request_error',
      code: 'json_validate_failed',
      failed_generation: '{',
    };
    const { outcome, bodies } = await translate('groq', 'm', [refusedWith(400, { error }), DONE]);
    expect(outcome).toMatchObject({ ok: true, text: '{"2":"Não"}' });
    expect(bodies.map((sent) => sent.response_format)).toEqual([OBJECT, undefined]);
  });

  it('fails with the server’s words if all forms are refused', async () => {
    const refusal = refusedWith(400, { error: 'response_format is not supported' });
    const { outcome } = await translate('lmstudio', 'm', [refusal, refusal, refusal]);
    expect(outcome).toMatchObject({ ok: false, failure: { message: 'response_format is not supported' } });
  });

  it('reads from OpenRouter’s list which forms a model supports and whether it can think', async () => {
    const data = [
      { id: 'a/strict', supported_parameters: ['structured_outputs', 'response_format', 'reasoning'] },
      { id: 'b/loose', supported_parameters: ['response_format'] },
      { id: 'c/free', supported_parameters: [] },
    ];
    const transport = answeringTransport(answered({ data }), DONE, DONE, DONE);
    const provider = createCompatible('openrouter', transport, unused);
    await provider.listModels('', options);
    for (const { id } of data) await provider.translate(ask('openrouter', id, 'least'), options);
    const bodies = transport.sent.slice(1).map(({ body }) => body as Record<string, unknown>);
    expect(bodies.map((body) => body.response_format)).toEqual([SCHEMA, OBJECT, undefined]);
    expect(bodies.map(said)).toEqual([{ effort: 'none' }, undefined, undefined]);
  });
});

describe('[D15.8] how many tokens a model accepts', () => {
  it.each<readonly [string, object, number | undefined]>([
    ['OpenRouter', { context_length: 200_000, top_provider: { context_length: 131_072 } }, 131_072],
    ['Groq', { context_window: 32_768 }, 32_768],
    ['Mistral', { max_context_length: 40_000 }, 40_000],
    ['vLLM', { max_model_len: 8_192 }, 8_192],
    ['llama.cpp', { meta: { n_ctx: 512, n_ctx_train: 131_072 } }, 512],
    ['LM Studio', { max_context_length: 131_072, loaded_context_length: 4_096 }, 4_096],
    ['LM Studio’s newer list', { loaded_instances: [{ config: { context_length: 8_192 } }] }, 8_192],
    ['llama.cpp with only the training length, which does not count', { meta: { n_ctx_train: 131_072 } }, undefined],
    ['nobody', { context_length: 0, max_model_len: null }, undefined],
  ])('reads the context length of a model from the list of %s', async (_, facts, contextTokens) => {
    const transport = answeringTransport(answered({ data: [{ id: 'm', ...facts }] }));
    const list = await createCompatible('openrouter', transport, unused).listModels('', options);
    expect(list.ok && list.models.map((model) => model.contextTokens)).toEqual([contextTokens]);
  });
});

describe('[D9.25] what a model costs', () => {
  const BOTH = { prompt: '0.0000001', completion: '0.0000004' };
  const TOKENS = { input: 0.1, output: 0.4 };
  it.each<readonly [string, object, object | undefined]>([
    ['only tokens have a price', BOTH, TOKENS],
    ['tokens and requests have a price', { ...BOTH, request: '0.005' }, { ...TOKENS, request: 0.005 }],
    [
      'only requests have a price',
      { prompt: '0', completion: '0', request: '0.03' },
      { input: 0, output: 0, request: 0.03 },
    ],
    [
      'prices are numbers instead of texts',
      { prompt: 0.0000001, completion: 0.0000004, request: 0.005 },
      { ...TOKENS, request: 0.005 },
    ],
    ['thinking has its own price', { ...BOTH, internal_reasoning: '0.000003' }, { ...TOKENS, thinking: 3 }],
    ['thinking has the price of the reply', { ...BOTH, internal_reasoning: '0.0000004' }, TOKENS],
    ['prices of zero are left out', { ...BOTH, request: '0', image: '0', internal_reasoning: '0' }, TOKENS],
    [
      'prices of features that the page never uses are left out',
      { ...BOTH, web_search: '0.01', image: '0.02', input_cache_read: '0.00001' },
      TOKENS,
    ],
    ['nothing', { prompt: '0', completion: '0', request: '0' }, { input: 0, output: 0 }],
    ['no price if it depends on the model that the endpoint chooses', { prompt: '-1', completion: '-1' }, undefined],
    ['no price if the price per request depends on that choice', { ...BOTH, request: '-1' }, undefined],
    ['no price if one part is missing', { prompt: '0.0000001', request: '0.005' }, undefined],
    ['no price if one part is not a number', { ...BOTH, completion: 'free' }, undefined],
    ['no price if one part is empty', { ...BOTH, completion: '' }, undefined],
  ])('reads the price of a model from a list: %s', async (_, pricing, price) => {
    const transport = answeringTransport(answered({ data: [{ id: 'm', pricing }] }));
    const list = await createCompatible('openrouter', transport, unused).listModels('', options);
    const found = list.ok ? list.models[0]?.price : undefined;
    const rounded =
      found && Object.fromEntries(Object.entries(found).map(([part, sum]) => [part, Number(sum.toFixed(9))]));
    expect(rounded).toEqual(price);
  });

  const counted = { prompt_tokens: 10, completion_tokens: 20 };
  it.each<readonly [string, object, number | undefined]>([
    ['OpenRouter', { ...counted, cost: 0.0123 }, 0.0123],
    [
      'OpenRouter, paid with OpenRouter’s own key',
      { ...counted, cost: 0.01, is_byok: false, cost_details: { upstream_inference_cost: 0.01 } },
      0.01,
    ],
    [
      'OpenRouter, paid with the person’s key and a fee',
      { ...counted, cost: 0.001, is_byok: true, cost_details: { upstream_inference_cost: 0.02 } },
      0.021,
    ],
    [
      'OpenRouter, paid with the person’s key alone',
      { ...counted, cost: 0, is_byok: true, cost_details: { upstream_inference_cost: 0.02 } },
      0.02,
    ],
    [
      'OpenRouter, in its older format',
      { ...counted, cost: 0.95, cost_details: { upstream_inference_cost: 19 } },
      19.95,
    ],
    ['a gateway that writes the cost as text', { ...counted, cost: '0.0123' }, 0.0123],
    ['a gateway with another name of the field', { ...counted, total_cost: 0.0123 }, 0.0123],
    ['Perplexity', { ...counted, cost: { request_cost: 0.005, total_cost: 0.0052 } }, 0.0052],
    ['DeepInfra', { ...counted, estimated_cost: 0.0123 }, 0.0123],
    ['xAI', { ...counted, cost_in_usd_ticks: 37_756_000 }, 0.0037756],
    ['a gateway that counts no tokens', { cost: 0.0123 }, 0.0123],
    ['a gateway that writes 0 for an unknown price', { ...counted, cost: 0 }, undefined],
    ['a gateway that writes null', { ...counted, cost: null, cost_details: null }, undefined],
    ['a gateway that writes a negative cost', { ...counted, cost: -1 }, undefined],
    ['nobody', counted, undefined],
  ])('reads the cost of a call from the reply of %s', async (_, usage, cost) => {
    const choice = { message: { content: '{"2":"Não"}' }, finish_reason: 'stop' };
    const whole = await translate('openrouter', 'm', [answered({ choices: [choice], usage })]);
    expect(whole.outcome.usage?.cost).toBe(cost);
    const cut = { ...choice, finish_reason: 'length' };
    const cutOff = await translate('openrouter', 'm', [answered({ choices: [cut], usage })]);
    expect(cutOff.outcome).toMatchObject({ ok: false, failure: { kind: 'cut-off' } });
    expect(cutOff.outcome.usage?.cost).toBe(cost);
    const late = { error: { code: 502, message: 'Broken.' }, choices: [choice], usage };
    const failed = await translate('openrouter', 'm', [answered(late)]);
    expect(failed.outcome.ok).toBe(false);
    expect(failed.outcome.usage?.cost).toBe(cost);
  });
});

describe('the reply', () => {
  /** A reply of thinking alone comes twice, because the adapter repeats the request and asks for less thinking. */
  const replyOf = async (message: unknown, rest: object = {}) => {
    const reply = answered({ choices: [{ message, finish_reason: 'stop' }], ...rest });
    return (await translate('ollama', 'm', [reply, reply])).outcome;
  };

  it.each([
    ['thinking before the answer', { content: '<think>Hm. {"2":"No"}</think>\n{"2":"Não"}' }],
    ['thinking without its opening mark, which the template swallowed', { content: 'Hm.</think>{"2":"Não"}' }],
    ['Magistral’s thinking', { content: '[THINK]{"2":"No"}[/THINK]{"2":"Não"}' }],
    ['thinking between <thinking> marks', { content: '<thinking>{"2":"No"}</thinking>\n{"2":"Não"}' }],
    [
      'gpt-oss’s thinking',
      {
        content:
          '<|channel|>analysis<|message|>{"2": …}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{"2":"Não"}',
      },
    ],
    ['gpt-oss’s thinking without its marks', { content: 'analysisWe need {"2": …}.assistantfinal{"2":"Não"}' }],
    ['Gemma’s thinking', { content: '<|channel>thought\n{"2":"No"}\n<channel|>{"2":"Não"}' }],
    ['thinking in a field of its own', { content: '{"2":"Não"}', reasoning: 'Hm.', reasoning_content: 'Hm.' }],
    ['[D12.33] the answer in the field "reasoning_content"', { content: '', reasoning_content: '\n{"2":"Não"}' }],
    ['[D12.33] the answer in the field "reasoning"', { content: null, reasoning: '{"2":"Não"}' }],
    [
      '[D12.54] the answer in gpt-oss’s channel for tools',
      {
        content:
          '<|channel|>analysis<|message|>Hm {"2": …}<|end|><|start|>assistant<|channel|>commentary to=functions.json <|constrain|>json<|message|>{"2":"Não"}<|call|>',
      },
    ],
    [
      '[D12.54] the answer in the channel for tools, without its marks',
      { content: 'analysisHm.assistantcommentary to=functions.reply json{"2":"Não"}' },
    ],
    [
      '[D12.54] the answer in the channel for tools, inside the thinking',
      {
        content: '',
        reasoning: 'Hm.<|channel|>commentary to=functions.json <|constrain|>json<|message|>{"2":"Não"}<|call|>',
      },
    ],
    [
      '[D12.54] the answer as arguments of a tool',
      { content: null, tool_calls: [{ type: 'function', function: { name: 'json', arguments: '{"2":"Não"}' } }] },
    ],
    [
      '[D12.54] the answer as an object of arguments, beside a sentence',
      { content: 'I call the tool.', tool_calls: [{ function: { name: 'json', arguments: { 2: 'Não' } } }] },
    ],
    [
      '[D12.54] the answer as one text argument of a tool',
      { content: '', tool_calls: [{ function: { name: 'reply', arguments: '{"text":"{\\"2\\":\\"Não\\"}"}' } }] },
    ],
    [
      '[D12.54] the answer as arguments of a function, in the older format',
      { function_call: { arguments: '{"2":"Não"}' } },
    ],
    ['[D12.54] the answer as an object', { content: { 2: 'Não' } }],
    ['[D12.54] the answer as an object in the field "parsed"', { content: null, parsed: { 2: 'Não' } }],
    ['[D12.54] the content as a single part', { content: { type: 'text', text: '{"2":"Não"}' } }],
    [
      '[D12.54] content parts with other type names',
      {
        content: [
          { type: 'reasoning', text: 'Hm {"2":"No"}' },
          { type: 'output_text', text: '{"2":' },
          { type: 'text', text: { value: '"Não"}' } },
        ],
      },
    ],
    ['[D12.54] content parts without type names', { content: [{ text: '{"2":' }, '"Não"}'] }],
    ['[D12.54] JSON inside a JSON string', { content: '"{\\"2\\":\\"Não\\"}"' }],
    ['[D12.54] JSON inside two JSON strings', { content: JSON.stringify(JSON.stringify('{"2":"Não"}')) }],
    ['[D12.54] JSON inside a JSON string in a code fence', { content: '```json\n"{\\"2\\":\\"Não\\"}"\n```' }],
    ['[D12.54] escaped JSON without its outer quotes', { content: '{\\"2\\":\\"Não\\"}' }],
    [
      'a list of content parts',
      {
        content: [
          { type: 'thinking', thinking: [] },
          { type: 'text', text: '{"2":"Não"}' },
        ],
      },
    ],
  ])('finds the answer in a reply: %s', async (_, message) => {
    expect(await replyOf(message)).toEqual({ ok: true, text: '{"2":"Não"}', usage: undefined });
  });

  it.each([
    'The reply is to be {"2":"…"}',
    '{"2":"No"} is what is to be translated.',
    '{"2":"No"}\nThe reply is to be {"2":"…"}',
  ])('[D12.33] does not take JSON that the thinking only quotes for the answer: %s', async (reasoning_content) => {
    const message = { content: '', reasoning_content };
    expect(await replyOf(message)).toMatchObject({ ok: false, text: '', failure: { kind: 'only-thoughts' } });
  });

  it.each([
    ['a JSON string that was cut off', '"{\\"2\\":\\"Não\\",\\"3\\":\\"Si', '{"2":"Não","3":"Si'],
    ['a JSON string that was cut off within an escape', '"{\\"2\\":\\"N\\u00e', '{"2":"N'],
    ['a JSON string without an object inside', '"Não"', '"Não"'],
    ['a list of rows', '[{"id":2,"text":"Não"}]', '[{"id":2,"text":"Não"}]'],
    ['texts that contain escaped quotes', '{"2":"{\\"a\\"}"}', '{"2":"{\\"a\\"}"}'],
  ])('[D12.54] reads a content without damage: %s', async (_, content, text) => {
    expect(await replyOf({ content })).toMatchObject({ ok: true, text });
  });

  it('[D12.54] returns a list as JSON if its rows are not content parts', async () => {
    const content = [{ id: 2, text: 'Não' }];
    expect(await replyOf({ content })).toMatchObject({ text: JSON.stringify(content) });
  });

  it.each([
    ['is the JSON of the answer', '{"2":"Não, \\"não\\"","3":"{\\\\an8}S', '{"2":"Não, \\"não\\"","3":"{\\\\an8}S'],
    ['is empty if the thinking only begins with the original', '{"2":"No","3":"Yes"}\n"No" is', ''],
  ])('[D12.33] the text after a cut-off inside the field of thinking %s', async (_, reasoning_content, text) => {
    const choices = [{ message: { content: '', reasoning_content }, finish_reason: 'length' }];
    const reply = answered({ choices });
    const { outcome } = await translate('groq', 'a-model', [reply, reply]);
    expect(outcome).toMatchObject({ failure: { kind: 'cut-off' }, text });
  });

  it('loses nothing of a subtitle that says </think>', async () => {
    expect(await replyOf({ content: '{"2":"</think>"}' })).toMatchObject({ text: '{"2":"</think>"}' });
  });

  it.each([...['<think>Hm', '[THINK]Hm', '<|channel|>analysis<|message|>{"2":"No"}', '<|channel>thought\nHm']])(
    'a reply of thinking alone is a cut-off if the length limit ended it, else "only-thoughts": %s',
    async (content) => {
      const message = { content };
      expect(await replyOf(message)).toMatchObject({ ok: false, failure: { kind: 'only-thoughts' } });
      const choices = [{ message, finish_reason: 'length' }];
      expect(await replyOf(message, { choices })).toMatchObject({ ok: false, text: '', failure: { kind: 'cut-off' } });
    },
  );

  it('counts thinking tokens as output, whether the server adds them or not', async () => {
    const details = { completion_tokens_details: { reasoning_tokens: 300 } };
    const message = { content: '{}' };
    const within = { prompt_tokens: 10, completion_tokens: 320, total_tokens: 330, ...details };
    const apart = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 330, ...details };
    for (const usage of [within, apart])
      expect((await replyOf(message, { usage })).usage).toEqual({ input: 10, output: 320, reasoning: 300 });
  });

  it.each([
    { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    { prompt_tokens: 0, completion_tokens: 20 },
    { total_tokens: 30 },
    null,
  ])('reports no usage if the request’s own tokens are missing: %j', async (usage) => {
    expect((await replyOf({ content: '{}' }, { usage })).usage).toBeUndefined();
  });

  /** End reasons of Mistral and DeepSeek. */
  it.each([
    ['model_length', 'cut-off'],
    ['insufficient_system_resource', 'server'],
    ['error', 'server'],
  ])('[S8.7] a reply that was broken off is not complete: %s', async (finish_reason, kind) => {
    const content = '{"2":"Não","3":"Si';
    const usage = { prompt_tokens: 10, completion_tokens: 20 };
    const outcome = await replyOf({}, { choices: [{ message: { content }, finish_reason }], usage });
    expect(outcome).toMatchObject({ ok: false, failure: { kind }, text: content, usage: { input: 10, output: 20 } });
  });

  it.each([
    ['in place of the answer', { error: { code: 502, message: 'Provider returned error' } }, 'server'],
    [
      'inside the answer',
      { choices: [{ error: { code: 429, message: 'Slow down' }, finish_reason: 'error', message: { content: '' } }] },
      'rate-limit',
    ],
    ['with its code as text', { error: { code: '429', message: 'Slow down' } }, 'rate-limit'],
    ['with a word as its code', { error: { code: 'internal', message: 'Oh' } }, 'server'],
  ])('reads a reply with status 200 that contains an error as a failure: %s', async (_, body, kind) => {
    const { outcome } = await translate('openrouter', 'm', [answered(body)]);
    expect(outcome).toMatchObject({ ok: false, failure: { kind } });
  });
});

describe('[D12.8] the words of a provider behind OpenRouter', () => {
  const behind = (raw: unknown) =>
    refusedWith(400, {
      error: { code: 400, message: 'Provider returned error', metadata: { raw, provider_name: 'X' } },
    });

  it.each([
    ['as JSON', '{"error":{"message":"prompt is too long","type":"invalid_request_error"}}', 'prompt is too long'],
    ['as JSON in another format', '{"detail":[{"loc":["body","seed"],"msg":"no"}]}', 'seed: no'],
    ['as plain text', 'upstream says no', 'upstream says no'],
  ])('shows the words of the provider behind OpenRouter: %s', async (_, raw, words) => {
    const { outcome } = await translate('openrouter', 'm', [behind(raw)]);
    expect(outcome).toMatchObject({ failure: { message: `Provider returned error: ${words}` } });
  });

  it('tries another form of the request if the provider behind OpenRouter refuses one', async () => {
    const refusal = behind('{"error":{"message":"response_format is not supported by this model"}}');
    const { outcome, bodies } = await translate('openrouter', 'm', [refusal, DONE]);
    expect(outcome.ok).toBe(true);
    expect(bodies.map((sent) => sent.response_format)).toEqual([OBJECT, undefined]);
  });

  it('tries another form even if such a refusal comes with status 200', async () => {
    const error = { code: 400, message: 'Provider returned error', metadata: { raw: 'json_schema is unsupported' } };
    const { outcome, bodies } = await translate('openrouter', 'm', [answered({ error }), DONE]);
    expect(outcome.ok).toBe(true);
    expect(bodies).toHaveLength(2);
  });
});

it('[D12.9] an error that comes late leaves the text before it and its usage', async () => {
  const choices = [
    { error: { code: 502, message: 'gone' }, finish_reason: 'error', message: { content: '{"2":"Não","3":"Si' } },
  ];
  const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
  const { outcome } = await translate('openrouter', 'm', [answered({ choices, usage })]);
  expect(outcome).toMatchObject({
    ok: false,
    failure: { kind: 'server', message: 'gone' },
    text: '{"2":"Não","3":"Si',
    usage: { input: 10, output: 20 },
  });
});

const OF_GROQ =
  'Rate limit reached for model `llama-3.3-70b-versatile` in organization `org_01` service tier `on_demand` on';

it.each([
  [429, 'Your team abc has either used all available credits or reached its monthly spending limit.', 'quota'],
  [403, 'Your team abc has either used all available credits or reached its monthly spending limit.', 'quota'],
  [403, "Your newly created team doesn't have any credits or licenses yet. You can purchase those on …", 'quota'],
  [403, 'Key limit exceeded (daily limit). Manage it using https://openrouter.ai/settings/keys', 'quota'],
  [429, 'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day', 'quota'],
  [429, 'Rate limit exceeded: free-models-per-min.', undefined],
  [
    429,
    `${OF_GROQ} tokens per day (TPD): Limit 100000, Used 99821, Requested 1593. Please try again in 20m21.696s.`,
    'quota',
  ],
  [
    429,
    `${OF_GROQ} requests per day (RPD): Limit 1000, Used 1000, Requested 1. Please try again in 1m26.4s.`,
    undefined,
  ],
  [
    429,
    `${OF_GROQ} tokens per minute (TPM): Limit 6000, Used 5800, Requested 1593. Please try again in 13.93s.`,
    undefined,
  ],
  [429, 'Tokens per day limit exceeded - too many tokens processed.', 'quota'],
  [429, 'Rate limit exceeded: at most 20 requests per minute and 1000 requests per day.', undefined],
  [403, 'Forbidden', undefined],
])('[D7.2] reads the kind of failure: %d %s: %s', (status, message, kind) => {
  for (const body of [{ code: 'x', error: message }, { error: { code: status, message } }])
    expect(compatibleFailure(status, body)).toMatchObject({ kind, message });
});

it.each([
  [
    'OpenRouter',
    403,
    {
      error: { code: 403, message: 'Your input was flagged', metadata: { reasons: ['violence'], flagged_input: '…' } },
    },
    'refused',
  ],
  ['OpenRouter refuses the key', 403, { error: { code: 403, message: 'Key lacks permission' } }, undefined],
  [
    'OpenRouter refuses the account',
    403,
    { error: { message: 'Your account was flagged for potential abuse.' } },
    undefined,
  ],
  [
    'xAI',
    403,
    {
      code: 'The caller does not have permission to execute the specified operation',
      error: 'Content violates usage guidelines. Team: t, API key ID: k, Model: m, Failed check: SAFETY_CHECK_TYPE_BIO',
    },
    'refused',
  ],
  ['OpenAI behind OpenRouter', 400, { error: { message: 'Invalid prompt: …', code: 'invalid_prompt' } }, 'refused'],
  ['Azure', 400, { error: { message: 'The response was filtered …', code: 'content_filter' } }, 'refused'],
  ['DeepSeek', 400, { error: { message: 'Content Exists Risk', code: 'invalid_request_error' } }, 'refused'],
  [
    'Alibaba behind OpenRouter',
    400,
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: '{"error":{"message":"Input text data may contain inappropriate content.","code":"x"}}' },
      },
    },
    'refused',
  ],
  [
    'Google behind a gateway that calls it a refusal for pace',
    429,
    { error: { message: 'blocked: prompt: BlockedReasonProhibitedContent ()', type: 'one_api_error' } },
    'refused',
  ],
] as const)('[S8.7] a refusal of the lines does not count against the key: %s', (_, status, body, kind) => {
  expect(compatibleFailure(status, body).kind).toBe(kind);
});

const READ = { key: '', readFacts: compatibleFailure };

it.each([
  ['llama.cpp', 400, { error: { message: 'request (5123 tokens) exceeds the available context size (4096 tokens)' } }],
  ['llama.cpp, by the type of the error', 400, { error: { message: '…', type: 'exceed_context_size_error' } }],
  ['another build of llama.cpp', 500, { error: { message: 'Context size has been exceeded.', type: 'server_error' } }],
  [
    'LM Studio',
    400,
    { error: 'The number of tokens to keep from the initial prompt is greater than the context length.' },
  ],
  ['vLLM', 400, { message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens" }],
  ['llama-cpp-python', 400, { error: { message: 'Requested tokens (2285) exceed context window of 2048' } }],
  ['OpenAI’s words, passed on by a gateway', 400, { error: { message: '…', code: 'context_length_exceeded' } }],
  ...(
    [
      [500, 'input (700 tokens) is too large to process. increase the physical batch size'],
      [422, 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens'],
      [400, 'prompt is too long: 210000 tokens > 200000 maximum'],
      [400, "Requested token count exceeds the model's maximum context length of 4096 tokens"],
      [400, "The input (5000 tokens) is longer than the model's context length (4096 tokens)."],
      [400, 'Please reduce the length of the messages or completion.'],
      [400, 'Range of input length should be [1, 6144]'],
      [400, 'Prompt exceeds max length'],
      [400, 'Invalid request: Your request exceeded model token limit: 8192'],
      [500, 'prompt too long; exceeded max context length by 12 tokens'],
      [400, 'The input token count (5000) exceeds the maximum number of tokens allowed (4096).'],
      [400, 'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length'],
      [400, 'too many tokens in request'],
      [400, 'Prompt 超长'],
    ] as const
  ).map(([status, message]) => ['other servers', status, { error: { message } }] as const),
  ['Groq', 413, { error: { message: 'Request too large for model `x` on tokens per minute (TPM): Limit 6000' } }],
] as const)('[D7.6] recognises a request that is larger than the context: %s', (_, status, body) => {
  expect(readFailure({ status, headers: new Headers() }, JSON.stringify(body), READ, 0).kind).toBe('too-large');
});

it.each([
  [400, 'max_tokens is too large: 65536. This model supports at most 4096 completion tokens.', 'bad-request'],
  [400, 'messages: Input should be a valid list', 'bad-request'],
  [429, 'Too many tokens, please wait before trying again.', 'rate-limit'],
  [429, 'The prompt exceeds the input limit of 30000 tokens per minute', 'rate-limit'],
  [400, 'The thinking budget exceeds the maximum', 'bad-request'],
] as const)('does not mistake another failure for a context that is too small: %d %s', (status, message, kind) => {
  expect(readFailure({ status, headers: new Headers() }, JSON.stringify({ error: { message } }), READ, 0).kind).toBe(
    kind,
  );
});

it.each([
  'No models loaded. Please load a model in the developer page or use the `lms load` command.',
  'Failed to load model "gpt-oss-20b". Error: Error loading model.',
])('[D7.2] recognises that LM Studio has no model loaded: %s', (message) => {
  expect(compatibleFailure(400, { error: { message, type: 'invalid_request_error' } }).kind).toBe('model-not-found');
});

it('[S8.2] shows KoboldCpp’s words when it is busy', () => {
  const detail = { msg: 'Server is busy; please try again later.', type: 'service_unavailable' };
  expect(compatibleFailure(503, { detail }).message).toBe('Server is busy; please try again later.');
});

it.each([
  [
    'OpenAI behind OpenRouter',
    403,
    { message: 'Country, region, or territory not supported', code: 'unsupported_country_region_territory' },
    'region',
  ],
  ['Google behind OpenRouter', 400, { message: 'User location is not supported for the API use.' }, 'region'],
  ['Groq', 400, { message: 'The model `m` requires terms acceptance.', code: 'model_terms_required' }, 'not-permitted'],
  ['Groq', 400, { message: 'Organization has been restricted.', code: 'organization_restricted' }, 'not-permitted'],
  ['LiteLLM', 400, { message: 'Budget has been exceeded!', type: 'budget_exceeded', code: '400' }, 'quota'],
] as const)('[D7.2] recognises that %s refuses the account with %d: %o', (_, status, said, kind) => {
  const raw = JSON.stringify({ error: said });
  for (const error of [said, { code: status, message: 'Provider returned error', metadata: { raw } }])
    expect(compatibleFailure(status, { error }).kind).toBe(kind);
});

it('[D7.2] recognises that Groq has withdrawn a model', () => {
  const error = {
    message: 'The model `m` has been decommissioned and is no longer supported.',
    code: 'model_decommissioned',
  };
  expect(compatibleFailure(400, { error }).kind).toBe('model-not-found');
});

describe('LM Studio’s answer with status 200 to an unknown address', () => {
  const words = 'Unexpected endpoint or method. (GET /models)';
  it('[S8.2] LM Studio’s answer with status 200 to an unknown address is a failure with its words', async () => {
    const provider = createCompatible('lmstudio', answeringTransport(answered({ error: words })), unused);
    const list = await provider.listModels('', options);
    expect(list).toMatchObject({ ok: false, failure: { kind: 'malformed', message: words, status: 200 } });
    const { outcome } = await translate('lmstudio', 'm', [answered({ error: words })]);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'malformed', message: words } });
  });
});

it.each([
  ['openrouter_in_flight_budget', 'rate-limit'],
  ['openrouter_credits', undefined],
])('OpenRouter’s 402 with the limit source %s is: %s', (limit_source, kind) => {
  const facts = compatibleFailure(402, { error: { code: 402, message: 'Not now', metadata: { limit_source } } });
  expect(facts).toMatchObject({ kind, message: 'Not now' });
});

describe('thinking', () => {
  it.each([
    ['groq', 'qwen/qwen3-32b', 'least', 'none'],
    ['groq', 'openai/gpt-oss-120b', 'least', 'low'],
    ['groq', 'openai/gpt-oss-120b', 'more', 'high'],
    ['groq', 'openai/gpt-oss-120b', 'default', undefined],
    ['groq', 'llama-3.3-70b-versatile', 'least', undefined],
    ['groq', 'llama-3.3-70b-versatile', 'more', undefined],
    ['deepseek', 'deepseek-v4-flash', 'least', { type: 'disabled' }],
    ['deepseek', 'deepseek-v4-flash', 'more', { type: 'enabled' }],
    ['deepseek', 'deepseek-chat', 'least', undefined],
    ['mistral', 'mistral-medium-3-5', 'least', 'none'],
    ['xai', 'grok-4.5', 'least', 'low'],
    ['xai', 'grok-4.5-non-reasoning', 'least', undefined],
    ['xai', 'grok-4', 'least', undefined],
    ['ollama', 'qwen3:8b', 'least', 'none'],
    ['ollama', 'gemma3:12b', 'least', undefined],
    ['llamacpp', 'Qwen3.5-9B-Q4_K_M.gguf', 'least', { enable_thinking: false }],
    ['llamacpp', 'Qwen3.5-9B-Q4_K_M.gguf', 'more', { enable_thinking: true }],
    ['llamacpp', 'gemma-3-12b-it.gguf', 'least', undefined],
  ] as const)(
    '[D12.5] sends the field for thinking that the model supports: %s %s, %s: %j',
    async (endpoint, id, thinking, expected) => {
      const { bodies } = await translate(endpoint, id, [DONE], thinking);
      expect(said(bodies[0] ?? {})).toEqual(expected);
    },
  );

  it('[D12.5] asks another server on this computer in llama.cpp’s way, and leaves the field out after a refusal', async () => {
    const refusal = { error: { message: 'Unrecognized request argument supplied: chat_template_kwargs' } };
    const transport = answeringTransport(refusedWith(400, refusal), DONE);
    const atAddress = { ...options, address: 'http://localhost:8000' };
    await createCompatible('local', transport, unused).translate(ask('local', 'Qwen/Qwen3-8B', 'least'), atAddress);
    expect(transport.sent.map(({ body }) => said(body as Record<string, unknown>))).toEqual([
      { enable_thinking: false },
      undefined,
    ]);
  });

  it.each([
    [{ error: { message: 'reasoning_effort must be one of `low`, `medium`, or `high`' } }, ['none', 'low', undefined]],
    [{ error: { message: 'this model does not support thinking' } }, ['none', undefined]],
    [{ error: { message: 'Unrecognized request argument supplied: reasoning_effort' } }, ['none', undefined]],
    [{ error: { message: 'reasoning_effort: unknown field' } }, ['none', undefined]],
    [
      {
        detail: [{ type: 'extra_forbidden', loc: ['body', 'reasoning_effort'], msg: 'Extra inputs are not permitted' }],
      },
      ['none', undefined],
    ],
  ])('[D12.10] tries the next effort after a refusal, and later requests begin with it: %j', async (body, tried) => {
    const { outcome, bodies, provider, transport } = await translate(
      'groq',
      'qwen/qwen3-32b',
      [...tried.slice(1).map(() => refusedWith(400, body)), DONE, DONE],
      'least',
    );
    expect(outcome.ok).toBe(true);
    expect(bodies.map(said)).toEqual(tried);
    await provider.translate(ask('groq', 'qwen/qwen3-32b', 'least'), options);
    expect(transport.sent).toHaveLength(tried.length + 1);
  });
});

describe('the address', () => {
  it.each(['https://evil.example/v1', 'http://192.168.1.2:11434', 'http://localhost.evil.example', 'javascript:1', ''])(
    'sends nothing to an address that this page may not connect to: %j',
    async (address) => {
      const transport = answeringTransport(DONE);
      const local = createCompatible('local', transport, unused);
      const outcome = await local.translate(ask('local', 'm'), { ...options, address });
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'local-blocked' } });
      expect(transport.sent).toEqual([]);
    },
  );

  it('the address of an internet endpoint never changes, whatever the caller passes', async () => {
    const transport = answeringTransport(DONE);
    await createCompatible('groq', transport, unused).translate(ask('groq', 'm'), options);
    expect(transport.sent[0]?.url).toBe('https://api.groq.com/openai/v1/chat/completions');
  });

  it.each([
    ['http://localhost:8000', 'http://localhost:8000/v1/chat/completions'],
    ['http://localhost:8000/', 'http://localhost:8000/chat/completions'],
  ])('completes the address of a server on this computer: %s becomes %s', async (address, url) => {
    const transport = answeringTransport(DONE);
    await createCompatible('local', transport, unused).translate(ask('local', 'm'), { ...options, address });
    expect(transport.sent[0]?.url).toBe(url);
  });

  it('a server that needs no key receives no key', async () => {
    const transport = answeringTransport(DONE);
    await createCompatible('ollama', transport, unused).translate(
      { ...ask('ollama', 'm'), key: '' },
      { signal: options.signal, permit: openPermit },
    );
    expect(transport.sent[0]).toMatchObject({ url: 'http://localhost:11434/v1/chat/completions', headers: {} });
  });
});

test('[D12.4] a server whose call timed out may still be one that lets no page in', async () => {
  vi.stubGlobal('location', { protocol: 'https:', origin: 'https://subtitles.example' });
  const failed = (kind: 'timeout' | 'connection'): HttpOutcome => ({ ok: false, failure: { kind, message: kind } });
  const isThere = async () => true;
  const provider = createCompatible('ollama', answeringTransport(failed('timeout'), failed('connection')), isThere);
  await provider.checkKey('', { signal: options.signal });
  const check = await provider.checkKey('', { signal: options.signal });
  expect(check).toMatchObject({ failure: { kind: 'local-blocked' } });
});

test.each(COMPATIBLE_ENDPOINT_IDS)('%s lists its own models, without those that cannot chat', async (endpoint) => {
  const entries = ['b-chat', 'a-instruct', 'nomic-embed-text', 'whisper-large-v3'].map((id) => ({ id }));
  for (const body of [{ data: entries }, entries]) {
    const provider = createCompatible(endpoint, answeringTransport(answered(body)), unused);
    const list = await provider.listModels('test-key', options);
    expect(list.ok && list.models.map(({ endpoint: of, id }) => `${of} ${id}`)).toEqual([
      `${endpoint} a-instruct`,
      `${endpoint} b-chat`,
    ]);
  }
});

describe('a list that names the purpose of each model', () => {
  const listOf = async (body: unknown) =>
    createCompatible('local', answeringTransport(answered(body)), unused).listModels('', options);
  const idsOf = (models: readonly { id: string }[] = []) => models.map(({ id }) => id);

  it.each<[said: string, entry: object]>([
    ['LM Studio’s type', { type: 'embeddings' }],
    ['LM Studio’s newer type', { type: 'embedding' }],
    ['LiteLLM’s mode', { mode: 'embedding' }],
    ['LiteLLM’s mode of pictures', { mode: 'image_generation' }],
    ['LiteLLM’s mode of speech', { mode: 'audio_transcription' }],
    ['vLLM’s task', { task: 'embed' }],
    ['vLLM’s task of ranking', { task: 'score' }],
    ['Together’s type', { type: 'rerank' }],
    ['Together’s type of moderation', { type: 'moderation' }],
    ['Hugging Face’s tag', { pipeline_tag: 'feature-extraction' }],
    ['Hugging Face’s tag of speech', { pipeline_tag: 'automatic-speech-recognition' }],
    ['Ollama’s capabilities', { capabilities: ['embedding'] }],
    ['outputs', { architecture: { output_modalities: ['image'] } }],
    ['Mistral’s capabilities', { capabilities: { completion_chat: false } }],
  ])('[D12.43] the list decides which models can chat: %s', async (_, entry) => {
    const list = await listOf({ data: [{ id: 'unnamed', ...entry }, { id: 'gemma4' }] });
    expect(list).toMatchObject({ ok: true, models: [{ id: 'gemma4' }] });
    expect(list.ok && idsOf(list.models)).toEqual(['gemma4']);
  });

  it.each([
    {},
    ...[
      { type: 'llm' },
      { type: 'vlm' },
      { type: 'chat' },
      { type: 'language' },
      { mode: 'chat' },
      { task: 'generate' },
    ],
    ...[
      { pipeline_tag: 'text-generation' },
      { pipeline_tag: 'image-text-to-text' },
      { capabilities: ['completion', 'tools'] },
    ],
    ...[
      { capabilities: ['completion', 'multimodal'] },
      { capabilities: ['tool_use'] },
      { capabilities: [] },
      { object: 'model' },
    ],
  ])('[D12.43] keeps a model that the list does not exclude from chat: %o', async (entry) => {
    const list = await listOf({ data: [{ id: 'unnamed', ...entry }] });
    expect(list.ok && idsOf(list.models)).toEqual(['unnamed']);
  });

  it('[D12.43] llama.cpp’s second list decides as well', async () => {
    const models = [{ name: 'a', model: '/a.gguf', capabilities: ['embedding'] }];
    const list = await listOf({ models, data: [{ id: '/a.gguf' }, { id: '/b.gguf' }] });
    expect(list.ok && idsOf(list.models)).toEqual(['/b.gguf']);
  });

  it('[D12.44] a list of models that cannot chat is not empty: it includes the omitted models', async () => {
    const list = await listOf({ data: [{ id: 'whisper-1' }, { id: 'openai/*' }, { id: 'bge-m3' }] });
    expect(list.ok && [idsOf(list.models), idsOf(list.leftOut)]).toEqual([[], ['bge-m3', 'openai/*', 'whisper-1']]);
    expect(await listOf({ data: [] })).toEqual({ ok: true, models: [] });
    expect(await listOf({ data: [{ id: 'whisper-1' }, { id: '/video/gemma.gguf' }] })).toMatchObject({
      models: [{ id: '/video/gemma.gguf' }],
      leftOut: [{ id: 'whisper-1' }],
    });
  });
});

test('[D5.14] leaves out Groq’s models for speech, moderation and web search', async () => {
  const data = [
    { id: 'canopylabs/orpheus-v1-english', created: 1_766_186_316, output_modalities: ['speech'] },
    { id: 'canopylabs/orpheus-arabic-saudi' },
    { id: 'openai/gpt-oss-safeguard-20b', created: 1_761_708_789, output_modalities: ['text'] },
    { id: 'meta-llama/llama-prompt-guard-2-86m' },
    { id: 'groq/compound' },
    { id: 'groq/compound-mini', created: 1_756_949_707 },
    { id: 'openai/gpt-oss-120b', created: 1_754_408_224, output_modalities: ['text'] },
  ];
  const list = await createCompatible('groq', answeringTransport(answered({ data })), unused).listModels('k', options);
  expect(list.ok && list.models.map(({ id }) => id)).toEqual(['openai/gpt-oss-120b']);
});

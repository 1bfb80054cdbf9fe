import { describe, expect, it, vi } from 'vitest';
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
import { askedOf, requestFor } from '../../../test/translate-request.ts';
import { COMPATIBLE_ENDPOINT_IDS, type CompatibleEndpointId } from '../endpoints.ts';
import type { Thinking } from '../provider.ts';
import type { HttpOutcome } from '../transport/http.ts';
import { createCompatible } from './compatible.ts';

describe('[D12.53] a reply that consists of thinking alone', () => {
  const USAGE = { prompt_tokens: 10, completion_tokens: 500, total_tokens: 510 };
  const thought = (message: object, finish_reason = 'stop') =>
    answered({ choices: [{ message, finish_reason }], usage: USAGE });
  const ALONE = thought({ content: '', reasoning: 'The lines say …' });

  it.each<[CompatibleEndpointId, string, Thinking | undefined, HttpOutcome, first: unknown, second: unknown]>([
    ['ollama', 'some-new:8b', 'least', ALONE, undefined, 'none'],
    ['ollama', 'gemma4:26b', 'default', ALONE, undefined, 'none'],
    ['ollama', 'gemma4:26b', 'more', ALONE, 'high', 'none'],
    ['ollama', 'some-new:8b', undefined, thought({ content: '<think>Hm' }), undefined, 'none'],
    ['ollama', 'some-new:8b', 'least', thought({ content: '', reasoning: 'Hm' }, 'length'), undefined, 'none'],
    ['lmstudio', 'm', 'least', thought({ content: '', reasoning_content: 'Hm' }), undefined, 'none'],
    ['llamacpp', 'm.gguf', 'least', ALONE, undefined, { enable_thinking: false }],
    ['local', 'm', 'least', thought({ content: null, thinking: 'Hm' }), undefined, { enable_thinking: false }],
    [
      'openrouter',
      'a/b',
      'least',
      thought({ content: [{ type: 'thinking', thinking: [] }] }),
      undefined,
      { effort: 'none' },
    ],
    ['deepseek', 'deepseek-chat', 'least', ALONE, undefined, { type: 'disabled' }],
  ])(
    '%s %s, %s: after a reply of thinking alone, repeats the request with the least thinking, and later requests begin with that (%j)',
    async (...row) => {
      const [endpoint, id, thinking, reply, first, second] = row;
      const { outcome, bodies, provider, transport } = await translate(endpoint, id, [reply, DONE, DONE], thinking);
      expect(outcome).toMatchObject({ ok: true, text: '{"2":"Não"}', usage: { input: 10, output: 500 } });
      expect(bodies.map(said)).toEqual([first, second]);
      await provider.translate(ask(endpoint, id, thinking), options);
      expect(transport.sent.slice(2).map(({ body }) => said(body as Record<string, unknown>))).toEqual([second]);
    },
  );

  it('fails as "only-thoughts" if the least thinking does not help, and later requests do not try it again', async () => {
    const { outcome, bodies, provider, transport } = await translate('ollama', 'm', [ALONE, ALONE, ALONE]);
    const failure = { kind: 'only-thoughts', message: 'The model thought, but gave no answer.' };
    expect(outcome).toEqual({ ok: false, failure, text: '', usage: { input: 20, output: 1_000, reasoning: 0 } });
    expect(bodies).toHaveLength(2);
    await provider.translate(ask('ollama', 'm'), options);
    expect(transport.sent).toHaveLength(3);
  });

  it('fails at once after a reply of thinking alone if the request asked for the least thinking already', async () => {
    const { outcome, bodies } = await translate('ollama', 'gemma4:26b', [ALONE], 'least');
    expect(outcome).toMatchObject({ failure: { kind: 'only-thoughts' } });
    expect(bodies.map(said)).toEqual(['none']);
  });

  it('tries the next level of thinking if the model refuses the least', async () => {
    const refused = refusedWith(400, { error: { message: 'reasoning_effort must be one of low, medium, high' } });
    const { outcome, bodies } = await translate('ollama', 'm', [ALONE, refused, DONE]);
    expect(outcome.ok).toBe(true);
    expect(bodies.map(said)).toEqual([undefined, 'none', 'low']);
  });

  it('adds the costs of the first and the repeated request, or has no cost if one reply states none', async () => {
    const usage = { ...USAGE, cost: 0.01 };
    const alone = answered({ choices: [{ message: { content: '', reasoning: 'Hm' } }], usage });
    const done = (cost?: number) =>
      answered({ choices: [{ message: { content: '{"2":"Não"}' } }], usage: { ...USAGE, cost } });
    const { outcome } = await translate('openrouter', 'a/b', [alone, done(0.02)]);
    expect(outcome.usage?.cost).toBeCloseTo(0.03);
    expect((await translate('openrouter', 'a/b', [alone, done()])).outcome.usage).not.toHaveProperty('cost');
  });

  it('includes the tokens of the first request if the repeated one fails', async () => {
    const busy: HttpOutcome = { ok: false, failure: { kind: 'rate-limit', status: 429, message: 'Slow down' } };
    const { outcome } = await translate('ollama', 'm', [ALONE, busy]);
    expect(outcome).toMatchObject({ failure: { kind: 'rate-limit' }, usage: { input: 10, output: 500 } });
  });

  it.each(['', ' \n', null])(
    'does not repeat the request if a reply has neither thinking nor an answer: %j',
    async (content) => {
      const { outcome, bodies } = await translate('ollama', 'm', [thought({ content })]);
      expect(outcome).toMatchObject({ failure: { kind: 'malformed' } });
      expect(bodies).toHaveLength(1);
    },
  );
});

it.each([
  ['openrouter', 'server'],
  ['ollama', 'no-memory'],
  ['local', 'no-memory'],
] as const)('[D12.37] too little memory at %s counts as %s', async (endpoint, kind) => {
  const refused = refusedWith(500, { error: { message: 'CUDA out of memory. Tried to allocate 2.00 GiB' } });
  expect((await translate(endpoint, 'm', [refused])).outcome).toMatchObject({ ok: false, failure: { kind } });
});

it('[D12.54] reads an answer in the format of another interface', async () => {
  const { outcome } = await translate('local', 'm', [answered({ response: '{"2":"Não"}', done: true })]);
  expect(outcome).toMatchObject({ ok: true, text: '{"2":"Não"}' });
});

describe('the roles of messages', () => {
  const messagesOf = (body: Record<string, unknown> | undefined) =>
    (body?.messages as { readonly role: string; readonly content: string }[] | undefined)?.map(({ role, content }) => [
      role,
      content.split('\n\n').length,
    ]);

  it('[D12.49] sends one message for each turn', async () => {
    const correction = { answer: '{}', errors: ['It lacks a key.'] };
    const transport = answeringTransport(DONE);
    const request = requestFor({ ...askedOf('llamacpp::m', ''), correction });
    await createCompatible('llamacpp', transport, unused).translate(request, options);
    const roles = messagesOf(transport.sent[0]?.body as Record<string, unknown>);
    expect(roles).toEqual([
      ['system', 2],
      ['user', 2],
      ['assistant', 1],
      ['user', 1],
    ]);
  });

  it('[D12.50] puts the system text into the first turn after a refusal of system messages, and later requests begin so', async () => {
    const refused = refusedWith(500, { error: { code: 500, message: 'Jinja Exception: System role not supported' } });
    const { outcome, bodies, provider, transport } = await translate('llamacpp', 'gemma-2', [refused, DONE, DONE]);
    expect(outcome.ok).toBe(true);
    expect(bodies.map(messagesOf)).toEqual([
      [
        ['system', 2],
        ['user', 2],
      ],
      [['user', 4]],
    ]);
    await provider.translate(ask('llamacpp', 'gemma-2'), options);
    expect(messagesOf(transport.sent[2]?.body as Record<string, unknown>)).toEqual([['user', 4]]);
  });

  it('[D12.50] shows the refusal if a chat template refuses both forms', async () => {
    const refused = refusedWith(500, { error: { message: 'Jinja Exception: This model translates nothing.' } });
    const { outcome, bodies } = await translate('llamacpp', 'm', [refused, refused]);
    expect(outcome).toMatchObject({ failure: { kind: 'bad-request', status: 500 } });
    expect(bodies).toHaveLength(2);
  });

  it('[D12.50] leaves thinking off if a template’s refusal of the system message also mentions thinking', async () => {
    const words = "{% if enable_thinking %} raise_exception('System role not supported')";
    const { bodies } = await translate(
      'llamacpp',
      'Qwen3-8B',
      [refusedWith(500, { error: { message: words } }), DONE],
      'least',
    );
    expect(bodies.map(said)).toEqual([{ enable_thinking: false }, { enable_thinking: false }]);
  });
});

describe('[D12.51] a server that only streams', () => {
  const WANTS = refusedWith(400, { detail: 'Stream must be set to true' });

  it('requests a stream after the server requires one, and later requests begin so', async () => {
    const { outcome, bodies, provider, transport } = await translate('local', 'm', [WANTS, DONE, DONE]);
    expect(outcome.ok).toBe(true);
    expect(bodies.map(({ stream }) => stream)).toEqual([undefined, true]);
    expect(bodies[1]).toMatchObject({ stream_options: { include_usage: true } });
    await provider.translate(ask('local', 'm'), options);
    expect(transport.sent[2]?.body).toMatchObject({ stream: true });
  });

  it('leaves out the field for the usage of a stream after a refusal of that field', async () => {
    const unknown = refusedWith(422, { detail: 'stream_options: Extra inputs are not permitted' });
    const { outcome, bodies } = await translate('local', 'm', [WANTS, unknown, DONE]);
    expect(outcome.ok).toBe(true);
    expect(bodies.map(({ stream, stream_options }) => [stream, stream_options])).toEqual([
      [undefined, undefined],
      [true, { include_usage: true }],
      [true, undefined],
    ]);
  });
});

describe('[D16.9] an unexplained failure of a request with a schema', () => {
  const failing = (status: number, message = 'Something is wrong'): HttpOutcome => ({
    ok: false,
    failure: { kind: status >= 500 ? 'server' : 'bad-request', status, message },
  });
  const forms = (bodies: readonly Record<string, unknown>[]) => bodies.map((body) => body.response_format);

  it.each([400, 422, 500, 501])(
    'tries without a schema after an unexplained failure of the first request with one (%i)',
    async (status) => {
      const { outcome, bodies, provider, transport } = await translate('ollama', 'm', [failing(status), DONE, DONE]);
      expect(outcome.ok).toBe(true);
      expect(forms(bodies)).toEqual([SCHEMA, undefined]);
      await provider.translate(ask('ollama', 'm'), options);
      expect(forms(transport.sent.slice(2).map(({ body }) => body as Record<string, unknown>))).toEqual([undefined]);
    },
  );

  it.each([
    [400, 1],
    [501, 1],
    [500, 0],
  ])('after status %i the failed schema is stored for the next visit %i times', async (status, kept) => {
    const write = vi.fn();
    const transport = answeringTransport(failing(status), DONE);
    await createCompatible('ollama', transport, unused, { read: () => undefined, write }).translate(
      ask('ollama', 'm'),
      options,
    );
    expect(transport.sent).toHaveLength(2);
    expect(write).toHaveBeenCalledTimes(kept);
  });

  it('shows the failure if the request without a schema fails too, and later requests use the schema again', async () => {
    const all = [failing(500), failing(500), failing(500), DONE];
    const { outcome, provider, transport } = await translate('ollama', 'm', all);
    expect(outcome).toMatchObject({ failure: { kind: 'server', message: 'Something is wrong' } });
    for (const _ of [1, 2]) await provider.translate(ask('ollama', 'm'), options);
    const bodies = transport.sent.map(({ body }) => body as Record<string, unknown>);
    expect(forms(bodies)).toEqual([SCHEMA, undefined, SCHEMA, SCHEMA]);
  });

  it.each([502, 503, 504, 429])(
    'sends no second request if the status means an outage or a refusal for pace (%i)',
    async (status) => {
      const kind = status === 429 ? 'rate-limit' : 'server';
      const outage: HttpOutcome = { ok: false, failure: { kind, status, message: 'Not now' } };
      expect((await translate('ollama', 'm', [outage])).bodies).toHaveLength(1);
    },
  );

  it('sends no second request if the server has answered with a schema before', async () => {
    const { provider, transport } = await translate('ollama', 'm', [DONE, failing(500)]);
    expect(await provider.translate(ask('ollama', 'm'), options)).toMatchObject({ failure: { kind: 'server' } });
    expect(transport.sent).toHaveLength(2);
  });
});

describe('[D16.7] the option to ask for JSON in words alone', () => {
  it.each(COMPATIBLE_ENDPOINT_IDS)(
    'requests to %s have no field for the form of the reply if the person chose words alone',
    async (endpoint) => {
      const transport = answeringTransport(DONE);
      const request = requestFor({ ...askedOf(`${endpoint}::m`, 'k'), replyFormat: 'plain' });
      await createCompatible(endpoint, transport, unused).translate(request, options);
      expect(transport.sent[0]?.body).not.toHaveProperty('response_format');
    },
  );
});

describe('[D12.55] a reply that quotes the originals', () => {
  const quoting = {
    ...askedOf('llamacpp::m', ''),
    suggestion: { wish: { kind: 'again' }, neighbours: [], present: {}, quotes: true },
  } as const;
  const QUOTES = {
    properties: { 2: { $ref: '#/$defs/quoted' } },
    required: ['2'],
    $defs: { quoted: { type: 'object', additionalProperties: { type: 'string' } } },
  };
  const formOf = (body: unknown) =>
    (body as { readonly response_format?: { json_schema?: { schema: object } } }).response_format;

  it('a reply that quotes the originals has its own schema, and batches use theirs even after a refusal of it', async () => {
    const refused = refusedWith(400, { error: { message: 'Failed to initialize samplers' } });
    const transport = answeringTransport(refused, DONE, DONE);
    const provider = createCompatible('llamacpp', transport, unused);
    await provider.translate(requestFor(quoting), options);
    await provider.translate(ask('llamacpp', 'm'), options);
    const [first, second, batch] = transport.sent.map(({ body }) => formOf(body));
    expect(first?.json_schema?.schema).toMatchObject(QUOTES);
    expect(second).toEqual(OBJECT);
    expect(batch).toEqual(SCHEMA);
  });
});

import { describe, expect, it, test } from 'vitest';
import { answered, answeringTransport } from '../../test/answering-transport.ts';
import { openPermit } from '../../test/permits.ts';
import { askedOf, requestFor } from '../../test/translate-request.ts';
import { createGoogle } from './adapters/google.ts';
import { createOpenai } from './adapters/openai.ts';
import { isChatModel, isTranslationModel } from './chat-models.ts';
import { builtInModels, DEFAULT_MODEL, fallbackModels, PROVIDER_IDS } from './endpoints.ts';
import { hasHalfPrice, isKnownModel, isLoadingModel, modelByName, modelName, suggestModel } from './models.ts';
import type { ModelInfo, ProviderFailure } from './provider.ts';
import type { HttpOutcome } from './transport/http.ts';

describe('modelByName', () => {
  it.each([
    ['claude-3-opus-20240229', 'anthropic'],
    ['gemini-1.5-flash', 'google'],
    ['gpt-4o', 'openai'],
    ['o1-mini', 'openai'],
    ['chatgpt-4o-latest', 'openai'],
  ])('[S4.11] finds the provider of the model %s: %s', (id, endpoint) => {
    expect(modelByName(id)).toEqual({ endpoint, id });
    expect(isKnownModel(id)).toBe(true);
  });

  it('[S4.11] takes an unknown id for a model of OpenAI', () => {
    expect(modelByName('mistral-large').endpoint).toBe('openai');
    expect(isKnownModel('mistral-large')).toBe(false);
  });

  it.each(PROVIDER_IDS)('agrees with the catalog of %s, whose models can all translate', (id) => {
    for (const model of fallbackModels(id)) {
      expect(model.endpoint).toBe(id);
      expect(modelByName(model.id).endpoint).toBe(id);
      expect(isTranslationModel(model.id), model.id).toBe(true);
    }
  });

  it.each([
    ['openrouter::anthropic/claude-haiku-5.5:free', { endpoint: 'openrouter', id: 'anthropic/claude-haiku-5.5:free' }],
    ['ollama::qwen3:8b', { endpoint: 'ollama', id: 'qwen3:8b' }],
    ['local::a::b', { endpoint: 'local', id: 'a::b' }],
    ['gpt-4o', { endpoint: 'openai', id: 'gpt-4o' }],
    ['anthropic::opus-7', { endpoint: 'anthropic', id: 'opus-7' }],
    ['openai::ft:gpt-4o:claude-fans:a1', { endpoint: 'openai', id: 'ft:gpt-4o:claude-fans:a1' }],
  ] as const)('[D12.2] reads the endpoint in %s, and modelName writes the same name', (name, model) => {
    expect(modelByName(name)).toEqual(model);
    expect(modelName(model)).toBe(name);
  });

  it.each(['nowhere::gpt-4o', 'constructor::x', 'ollama'])('finds no endpoint in %s', (name) => {
    expect(modelByName(name)).toEqual({ endpoint: 'openai', id: name });
  });

  it('knows the default model', () => {
    expect(builtInModels('openai').map(({ id }) => id)).toContain(DEFAULT_MODEL.id);
  });
});

const words = (list: string) => list.split(' ');

describe('canTranslate', () => {
  it.each([
    ...words(
      'chatgpt-image-latest gpt-image-1 gpt-image-1-mini gpt-image-1.5 gpt-realtime gpt-realtime-mini ' +
        'gpt-4o-realtime-preview gpt-4o-audio-preview-2025-06-03 gpt-audio-mini gpt-4o-mini-tts ' +
        'gpt-4o-transcribe gpt-4o-mini-transcribe-2025-12-15 gpt-4o-transcribe-diarize gpt-5-codex ' +
        'gpt-5.1-codex-max gpt-4o-search-preview gpt-5-search-api gpt-3.5-turbo-instruct-0914 o1-pro ' +
        'o1-pro-2025-03-19 o3-pro gpt-5-pro gpt-5.5-pro gpt-5-pro-2025-10-06 o3-deep-research ' +
        'o4-mini-deep-research gpt-daybreak-latest gpt-daybreak-blue-latest gpt-daybreak-2026-09-01 gpt-6-cyber gpt-6-rosalind text-embedding-3-small ' +
        'ft:gpt-4o-audio-preview:org::a1 gemini-2.5-flash-preview-tts gemini-2.5-pro-preview-tts ' +
        'gemini-embedding-001 gemini-embedding-exp gemini-2.5-flash-image gemini-3-pro-image-preview ' +
        'gemini-2.0-flash-preview-image-generation gemini-live-2.5-flash-preview gemini-2.0-flash-live-001 ' +
        'gemini-2.5-flash-native-audio-latest gemini-2.5-computer-use-preview-10-2025 ' +
        'gemini-robotics-er-1.5-preview',
    ),
  ])('[D5.14] rejects %s, which cannot translate', (id) => {
    expect(isTranslationModel(id)).toBe(false);
  });

  it.each([
    ...words(
      'gpt-4o gpt-4o-mini gpt-4.1-nano gpt-5 gpt-5.4-mini gpt-6-sol gpt-6.1-terra gpt-6-luna gpt-6-astra ' +
        'gpt-5.3-chat-latest chatgpt-4o-latest gpt-4-turbo gpt-4-0125-preview o1 o1-mini o1-preview ' +
        'ft:gpt-4o-mini-2024-07-18:org:image-search:a1 claude-haiku-4-5-20251001 claude-sonnet-5-5 ' +
        'claude-opus-4-8 claude-fable-5-2 claude-mythos-5 gemini-2.5-flash gemini-2.5-flash-lite ' +
        'gemini-2.5-pro gemini-3.1-pro-preview gemini-flash-latest gemini-4-argon gemini-4-carbon ' +
        'a-model-of-tomorrow',
    ),
    '',
  ])('[D5.14] accepts %s, which can translate', (id) => {
    expect(isTranslationModel(id)).toBe(true);
  });
});

const options = { signal: new AbortController().signal, permit: openPermit };
const ask = (model: string) => ({ ...requestFor(askedOf(model, 'key')), halfPrice: true });
const refused = (status: number, message: string, kind: ProviderFailure['kind'], code?: string): HttpOutcome => ({
  ok: false,
  failure: { kind, status, message, ...(code && { code }) },
});

const OPENAI = {
  create: createOpenai,
  model: 'gpt-6-luna',
  done: (tier: string) =>
    answered({
      choices: [{ message: { content: '{}' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      service_tier: tier,
    }),
  full: refused(429, 'Flex: resource unavailable, try again later.', 'rate-limit', 'resource_unavailable'),
  none: refused(400, "Invalid service_tier argument: 'flex' is not supported for this model.", 'bad-request'),
  tierOf: (body: unknown) => (body as { service_tier?: string }).service_tier,
};
const GOOGLE = {
  create: createGoogle,
  model: 'gemini-3.8-flash',
  done: (tier: string) =>
    answered({
      candidates: [{ content: { parts: [{ text: '{}' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, serviceTier: tier.toUpperCase() },
    }),
  full: refused(503, 'The model is overloaded.', 'server'),
  none: refused(400, 'service_tier flex is not available for this model.', 'bad-request'),
  tierOf: (body: unknown) => (body as { serviceTier?: string }).serviceTier,
};

it.each([
  ['gpt-6-luna', true],
  ['gpt-5-mini', true],
  ['o3', true],
  ['gpt-4o', false],
  ['o1', false],
  ['gpt-5.3-chat-latest', false],
  ['claude-haiku-5-5', false],
  ['gemini-3.8-flash', true],
  ['groq::openai/gpt-oss-120b', false],
])('%s has half price: %s', (name, expected) => {
  expect(hasHalfPrice(modelByName(name))).toBe(expected);
});

describe.each([
  ['openai', OPENAI],
  ['google', GOOGLE],
])('half price of %s', (_, { create, model, done, full, none, tierOf }) => {
  it('requests half price only if the person wants it, with a longer time limit', async () => {
    const transport = answeringTransport(done('flex'), done('default'));
    const provider = create(transport);
    await provider.translate(ask(model), options);
    await provider.translate({ ...ask(model), halfPrice: false }, options);
    expect(transport.sent.map(({ body }) => tierOf(body))).toEqual(['flex', undefined]);
    expect(transport.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([1_200_000, undefined]);
  });

  it('records half price as the reply bills it, not as it was requested', async () => {
    const transport = answeringTransport(done('flex'), done('default'));
    const provider = create(transport);
    expect((await provider.translate(ask(model), options)).usage?.atHalfPrice).toBe(120);
    expect((await provider.translate(ask(model), options)).usage).toEqual({ input: 100, output: 20, reasoning: 0 });
  });

  it('waits three times if no capacity is free at half price, and then pauses the run for the person', async () => {
    const provider = create(answeringTransport(full, full, full, full, full));
    const failures = [];
    for (let call = 0; call < 5; call++) {
      const outcome = await provider.translate(ask(model), options);
      failures.push(!outcome.ok && [outcome.failure.kind, outcome.failure.retryAfterMs]);
    }
    expect(failures).toEqual([
      ['rate-limit', 30_000],
      ['rate-limit', 60_000],
      ['rate-limit', 120_000],
      ['no-half-price', undefined],
      // After the person resumes, the waits start again.
      ['rate-limit', 30_000],
    ]);
  });

  it('counts parallel refusals for lack of capacity once, and an answer ends the row of refusals', async () => {
    const provider = create(answeringTransport(full, full, full, full, done('flex'), full));
    const kinds = await Promise.all([1, 2, 3].map(() => provider.translate(ask(model), options)));
    for (const outcome of kinds) expect(outcome).toMatchObject({ failure: { retryAfterMs: 30_000 } });
    expect(await provider.translate(ask(model), options)).toMatchObject({ failure: { retryAfterMs: 60_000 } });
    await provider.translate(ask(model), options);
    expect(await provider.translate(ask(model), options)).toMatchObject({ failure: { retryAfterMs: 30_000 } });
  });

  it('[D12.6] never falls back to the full price if the model has no half price', async () => {
    const transport = answeringTransport(none);
    const outcome = await create(transport).translate(ask(model), options);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'no-half-price' } });
    expect(transport.sent).toHaveLength(1);
  });
});

/** Models from text such as "gpt-4o@2024-05-10 gemini-3.5-flash": ids, with the day of creation if it is known. */
const offered = (words: string): readonly ModelInfo[] =>
  words.split(' ').map((word) => {
    const [id = '', day] = word.split('@');
    return { id, endpoint: 'openai', displayName: id, ...(day !== undefined && { createdAt: Date.parse(day) }) };
  });
/** Models with other purposes than translation. */
const OTHERS =
  'audio realtime image tts transcribe search instruct codex embedding moderation deep-research gpt-4o@2024-05-10'.replace(
    /[a-z-]+(?= )/g,
    'gpt-9-mini-$&@2027-01-01',
  );

/** suggestModel for a live list: the reader of the list has left out models with other purposes. */
const suggestedOf = (models: readonly ModelInfo[]) =>
  suggestModel(models.filter(({ id, endpoint }) => (endpoint === 'ollama' ? isChatModel(id) : isTranslationModel(id))));

describe('suggestModel', () => {
  it.each<[what: string, models: string, expected: string | undefined]>([
    ['nothing if no model can translate', 'gpt-4o-audio-preview gpt-5-pro', undefined],
    ['the newest model', 'gpt-4o@2024-05-10 gpt-6-sol@2026-10-01 gpt-5@2025-08-01', 'gpt-6-sol'],
    ['a mini before a newer large model', 'gpt-6-sol@2026-10-01 gpt-5-mini@2025-08-01', 'gpt-5-mini'],
    ['[D5.13] the newest mini', 'gpt-4o-mini@2024-07-16 gpt-5.4-mini@2026-03-05', 'gpt-5.4-mini'],
    ['a haiku before a newer opus', 'claude-opus-5-5@2026-10-21 claude-haiku-5-5@2026-09-01', 'claude-haiku-5-5'],
    ['a dated model before an undated one', 'gpt-5-mini gpt-4o-mini@2024-07-16', 'gpt-4o-mini'],
    ['no model only because "gemini" contains "mini"', 'gemini-4-pro gemini-3.5-flash', 'gemini-3.5-flash'],
    ['the higher version if no dates are known', 'gemini-3.8-flash gemini-3.10-flash', 'gemini-3.10-flash'],
    [
      'a normal model before a lite one if no dates are known',
      'gemini-3.8-flash-lite gemini-3.5-flash',
      'gemini-3.5-flash',
    ],
    [
      '[D5.13] a stable model before a newer preview',
      'gemini-4-flash-preview@2026-11-01 gemini-3.5-flash@2026-05-01',
      'gemini-3.5-flash',
    ],
    ['a fixed version before an alias that may change', 'gemini-flash-latest gemini-3.8-flash', 'gemini-3.8-flash'],
    ['a stable model before an experiment', 'gemini-2.0-flash-exp gemini-1.5-flash', 'gemini-1.5-flash'],
    ['a normal flash before an 8b one', 'gemini-1.5-flash-8b gemini-1.5-flash', 'gemini-1.5-flash'],
    [
      '[D5.13] a sonnet before a newer, larger model',
      'claude-fable-5-2@2026-11-15 claude-opus-5-5@2026-10-21 claude-sonnet-5@2026-01-01',
      'claude-sonnet-5',
    ],
    [
      'a preview before a model that costs many times as much',
      'gemini-2.5-pro gemini-3-flash-preview',
      'gemini-3-flash-preview',
    ],
    ['a normal model before a newer nano', 'gpt-5-nano@2026-01-01 gpt-4o@2024-05-10', 'gpt-4o'],
    [
      'a luna before a newer, larger model',
      'gpt-6-astra@2026-11-10 gpt-6-sol@2026-10-01 gpt-6-luna@2026-10-01',
      'gpt-6-luna',
    ],
    ['a large model if there is no other', 'gemini-2.5-pro', 'gemini-2.5-pro'],
    ['[D5.13] no model with another purpose', OTHERS, 'gpt-4o'],
  ])('suggests %s', (_, words, expected) => {
    expect(suggestedOf(offered(words))?.id).toBe(expected);
    expect(suggestedOf(offered(words).toReversed())?.id).toBe(expected);
  });

  it.each<[what: string, models: string, expected: string | undefined]>([
    [
      'no tiny model, even if the other one has only the tag "latest"',
      'tinyllama@2026-09-01 gemma4:latest@2026-03-01',
      'gemma4:latest',
    ],
    ['no model that runs in a cloud', 'gpt-oss:120b-cloud gemma3:27b-cloud gemma3:12b', 'gemma3:12b'],
    ['no model that only completes text', 'llama3:text llama3:8b', 'llama3:8b'],
    ['no tiny model if no dates are known', 'tinyllama:latest gemma4:latest', 'gemma4:latest'],
    [
      'the newer of two models with tags',
      'mistral:latest@2026-01-01 gemma4:12b@2026-02-01 qwen3:latest@2026-03-01',
      'qwen3:latest',
    ],
    ['a stable model before a preview', 'x/gemma-preview@2026-09-01 x/gemma4:free@2026-01-01', 'x/gemma4:free'],
    ['a larger model before one for phones', 'gemma3:1b@2026-09-01 gemma3:12b@2026-01-01 qwen3:0.6b', 'gemma3:12b'],
    [
      'a chat model before models for embeddings or moderation',
      'bge-m3:latest@2026-09-01 all-minilm:latest@2026-09-02 llama-guard3:8b@2026-09-03 granite3-guardian@2026-09-04 gemma4',
      'gemma4',
    ],
    [
      'a general chat model before one for code',
      'qwen3-coder:30b@2026-09-01 codellama deepseek-coder-v2 sqlcoder gemma4@2026-01-01',
      'gemma4',
    ],
    ['a model for code if there is no other', 'bge-m3 qwen3-coder:30b', 'qwen3-coder:30b'],
    ['no name that stands for other models', 'openai/* * gemma4', 'gemma4'],
    ['nothing if no model can chat', 'openai/* bge-m3 whisper-1 llama-guard3', undefined],
    [
      'by the name of the file, not of its folder',
      '/models/nano/gemma-4.gguf /models/chat/tinyllama.gguf',
      '/models/nano/gemma-4.gguf',
    ],
  ])('[D12.43] suggests at a server on this computer: %s', (_, words, expected) => {
    const models = offered(words).map((model) => ({ ...model, endpoint: 'ollama' as const }));
    expect(suggestedOf(models)?.id).toBe(expected);
    expect(suggestedOf(models.toReversed())?.id).toBe(expected);
  });

  it('suggests nothing for an empty list', () => expect(suggestModel([])).toBeUndefined());
});

describe('isChatModel', () => {
  it.each([
    ...words(
      'bge-m3:latest bge-large all-minilm:33m nomic-embed-text mxbai-embed-large snowflake-arctic-embed2 embeddinggemma:300m qwen3-embedding:8b ' +
        'granite-embedding paraphrase-multilingual jina-embeddings-v3 intfloat/e5-large-v2 thenlper/gte-large sentence-transformers/all-MiniLM-L6-v2 ' +
        'text-embedding-nomic-embed-text-v1.5 BAAI/bge-reranker-v2-m3 qwen3-reranker jina-reranker-v2 Skywork-Reward-Llama-3.1-8B ' +
        'llama-guard3:8b meta-llama/Llama-Guard-4-12B LlamaGuard-7b shieldgemma:2b granite3-guardian granite-guardian wildguard qwen3guard ' +
        'openai/gpt-oss-safeguard-20b prompt-guard-2 omni-moderation-latest bespoke-minicheck ' +
        'whisper-large-v3 distil-whisper faster-whisper-small parakeet-tdt-0.6b-v2 canary-1b kokoro-82m orpheus-3b xtts-v2 f5-tts outetts tts-1 ' +
        'gpt-4o-mini-transcribe suno/bark playai-tts ' +
        'stable-diffusion-3.5-large sdxl-turbo flux.1-dev black-forest-labs/flux-schnell dall-e-3 gpt-image-1 qwen-image imagen-4 wan2.2-t2v ' +
        'mmproj-gemma-3-4b-it-f16.gguf deepseek-ocr olmocr-7b glm-ocr PaddleOCR-VL granite-docling nuextract reader-lm groq/compound openai/* * babbage-002 davinci-002 cogview-4 lyria-3 seedream-4',
    ),
  ])('[D12.43] rejects %s', (id) => {
    expect(isChatModel(id)).toBe(false);
  });

  it.each([
    ...words(
      'gemma4:latest llama3.2-vision qwen3-vl:8b mistral-small3.2 phi4-mini deepseek-r1:14b hermes3 command-r aya-expanse granite4 smollm2 orca-mini ' +
        'openchat solar yi qwq gpt-oss:20b moondream llava translategemma eurollm towerinstruct vicuna codestral qwen3-coder nemotron-3-nano glm-4.7 ' +
        'meta-llama/llama-3.3-70b-instruct:free Qwen/Qwen3-8B-Instruct vanguard-7b olmo-3 minimax-m2 kimi-k2 exaone magistral cogito stablelm2 ' +
        '/home/anna/video/gemma-3-4b-it.gguf D:\\Music\\qwen3.gguf /srv/voice/models/mistral.gguf /data/live/llama.gguf ./research/phi.gguf ' +
        '/embeddings/gemma.gguf ~/whisper/llama.gguf image/mistral-nemo /models/search/Qwen3-8B/',
    ),
  ])('[D12.43][D12.44] accepts %s', (id) => {
    expect(isChatModel(id)).toBe(true);
  });
});

test.each([
  ['Loading model', true],
  ['Model mistralai/Mistral-7B is currently loading', true],
  ['The model is loading, please retry', true],
  ['Server is still starting up', true],
  ['Model is not loaded yet', true],
  ['The engine is initializing', true],
  ['model is warming up', true],
  ['Loading the weights: 34 %', true],
  ['Model not ready', true],
  ['The model is still being loaded', true],
  ['Cold start in progress', true],
  ['模型加载中', true],
  ['Failed to load model', false],
  ['Error loading model: no such file', false],
  ['No models loaded', false],
  ['Internal Server Error', false],
  ['server busy, please try again.', false],
])('[D12.45] recognises whether %j means that a model is loading: %s', (message, expected) => {
  expect(isLoadingModel({ message })).toBe(expected);
});

import { describe, expect, it, test } from 'vitest';
import { COMPATIBLE_ENDPOINTS } from '../compatible-endpoints.ts';
import type { LocalId } from '../endpoints.ts';
import { compatibleFailure, explainLocal, type LocalBrowser, lateFailure } from './compatible-failure.ts';

const BROWSER: LocalBrowser = {
  permission: async () => undefined,
  isThere: async () => false,
  forbidsLocal: false,
  origin: 'https://subtitles.example',
};
const LOCAL: readonly LocalId[] = ['ollama', 'lmstudio', 'llamacpp', 'local'];
const explain = (id: LocalId, browser: Partial<LocalBrowser>, wasRead = false) =>
  explainLocal(id, COMPATIBLE_ENDPOINTS[id].address || 'http://localhost:8000/v1', { ...BROWSER, ...browser }, wasRead);

test.each([
  ['ollama', 'Nothing answers at http://localhost:11434/v1. Start Ollama (the app, or "ollama serve"), or correct'],
  ['lmstudio', 'Nothing answers at http://localhost:1234/v1. Start the server in LM Studio under "Developer"'],
  ['llamacpp', 'Nothing answers at http://localhost:8080/v1. Start it with "llama-server'],
  ['local', 'Nothing answers at http://localhost:8000/v1. Start the server, or correct the address.'],
] as const)('[D12.4] says how to start %s if it is not running', async (id, words) => {
  expect(await explain(id, {})).toEqual({ kind: 'not-running', message: expect.stringContaining(words) });
});

test.each([
  ['ollama', 'OLLAMA_ORIGINS to https://subtitles.example and start Ollama again'],
  ['lmstudio', 'Switch on "Enable CORS"'],
  ['llamacpp', 'Check whether another program answers'],
  ['local', '"Access-Control-Allow-Origin: https://subtitles.example"'],
] as const)('[D12.4] says how to let the page in if %s is running but refuses it', async (id, words) => {
  const failure = await explain(id, { isThere: async () => true });
  expect(failure).toEqual({ kind: 'local-blocked', message: expect.stringContaining(words) });
  expect(failure?.message).not.toContain('{origin}');
});

test.each(LOCAL)('says how to allow access to %s if the browser’s permission is refused', async (id) => {
  // Without this permission the page cannot see whether the server is running, with or without a request.
  const failure = await explain(id, { permission: async () => 'denied' });
  expect(failure).toEqual({ kind: 'local-blocked', message: expect.stringContaining('Open the site settings') });
});

test.each(LOCAL)('names other browsers for %s, because Safari blocks it', async (id) => {
  const failure = await explain(id, { forbidsLocal: true });
  expect(failure).toEqual({ kind: 'local-blocked', message: expect.stringContaining('Chrome, Edge or Firefox') });
});

test('does not blame a server for a broken call if the page has read its answers before', async () => {
  expect(await explain('ollama', { isThere: async () => true }, true)).toBeUndefined();
  expect(await explain('ollama', {}, true)).toMatchObject({ kind: 'not-running' });
});

test('does not mention browsers in a program', async () => {
  expect(await explain('ollama', { origin: '' })).toEqual({
    kind: 'not-running',
    message:
      'Nothing answers at http://localhost:11434/v1. Start Ollama (the app, or "ollama serve"), or correct the address.',
  });
  // The network has said why.
  expect(await explain('ollama', { origin: '', isThere: async () => true })).toBeUndefined();
  expect(await explain('local', { origin: '' })).toBeUndefined();
});

test.each(LOCAL)('[D12.35] says that a browser extension may block %s', async (id) => {
  expect((await explain(id, {}))?.message).toMatch(/extensions such as ad blockers/);
});

describe('[D12.36] an error with status 200', () => {
  it.each<readonly [unknown, string, string]>([
    [{ success: false, message: 'The prompt is too odd.' }, 'malformed', 'The prompt is too odd.'],
    [{ code: 40001, msg: 'Parameter error' }, 'malformed', 'Parameter error'],
    [{ code: 500, msg: 'Internal server error' }, 'server', 'Internal server error'],
    [{ code: '429', message: 'Slow down' }, 'rate-limit', 'Slow down'],
    [
      { choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
      'quota',
      'insufficient balance',
    ],
    [
      { base_resp: { status_code: 1002, status_msg: 'rate limit exceeded(RPM)' } },
      'rate-limit',
      'rate limit exceeded(RPM)',
    ],
    [{ base_resp: { status_code: 2013, status_msg: 'invalid params' } }, 'malformed', 'invalid params'],
    [{ detail: 'Not Found' }, 'malformed', 'Not Found'],
    [{ detail: [{ loc: ['body', 'model'], msg: 'field required' }] }, 'malformed', 'model: field required'],
    [{ error: 'Insufficient credits. Please top up.' }, 'quota', 'Insufficient credits. Please top up.'],
    [{ error: true, message: 'Something else' }, 'malformed', 'Something else'],
    [
      { errors: [{ code: 7009, message: 'Upstream service unavailable' }], result: null },
      'server',
      'Upstream service unavailable',
    ],
    [{ errors: ['Invalid API key'], success: false }, 'bad-key', 'Invalid API key'],
    [
      { error_code: 17, error_msg: 'Open api daily request limit reached' },
      'quota',
      'Open api daily request limit reached',
    ],
    [
      { status: 'error', message: 'Server is busy, please try again later.' },
      'server',
      'Server is busy, please try again later.',
    ],
    [{ data: { error: { message: 'Request timed out.' } } }, 'timeout', 'Request timed out.'],
    [[{ error: { message: 'Quota', code: 402 } }], 'quota', 'Quota'],
    ['Out of credits', 'quota', 'Out of credits'],
    [{ code: 'InvalidApiKey', message: 'The key is not good.' }, 'bad-key', 'The key is not good.'],
    [{ message: 'Unauthorized' }, 'bad-key', 'Unauthorized'],
    [
      { base_resp: { status_code: 1004, status_msg: 'login fail: Please carry the API secret key' } },
      'bad-key',
      'login fail: Please carry the API secret key',
    ],
    [{ type: 'error', error: { type: 'authentication_error', message: 'No.' } }, 'bad-key', 'No.'],
    [{ errorCode: 401, errorMsg: 'Token expired' }, 'bad-key', 'Token expired'],
    [{ code: 1302, msg: '速率限制' }, 'rate-limit', '速率限制'],
    [
      { error_code: 18, error_msg: 'Open api qps request limit reached' },
      'rate-limit',
      'Open api qps request limit reached',
    ],
    [{ base_resp: { status_code: 1000, status_msg: 'unknown error, 520' } }, 'server', 'unknown error, 520'],
    [{ code: 50000, message: 'Upstream error', data: null }, 'server', 'Upstream error'],
    [{ base_resp: { status_code: 1027, status_msg: 'output new_sensitive' } }, 'refused', 'output new_sensitive'],
    [{ detail: { error: 'The balance is not enough' } }, 'quota', 'The balance is not enough'],
    [{ resultCode: 'FAIL', resultMsg: 'No such thing' }, 'malformed', 'No such thing'],
    [{ code: 1113, msg: '余额不足，请充值' }, 'quota', '余额不足，请充值'],
    [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'server', 'Overloaded'],
  ])('reads %j as a failure with the server’s words', (reply, kind, message) => {
    expect(lateFailure(reply, 'sk-secret')).toMatchObject({ kind, message });
  });

  it.each([
    { choices: [{ message: { content: '{"1":"Sim"}' } }], message: 'a note' },
    { choices: [{ message: { content: '{"1":"Sim"}' } }], base_resp: { status_code: 0, status_msg: 'success' } },
    { choices: [{ message: { content: '' } }], detail: 'x' },
    { code: 0, msg: 'success', data: { choices: [] } },
    { choices: [], usage: { prompt_tokens: 3 } },
    { message: { role: 'assistant', content: '{"1":"Sim"}' }, done: true },
    {},
  ])('finds no failure in %j', (reply) => expect(lateFailure(reply, '')).toBeUndefined());

  it('never shows the key', () => {
    expect(lateFailure({ success: false, message: 'no sk-secret' }, 'sk-secret')?.message).toBe('no [key]');
  });
});

test.each([
  [500, 'model requires more system memory (7.5 GiB) than is available (5.2 GiB)'],
  [500, 'llama runner process has terminated: cudaMalloc failed: out of memory'],
  [500, 'llama runner process has terminated: error loading model: unable to allocate CUDA0 buffer'],
  [400, 'Failed to load model "x". Error: Model loading was stopped due to insufficient system resources.'],
  [500, 'memory layout cannot be allocated'],
  [400, 'Failed to load model. Error: Your system does not have enough memory'],
  [500, 'llama runner process has terminated: signal: killed'],
  [500, 'vk::Device::allocateMemory: ErrorOutOfDeviceMemory'],
  [500, 'No available memory for the cache blocks. Try increasing gpu_memory_utilization'],
  [400, 'Failed to load: this model requires approximately 21.5 GB of memory.'],
  [500, '[METAL] Command buffer execution failed: Insufficient Memory (kIOGPUCommandBufferCallbackErrorOutOfMemory)'],
])('[D12.37] recognises too little memory (%d, %s)', (status, error) => {
  expect(compatibleFailure(status, { error }).kind).toBe('no-memory');
});

test.each([
  [
    404,
    'No endpoints found matching your data policy. Enable prompt training here: https://…/settings/privacy',
    'not-permitted',
  ],
  [
    404,
    'No endpoints available matching your guardrail restrictions and data policy. Configure: https://…',
    'not-permitted',
  ],
  [404, 'No allowed providers are available for the selected model.', 'not-permitted'],
  [404, 'No models match your request and model restrictions', 'not-permitted'],
  [404, 'No endpoints found that can handle the requested parameters. To learn more …', 'bad-request'],
  [404, 'No endpoints found that support image input', 'bad-request'],
  [404, 'No endpoints found for x/y.', undefined],
  [500, 'llama runner process has terminated: exit status 2', undefined],
  [503, 'Not enough resources available, please try again later.', undefined],
])('[D12.38] reads the kind of OpenRouter’s failure %d “%s”', (status, message, kind) => {
  expect(compatibleFailure(status, { error: { code: status, message } }).kind).toBe(kind);
});

import { expect, test } from 'vitest';
import { asCompletion, chatOutcome, streamedCompletion, wordsAlone } from './chat-completions.ts';

const events = (...all: readonly unknown[]) => all.map((event) => `data: ${JSON.stringify(event)}`);
const delta = (content: unknown, rest: object = {}) => ({ choices: [{ delta: { content }, ...rest }] });
const USAGE = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
const WHOLE = events(delta(null), delta('{"2":"N'), delta('ão"}'), delta('', { finish_reason: 'stop' }));

test.each([
  ['with the usual events', [...WHOLE, 'data: [DONE]', ''].join('\n\n')],
  ['with Windows line ends', WHOLE.join('\r\n\r\n')],
  [
    'with comments, and without a space after "data:"',
    [': OPENROUTER PROCESSING', 'event: message', ...WHOLE].join('\n').replaceAll('data: ', 'data:'),
  ],
  [
    'with a chunk that has no choices',
    [...WHOLE, ...events({ choices: [] }, { choices: [{ delta: null }] })].join('\n'),
  ],
  [
    'with a whole answer and an end mark',
    `${JSON.stringify({ choices: [{ message: { content: '{"2":"Não"}' } }] })}\n\ndata: [DONE]`,
  ],
])('[D12.32] reads a stream although the request did not ask for one: %s', (_, text) => {
  expect(chatOutcome(streamedCompletion(text))).toEqual({ ok: true, text: '{"2":"Não"}', usage: undefined });
});

test('[D12.32] reads the end reason and the tokens of a stream', () => {
  const cut = [...events(delta('{"2":"N'), delta('', { finish_reason: 'length' }), { choices: [], usage: USAGE })];
  expect(chatOutcome(streamedCompletion(cut.join('\n')))).toMatchObject({
    ok: false,
    failure: { kind: 'cut-off' },
    text: '{"2":"N',
    usage: { input: 10, output: 20 },
  });
});

test('[D12.32] reads an error in a stream, together with the text before it', () => {
  const broken = events(delta('{"2":"N'), { error: { code: 502, message: 'gone' } }).join('\n');
  expect(streamedCompletion(broken)).toMatchObject({
    error: { code: 502, message: 'gone' },
    choices: [{ message: { content: '{"2":"N' } }],
  });
});

test.each(['', '<html>\n<body>Sign in</body>', '{"a":', 'data: [DONE]', 'null\n3'])(
  'does not take %j for a stream',
  (text) => {
    expect(streamedCompletion(text)).toBeUndefined();
  },
);

test.each([
  ['data: {"success":false,"message":"No balance"}\n\ndata: [DONE]', { success: false, message: 'No balance' }],
  ['event: error\ndata: {"code":1113,"msg":"No balance"}', { code: 1113, msg: 'No balance' }],
  ['data:{"base_resp":{"status_msg":"No balance"}}', { base_resp: { status_msg: 'No balance' } }],
  ['data: {"detail":"Not Found"}\n\n', { detail: 'Not Found' }],
  ['data: {"error":"No balance"}', expect.objectContaining({ error: 'No balance' })],
])('[D12.47] reads the only event of a stream as a report of failure: %s', (text, body) => {
  expect(streamedCompletion(text)).toEqual(body);
});

test.each(['Out of credits', 'upstream connect error', ' Your balance is used up.\n', '余额不足'])(
  '[D12.47] reads plain text with status 200 as the server’s message: %s',
  (text) => expect(wordsAlone(text)).toEqual({ message: text.trim() }),
);
test.each(['', ' ', '42', '<html>Sign in</html>', '{"a":', '["a"', '"a', 'data: [DONE]', 'x'.repeat(501)])(
  'does not take %j for a message',
  (text) => expect(wordsAlone(text)).toBeUndefined(),
);

const ANSWER = '{"2":"Não"}';
const PARTS = [{ type: 'output_text', text: ANSWER }];
const COMPLETION = { choices: [{ message: { content: ANSWER } }] };

test.each<[string, unknown]>([
  ['in a list', [COMPLETION]],
  ['under "data"', { code: 0, msg: 'success', data: COMPLETION }],
  ['under "result"', { success: true, errors: [], result: COMPLETION }],
  ['from Cloudflare', { success: true, errors: [], result: { response: ANSWER } }],
  ['from Alibaba', { output: { text: ANSWER, finish_reason: 'stop' } }],
  ['from Alibaba, with choices', { output: COMPLETION }],
  ['from OpenAI’s Responses', { status: 'completed', output: [{ type: 'message', content: PARTS }] }],
  ['from OpenAI’s Responses, with "output_text" alone', { output_text: ANSWER }],
  ['from Anthropic', { content: [{ type: 'text', text: ANSWER }], stop_reason: 'end_turn' }],
  ['from Google', { candidates: [{ content: { parts: [{ text: ANSWER }] } }] }],
  ['from Ollama’s generate', { response: ANSWER, done: true }],
  ['from TGI', [{ generated_text: ANSWER }]],
  ['from llama.cpp’s completion', { content: ANSWER, stop: true }],
  ['from MiniMax', { reply: ANSWER, choices: [{ messages: [{ text: ANSWER }] }], base_resp: { status_code: 0 } }],
  ['from Baidu', { result: ANSWER }],
  ['in a chunk of a stream', { choices: [{ delta: { content: ANSWER } }] }],
])('[D12.54] reads an answer in the format of another interface: %s', (_, body) => {
  expect(chatOutcome(asCompletion(body))).toEqual({ ok: true, text: ANSWER, usage: undefined });
});

test('[D12.54] reads the tokens of an answer in the format of another interface', () => {
  const body = { content: [{ type: 'text', text: ANSWER }], usage: { input_tokens: 10, output_tokens: 20 } };
  expect(chatOutcome(asCompletion(body)).usage).toEqual({ input: 10, output: 20, reasoning: 0 });
});

test.each([
  COMPLETION,
  { choices: [{ message: { content: '', reasoning: 'Hm' } }] },
  { choices: [{ message: { content: null, refusal: 'No.' } }] },
  { error: { message: 'No {model}.' } },
  { detail: 'No {model}.' },
  { code: 1, msg: 'No {model}.', data: null },
  { result: null, errors: [{ message: 'No {model}.' }] },
  { choices: [], usage: { prompt_tokens: 3 } },
  'No {model}.',
  null,
])('[D12.54] leaves a body without an answer as it is: %j', (body) => expect(asCompletion(body)).toBe(body));

const textOf = (content: string) => {
  const { text } = chatOutcome({ choices: [{ message: { content } }] }) as { readonly text: string };
  return text;
};

test('cuts nothing off if a subtitle contains "</think>", even inside a code fence', () => {
  const fenced = '```json\n{"1": "a </think> b"}\n```';
  expect(textOf(fenced)).toBe(fenced);
  expect(textOf(`So.</think>\n${fenced}`.replace('a </think> b', 'c'))).toBe(fenced.replace('a </think> b', 'c'));
});

test('reads megabytes of opening marks without an answer in linear time', () => {
  const marks = 'x<|channel|>final'.repeat(250_000);
  expect(textOf(marks)).toBe(marks);
});

import { expect, test } from 'vitest';
import { openPermit } from '../../test/permits.ts';
import { keysOf } from '../../test/settings-harness.ts';
import { requestFor } from '../../test/translate-request.ts';
import { nextTask } from '../clock/clock.ts';
import { modelByName } from '../providers/models.ts';
import type { ApiKeys, Model, Provider, ProviderFailure, TranslateRequest } from '../providers/provider.ts';
import type { Call, Sending } from './job.ts';
import { createSendRequest } from './requests.ts';

const { signal } = new AbortController();
const PHRASES = [{ number: 2, time: '', text: 'Нет' }];
const CONTEXT = [{ number: 1, time: '', text: 'Да' }];

const SETTINGS = {
  calls: { thinking: 'least', halfPrice: false },
  hosts: {},
} as const;

function sender(
  model: Model,
  keys: Partial<ApiKeys>,
  {
    prompt = 'Translate.',
    modelFailure,
    failure,
    text = '{}',
  }: { prompt?: string; modelFailure?: ProviderFailure; failure?: ProviderFailure; text?: string } = {},
) {
  const sent: { readonly provider: string; readonly request: TranslateRequest }[] = [];
  const sendRequest = createSendRequest({
    readSettings: () => ({ ...SETTINGS, prompt, model, keys: keysOf(keys) }),
    whenModelSettled: async () => modelFailure,
    loadProvider: async (id) => {
      const translate: Provider['translate'] = async (request) => {
        sent.push({ provider: id, request });
        return failure ? { ok: false, failure, text: '', usage: undefined } : { ok: true, text, usage: undefined };
      };
      return { id, translate, listModels: unasked, checkKey: unasked };
    },
  });
  const send = (more: Partial<Call> = {}) =>
    sendRequest({ phrases: PHRASES, context: CONTEXT, ...more }, { film: FILM, signal, permitFor: () => openPermit });
  return { sent, send };
}

const unasked = (): never => {
  throw new Error('Nobody asked for it.');
};
const FILM = { getState: unasked, dispatch: unasked };

test.each([
  [{}, 'none'],
  [{ openai: 'a' }, 'openai'],
  [{ openai: 'a', google: 'b' }, 'openai, google'],
])('[S5.12] the message about a missing key lists the keys that are there: %j', async (keys, available) => {
  const { sent, send } = sender(modelByName('claude-haiku-5-5'), keys);
  const message = `No API key configured for provider: anthropic. Model: claude-haiku-5-5. Available keys: ${available}`;
  expect(await send()).toEqual({ ok: false, failure: { kind: 'missing-key', message }, text: '', usage: undefined });
  expect(sent).toEqual([]);
});

test("[S3.3] sends a request to its model's provider, with that provider's key", async () => {
  const { sent, send } = sender(modelByName('gemini-3.8-flash'), { openai: 'a', google: 'b' });
  await send();
  const facts = { prompt: 'Translate.', phrases: PHRASES, context: CONTEXT };
  const request = requestFor({ model: 'gemini-3.8-flash', key: 'b', ...facts });
  expect(sent).toEqual([{ provider: 'google', request: { ...request, thinking: 'least', halfPrice: false } }]);
});

test('sends a request to the endpoint of its model, whatever the name of the model looks like', async () => {
  const model = { endpoint: 'openai', id: 'ft:gpt-4o-mini:claude-fans::1' } as const;
  const { sent, send } = sender(model, { openai: 'a', anthropic: 'b' });
  await send();
  expect(sent).toMatchObject([{ provider: 'openai', request: { model, key: 'a' } }]);
});

test('sends nothing when no model of the chosen provider is available, not even to the previous model', async () => {
  const failure = { kind: 'model-not-found', message: 'No model of Google could be picked.' } as const;
  const { sent, send } = sender(modelByName('gpt-4o'), { openai: 'a', google: 'b' }, { modelFailure: failure });
  expect(await send()).toEqual({ ok: false, failure, text: '', usage: undefined });
  expect(sent).toEqual([]);
});

test('[D5.9] sends nothing without a prompt', async () => {
  const { sent, send } = sender(modelByName('gemini-3.8-flash'), { google: 'b' }, { prompt: ' \n' });
  expect(await send()).toMatchObject({ ok: false, failure: { kind: 'no-prompt' } });
  expect(sent).toEqual([]);
});

test.each([
  ['', 'bad-key', 401, 'Invalid API Key', 'wants-key'],
  ['', 'not-permitted', 403, 'Not authenticated', 'wants-key'],
  ['', 'bad-key', 403, '', 'wants-key'],
  ['', 'bad-request', 400, 'No api key passed in.', 'wants-key'],
  ['', 'not-permitted', 403, 'This model is not for you', 'not-permitted'],
  ['wrong', 'bad-key', 401, 'Invalid API Key', 'bad-key'],
] as const)(
  '[D12.46] a request with the key "%s" that is refused as %s %s %s counts as %s',
  async (key, kind, status, message, counts) => {
    const failure = { kind, status, message };
    const { send } = sender({ endpoint: 'llamacpp', id: 'gemma' }, { llamacpp: key }, { failure });
    expect(await send()).toMatchObject({ ok: false, failure: { kind: counts, status, message } });
  },
);

test('[D16.4] numbers phrases from 1 in a request with a strict schema, and only there', async () => {
  const { sent, send } = sender(modelByName('gpt-6-sol'), { openai: 'a' }, { text: '{"1":"Não"}' });
  expect(await send({ replyFormat: 'schema' })).toMatchObject({ ok: true, text: '{"2":"Não"}' });
  expect(sent[0]?.request.messages[0]?.parts).toEqual(['{"context, not to be translated":{"0":"Да"}}', '{"1":"Нет"}']);
  expect(sent[0]?.request.replySchema).toMatchObject({ required: ['1'] });
});

test('[D16.5] does not send a waiting call to a model, or with a key, that changed while another call was trying the request form', async () => {
  let settings = {
    prompt: 'Translate.',
    model: modelByName('gpt-5-pro'),
    keys: keysOf({ openai: 'old' }),
    ...SETTINGS,
  };
  const sent: TranslateRequest[] = [];
  const other = new AbortController();
  const sendRequest = createSendRequest({
    readSettings: () => settings,
    whenModelSettled: async () => undefined,
    loadProvider: async (id) => {
      const translate: Provider['translate'] = async (request, { permit }) => {
        await new Promise((resolve) => other.signal.addEventListener('abort', resolve));
        if (permit() === null)
          return { ok: false, failure: { kind: 'cancelled', message: '' }, text: '', usage: undefined };
        sent.push(request);
        return { ok: true, text: '{"1":"Não"}', usage: undefined };
      };
      return { id, translate, listModels: unasked, checkKey: unasked };
    },
  });
  const permitFor = ({ isAsComposed }: Sending) =>
    Object.assign(() => (isAsComposed() ? openPermit() : null), { withdrawn: signal });
  const ended = sendRequest(
    { phrases: PHRASES, context: CONTEXT, replyFormat: 'schema' },
    { film: FILM, signal, permitFor },
  );
  await nextTask();
  settings = { ...settings, model: modelByName('gpt-5-nano'), keys: keysOf({ openai: 'new' }) };
  other.abort();
  await ended;
  expect(sent.filter(({ model, key }) => model.id === 'gpt-5-pro' || key === 'old')).toEqual([]);
});

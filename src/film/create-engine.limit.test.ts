import { describe, expect, test, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { createEngineHarness } from '../../test/engine-harness.ts';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { begin } from '../../test/session-harness.ts';
import { KEPT, modelOf } from '../../test/settings-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { DEFAULT_PROMPT } from '../languages/default-prompt.ts';
import { standardPrompt } from '../languages/prompt-language.ts';
import { byEndpoint, type EndpointId } from '../providers/endpoints.ts';
import type { FailureKind } from '../providers/failure-kinds.ts';
import type { ModelInfo } from '../providers/provider.ts';
import type { HttpOutcome, Transport } from '../providers/transport/http.ts';
import type { KeptSettings } from '../settings/settings.ts';
import type { Work } from './film.ts';

fakeTimersAndConsole();

const LIST_TAKES_MS = 300;
const USAGE = { input: 1_000, output: 500, reasoning: 0 };

/** Starts an engine with a spending limit in dollars. `sent`: the models of the calls that providers received. */
function startEngine(kept: Partial<KeptSettings>, stopAt: number, models: readonly ModelInfo[], initial?: Work) {
  const sent: string[] = [];
  const prompts: string[] = [];
  const engine = createEngineHarness({
    ...{ kept: { ...kept, prices: { own: {}, stopAt } }, models, listMs: LIST_TAKES_MS },
    ...(initial && { initial }),
    async translate({ model, messages, system }) {
      sent.push(model.id);
      prompts.push(system);
      await new Promise((resolve) => setTimeout(resolve, 10));
      return { ok: true, text: translationOf(messages.at(-1)?.parts.at(-1) ?? '{}'), usage: USAGE };
    },
  });
  /** Opens a film and starts its translation. */
  async function play(text = sampleSrt(20)) {
    engine.session.openSource(text, []);
    void engine.session.translate();
    await settle();
  }
  return { ...engine, sent, prompts, play, state: engine.session.store.getState };
}

const translationOf = (batch: string): string =>
  JSON.stringify(Object.fromEntries(Object.keys(JSON.parse(batch)).map((number) => [number, `PT ${number}`])));

/** Waits until lazy code is loaded and the model lists have come. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(20);
  }
}

const keysFor = (...endpoints: readonly EndpointId[]) => byEndpoint((id) => (endpoints.includes(id) ? 'a-key' : ''));

test('[D9.3] estimates the cost of a call by the price of the model that the person chose last', async () => {
  const opus = modelOf('anthropic', 'claude-opus-4-1-20250805');
  const mini = modelOf('openai', 'gpt-4o-mini');
  const kept = { model: { endpoint: 'openai', id: mini.id }, keys: keysFor('openai', 'anthropic') } as const;
  const { settings, play, sent, state } = startEngine(kept, 0.002, [opus, mini]);
  settings.showProvider('anthropic');
  await play();
  expect(settings.store.getState().model.id).toBe(opus.id);
  expect(sent).toEqual([]);
  expect(state().paused).toMatchObject({ reason: 'failure', kind: 'limit' });
});

test('[D9.3] waits after a reload for the model list with the price, and does not stop the run', async () => {
  const harness = begin(200);
  await harness.pass(0);
  const film: Work = { ...harness.state(), batches: batchesOf(resultsOf(harness.state()).map(() => undefined)) };
  harness.session.dispose();
  const priced = { ...modelOf('openrouter', 'maker/model'), price: { input: 0.1, output: 0.1 } };
  const kept = { model: { endpoint: 'openrouter', id: priced.id }, keys: keysFor('openrouter') } as const;
  const { sent, state } = startEngine(kept, 5, [priced], film);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(LIST_TAKES_MS / 2);
  expect(state().paused).toBeNull();
  expect(sent).toEqual([]);
  await settle();
  expect(state().paused).not.toMatchObject({ kind: 'limit' });
  expect(sent.length).toBeGreaterThan(1);
});

describe('a pause because of the spending limit', () => {
  const GPT_4O = modelOf('openai', 'gpt-4o');

  /** A paused film: each call costs $0.0075, so the limit allows one call. */
  async function paused() {
    const engine = startEngine({ model: GPT_4O, keys: keysFor('openai') }, 0.01, [GPT_4O]);
    await engine.play(sampleSrt(200));
    expect(engine.state().paused).toMatchObject({ kind: 'limit' });
    return { ...engine, before: engine.sent.length };
  }

  test.each([1, null])(
    '[D9.3] stays paused until a person presses Resume, even if the limit changes to %s',
    async (stopAt) => {
      const { settings, session, sent, state, before } = await paused();
      settings.setPrices({ stopAt });
      await settle();
      expect(sent).toHaveLength(before);
      expect(state().paused).toMatchObject({ kind: 'limit' });
      session.resume();
      await settle();
      expect(state().paused).toBeNull();
      expect(sent.length).toBeGreaterThan(before);
    },
  );
});

test('[D12.30][D12.31] reads the list of a server without a model again at Translate, and sends nothing to another provider', async () => {
  const models = [modelOf('openai', 'gpt-4o-mini')];
  const kept = { model: { endpoint: 'openai', id: 'gpt-4o-mini' }, keys: keysFor('openai') } as const;
  const { settings, session, play, sent, state } = startEngine(kept, 5, models);
  settings.showProvider('lmstudio');
  await settle();
  await play();
  expect(state().error).toBe('Choose or load a model of LM Studio, or go back to OpenAI. Nothing was sent.');
  expect(sent).toEqual([]);
  models.push(modelOf('lmstudio', 'gemma'));
  session.translate();
  await settle();
  expect(sent).toEqual(['gemma']);
});

test('[D12.30][D12.45] keeps the model of a film that is being translated when a local server starts', async () => {
  const [mini, gemma] = [modelOf('openai', 'gpt-4o-mini'), modelOf('ollama', 'gemma')];
  const sent: string[] = [];
  let isUp = false;
  const { session, settings } = createEngineHarness({
    kept: { model: mini, keys: keysFor('openai'), concurrency: 1 },
    models: [mini, gemma],
    listMs: LIST_TAKES_MS,
    takes: (key) => isUp || key !== '',
    async translate({ model, messages }) {
      sent.push(model.id);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { ok: true, text: translationOf(messages.at(-1)?.parts.at(-1) ?? '{}'), usage: USAGE };
    },
  });
  session.openSource(sampleSrt(800), []);
  void session.translate();
  await settle();
  settings.showProvider('ollama');
  await settle();
  expect(session.store.getState().paused).toMatchObject({ kind: 'model-not-found' });
  session.resume();
  await vi.advanceTimersByTimeAsync(300);
  isUp = true;
  settings.readFailedLists({ onThisComputer: true });
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(Array(40).fill('gpt-4o-mini'));
  settings.readFailedLists({ onThisComputer: true });
  await settle();
  expect(settings.store.getState().model.id, 'it is picked once nothing goes').toBe('gemma');
});

test("[D11.20] uses the film's language in the prompt if Translate follows right after opening, for each film", async () => {
  const kept = { prompt: DEFAULT_PROMPT, keys: keysFor('openai') } as const;
  const { session, prompts, play } = startEngine(kept, 5, [modelOf('openai', KEPT.model.id)]);
  for (const [text, from] of [
    ['What is it that you want? I have to go to the house.', 'en'],
    ['No es lo que está con los del una por el que pero.', 'es'],
    ['Я не знаю, что ты хочешь сказать.', 'ru'],
  ] as const) {
    await play(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`);
    expect(prompts.at(-1)).toContain(standardPrompt({ from, into: 'pt', tone: 'informal' }));
    session.clear('all');
  }
  expect(prompts).toHaveLength(3);
});

test.each([
  ['02:00', { input: 0.44, output: 1.32 }],
  ['05:00', { input: 0.22, output: 0.66 }],
])('[D9.20] counts a call that is sent at %s UTC at the price of that hour', async (time, price) => {
  vi.setSystemTime(`2026-11-23T${time}:00Z`);
  const flash = modelOf('deepseek', 'deepseek-v4-flash');
  const { play, state } = startEngine({ model: flash, keys: keysFor('deepseek') }, 5, [flash]);
  await play();
  expect(state().spent).toMatchObject([{ model: { id: flash.id }, price, reported: { input: 1_000, output: 500 } }]);
});

test('[D9.3][D16.5] counts no cost for calls that were waiting for the first try of a schema when the run stopped', async () => {
  const mini = modelOf('openai', 'gpt-4o-mini');
  let sent = 0;
  const body = { choices: [{ message: { content: '{}' }, finish_reason: 'stop' }], usage: { prompt_tokens: 9 } };
  async function send(): Promise<HttpOutcome> {
    sent++;
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    return { ok: true, body };
  }
  const model = { endpoint: 'openai', id: mini.id } as const;
  const kept = { model, keys: keysFor('openai'), concurrency: 4, prices: { own: {}, stopAt: null } } as const;
  const { session } = createEngineHarness({ kept, models: [mini], listMs: LIST_TAKES_MS, send });
  session.openSource(sampleSrt(80), [], 'Film 1.srt');
  session.changeOptions({ replyFormat: 'schema' });
  void session.translate();
  await settle();
  await vi.advanceTimersByTimeAsync(15_000);
  const { spent } = session.store.getState();
  const results = resultsOf(session.store.getState());
  expect({ sent, waiting: results.filter((slot) => slot === null).length }).toEqual({ sent: 1, waiting: 4 });
  session.stop();
  await settle();
  const now = session.store.getState();
  expect(resultsOf(now)).toEqual([null, undefined, undefined, undefined]);
  expect(now.spent).toEqual(spent);
  expect(spent[0]?.unreported.input).toBeLessThan(600);
});

const refusedWith = (status: number, kind: FailureKind): HttpOutcome => ({
  ok: false,
  failure: { kind, message: kind, status },
});
const allThinking = {
  choices: [{ message: { content: '' }, finish_reason: 'length' }],
  usage: { prompt_tokens: 9, completion_tokens: 4_096, completion_tokens_details: { reasoning_tokens: 4_096 } },
};

/** Starts to translate a film of so many phrases with the strict schema, which no call has tried yet. `send`: answers for the provider. */
async function translateBySchema(phrases: number, send: Transport['send']) {
  const mini = modelOf('openai', 'gpt-4o-mini');
  const kept = { model: { endpoint: 'openai', id: mini.id }, keys: keysFor('openai') } as const;
  const engine = createEngineHarness({ kept, models: [mini], listMs: LIST_TAKES_MS, send });
  engine.session.openSource(sampleSrt(phrases), []);
  engine.session.changeOptions({ replyFormat: 'schema' });
  void engine.session.translate();
  await settle();
  return engine;
}

function answered(body: unknown): HttpOutcome {
  const { messages } = body as { readonly messages: readonly { readonly content: string }[] };
  const content = translationOf(messages.at(-1)?.content ?? '');
  return { ok: true, body: { choices: [{ message: { content }, finish_reason: 'stop' }] } };
}

test.each([
  ['[D7.2][D16.5] a key that is refused', 1, refusedWith(401, 'bad-key')],
  // The fourth request is the first one without a schema.
  ['[D7.4][D16.5] a third request that is refused for the same reason', 4, refusedWith(400, 'bad-request')],
  ['[D7.6][D16.5] a reply that contains only thinking', 1, { ok: true, body: allThinking } as const],
])('%s pauses the run, and no call that waits for the first try of the schema is sent', async (_, most, outcome) => {
  let sent = 0;
  const { session } = await translateBySchema(400, async () => {
    sent++;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return outcome;
  });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(session.store.getState()).toMatchObject({ paused: { reason: 'failure' } });
  expect(resultsOf(session.store.getState())).not.toContain(null);
  expect(sent).toBe(most);
});

test('[D7.1][D16.5] applies a wait that the provider names to calls that wait for the first try of the schema', async () => {
  const sentAt: number[] = [];
  const { session } = await translateBySchema(400, async ({ body }) => {
    sentAt.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 100));
    const failure = { kind: 'rate-limit', message: 'Too many requests.', status: 429, retryAfterMs: 20_000 } as const;
    if (sentAt.length === 1) return { ok: false, failure };
    return answered(body);
  });
  await vi.advanceTimersByTimeAsync(60_000);
  const [first = 0, second = 0] = sentAt;
  expect(second - first).toBeGreaterThanOrEqual(20_000);
  expect(sentAt).toHaveLength(21);
  expect(resultsOf(session.store.getState()).every((slot) => slot?.[0] === '')).toBe(true);
});

test('[D16.5] applies a new limit of requests at once to calls that wait for the first try of the schema', async () => {
  const atOnce: number[] = [];
  let running = 0;
  const { session, settings } = await translateBySchema(100, async ({ body }) => {
    atOnce.push(++running);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    running--;
    return answered(body);
  });
  settings.setConcurrency(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(atOnce).toEqual([1, 1, 1, 1, 1]);
  expect(resultsOf(session.store.getState()).every((slot) => slot?.[0] === '')).toBe(true);
});

test('[D15.8] does not send a reading of the film that was stopped while it waited for its model', async () => {
  const opus = modelOf('anthropic', 'claude-opus-4-1-20250805');
  const mini = modelOf('openai', 'gpt-4o-mini');
  const kept = { model: { endpoint: 'openai', id: mini.id }, keys: keysFor('openai', 'anthropic') } as const;
  const { settings, session, sent, state } = startEngine(kept, 100, [opus, mini]);
  settings.showProvider('anthropic');
  session.openSource(sampleSrt(20), [], 'Film 1.srt');
  session.readFilm([['one']], { from: undefined, into: undefined });
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(LIST_TAKES_MS / 2);
  expect(state().reading?.stage).toBe('loading');
  session.endReading('stop');
  await settle();
  expect(state().reading).toMatchObject({ stage: 'stopped', done: 0 });
  expect(sent).toEqual([]);
});

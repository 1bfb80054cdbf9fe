import { createTimerClock } from '../src/clock/clock.ts';
import { createEngine } from '../src/film/create-engine.ts';
import { planSuggestions } from '../src/film/plan-suggestions.ts';
import type { Session } from '../src/film/session.ts';
import { byEndpoint, type EndpointId } from '../src/providers/endpoints.ts';
import { createProviderLoader } from '../src/providers/load-provider.ts';
import { DEFAULT_CALLS, type Settings } from '../src/settings/settings.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { type Behaviour, type Call, reply, translatedJson } from './stand-in-call.ts';
import { fetchInto, OTHER_ADDRESS } from './stand-in-fetch.ts';
import { startStandIn } from './stand-in-provider.ts';

/** A request as it leaves the page, without the key. */
export interface RecordedRequest {
  readonly of: EndpointId;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const KEY = 'test-key';

/** Models that think by default, so that their requests contain the setting for thinking. */
const MODELS: Readonly<Record<EndpointId, string>> = {
  ...byEndpoint(() => 'vendor/chat-small'),
  deepseek: 'deepseek-reasoner',
  mistral: 'mistral-medium-latest',
  groq: 'qwen-3-32b',
  xai: 'grok-4.5',
  ollama: 'gpt-oss:20b',
  openai: 'gpt-5.4-mini',
  anthropic: 'claude-haiku-5-5',
  google: 'gemini-3.5-flash',
};

/** A whole batch, and a batch of one phrase that has the first batch as its context. */
const FILM = Array.from({ length: 21 }, (_, at) => ({
  number: at + 1,
  time: `00:00:${String(at + 10)},000 --> 00:00:${String(at + 10)},900`,
  text: at % 7 === 0 ? '— Да?\n<i>"Нет"</i>' : `Да ${at}`,
}));

/** Behaviours by call. undefined: the default answer. */
const ANSWERS: readonly ((call: Call) => Behaviour | undefined)[] = [
  (call) => reply(translatedJson(call, { without: 1 })),
  () => undefined,
  () => undefined,
  () => reply('{"21":"Sim"}'),
  () => reply('{"2":{"Да 1":"Sim"},"9":{"Да 8":"Sim"}}'),
];

/**
 * All requests of an endpoint for one film. The page's own settings and session send them, without notes and with default options: the live list, the check of
 * the key, a batch, its correction, a batch with context, a suggestion, and a repair that quotes the originals.
 */
export async function recordRequests(endpoint: EndpointId): Promise<readonly RecordedRequest[]> {
  const standIn = await startStandIn();
  const recorded: RecordedRequest[] = [];
  const send = fetchInto(standIn.origin);
  const clock = createTimerClock();
  const { settings, session, dispose } = createEngine({
    clock,
    connectivity: { isOnline: () => true, subscribe: () => () => {} },
    loadRunPart: () => import('../src/film/run-part.ts'),
    loadProvider: createProviderLoader({
      clock,
      fetch(input, init) {
        recorded.push(requestOf(endpoint, new Request(input, { ...init, signal: null }), init?.body));
        return send(input, init);
      },
    }),
    kept: {
      prompt: 'Translate from Russian into Portuguese.\n\nReply in JSON.',
      promptFollows: false,
      model: { endpoint, id: MODELS[endpoint] },
      modelChosen: true,
      keys: byEndpoint((id) => (id === endpoint ? KEY : '')),
      doubtfulKeys: byEndpoint(() => ''),
      concurrency: 1,
      calls: { ...DEFAULT_CALLS, addresses: { local: OTHER_ADDRESS } },
      keepKeys: 'session',
    },
  });
  try {
    let asked = 0;
    standIn.behave((call) => (call.kind === 'translate' ? ANSWERS[asked++]?.(call) : undefined));
    await until(settings, ({ models }) => models[endpoint].state === 'live');
    settings.checkKey(endpoint);
    await until(settings, ({ keyChecks }) => keyChecks[endpoint].outcome === 'valid');
    session.openSource(formatSrt(FILM), []);
    await session.translate();
    await until(session, ({ batches }) => batches.length === 2 && batches.every(({ state }) => state === 'ok'));
    session.ask(planSuggestions(session.store.getState(), [21], { kind: 'shorter', most: { 21: 5 } }));
    await until(session, ({ suggestionRequests }) => suggestionRequests.length === 0);
    const problems = { 2: ['It is empty.'], 9: ['It has another number.'] };
    session.ask(planSuggestions(session.store.getState(), [2, 9], { kind: 'fix', problems }, { quotes: true }));
    await until(session, ({ suggestionRequests }) => suggestionRequests.length === 0);
    return recorded;
  } finally {
    dispose();
    await standIn.close();
  }
}

function requestOf(of: EndpointId, { method, url, headers }: Request, body: unknown): RecordedRequest {
  const bare = (text: string) => text.replaceAll(KEY, '[key]');
  return {
    ...{ of, method, url: bare(url) },
    headers: Object.fromEntries([...headers].map(([name, value]) => [name, bare(value)])),
    ...(typeof body === 'string' && { body: bare(body) }),
  };
}

function until<T extends Settings | Session>(
  { store }: T,
  isSo: (state: ReturnType<T['store']['getState']>) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo(store.getState() as ReturnType<T['store']['getState']>)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(look);
    look();
  });
}

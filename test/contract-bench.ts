import { expect } from 'vitest';
import { byEndpoint, type EndpointId } from '../src/providers/endpoints.ts';
import { createProviderLoader } from '../src/providers/load-provider.ts';
import { modelName } from '../src/providers/models.ts';
import type { CallOptions, Permit, Provider, TranslateOutcome } from '../src/providers/provider.ts';
import { eventually } from './eventually.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { stoppablePermit } from './permits.ts';
import type { Behaviour } from './stand-in-call.ts';
import { fetchInto, OTHER_ADDRESS } from './stand-in-fetch.ts';
import { type StandIn, startStandIn } from './stand-in-provider.ts';
import { type AskedFacts, requestFor } from './translate-request.ts';

export const MODELS: Readonly<Record<EndpointId, string>> = {
  ...byEndpoint(() => 'vendor/chat-small'),
  deepseek: 'deepseek-chat',
  openai: 'gpt-4o-mini',
  anthropic: 'claude-haiku-5-5',
  google: 'gemini-3.5-flash',
};
/** Addresses for endpoints without a usual one, as a person would type them. */
export const ADDRESS: Partial<Record<EndpointId, string>> = { local: OTHER_ADDRESS };
/** Contains characters that URLs escape. */
export const KEY = 'test-key/1+2';
const PROMPT = 'Translate movies from informal Russian into informal Portuguese.\n\nReply in JSON.';
const PHRASES = [
  { number: 9, time: '00:00:03,000 --> 00:00:04,000', text: 'Привет!\nКак дела?' },
  { number: 10, time: '00:00:05,000 --> 00:00:06,000', text: '"{…}"' },
];
export const TRANSLATED = { 9: 'PT: Привет!\nPT: Как дела?', 10: 'PT: "{…}"' };
/** In the product, too, each call has signals of its own. */
const ownSignal = () => new AbortController().signal;

/** An adapter that is connected to a stand-in. The transport adds no random part to its waits. */
export interface ContractBench {
  readonly standIn: StandIn;
  readonly clock: FakeClock;
  readonly provider: Provider;
  /** Options of calls that are not aborted. */
  readonly options: CallOptions;
  /** The prefix of the provider's own messages. */
  readonly marker: string;
  translate(change?: Partial<AskedFacts>, signal?: AbortSignal, permit?: Permit): Promise<TranslateOutcome>;
  /** Uses these behaviours for the next calls, and then the default behaviour. */
  behaveInTurn(...behaviours: readonly Behaviour[]): void;
  /** Calls `callback` when the last byte of a reply has been read, before any other code gets the reply. */
  onceRead(callback: () => void): void;
  /** Checks that after this number of calls the transport waits `expectedMs` before its next attempt. Then lets that time pass. */
  passWait(calls: number, expectedMs: number): Promise<void>;
  /** Restarts with an empty journal, a new clock and a new adapter. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function createContractBench(id: EndpointId): Promise<ContractBench> {
  const standIn = await startStandIn({ largestPage: 2, isKeyValid: (key) => key !== 'wrong-key' });
  const fetchFromStandIn = fetchInto(standIn.origin);
  let whenRead = () => {};
  const fetch: typeof globalThis.fetch = async (...call) => {
    const response = await fetchFromStandIn(...call);
    const read = response.text.bind(response);
    response.text = async () => {
      const text = await read();
      whenRead();
      return text;
    };
    return response;
  };
  const setUp = async () => {
    whenRead = () => {};
    const clock = createFakeClock();
    const load = createProviderLoader({ clock, fetch, random: () => 0 });
    return { clock, provider: await load(id) };
  };
  let { clock, provider } = await setUp();

  return {
    standIn,
    get clock() {
      return clock;
    },
    get provider() {
      return provider;
    },
    options: { signal: ownSignal(), address: ADDRESS[id] },
    marker: id === 'google' ? '[Google AI] ' : '',
    translate: (change = {}, signal = ownSignal(), permit = stoppablePermit().permit) =>
      provider.translate(
        requestFor({
          model: modelName({ endpoint: id, id: MODELS[id] }),
          key: KEY,
          prompt: PROMPT,
          context: [],
          phrases: PHRASES,
          ...change,
        }),
        { signal, permit, address: ADDRESS[id] },
      ),
    behaveInTurn: (...behaviours) => standIn.behave(() => behaviours[standIn.calls.length - 1]),
    onceRead(callback) {
      whenRead = callback;
    },
    async passWait(calls, expectedMs) {
      await eventually(() => {
        expect(standIn.calls).toHaveLength(calls);
        expect(clock.waits()).toEqual([expectedMs]);
      });
      clock.advance(expectedMs);
    },
    async reset() {
      standIn.reset();
      ({ clock, provider } = await setUp());
    },
    close: () => standIn.close(),
  };
}

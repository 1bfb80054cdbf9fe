import { type Clock, delay } from '../clock/clock.ts';
import { CATALOG } from '../providers/catalog.ts';
import type { TransportParts } from '../providers/transport/http.ts';
import { chatCompletion, modelList, readTexts, refusal } from './openai-wire.ts';
import type { Scene } from './scenes.ts';
import { createScript } from './script.ts';

export interface StandInParts {
  readonly clock: Clock;
  /** Default: the Russian scene, after as long as a small model takes. */
  readonly scene?: Pick<Scene, 'createScript' | 'plays'>;
  /** Returns a number from 0 up to 1, for the delays. */
  readonly random?: () => number;
}

const BASE = CATALOG.openai.baseAddress;

const LIST_DELAY_MS = 400;
const SHORTEST_REPLY_MS = 1_200;
const LONGEST_REPLY_MS = 3_500;
/** For a scene that plays by itself: somebody looks on. */
const QUICKER = 0.4;

/**
 * A provider inside the page: answers OpenAI's model list and chat completions with recorded replies, after as long as a
 * small model takes, and sends nothing. Each stand-in plays its script from the start. Rejects, as fetch does, when the
 * signal aborts.
 */
export function createDemoFetch({ clock, scene, random = Math.random }: StandInParts): TransportParts['fetch'] {
  const reply = (scene?.createScript ?? createScript)();
  const pace = scene?.plays ? QUICKER : 1;

  function answerChat(body: string): Response {
    const texts = readTexts(body);
    if (texts === undefined) return refusal(400, 'The demo cannot read this request.');
    return chatCompletion(body, reply(texts), clock.now());
  }

  return async (input, init) => {
    const request = new Request(input, init);
    const wait = async (delayMs: number) => {
      await delay(clock, delayMs, { signal: request.signal });
      request.signal.throwIfAborted();
    };
    if (request.method === 'GET' && request.url === `${BASE}/models`) {
      await wait(LIST_DELAY_MS);
      return modelList();
    }
    if (request.method === 'POST' && request.url === `${BASE}/chat/completions`) {
      await wait(pace * (SHORTEST_REPLY_MS + random() * (LONGEST_REPLY_MS - SHORTEST_REPLY_MS)));
      return answerChat(await request.text());
    }
    await wait(LIST_DELAY_MS);
    return refusal(404, 'The demo answers as openai alone.');
  };
}

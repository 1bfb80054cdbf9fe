import type { Clock } from '../clock/clock.ts';
import type { Preference } from '../lib/json.ts';
import { createAnthropic } from './adapters/anthropic.ts';
import { createCompatible } from './adapters/compatible.ts';
import { createGoogle } from './adapters/google.ts';
import { createOpenai } from './adapters/openai.ts';
import { type EndpointId, isCompatible } from './endpoints.ts';
import type { Provider } from './provider.ts';
import type { LearntForms, Refusals } from './transport/forms.ts';
import { createIsThere, createTransport } from './transport/http.ts';

/** Each provider is created on its first use. All share one transport. */
export function createProviders({
  clock,
  fetch,
  forms,
  hosts,
  random = Math.random,
}: LoaderParts): (id: EndpointId) => Provider {
  const send: typeof globalThis.fetch = fetch ?? ((...call) => globalThis.fetch(...call));
  const transport = createTransport({ fetch: send, clock, random });
  const made = new Map<EndpointId, Provider>();

  function make(id: EndpointId): Provider {
    const learnt = forms && learntForms(forms, id, clock.timeOfDay);
    return isCompatible(id)
      ? createCompatible(id, transport, createIsThere(send), learnt, hosts)
      : CREATE[id](transport, learnt);
  }

  return (id) => {
    const provider = made.get(id) ?? make(id);
    made.set(id, provider);
    return provider;
  };
}

const CREATE = { openai: createOpenai, anthropic: createAnthropic, google: createGoogle };
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;
const MOST_KEPT = 100;

/** Reads and stores the refused forms of requests. It forgets them after a week, because a provider may then accept what it refuses today. */
function learntForms(kept: Preference<KeptForms>, endpoint: EndpointId, now: () => number): LearntForms {
  const read = () => Object.entries(kept.read()).filter(([, { at }]) => Math.abs(now() - at) < WEEK_MS);
  const keyOf = (about: string) => `${endpoint} ${about}`;
  return {
    read: (about) => read().find(([key]) => key === keyOf(about))?.[1].refused,
    write(about, refused) {
      const others = read().filter(([key]) => key !== keyOf(about));
      kept.write(Object.fromEntries([...others.slice(1 - MOST_KEPT), [keyOf(about), { refused, at: now() }]]));
    },
  };
}

/** Refused forms by endpoint and `about` (transport/forms.ts). `at`: time of the last refusal, in ms since 1970. */
export type KeptForms = Readonly<Record<string, { readonly refused: Refusals; readonly at: number }>>;

export interface LoaderParts {
  readonly clock: Clock;
  /** Stores which forms of requests models have refused. Missing: remembered only until the page closes. */
  readonly forms?: Preference<KeptForms>;
  readonly fetch?: typeof globalThis.fetch;
  /** The allowed servers, as sources of a Content-Security-Policy; missing: those that this page may connect to. */
  readonly hosts?: readonly string[];
  readonly random?: () => number;
}

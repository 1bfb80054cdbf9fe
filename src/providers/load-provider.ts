import type { Clock } from '../clock/clock.ts';
import type { KeptValue } from '../lib/kept-value.ts';
import { loadOnce } from '../lib/load-once.ts';
import { type EndpointId, MORE_IDS, type MoreId, type Provider } from './provider.ts';
import type { LearntForms, Refusals } from './transport/forms.ts';

/**
 * Gives a provider; its code is loaded at the first call.
 * Rejects with the bundler's ChunkLoadError when the code cannot be loaded; the next call tries again.
 */
export type LoadProvider = (id: EndpointId) => Promise<Provider>;

/** By endpoint and `about` of learning-sender.ts: the refused forms, and when the last of them was refused (ms since 1970). */
export type KeptForms = Readonly<Record<string, { readonly refused: Refusals; readonly at: number }>>;

interface LoaderParts {
  readonly clock: Clock;
  /** Where what was learnt of the models' requests is kept between visits, for a week; missing: for this page. */
  readonly forms?: KeptValue<KeptForms>;
  readonly fetch?: typeof globalThis.fetch;
  readonly random?: () => number;
}

/** All providers of one loader share one transport, which is loaded with the first of them. */
export function createProviderLoader({ clock, fetch, forms, random = Math.random }: LoaderParts): LoadProvider {
  const send: typeof globalThis.fetch = fetch ?? ((...call) => globalThis.fetch(...call));
  const loadTransport = loadOnce(async () => {
    const { createTransport } = await import('./transport/http.ts');
    return createTransport({ fetch: send, clock, random });
  });
  const learntBy = (id: EndpointId) => forms && learntForms(forms, id, clock.timeOfDay);
  const loadCompatible = (id: MoreId) =>
    loadOnce(async () => {
      const [transport, { createCompatible }] = await Promise.all([
        loadTransport(),
        import(/* webpackChunkName: "more" */ './adapters/compatible.ts'),
      ]);
      return createCompatible(id, transport, send, learntBy(id));
    });
  const loaders: Readonly<Record<EndpointId, () => Promise<Provider>>> = {
    ...(Object.fromEntries(MORE_IDS.map((id) => [id, loadCompatible(id)])) as Record<MoreId, () => Promise<Provider>>),
    openai: loadOnce(async () => {
      const [transport, { createOpenai }] = await Promise.all([loadTransport(), import('./adapters/openai.ts')]);
      return createOpenai(transport, learntBy('openai'));
    }),
    anthropic: loadOnce(async () => {
      const [transport, { createAnthropic }] = await Promise.all([loadTransport(), import('./adapters/anthropic.ts')]);
      return createAnthropic(transport, learntBy('anthropic'));
    }),
    google: loadOnce(async () => {
      const [transport, { createGoogle }] = await Promise.all([loadTransport(), import('./adapters/google.ts')]);
      return createGoogle(transport, learntBy('google'));
    }),
  };
  return (id) => loaders[id]();
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;
const MOST_KEPT = 100;

/** What models refused during the last week: a provider may take tomorrow what it refuses today. */
function learntForms(kept: KeptValue<KeptForms>, endpoint: EndpointId, now: () => number): LearntForms {
  const read = () => Object.entries(kept.read()).filter(([, { at }]) => Math.abs(now() - at) < WEEK_MS);
  const keyOf = (about: string) => `${endpoint} ${about}`;
  // A storage that keeps nothing must not make a page forget: it would ask in the refused form for ever.
  const onThisPage = new Map<string, Refusals>();
  return {
    read: (about) => onThisPage.get(about) ?? read().find(([key]) => key === keyOf(about))?.[1].refused,
    write(about, refused) {
      onThisPage.set(about, refused);
      const others = read().filter(([key]) => key !== keyOf(about));
      kept.write(Object.fromEntries([...others.slice(1 - MOST_KEPT), [keyOf(about), { refused, at: now() }]]));
    },
  };
}

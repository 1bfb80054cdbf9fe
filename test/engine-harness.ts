import { createEngine } from '../src/film/create-engine.ts';
import { createOpenai } from '../src/providers/adapters/openai.ts';
import type { ModelInfo, Permit, Provider } from '../src/providers/provider.ts';
import type { Transport } from '../src/providers/transport/http.ts';
import type { InitialSettings } from '../src/settings/settings.ts';
import { fakeTimerClock } from './session-harness.ts';
import { KEPT, live } from './settings-harness.ts';

type EngineParts = Parameters<typeof createEngine>[0];

interface EngineHarnessOptions
  extends Pick<EngineParts, 'paces' | 'initial'>,
    Partial<Pick<EngineParts, 'loadRunPart'>> {
  readonly kept: Partial<InitialSettings>;
  /** Answers each call that gets a permit. */
  readonly translate?: Provider['translate'];
  /** Answers each request of OpenAI's adapter that gets a permit. Replaces `translate`. */
  readonly send?: Transport['send'];
  /** The models in the live lists of the endpoints. */
  readonly models: readonly ModelInfo[];
  readonly listMs: number;
  /** Whether an endpoint accepts this key for its list. Missing: any key. */
  readonly takes?: (key: string) => boolean;
}

/** The real settings and session, online, with providers that answer with `translate`. Needs vi.useFakeTimers(). */
export const createEngineHarness = ({
  kept,
  translate = unasked,
  send,
  models,
  listMs,
  takes = () => true,
  ...parts
}: EngineHarnessOptions) => {
  const answer = send ? createOpenai({ send: asking(send) }).translate : asking(translate);
  return createEngine({
    loadRunPart: () => import('../src/film/run-part.ts'),
    ...parts,
    clock: fakeTimerClock,
    connectivity: { isOnline: () => true, subscribe: () => () => {} },
    kept: { ...KEPT, modelChosen: true, ...kept },
    loadProvider: async (id) => ({
      id,
      translate: answer,
      async listModels(key) {
        await new Promise((resolve) => setTimeout(resolve, listMs));
        if (!takes(key)) return { ok: false, failure: { kind: 'bad-key', message: 'bad key' } };
        return live(...models.filter(({ endpoint }) => endpoint === id));
      },
      checkKey: async () => ({ outcome: 'valid' }),
    }),
  });
};

const unasked = () => Promise.reject(new Error('Nobody asks for that.'));
const CANCELLED = { ok: false, failure: { kind: 'cancelled', message: '' }, text: '', usage: undefined } as const;

/** Asks for a permit as the transport does. */
const asking =
  <Request, Options extends object, Outcome>(answer: (request: Request, options: Options) => Promise<Outcome>) =>
  async (request: Request, options: Options) => {
    const lease = 'permit' in options ? (options.permit as Permit)() : null;
    if (!lease) return CANCELLED;
    try {
      return await answer(request, options);
    } finally {
      lease.end();
    }
  };

import { createEngine } from '../src/film/create-engine.ts';
import type { ModelInfo, Provider } from '../src/providers/provider.ts';
import type { KeptSettings } from '../src/settings/settings.ts';
import { fakeTimerClock } from './session-harness.ts';
import { KEPT, live } from './settings-harness.ts';

type EngineParts = Parameters<typeof createEngine>[0];

interface EngineHarnessOptions extends Pick<EngineParts, 'paces' | 'prices' | 'initial'> {
  readonly kept: Partial<KeptSettings>;
  readonly translate: Provider['translate'];
  /** What the lists of their endpoints hold, which take so long. */
  readonly models: readonly ModelInfo[];
  readonly listMs: number;
  /** Whether an endpoint takes this key for its list; missing: any. */
  readonly takes?: (key: string) => boolean;
}

/** The real settings and session over providers that are online and answer with `translate`; needs vi.useFakeTimers(). */
export const createEngineHarness = ({
  kept,
  translate,
  models,
  listMs,
  takes = () => true,
  ...parts
}: EngineHarnessOptions) =>
  createEngine({
    ...parts,
    clock: fakeTimerClock,
    connectivity: { isOnline: () => true, subscribe: () => () => {} },
    loadRunPart: () => import('../src/film/run-part.ts'),
    kept: { ...KEPT, modelChosen: true, ...kept },
    loadProvider: async (id) => ({
      id,
      translate,
      async listModels(key) {
        await new Promise((resolve) => setTimeout(resolve, listMs));
        if (!takes(key)) return { ok: false, failure: { kind: 'bad-key', message: 'bad key' } };
        return live(...models.filter(({ endpoint }) => endpoint === id));
      },
      checkKey: async () => ({ outcome: 'valid' }),
    }),
  });

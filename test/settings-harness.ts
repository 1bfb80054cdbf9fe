import { vi } from 'vitest';
import { byEndpoint, DEFAULT_MODEL, type EndpointId } from '../src/providers/endpoints.ts';
import type { KeyCheck, ModelInfo, ModelListOutcome, Provider } from '../src/providers/provider.ts';
import { createSettings } from '../src/settings/create-settings.ts';
import type { InitialSettings, KeptSettings } from '../src/settings/settings.ts';
import { DEFAULT_CALLS } from '../src/settings/settings.ts';
import { fakeTimerClock } from './session-harness.ts';

export const KEPT: KeptSettings = {
  prompt: 'Translate.',
  model: DEFAULT_MODEL,
  modelChosen: false,
  keys: byEndpoint(() => ''),
  doubtfulKeys: byEndpoint(() => ''),
  calls: DEFAULT_CALLS,
  concurrency: 'automatic',
  keepKeys: 'stored',
};

export const modelOf = (endpoint: EndpointId, id: string, createdAt?: number): ModelInfo => ({
  endpoint,
  id,
  displayName: id,
  ...(createdAt !== undefined && { createdAt }),
});
export const live = (...models: ModelInfo[]): ModelListOutcome => ({ ok: true, models });
export const refused: ModelListOutcome = { ok: false, failure: { kind: 'bad-key', message: 'Incorrect API key' } };

export interface SettingsScript {
  /** Missing: an empty live list. */
  readonly list?: (provider: EndpointId, key: string) => ModelListOutcome | Promise<ModelListOutcome>;
  readonly check?: (provider: EndpointId, key: string, address?: string) => KeyCheck | Promise<KeyCheck>;
  /** Throws if the provider's code should fail to load. */
  readonly load?: (provider: EndpointId) => void;
}

/** The real settings with providers that play a script. Needs vi.useFakeTimers(). */
export function startSettings(kept: Partial<InitialSettings> = {}, { list, check, load }: SettingsScript = {}) {
  const listed: string[] = [];
  const settings = createSettings({
    initial: { ...KEPT, ...kept },
    isRunning: () => false,
    clock: fakeTimerClock,
    async loadProvider(id): Promise<Provider> {
      load?.(id);
      return {
        id,
        translate: () => Promise.reject(new Error('No translation here')),
        async listModels(key) {
          listed.push(`${id}:${key}`);
          return list?.(id, key) ?? live();
        },
        checkKey: async (key, { address }) => check?.(id, key, address) ?? { outcome: 'valid' },
      };
    },
  });
  return {
    settings,
    /** The requested lists, as "provider:key". */
    listed,
    state: settings.store.getState,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

export const NO_KEYS = KEPT.keys;
export const keysOf = (some: Partial<KeptSettings['keys']>) => ({ ...NO_KEYS, ...some });

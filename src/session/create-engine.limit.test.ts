import { expect, test, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { begin, fakeTimerClock } from '../../test/session-harness.ts';
import { KEPT, live, modelOf } from '../../test/settings-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { createPriceBook } from '../prices/price-book.ts';
import { byEndpoint, type EndpointId, type ModelInfo, type TranslateOutcome } from '../providers/provider.ts';
import type { KeptSettings } from '../settings/settings-state.ts';
import { createEngine } from './create-engine.ts';
import type { SessionState } from './session-state.ts';

fakeTimersAndConsole();

const LIST_TAKES_MS = 300;
const TRANSLATED: TranslateOutcome = { ok: true, text: '{}', usage: { input: 1_000, output: 500, reasoning: 0 } };

/** Under a limit in dollars; `sent`: the models of the calls in the providers' journals. */
function startEngine(kept: Partial<KeptSettings>, stopAt: number, models: readonly ModelInfo[]) {
  const sent: string[] = [];
  const engine = createEngine({
    clock: fakeTimerClock,
    connectivity: { isOnline: () => true, subscribe: () => () => {} },
    kept: { ...KEPT, modelChosen: true, ...kept },
    prices: createPriceBook({ own: {}, stopAt }),
    loadProvider: async (id) => ({
      id,
      async translate({ model }) {
        sent.push(model.id);
        return TRANSLATED;
      },
      async listModels() {
        await new Promise((resolve) => setTimeout(resolve, LIST_TAKES_MS));
        return live(...models.filter(({ endpoint }) => endpoint === id));
      },
      checkKey: async () => ({ outcome: 'valid' }),
    }),
  });
  return { ...engine, sent, state: engine.session.store.getState };
}

/** Lets the code be loaded, and the lists come. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(20);
  }
}

const keysFor = (...endpoints: readonly EndpointId[]) => byEndpoint((id) => (endpoints.includes(id) ? 'a-key' : ''));

test('[D9.3] a call that waited for its model is judged by that model, not by the one before', async () => {
  const opus = modelOf('anthropic', 'claude-opus-4-1-20250805');
  const mini = modelOf('openai', 'gpt-4o-mini');
  const kept = { model: { endpoint: 'openai', id: mini.id }, keys: keysFor('openai', 'anthropic') } as const;
  const { settings, session, sent, state } = startEngine(kept, 0.002, [opus, mini]);
  settings.showProvider('anthropic');
  session.openSource(sampleSrt(20), []);
  session.translate();
  await settle();
  expect(settings.store.getState().model.id).toBe(opus.id);
  expect(sent).toEqual([]);
  expect(state().paused).toMatchObject({ reason: 'failure', kind: 'limit' });
});

test('[D9.3] a film that goes on after a reload waits for the list that names the price, and does not stop', async () => {
  const harness = begin(200);
  const film: SessionState = { ...harness.state(), results: harness.state().results.map(() => undefined) };
  harness.session.dispose();
  const priced = { ...modelOf('openrouter', 'maker/model'), price: { input: 0.1, output: 0.1 } };
  const kept = { model: { endpoint: 'openrouter', id: priced.id }, keys: keysFor('openrouter') } as const;
  const { session, sent, state } = startEngine(kept, 5, [priced]);
  session.hold({ ...film, details: film.details.map(() => ({})) });
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(LIST_TAKES_MS / 2);
  expect(state().paused).toBeNull();
  expect(sent).toEqual([]);
  await settle();
  expect(state().paused).not.toMatchObject({ kind: 'limit' });
  expect(sent.length).toBeGreaterThan(1);
});

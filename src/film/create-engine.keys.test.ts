import { expect, test, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { fakeTimerClock } from '../../test/session-harness.ts';
import { KEPT, keysOf } from '../../test/settings-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { createOpenai } from '../providers/adapters/openai.ts';
import { createTransport } from '../providers/transport/http.ts';
import { createEngine } from './create-engine.ts';

fakeTimersAndConsole();

/** Starts a film of one batch. The provider refuses its first call with "503, in 30 s". `keys`: the keys of the translation's calls. */
async function untilBusy() {
  const keys: string[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    if (init?.method !== 'POST') return Response.json({ data: [{ id: KEPT.model.id }] });
    keys.push(String(new Headers(init.headers).get('authorization')));
    return Response.json({ error: { message: 'busy' } }, { status: 503, headers: { 'retry-after': '30' } });
  };
  const transport = createTransport({ fetch, clock: fakeTimerClock, random: () => 0 });
  const { settings, session } = createEngine({
    clock: fakeTimerClock,
    connectivity: { isOnline: () => true, subscribe: () => () => {} },
    loadRunPart: () => import('./run-part.ts'),
    kept: { ...KEPT, modelChosen: true, keys: keysOf({ openai: 'sk-old' }), prices: { own: {}, stopAt: null } },
    loadProvider: async () => createOpenai(transport),
  });
  session.openSource(sampleSrt(20), []);
  void session.translate();
  for (let turn = 0; turn < 40; turn++) {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(keys).toEqual(['Bearer sk-old']);
  return { settings, session, keys };
}

test('[D5.4] sends a forgotten key in no further request, even if a request is repeated', async () => {
  const { settings, keys } = await untilBusy();
  settings.forgetKeys();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(keys).toEqual(['Bearer sk-old']);
});

test('[D5.4] sends the new key when a request is repeated after its key was replaced', async () => {
  const { settings, keys } = await untilBusy();
  settings.setKey('openai', 'sk-new', { sure: true });
  await vi.advanceTimersByTimeAsync(120_000);
  expect([...new Set(keys)]).toEqual(['Bearer sk-old', 'Bearer sk-new']);
  expect(keys.lastIndexOf('Bearer sk-old')).toBe(0);
});

type Busy = Awaited<ReturnType<typeof untilBusy>>;

test.each<[what: string, happens: (busy: Busy) => void, results: readonly unknown[], pause: object | null]>([
  ['[D6.3] Stop', ({ session }) => session.stop(), [undefined], { reason: 'person' }],
  ['[D6.3] Stop now', ({ session }) => session.stop({ now: true }), [undefined], { reason: 'person' }],
  ['[D9.3] a lower limit', ({ settings }) => settings.setPrices({ stopAt: 0 }), [undefined], { kind: 'limit' }],
  ['another film', ({ session }) => session.clear('all'), [], null],
])('does not repeat a request after %s', async (_, happens, results, pause) => {
  const busy = await untilBusy();
  happens(busy);
  await vi.advanceTimersByTimeAsync(120_000);
  const state = busy.session.store.getState();
  expect(busy.keys).toHaveLength(1);
  expect(resultsOf(state)).toEqual(results);
  if (pause) expect(state.paused).toMatchObject(pause);
  else expect(state.paused).toBeNull();
});

test('[D6.3] ends the wait for a retry at Stop, and sends the batch at Resume', async () => {
  const { session, keys } = await untilBusy();
  session.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect({ ...session.store.getState(), results: resultsOf(session.store.getState()) }).toMatchObject({
    results: [undefined],
    spent: [],
  });
  session.resume();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(keys).toHaveLength(2);
});

test('[D9.2] counts no cost for a call that is stopped while it only waits for its retry', async () => {
  const { session } = await untilBusy();
  session.stop({ now: true });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(session.store.getState().spent).toEqual([]);
});

import { beforeEach, expect, it, vi } from 'vitest';
import { createHarness } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import type { CreateRun } from '../engine/dispatcher.ts';
import { progress } from '../engine/run-state.ts';
import { createRunLater } from './create-engine.ts';
import { EMPTY_WORK } from './film.ts';
import { planSuggestions } from './plan-suggestions.ts';

beforeEach(() => void vi.useFakeTimers());

/** A session whose run's code loads, or fails to load, when the test says so. */
function withoutRun(initial = EMPTY_WORK) {
  const loads: { come: (createRun: CreateRun) => void; fail: (reason: Error) => void }[] = [];
  const load = () => new Promise<CreateRun>((come, fail) => loads.push({ come, fail }));
  let loaded: CreateRun | undefined;
  const later = (createRun: CreateRun) => {
    loaded = createRun;
    return createRunLater(load);
  };
  const harness = createHarness({ later, initial });
  return {
    ...harness,
    loads,
    runComes: () => loaded && loads.at(-1)?.come(loaded),
    runFails: () => loads.at(-1)?.fail(new Error('Loading chunk 7 failed')),
    async translate(count: number) {
      harness.session.openSource(sampleSrt(count), []);
      await harness.session.translate();
    },
  };
}

it('is not loaded for an empty page, by none of its commands', async () => {
  const { session, loads, pass } = withoutRun();
  session.openSource('1', []);
  session.translate();
  session.clearSource();
  session.restart();
  session.undo();
  session.settingsChanged();
  await pass(10_000);
  expect(loads).toEqual([]);
});

it('what was asked for before it came is done when it comes, and loaded once', async () => {
  const { translate, session, loads, runComes, requests, state, pass } = withoutRun();
  await translate(45);
  session.settingsChanged();
  await pass(5_000);
  expect(loads).toHaveLength(1);
  expect(requests).toEqual([]);
  runComes();
  await pass(1_000);
  expect(requests).toHaveLength(3);
  await pass(1_000);
  expect(progress(state()).ok).toBe(3);
});

it('a stored run goes on by itself', async () => {
  const { translate, state } = withoutRun();
  await translate(45);
  const { runComes, requests, pass } = withoutRun(state());
  runComes();
  await pass(1_000);
  expect(requests).toHaveLength(3);
});

it('a run that a person had paused goes on at Resume, not before', async () => {
  const { translate, session, state } = withoutRun();
  await translate(45);
  session.stop();
  const later = withoutRun(state());
  expect(later.loads).toEqual([]);
  later.session.resume();
  later.runComes();
  await later.pass(1_000);
  expect(later.requests).toHaveLength(3);
});

it.each(['stop', 'restart', 'dispose', 'finish'] as const)(
  '%s before it has come: nothing is sent',
  async (command) => {
    const { translate, session, runComes, requests, state, pass } = withoutRun();
    await translate(45);
    if (command === 'finish') await session.finish(1_000);
    else session[command]();
    const before = state();
    runComes();
    session.settingsChanged();
    await pass(5_000);
    expect(requests).toEqual([]);
    expect(state()).toBe(before);
  },
);

it('one that cannot be loaded pauses the run and says why; Resume loads it anew', async () => {
  const { translate, session, loads, runFails, runComes, requests, state, pass } = withoutRun();
  await translate(45);
  runFails();
  await pass(0);
  expect(state().paused).toEqual({ reason: 'failure', kind: 'chunk', message: 'Loading chunk 7 failed' });
  expect(state().error).toBe('Loading chunk 7 failed');
  session.resume();
  expect(loads).toHaveLength(2);
  runComes();
  await pass(1_000);
  expect(requests).toHaveLength(3);
  expect(state().error).toBe('');
});

it('a film that is finished needs none, and is not told of one that cannot be loaded', async () => {
  const { translate, runComes, pass, state } = withoutRun();
  await translate(20);
  runComes();
  await pass(5_000);
  const later = withoutRun(state());
  expect(later.loads).toEqual([]);
  // Asked for, then stopped before the code has come.
  later.session.translateAgain(0);
  later.session.restart();
  later.runFails();
  await later.pass(0);
  expect(later.state().error).toBe('');
});

it('[D7.23] lines that are asked for of a finished film are told why, and asked for as the person asks again', async () => {
  const { translate, runComes, pass, state } = withoutRun();
  await translate(20);
  runComes();
  await pass(5_000);
  const later = withoutRun(state());
  const ask = () => later.session.ask(planSuggestions(later.state(), [3], { kind: 'again' }));
  ask();
  later.runFails();
  await later.pass(60_000);
  expect(later.state().suggestions[3]?.at(-1)?.failure).toEqual({ kind: 'chunk', message: 'Loading chunk 7 failed' });
  expect({ paused: later.state().paused, error: later.state().error }).toEqual({ paused: null, error: '' });
  ask();
  later.runComes();
  await later.pass(5_000);
  expect(later.requests.map(({ numbers }) => numbers)).toEqual([[3]]);
});

it('a reading of the film stops, says why, and goes on as the person says so', async () => {
  const { session, runFails, runComes, requests, state, pass } = withoutRun();
  session.openSource(sampleSrt(20), []);
  const read = () => session.readFilm([['One']], { from: undefined, into: undefined });
  read();
  runFails();
  await pass(0);
  expect(state().reading).toMatchObject({ stage: 'stopped', message: 'Loading chunk 7 failed' });
  read();
  runComes();
  await pass(5_000);
  expect(requests).toHaveLength(1);
});

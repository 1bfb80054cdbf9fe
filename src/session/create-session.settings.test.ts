import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { begin, createHarness } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';

/** What the settings mean for the session. */

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('settingsChanged', () => {
  it('lets more requests start at once when the number was raised, before any of those under way has ended', async () => {
    let most = 1;
    const { session, inFlight, pass } = begin(100, { maxAtOnce: () => most });
    await pass(100);
    expect(inFlight.now).toBe(1);
    most = 3;
    session.settingsChanged();
    await pass(100);
    expect(inFlight.now).toBe(3);
    session.dispose();
  });

  it('starts nothing of a run that is paused, nor in a tab that follows', async () => {
    const { session, requests, pass } = begin(60, { maxAtOnce: 1 });
    await pass(100);
    session.stop();
    session.settingsChanged();
    await pass(5_000);
    session.follow();
    session.settingsChanged();
    await pass(5_000);
    expect(requests).toHaveLength(1);
    session.dispose();
  });
});

describe('a start problem', () => {
  it('is the error, and no batch is made; a text that cannot be parsed comes first', async () => {
    let problem: string | undefined = 'No key.';
    const { session, requests, state, pass } = createHarness({ startProblem: () => problem });
    session.openSource('not a number', []);
    session.translate();
    expect(state().error).toContain("not a number couldn't be parsed as number");
    session.openSource(sampleSrt(25), []);
    session.translate();
    await pass(1_000);
    expect(state()).toMatchObject({ error: 'No key.', results: [] });
    expect(requests).toEqual([]);
    problem = undefined;
    session.translate();
    await pass(3_000);
    expect(state().error).toBe('');
    expect(requests).toHaveLength(2);
  });
});

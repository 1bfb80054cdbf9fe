import { describe, expect, test } from 'vitest';
import type { SchedulerState } from './pace.ts';
import {
  createScheduler,
  decide,
  limitOf,
  requestCancelled,
  requestFinished,
  requestRefused,
  withMaxAtOnce,
} from './scheduler.ts';

const AUTOMATIC = { maxAtOnce: Number.POSITIVE_INFINITY };

/** A scheduler together with the state and the clock that its callers hold. */
function createBench(options: { readonly maxAtOnce: number } = AUTOMATIC) {
  let state: SchedulerState = createScheduler(options);
  let now = 1_000_000;
  const bench = {
    now: () => now,
    limit: () => limitOf(state),
    ask() {
      const decision = decide(state, now);
      state = decision.state;
      return decision;
    },
    pass(ms: number) {
      now += ms;
    },
    /** Asks for a start every millisecond for `ms` milliseconds. Returns the starts. */
    run(ms: number) {
      const starts: { ticket: number; at: number }[] = [];
      const end = now + ms;
      for (;;) {
        const decision = bench.ask();
        if (decision.kind === 'start') starts.push({ ticket: decision.ticket, at: now });
        else if (now >= end) return starts;
        else now++;
      }
    },
    refuse(ticket: number, waitMs?: number) {
      state = requestRefused(state, ticket, waitMs, now);
    },
    finish(ticket: number) {
      state = requestFinished(state, ticket, now);
    },
    cancel(ticket: number) {
      state = requestCancelled(state, ticket, now);
    },
    setMaxAtOnce(maxAtOnce: number) {
      state = withMaxAtOnce(state, maxAtOnce);
    },
  };
  return bench;
}

const tickets = (starts: readonly { ticket: number }[]) => starts.map(({ ticket }) => ticket);

/** The state after a ramp met a limit of `limit` requests at once: that many are in flight, and all others were refused in one burst. */
function afterRamp(limit: number, waitMs?: number) {
  const bench = createBench();
  const starts = tickets(bench.run(400));
  for (const ticket of starts.slice(limit)) bench.refuse(ticket, waitMs);
  return { bench, inFlight: starts.slice(0, limit) };
}

/** The state after two requests were in flight and the start after the first answer was refused, too: the limit counts time. */
function afterRateFound(waitMs?: number) {
  const { bench, inFlight } = afterRamp(2, waitMs);
  bench.pass(3500);
  bench.finish(inFlight[0] ?? 0);
  const [swap] = tickets(bench.run(0));
  bench.pass(100);
  bench.refuse(swap ?? 0, waitMs);
  return { bench, inFlight: inFlight.slice(1) };
}

describe('the ramp', () => {
  test('starts at once, then closer and closer together: 80 starts within a second', () => {
    const starts = createBench().run(1000);
    expect(starts[0]).toEqual({ ticket: 1, at: 1_000_000 });
    expect(starts.length).toBeGreaterThanOrEqual(80);
    const gapBefore = (index: number) => (starts[index]?.at ?? 0) - (starts[index - 1]?.at ?? 0);
    expect(gapBefore(2)).toBeGreaterThan(60);
    expect(gapBefore(10)).toBeLessThan(gapBefore(2));
    expect(gapBefore(70)).toBeLessThan(gapBefore(10));
  });

  test('makes up for a quarter of a second in which the busy page asked for no start', () => {
    const [busy, quiet] = [createBench(), createBench()];
    for (const bench of [busy, quiet]) bench.run(200);
    busy.pass(240);
    expect(busy.run(60)).toHaveLength(quiet.run(300).length);
  });

  test('does not make up for a long time in which nobody asked for a start', () => {
    const bench = createBench();
    bench.run(200);
    bench.pass(3_600_000);
    expect(bench.run(0).length).toBeLessThanOrEqual(3);
  });
});

describe("the person's number of requests at once", () => {
  test('starts nothing after it is lowered until there is room, and starts at once after it is raised', () => {
    const bench = createBench({ maxAtOnce: 3 });
    bench.run(1000);
    bench.setMaxAtOnce(2);
    bench.finish(1);
    expect(bench.ask().kind).toBe('hold');
    bench.finish(2);
    expect(bench.ask().kind).toBe('start');
    bench.setMaxAtOnce(3);
    expect(bench.run(100)).toHaveLength(1);
  });
});

describe('a limit of requests at once', () => {
  test('counts a burst of refusals once: the number in flight becomes the cap, and nothing starts for a time', () => {
    const { bench } = afterRamp(8, 1000);
    expect(bench.run(999)).toEqual([]);
    // Ten were refused, but the scheduler tries only one again.
    expect(bench.run(1)).toHaveLength(1);
  });

  test('finds the same cap whatever the order of refusals in the burst', () => {
    const bench = createBench();
    const starts = tickets(bench.run(400));
    for (const ticket of starts.slice(8).reverse()) bench.refuse(ticket, 1000);
    expect(bench.run(999)).toEqual([]);
    bench.finish(1);
    expect(bench.run(0)).toHaveLength(1);
  });

  test('starts one request at each answer, even before the named wait is over', () => {
    const { bench, inFlight } = afterRamp(8, 20_000);
    bench.pass(3000);
    for (const ticket of inFlight) {
      bench.finish(ticket);
      expect(bench.run(0)).toHaveLength(1);
    }
    expect(bench.run(1000)).toEqual([]);
    expect(bench.limit()).toEqual({ kind: 'at-once', requests: 8 });
  });

  test('reports no cap before a start after an answer was accepted', () => {
    const { bench } = afterRamp(8, 1000);
    expect(bench.limit()).toEqual({ kind: 'none' });
  });

  test('doubles the wait for the next trial after a refused trial', () => {
    const { bench, inFlight } = afterRamp(8, 1000);
    bench.pass(500);
    bench.finish(inFlight[0] ?? 0);
    bench.run(0);
    const [trial] = bench.run(500);
    bench.pass(50);
    bench.refuse(trial?.ticket ?? 0);
    const [second] = bench.run(1000);
    expect(second?.at).toBe(bench.now());
    bench.pass(50);
    bench.refuse(second?.ticket ?? 0);
    expect(bench.run(1999)).toEqual([]);
    expect(bench.run(1)).toHaveLength(1);
  });

  test('raises the cap by one when a trial is accepted after answers came', () => {
    const { bench, inFlight } = afterRamp(4, 5000);
    bench.pass(3000);
    for (const ticket of inFlight) bench.finish(ticket);
    expect(bench.run(100)).toHaveLength(4);
    // One trial starts after 5 s. The next starts half a second after the first counts as accepted.
    const trials = bench.run(2800);
    expect(trials.length).toBeGreaterThanOrEqual(1);
    expect(bench.limit()).toEqual({ kind: 'at-once', requests: 4 + trials.length - 1 });
    bench.pass(2000);
    bench.ask();
    expect(bench.limit()).toMatchObject({ kind: 'at-once' });
  });
});

describe('a limit over time', () => {
  test('recognises a limit over time when the start after an answer is refused though fewer requests are in flight', () => {
    const { bench } = afterRateFound();
    expect(bench.limit().kind).toBe('per-minute');
    expect(bench.run(3000)).toEqual([]);
  });

  test('recognises a limit over time when a trial is accepted though no request has finished', () => {
    const { bench } = afterRamp(6, 1000);
    expect(bench.run(1000)).toHaveLength(1);
    // The rate is not measured yet, so starts come closer and closer together.
    const starts = bench.run(4000);
    expect(starts.length).toBeGreaterThan(5);
    expect(bench.limit()).toEqual({ kind: 'none' });
    const last = starts.at(-1)?.ticket ?? 0;
    bench.refuse(last);
    expect(bench.limit().kind).toBe('per-minute');
  });

  test('spaces its starts a little closer each time, and an answer starts nothing', () => {
    const { bench, inFlight } = afterRateFound();
    const starts = bench.run(30_000);
    const gaps = starts.slice(1).map(({ at }, index) => at - (starts[index]?.at ?? 0));
    expect(gaps.length).toBeGreaterThan(2);
    for (const [index, gap] of gaps.entries()) expect(gap).toBeLessThanOrEqual(gaps[index - 1] ?? 8000);
    bench.ask();
    bench.finish(inFlight[0] ?? 0);
    expect(bench.run(0)).toEqual([]);
  });

  test('counts a burst once: of two refused requests that were sent before the first refusal, it measures one', () => {
    const { bench } = afterRamp(6, 120);
    const [first, second] = tickets(bench.run(2000)).slice(-2);
    bench.refuse(first ?? 0);
    const measured = bench.limit();
    expect(measured.kind).toBe('per-minute');
    bench.refuse(second ?? 0);
    expect(bench.limit()).toEqual(measured);
  });

  test('[D7.1] waits as long as the provider says', () => {
    const { bench } = afterRateFound(6000);
    expect(bench.run(5999)).toEqual([]);
    expect(bench.run(1)).toHaveLength(1);
  });

  test("limits the provider's wait if it is far longer than measured, and follows it more with each repetition", () => {
    const { bench } = afterRateFound(60_000);
    const firstWait = waitUntilStart(bench);
    expect(firstWait.ms).toBeLessThan(10_000);
    bench.pass(100);
    bench.refuse(firstWait.ticket, 60_000);
    const secondWait = waitUntilStart(bench);
    expect(secondWait.ms).toBeGreaterThan(2 * firstWait.ms);
    bench.pass(100);
    bench.refuse(secondWait.ticket, 60_000);
    expect(waitUntilStart(bench).ms).toBe(60_000);
  });

  test('does not count an hour of sleep as an hour of refusals', () => {
    const { bench } = afterRateFound();
    bench.run(20_000);
    bench.pass(3_600_000);
    const [first] = tickets(bench.run(0));
    bench.pass(100);
    bench.refuse(first ?? 0);
    const limit = bench.limit();
    if (limit.kind !== 'per-minute') throw new Error(limit.kind);
    expect(limit.requests).toBeGreaterThanOrEqual(5);
  });

  test('does not count an hour of sleep as an hour without refusals: the gap shrinks no faster after it', () => {
    const { bench } = afterRateFound();
    const [before = 0, last = 0] = bench
      .run(20_000)
      .slice(-2)
      .map(({ at }) => at);
    bench.pass(3_600_000);
    bench.run(0);
    expect(waitUntilStart(bench).ms).toBeGreaterThan(0.8 * (last - before));
  });

  test('waits after a refusal that arrives when nothing was sent for a long time, as after any other', () => {
    const waitAfter = (ms: number) => {
      const { bench } = afterRateFound();
      const last = tickets(bench.run(20_000)).at(-1) ?? 0;
      bench.pass(ms);
      bench.refuse(last, 60_000);
      return waitUntilStart(bench).ms;
    };
    expect(waitAfter(60_000)).toBeGreaterThan(0.8 * waitAfter(100));
  });
});

function waitUntilStart(bench: ReturnType<typeof createBench>): { ms: number; ticket: number } {
  const from = bench.now();
  for (;;) {
    const decision = bench.ask();
    if (decision.kind === 'start') return { ms: bench.now() - from, ticket: decision.ticket };
    if (decision.kind === 'hold') throw new Error('It holds for good');
    bench.pass(decision.until - bench.now());
  }
}

describe('a provider that refuses from the first request on', () => {
  test("waits the provider's full time while no request has been accepted", () => {
    const bench = createBench();
    bench.ask();
    bench.pass(20);
    bench.refuse(1, 20_000);
    expect(bench.run(19_999)).toEqual([]);
    expect(bench.run(1)).toHaveLength(1);
  });

  test('waits a second, then longer and longer, if the provider names no wait', () => {
    const bench = createBench();
    bench.ask();
    bench.pass(20);
    bench.refuse(1);
    const first = waitUntilStart(bench);
    expect(first.ms).toBe(1000);
    bench.pass(20);
    bench.refuse(first.ticket);
    const second = waitUntilStart(bench);
    expect(second.ms).toBeGreaterThanOrEqual(1000);
    bench.pass(20);
    bench.refuse(second.ticket);
    expect(waitUntilStart(bench).ms).toBeGreaterThan(second.ms);
  });
});

describe('cancelled requests', () => {
  test('cancelled requests free their place and teach the scheduler nothing', () => {
    const bench = createBench({ maxAtOnce: 2 });
    bench.run(500);
    bench.cancel(1);
    expect(bench.run(100)).toHaveLength(1);
    expect(bench.limit()).toEqual({ kind: 'none' });
  });

  test('a cancelled trial allows another trial', () => {
    const { bench, inFlight } = afterRamp(8, 1000);
    bench.pass(500);
    bench.finish(inFlight[0] ?? 0);
    bench.run(0);
    const [trial] = bench.run(500);
    expect(bench.run(0)).toEqual([]);
    bench.cancel(trial?.ticket ?? 0);
    expect(bench.run(0)).toHaveLength(1);
  });

  test('ignores a request whose ticket is not in flight', () => {
    const bench = createBench({ maxAtOnce: 1 });
    bench.ask();
    bench.finish(7);
    bench.cancel(8);
    bench.refuse(9, 60_000);
    expect(bench.ask().kind).toBe('hold');
    bench.finish(1);
    bench.finish(1);
    expect(bench.run(200)).toHaveLength(1);
  });
});

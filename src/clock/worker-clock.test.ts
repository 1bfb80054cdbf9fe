import { beforeEach, expect, test, vi } from 'vitest';
import { createTimerService } from './clock.ts';
import { createWorkerClock } from './worker-clock.ts';

beforeEach(() => void vi.useFakeTimers());

/** A worker that runs in this thread; with `isStuck` it takes requests and never answers, as a worker that has failed. */
function createFakeWorker({ isStuck = false } = {}) {
  const target = new EventTarget();
  const requests: number[] = [];
  const handle = createTimerService(() => target.dispatchEvent(new MessageEvent('message')));
  const terminate = vi.fn();
  const worker = Object.assign(target, {
    postMessage(request: number) {
      requests.push(request);
      if (!isStuck) handle(request);
    },
    terminate,
    onmessage: null,
    onmessageerror: null,
    onerror: null,
  }) as unknown as Worker;
  return { worker, requests, terminate, fail: () => target.dispatchEvent(new Event('error')) };
}

/** The clock over such a worker. */
function start(options?: { isStuck: boolean }) {
  const fake = createFakeWorker(options);
  return {
    ...fake,
    clock: createWorkerClock(
      () => fake.worker,
      (task) => void setTimeout(task),
    ),
  };
}

test('timers run in the worker, each rings once, in the order of their times', () => {
  const { clock, requests } = start();
  const rung: string[] = [];
  clock.after(300, () => rung.push('late'));
  clock.after(100, () => rung.push('early'));
  expect(requests).toEqual([300, 100]);
  vi.advanceTimersByTime(99);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual(['early']);
  vi.advanceTimersByTime(1000);
  expect(rung).toEqual(['early', 'late']);
});

test('what is due at once rings in the next task, without the worker', () => {
  const { clock, requests } = start({ isStuck: true });
  const rung: string[] = [];
  clock.after(0, () => {
    rung.push('one');
    clock.after(0, () => rung.push('two'));
  });
  expect(rung).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(rung).toEqual(['one']);
  vi.advanceTimersToNextTimer();
  expect(rung).toEqual(['one', 'two']);
  expect(requests).toEqual([]);
});

test('a cancelled timer does not ring, and keeps no later one from ringing', () => {
  const { clock } = start();
  const callback = vi.fn();
  const later = vi.fn();
  const cancel = clock.after(100, callback);
  clock.after(500, later);
  cancel();
  vi.advanceTimersByTime(499);
  expect(later).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(callback).not.toHaveBeenCalled();
  expect(later).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('the worker is told of a timer only where it is due before all others', () => {
  const { clock, requests } = start();
  clock.after(100, () => {});
  for (let count = 0; count < 1_000; count++) clock.after(300_000, () => {})();
  expect(requests).toEqual([100]);
});

test('timers that are due together ring in the order of their times and in which they were set', () => {
  const { clock } = start();
  const rung: string[] = [];
  for (const name of ['b', 'c']) clock.after(100, () => rung.push(name));
  clock.after(99.5, () => rung.push('a'));
  vi.advanceTimersByTime(100);
  expect(rung).toEqual(['a', 'b', 'c']);
});

test('a page that is busy lets all timers ring that are due: each further message comes behind what the page has to do', () => {
  const { clock, worker, requests } = start({ isStuck: true });
  let rung = 0;
  for (let count = 0; count < 500; count++) clock.after(5_000, () => rung++);
  vi.advanceTimersByTime(7_000);
  worker.dispatchEvent(new MessageEvent('message'));
  expect(rung).toBe(500);
  expect(requests).toEqual([5_000]);
});

test('timers that take long are rung in several tasks, and one that is set meanwhile in a task of its own', () => {
  let tookMs = 0;
  const startedAt = Date.now();
  const now = vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - startedAt + tookMs);
  const { clock } = start();
  const rung: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    clock.after(100, () => {
      rung.push(name);
      tookMs += 50;
      if (name === 'a') clock.after(0, () => rung.push('set meanwhile'));
    });
  }
  vi.advanceTimersByTime(100);
  expect(rung).toEqual(['a']);
  for (let count = 0; count < 3; count++) vi.advanceTimersToNextTimer();
  expect(rung).toEqual(['a', 'b', 'c', 'set meanwhile']);
  now.mockRestore();
});

test('a delay that is no number, none or longer than timers can be keeps no other from ringing', () => {
  const { clock, requests } = start();
  const rung: string[] = [];
  clock.after(Number.NaN, () => rung.push('NaN'));
  clock.after(Number.POSITIVE_INFINITY, () => rung.push('never'));
  clock.after(2 ** 40, () => rung.push('in years'));
  clock.after(100, () => rung.push('soon'));
  vi.advanceTimersByTime(1_000);
  expect(rung).toEqual(['NaN', 'soon']);
  expect(requests.length).toBeLessThan(5);
});

test('timers ring in time though the time of day is set', () => {
  const { clock } = start();
  const callback = vi.fn();
  clock.after(1_000, callback);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(callback).toHaveBeenCalledOnce();
});

test('a timer cancelled after the worker sent its ring does not ring', () => {
  const { clock, worker } = start({ isStuck: true });
  const callback = vi.fn();
  clock.after(0, callback)();
  worker.dispatchEvent(new MessageEvent('message'));
  expect(callback).not.toHaveBeenCalled();
});

test('without a worker the own timers are used', () => {
  const clock = createWorkerClock(() => {
    throw new Error('SecurityError');
  });
  const callback = vi.fn();
  const cancelled = vi.fn();
  clock.after(100, callback);
  clock.after(100, cancelled)();
  vi.advanceTimersByTime(100);
  expect(callback).toHaveBeenCalledOnce();
  expect(cancelled).not.toHaveBeenCalled();
});

test('when the worker fails its timers are taken over and ring in time', () => {
  const { clock, fail, terminate } = start({ isStuck: true });
  const rung: string[] = [];
  clock.after(500, () => rung.push('set before'));
  const cancel = clock.after(500, () => rung.push('cancelled'));
  vi.advanceTimersByTime(200);
  fail();
  expect(terminate).toHaveBeenCalledOnce();
  cancel();
  clock.after(100, () => rung.push('set after'));
  vi.advanceTimersByTime(299);
  expect(rung).toEqual(['set after']);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual(['set after', 'set before']);
});

test('a timer that was taken over rings once, also where the worker still rings, or fails once more', () => {
  const { clock, worker, fail } = start({ isStuck: true });
  const callback = vi.fn();
  clock.after(500, callback);
  fail();
  fail();
  vi.advanceTimersByTime(500);
  worker.dispatchEvent(new MessageEvent('message'));
  expect(callback).toHaveBeenCalledOnce();
});

test('the time is the time of day in milliseconds', () => {
  vi.setSystemTime(1_700_000_000_000);
  expect(createWorkerClock(() => createFakeWorker().worker).now()).toBe(1_700_000_000_000);
});

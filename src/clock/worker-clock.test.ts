import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimerService, type TimerRequest } from './timer-service.ts';
import { createWorkerClock } from './worker-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A worker that runs in this thread; with `isStuck` it takes requests and never answers, as a worker that has failed. */
function createFakeWorker({ isStuck = false } = {}) {
  const target = new EventTarget();
  const requests: TimerRequest[] = [];
  const handle = createTimerService((id) => target.dispatchEvent(new MessageEvent('message', { data: id })));
  const terminate = vi.fn();
  const worker = Object.assign(target, {
    postMessage(request: TimerRequest) {
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

test('timers run in the worker, each rings once, in the order of their times', () => {
  const { worker, requests } = createFakeWorker();
  const clock = createWorkerClock(() => worker);
  const rung: string[] = [];
  clock.after(300, () => rung.push('late'));
  clock.after(100, () => rung.push('early'));
  expect(requests.map(({ type }) => type)).toEqual(['start', 'start']);
  vi.advanceTimersByTime(99);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual(['early']);
  vi.advanceTimersByTime(1000);
  expect(rung).toEqual(['early', 'late']);
});

test('a cancelled timer does not ring, and the worker forgets it', () => {
  const { worker } = createFakeWorker();
  const clock = createWorkerClock(() => worker);
  const callback = vi.fn();
  const cancel = clock.after(100, callback);
  cancel();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(callback).not.toHaveBeenCalled();
});

test('a timer cancelled after the worker sent its ring does not ring', () => {
  const { worker, requests } = createFakeWorker({ isStuck: true });
  const clock = createWorkerClock(() => worker);
  const callback = vi.fn();
  clock.after(100, callback)();
  worker.dispatchEvent(new MessageEvent('message', { data: requests[0]?.id }));
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
  const { worker, fail, terminate } = createFakeWorker({ isStuck: true });
  const clock = createWorkerClock(() => worker);
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

test('the time is the time of day in milliseconds', () => {
  vi.setSystemTime(1_700_000_000_000);
  expect(createWorkerClock(() => createFakeWorker().worker).now()).toBe(1_700_000_000_000);
});

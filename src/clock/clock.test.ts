import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import {
  createProgramClock,
  createTimerClock,
  createTimerService,
  createWorkerClock,
  ownTask,
  watchSleep,
} from './clock.ts';

beforeEach(() => void vi.useFakeTimers());

/** A worker in this thread. With `isStuck` it never answers, as a failed worker. */
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

test('rings each timer once through the worker, in order', () => {
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

test('rings immediate timers in the next task without the worker', () => {
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

test('does not ring a cancelled timer, but rings later ones', () => {
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

test('messages the worker only for a timer that is due first', () => {
  const { clock, requests } = start();
  clock.after(100, () => {});
  for (let count = 0; count < 1_000; count++) clock.after(300_000, () => {})();
  expect(requests).toEqual([100]);
});

test('rings simultaneous timers in order of time, then of creation', () => {
  const { clock } = start();
  const rung: string[] = [];
  for (const name of ['b', 'c']) clock.after(100, () => rung.push(name));
  clock.after(99.5, () => rung.push('a'));
  vi.advanceTimersByTime(100);
  expect(rung).toEqual(['a', 'b', 'c']);
});

test('rings all due timers with one message on a busy page', () => {
  const { clock, worker, requests } = start({ isStuck: true });
  let rung = 0;
  for (let count = 0; count < 500; count++) clock.after(5_000, () => rung++);
  vi.advanceTimersByTime(7_000);
  worker.dispatchEvent(new MessageEvent('message'));
  expect(rung).toBe(500);
  expect(requests).toEqual([5_000]);
});

test('splits slow timers over several tasks, and rings a new timer in its own task', () => {
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

test('tolerates delays that are NaN, missing or too long', () => {
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

test('the thread’s own timers do not ring at once for a delay that is too long for them', () => {
  const callback = vi.fn();
  createTimerClock().after(2 ** 40, callback);
  vi.advanceTimersByTime(1_000);
  expect(callback).not.toHaveBeenCalled();
});

test('a chain of due timers lets Node read from its connections in between', async () => {
  vi.useRealTimers();
  const clock = createProgramClock();
  let rung = 0;
  let cancel = () => {};
  const reading = new Promise<number>((resolve) => {
    function ring(): void {
      rung++;
      // Node runs timers that become due meanwhile before it reads.
      const until = performance.now() + 2;
      while (performance.now() < until);
      if (rung < 20) cancel = clock.after(0, ring);
      if (rung === 1) setImmediate(() => resolve(rung));
    }
    cancel = clock.after(0, ring);
  });
  expect(await reading).toBeLessThan(4);
  cancel();
});

test('a program’s timer that is cancelled while Node reads does not ring', async () => {
  vi.useRealTimers();
  const callback = vi.fn();
  const cancel = createProgramClock().after(0, callback);
  const read = new Promise<void>((resolve) => setTimeout(() => setImmediate(resolve)));
  setTimeout(cancel);
  await read;
  expect(callback).not.toHaveBeenCalled();
});

test('rings on time although the computer’s clock is changed', () => {
  const { clock } = start();
  const callback = vi.fn();
  clock.after(1_000, callback);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(callback).toHaveBeenCalledOnce();
});

test('does not ring a timer that was cancelled after the worker’s message', () => {
  const { clock, worker } = start({ isStuck: true });
  const callback = vi.fn();
  clock.after(0, callback)();
  worker.dispatchEvent(new MessageEvent('message'));
  expect(callback).not.toHaveBeenCalled();
});

test('uses the page’s timers without a worker', () => {
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

test('takes over the timers of a worker that fails', () => {
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

test('a timer that the page took over rings once, even if the worker still rings or fails again', () => {
  const { clock, worker, fail } = start({ isStuck: true });
  const callback = vi.fn();
  clock.after(500, callback);
  fail();
  fail();
  vi.advanceTimersByTime(500);
  worker.dispatchEvent(new MessageEvent('message'));
  expect(callback).toHaveBeenCalledOnce();
});

test('returns the time of day in milliseconds', () => {
  vi.setSystemTime(1_700_000_000_000);
  expect(createWorkerClock(() => createFakeWorker().worker).now()).toBe(1_700_000_000_000);
});

test('does not mistake a long time awake for sleep', () => {
  const clock = createFakeClock();
  const naps: number[] = [];
  watchSleep(clock, ({ ms, isCertain }) => naps.push(isCertain ? ms : -ms));
  clock.advance(120_000);
  expect(naps).toEqual([]);
});

test('reports a heartbeat over ten seconds late as one sleep of that length', () => {
  const clock = createFakeClock();
  const naps: number[] = [];
  watchSleep(clock, ({ ms, isCertain }) => naps.push(isCertain ? ms : -ms));
  clock.sleep(11_000);
  expect(naps).toEqual([]);
  clock.advance(1_000);
  clock.sleep(11_001);
  expect(naps).toEqual([10_001]);
  clock.advance(5000);
  clock.sleep(3_600_000);
  clock.advance(5000);
  expect(naps).toEqual([10_001, 3_600_000 - 1000]);
});

test('is not certain of a sleep if the heartbeat before was late or missing: other programs may have used the whole processor', () => {
  const clock = createFakeClock();
  const naps: number[] = [];
  watchSleep(clock, ({ ms, isCertain }) => naps.push(isCertain ? ms : -ms));
  clock.sleep(12_000);
  clock.sleep(4_000);
  clock.sleep(13_000);
  expect(naps).toEqual([-11_000, -12_000]);
});

test('does not mistake a clock that is set back for sleep', () => {
  const clock = createFakeClock();
  const naps: number[] = [];
  watchSleep(clock, ({ ms, isCertain }) => naps.push(isCertain ? ms : -ms));
  clock.sleep(-60_000);
  clock.advance(62_000);
  clock.sleep(20_000);
  expect(naps).toHaveLength(1);
});

test('reports a jump of the time of day as an uncertain sleep', () => {
  const clock = createFakeClock();
  const naps: number[] = [];
  watchSleep(clock, ({ ms, isCertain }) => naps.push(isCertain ? ms : -ms));
  clock.advance(2_000);
  clock.setTimeOfDay(60_000);
  clock.advance(5_000);
  expect(naps).toEqual([-60_000]);
});

test('stops watching for sleep when asked, even in its own callback', () => {
  const clock = createFakeClock();
  let naps = 0;
  const end = watchSleep(clock, () => {
    naps++;
    end();
  });
  clock.sleep(60_000);
  expect(naps).toBe(1);
  expect(clock.waits()).toEqual([]);
});

test('a task of its own needs no timer, which a hidden page delays', async () => {
  const done: string[] = [];
  const own = ownTask().then(() => done.push('own task'));
  await Promise.resolve().then(() => done.push('this task'));
  await own;
  expect(done).toEqual(['this task', 'own task']);
});

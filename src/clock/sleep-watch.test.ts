import { expect, test } from 'vitest';
import type { Clock } from './clock.ts';
import { watchSleep } from './sleep-watch.ts';

/** A clock whose timers stand still while it sleeps, as a computer's do. */
function createFakeClock() {
  let now = 1_000_000;
  let alarms: { dueAt: number; callback: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(delayMs, callback) {
      const alarm = { dueAt: now + delayMs, callback };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
  };
  const ring = () => {
    const due = alarms.filter(({ dueAt }) => dueAt <= now);
    alarms = alarms.filter(({ dueAt }) => dueAt > now);
    for (const { callback } of due) callback();
  };
  return {
    clock,
    runAwake(ms: number) {
      for (let passed = 0; passed < ms; passed += 100) {
        now += 100;
        ring();
      }
    },
    sleep(ms: number) {
      now += ms;
      ring();
    },
    waiting: () => alarms.length,
  };
}

test('time awake is no sleep, however long', () => {
  const fake = createFakeClock();
  const naps: number[] = [];
  watchSleep(fake.clock, (ms) => naps.push(ms));
  fake.runAwake(120_000);
  expect(naps).toEqual([]);
});

test('a heartbeat up to ten seconds late is no sleep; a later one is, once, with its length', () => {
  const fake = createFakeClock();
  const naps: number[] = [];
  watchSleep(fake.clock, (ms) => naps.push(ms));
  fake.sleep(11_000);
  expect(naps).toEqual([]);
  fake.sleep(11_001);
  expect(naps).toEqual([10_001]);
  fake.runAwake(5000);
  fake.sleep(3_600_000);
  fake.runAwake(5000);
  expect(naps).toEqual([10_001, 3_600_000 - 1000]);
});

test('a clock set back is no sleep, and the watch goes on', () => {
  const fake = createFakeClock();
  const naps: number[] = [];
  watchSleep(fake.clock, (ms) => naps.push(ms));
  fake.sleep(-60_000);
  fake.runAwake(62_000);
  fake.sleep(20_000);
  expect(naps).toHaveLength(1);
});

test('the watch can be ended, also by what it calls', () => {
  const fake = createFakeClock();
  let naps = 0;
  const end = watchSleep(fake.clock, () => {
    naps++;
    end();
  });
  fake.sleep(60_000);
  expect(naps).toBe(1);
  expect(fake.waiting()).toBe(0);
});

import { expect, test } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { watchSleep } from './clock.ts';

test('time awake is no sleep, however long', () => {
  const clock = createFakeClock();
  const naps: number[] = [];
  watchSleep(clock, ({ ms, isCertain }) => naps.push(isCertain ? ms : -ms));
  clock.advance(120_000);
  expect(naps).toEqual([]);
});

test('a heartbeat up to ten seconds late is no sleep; a later one is, once, with its length', () => {
  const clock = createFakeClock();
  const naps: number[] = [];
  watchSleep(clock, ({ ms, isCertain }) => naps.push(isCertain ? ms : -ms));
  clock.sleep(11_000);
  expect(naps).toEqual([]);
  clock.sleep(11_001);
  expect(naps).toEqual([10_001]);
  clock.advance(5000);
  clock.sleep(3_600_000);
  clock.advance(5000);
  expect(naps).toEqual([10_001, 3_600_000 - 1000]);
});

test('a clock set back is no sleep, and the watch goes on', () => {
  const clock = createFakeClock();
  const naps: number[] = [];
  watchSleep(clock, ({ ms, isCertain }) => naps.push(isCertain ? ms : -ms));
  clock.sleep(-60_000);
  clock.advance(62_000);
  clock.sleep(20_000);
  expect(naps).toHaveLength(1);
});

test('a time of day that jumps forward may be a sleep, but is not certain to be one', () => {
  const clock = createFakeClock();
  const naps: number[] = [];
  watchSleep(clock, ({ ms, isCertain }) => naps.push(isCertain ? ms : -ms));
  clock.setTimeOfDay(60_000);
  clock.advance(5_000);
  expect(naps).toEqual([-60_000]);
});

test('the watch can be ended, also by what it calls', () => {
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

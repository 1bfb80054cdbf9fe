import { expect, test } from 'vitest';
import { failureOfStatus } from './failure-of-status.ts';

test.each([
  [400, 'bad-request'],
  [401, 'bad-key'],
  [402, 'quota'],
  [403, 'not-permitted'],
  [404, 'model-not-found'],
  [408, 'timeout'],
  [409, 'conflict'],
  [418, 'unprocessable'],
  [422, 'unprocessable'],
  [429, 'rate-limit'],
  [500, 'server'],
  [503, 'server'],
  [529, 'server'],
] as const)('[S8.5] status %i means %s', (status, kind) => {
  expect(failureOfStatus(status)).toBe(kind);
});

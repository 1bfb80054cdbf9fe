import { format } from 'node:util';
import { beforeEach, vi } from 'vitest';

/** React's warnings about updates outside `act` since the last test. */
const outsideAct: Error[] = [];

/** Collects React's warnings about `act`. Returns true for such a warning. */
export function collectActWarning(message: unknown, ...more: readonly unknown[]): boolean {
  const isOne = typeof message === 'string' && /\bact\(|`act`/.test(message);
  if (isOne) outsideAct.push(new Error(format(message, ...more)));
  return isOne;
}

/** Returns and clears the collected warnings. */
export const takeActWarnings = (): readonly Error[] => outsideAct.splice(0);

/** Silences `console.error`. React's warnings about `act` still fail the test. */
export const muteErrors = () => vi.spyOn(console, 'error').mockImplementation(collectActWarning);

/** Installs fake timers and a silent `console.error` for each test of the file or block. */
export function fakeTimersAndConsole(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    muteErrors();
  });
}

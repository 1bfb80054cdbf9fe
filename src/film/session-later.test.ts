import { expect, test, vi } from 'vitest';
import { connectInside } from '../../test/session-harness.ts';
import type { Session } from './session.ts';
import { createEarlySession, createSessionLater } from './session-later.ts';

test('[D18.6] the session is made once: a second one would send the requests under way once more, as when a file was added during the run', async () => {
  const filmWorker = connectInside();
  const make = vi.fn(() => ({ stop() {} }) as unknown as Session);
  const session = createSessionLater(createEarlySession(filmWorker), { load: async () => make, filmWorker });
  await Promise.all([session.whenReady(), session.whenReady()]);
  await session.whenReady();
  session.stop();
  expect(make).toHaveBeenCalledTimes(1);
});

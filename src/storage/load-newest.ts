import type { Clock } from '../clock/clock.ts';
import { awaitArrival } from './await-arrival.ts';
import type { FallbackSession } from './fallback-session.ts';
import { type LocalSession, type StoredSession, UNREADABLE } from './local-session.ts';

export interface LoadOptions {
  readonly local: LocalSession | undefined;
  readonly fallback: FallbackSession | undefined;
  readonly after: Clock['after'];
  /** Another tab has told of it; 0: none has. */
  readonly announcedRevision: number;
  /** The run was taken from a tab that may yet wake. */
  readonly stolen: boolean;
}

export interface NewestSession {
  /** What local storage and IndexedDB hold. */
  readonly here: StoredSession;
  readonly there: StoredSession;
  /** The newer one. */
  readonly found: StoredSession;
  readonly inFallback: boolean;
  /** What is saved next gets a higher one. */
  readonly revision: number;
}

/** For a database that is said to hold the work: the tab that wrote it may still be busy with it. */
const LONG_PATIENCE_MS = 8_000;
/** After the run was taken from a tab that does not answer, revisions go on so much higher: that tab can never have come so far. */
const LEAP = 1_000;
const MOST_READINGS = 3;

/** The newer of what local storage and IndexedDB hold. */
export async function loadNewest(options: LoadOptions): Promise<NewestSession> {
  let newest = await read(options);
  if (!options.stolen) return newest;
  for (let reading = 1; reading < MOST_READINGS && !(await claim(options, newest)); reading++)
    newest = await read(options);
  return { ...newest, revision: newest.revision + LEAP };
}

async function read({ local, fallback, after, announcedRevision, stolen }: LoadOptions): Promise<NewestSession> {
  let there = (await fallback?.read()) ?? UNREADABLE;
  if (fallback && !there.readable && (local?.revision() ?? 0) < announcedRevision) {
    there = await fallback.read(LONG_PATIENCE_MS);
  }
  if (local) {
    // Torn it may be because the last of what a tab wrote before it froze has not arrived here yet.
    const awaited = Math.max(announcedRevision, stolen && local.read().torn ? 1 : 0);
    if (there.revision < awaited) await awaitArrival(() => local.revision() >= awaited, after);
  }
  const here = local?.read() ?? UNREADABLE;
  const inFallback = there.revision > here.revision;
  const found = inFallback ? there : here;
  return { here, there, found, inFallback, revision: found.revision };
}

/** From now on what that tab writes is older. False: it has written since. */
async function claim(
  { local, fallback }: LoadOptions,
  { found, inFallback, revision }: NewestSession,
): Promise<boolean> {
  if (found.newerVersion || found.torn) return true;
  if (inFallback) return (await fallback?.claim(revision + LEAP)) !== 'other-tab';
  local?.claim(revision + LEAP);
  return true;
}

import { SESSION_KEYS, type SessionTexts } from './film-codec.ts';
import { type FallbackStore, writeDatabase } from './work-stores.ts';

/**
 * Keeps a copy of the work that local storage holds, of one save after the other, in a database of its own. A browser that crashes, or loses
 * its power, has not written what local storage held: Chromium writes it down once a minute at most, and the more it is the more seldom,
 * but what a database has stored within moments. `found`: the revision of the copy that was there; what is newer
 * than it is another tab's, and stays.
 */
export function createWorkCopy(idb: FallbackStore | undefined, found: number) {
  let newestAllowed = found;
  /** What the copy holds; undefined: unknown. */
  let held: { readonly texts: SessionTexts; readonly revision: number } | undefined;
  let waiting: typeof held;
  let isWriting = false;

  /** `texts` were stored as a whole under this revision. What cannot be copied is not. */
  return async (texts: SessionTexts, revision: number): Promise<void> => {
    waiting = { texts, revision };
    if (isWriting || !idb) return;
    isWriting = true;
    while (waiting) {
      const next: NonNullable<typeof held> = waiting;
      waiting = undefined;
      const changed = SESSION_KEYS.filter((key) => held?.texts[key] !== next.texts[key]);
      const entries = Object.fromEntries(changed.map((key) => [key, next.texts[key]]));
      // The tab before may still have copied what it had just saved.
      const newestHere = held?.revision ?? Math.max(newestAllowed, next.revision - 1);
      const written = await writeDatabase(idb, entries, next.revision, newestHere, held && next.texts);
      held = written === 'kept' ? next : undefined;
      if (held) newestAllowed = held.revision;
    }
    isWriting = false;
  };
}

import { within } from '../clock/within.ts';
import { type Changes, changesBetween, withChanges } from '../lib/changes.ts';
import type { SessionState } from '../session/session-state.ts';
import { parseSession } from './session-texts.ts';
import { SCHEMA_VERSION } from './stored-value.ts';
import { PATIENCE_MS, type Places, REVISION_KEY, readDatabase, readLocal, revisionOf } from './stored-work.ts';

/** What the holder of the run tells the tabs that follow: what has changed since the last news, stored or only going on. */
export interface WorkNews {
  readonly version: number;
  /** The revision that the changes belong to, and the one after them. */
  readonly since: number;
  readonly revision: number;
  /** null: another film, which is to be read where it is stored. */
  readonly changes: Changes | null;
}

/** A state under the revision that it is stored under. */
export interface WorkAt {
  readonly revision: number;
  readonly state: SessionState;
}

export const newsBetween = (before: WorkAt, after: WorkAt): WorkNews => ({
  version: SCHEMA_VERSION,
  since: before.revision,
  revision: after.revision,
  // A long film would hold the page up, on this side and on the other.
  changes: before.state.phrases === after.state.phrases ? changesBetween(told(before.state), told(after.state)) : null,
});

/** What can be taken back only the holder needs, and which batch is open is each tab's own. */
const told = ({ undo: _, redo: _redo, role: __, shownBatch: ___, ...facts }: SessionState) => facts;

/** What is stored, read without writing anything. */
export interface StoredView {
  /** undefined: nothing newer than what was given before can be shown. */
  readonly state: SessionState | undefined;
  /** False: another tab was writing, or the database did not answer. */
  readonly complete: boolean;
  readonly newerVersion: boolean;
}

/** The work that another tab holds. What has not changed of it stays the same object. */
export interface FollowedWork {
  /** Reads it where it is stored, if that is newer. */
  look(): Promise<StoredView>;
  /** Follows the holder's news; undefined: they do not follow on what was read. */
  hear(news: unknown): SessionState | undefined;
}

/** News that came before what they follow on was read. */
const MOST_WAITING = 20;

export function createFollowedWork(places: Places): FollowedWork {
  let seen: WorkAt | undefined;
  let waiting: readonly WorkNews[] = [];

  function catchUp(): SessionState | undefined {
    const before = seen;
    for (const { since, revision, changes } of waiting) {
      if (seen?.revision === since && changes) seen = { revision, state: withChanges(seen.state, changes) };
    }
    waiting = waiting.filter(({ since }) => since > (seen?.revision ?? 0)).slice(-MOST_WAITING);
    return seen === before ? undefined : seen?.state;
  }

  return {
    async look() {
      const there = places.idb ? await within(PATIENCE_MS, places.idb.getMany([REVISION_KEY]), undefined) : [];
      const here = readLocal(places);
      const revisionThere = revisionOf(there?.[0]);
      const isThere = revisionThere > Math.max(here.revision, seen?.revision ?? -1);
      const found = isThere ? await readDatabase(places) : here;
      const { torn, newerVersion, revision, readable } = found;
      const complete = there !== undefined && !torn && (readable || !isThere);
      const isNewer = readable && !torn && revision > (seen?.revision ?? -1);
      if (!isNewer) return { state: undefined, complete, newerVersion };
      seen = { revision, state: parseSession(found).state };
      return { state: catchUp() ?? seen.state, complete, newerVersion };
    },
    hear(news) {
      if (!isNews(news)) return undefined;
      waiting = [...waiting, news];
      return catchUp();
    },
  };
}

/** Another version of the page may be open in the other tab. */
const isNews = (news: unknown): news is WorkNews =>
  typeof news === 'object' && news !== null && 'version' in news && news.version === SCHEMA_VERSION;

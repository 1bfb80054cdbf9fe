import type { SessionState } from '../film/film.ts';
import { atRest } from '../film/undo.ts';
import { type Changes, changesBetween, withChanges } from '../lib/changes.ts';
import { parseSession } from './film-codec.ts';
import { SCHEMA_VERSION } from './stored-value.ts';
import { type Places, readNewer } from './work-stores.ts';

/** The holder's message to followers: what has changed since the last message, whether it is stored or not (batches in progress). */
export interface WorkNews {
  readonly version: number;
  /** The revision that the changes apply to, and the revision that they lead to. */
  readonly since: number;
  readonly revision: number;
  /** The changes apply to the work at rest, without what went on in a tab that has gone since. */
  readonly fromRest?: true;
  /** null: another film was opened; the follower must read it where it is stored. */
  readonly changes: Changes | null;
}

/** A state, and the revision under which it is stored. */
export interface WorkAt {
  readonly revision: number;
  readonly state: SessionState;
}

export const newsBetween = (before: WorkAt, after: WorkAt): WorkNews => ({
  version: SCHEMA_VERSION,
  since: before.revision,
  revision: after.revision,
  // Comparing and sending another film's phrases would block the main threads of both tabs.
  changes:
    before.state.phrases === after.state.phrases
      ? changesBetween(sharedFacts(before.state), sharedFacts(after.state))
      : null,
});

/** Followers do not need undo steps, and each tab has its own open batch. */
const sharedFacts = ({ undo: _, redo: _redo, role: __, shownBatch: ___, ...facts }: SessionState) => facts;

/** How many messages are kept that arrive before the revision that they apply to was read. */
const MOST_WAITING = 20;

/** The holder's work as a follower sees it. Unchanged parts stay the same objects. */
export function createFollowedWork(places: Places) {
  let seen: WorkAt | undefined;
  let waiting: readonly WorkNews[] = [];

  function catchUp(): SessionState | undefined {
    const before = seen;
    for (const { since, revision, changes, fromRest } of waiting) {
      if (seen?.revision !== since || !changes) continue;
      seen = { revision, state: withChanges(fromRest ? atRest(seen.state) : seen.state, changes) };
    }
    waiting = waiting.filter(({ since }) => since > (seen?.revision ?? 0)).slice(-MOST_WAITING);
    return seen === before ? undefined : seen?.state;
  }

  return {
    /**
     * Reads the stored work. `state` undefined: it is not newer than what was shown before. `complete` false: another tab was
     * writing, or the database did not answer.
     */
    async readStored() {
      const { found, answered } = await readNewer(places, seen?.revision ?? 0);
      const { torn, newerVersion, revision, readable } = found;
      const complete = answered && !torn;
      const isNewer = readable && !torn && revision > (seen?.revision ?? -1);
      if (isNewer) seen = { revision, state: parseSession(found).state };
      return { state: isNewer ? (catchUp() ?? seen?.state) : undefined, complete, newerVersion };
    },
    /** The state after the holder's news; undefined when they do not follow on what was read. */
    applyNews(news: unknown): SessionState | undefined {
      if (!isNews(news)) return undefined;
      waiting = [...waiting, news];
      return catchUp();
    },
  };
}

/** The other tab may run another version of the page. */
const isNews = (news: unknown): news is WorkNews =>
  typeof news === 'object' && news !== null && 'version' in news && news.version === SCHEMA_VERSION;

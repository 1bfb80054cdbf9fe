import * as v from 'valibot';
import { type Clock, withTimeout } from '../clock/clock.ts';
import { filmName, isInNoFile, type Work, type WorkFacts } from '../film/film.ts';
import { withoutFuture } from '../film/steps.ts';
import { countSchema } from '../film/stored-values.ts';
import { parseJson } from '../lib/json.ts';
import { type Records, WORK_STORES, type WorksDatabase } from './database.ts';
import { formatAhead } from './film-codec.ts';
import {
  HEAD,
  type HeadFacts,
  headOf,
  MOST_TAKEN,
  type Put,
  recordCounts,
  recordsOf,
  type Taken,
} from './film-records.ts';
import { type Commit, type createMirror, type MirrorFacts, readFacts, readLocal } from './mirror.ts';
import { getText, type StorageFailure, type StorageProblem, type TextStorage, writeAll } from './stored-value.ts';

/** With the time that a commit takes, a change is stored within a quarter of a second (S3.8). */
const SAVE_AFTER_MS = 200;
/** A database that takes longer may never answer: local storage gets the work meanwhile. */
const SLOW_MS = 2_500;
const RETRY_MS = 10_000;
const COPY_AFTER_MS = 500;
/** How long handOver() waits for a slow database; tabs/one-tab.ts waits longer. */
const HAND_OVER_PATIENCE_MS = 8_000;

/** What the page wrote as it went, when it could not wait for the database: the records that the last commit lacks. */
const UNSAVED_KEY = 'unsaved';
export interface Unsaved {
  /** The owner and the revision of the last commit that the records follow. A commit under way then may have been stored since. */
  readonly owner: string;
  readonly after: number;
  /** What these records make it. */
  readonly revision: number;
  readonly records: readonly Put[];
}
const unsavedSchema = v.object({
  owner: v.string(),
  after: countSchema,
  revision: countSchema,
  records: v.array(v.tuple([v.picklist(WORK_STORES), v.union([v.string(), v.number()]), v.unknown()])),
});

export function readUnsaved(storage: TextStorage | null): Unsaved | undefined {
  const parsed = v.safeParse(unsavedSchema, parseJson(getText(storage, UNSAVED_KEY) ?? ''));
  return parsed.success ? parsed.output : undefined;
}

export const fits = ({ owner, after, revision }: Unsaved, stored: Commit): boolean =>
  owner === stored.owner && after <= stored.revision && stored.revision < revision;

/** What was loaded. */
export interface StartOfSaving {
  readonly work: Work;
  /** What the database has; undefined: nothing that can be written on. */
  readonly stored: { readonly work: Work; readonly revision: number } | undefined;
  readonly revision: number;
  /** The undo steps that the database has. */
  readonly kept: Work['past'];
  /** Where nothing can be written on: the commit that the database has, as far as it is known. */
  readonly ahead: Commit | null;
  readonly putsAway: boolean;
  readonly taken: readonly Taken[];
  /** Damaged records, to be kept apart. */
  readonly aside: readonly Put[];
  /** Local storage cannot be read. */
  readonly isClosed: boolean;
  /** Of what local storage had. */
  readonly facts: MirrorFacts | undefined;
}

/** A database that answers once the work has begun without it. */
export interface LateDatabase extends Pick<StartOfSaving, 'revision' | 'taken' | 'aside'> {
  /** Whom it must still name before this tab's first save. */
  readonly owner: string | undefined;
  /** The undo steps that it has. They are stored below those of this visit, and are offered in the next one. */
  readonly below: Work['past'];
}

export interface SavingOptions {
  readonly storage: TextStorage | null;
  /** undefined: it does not answer, or not yet. */
  readonly database: WorksDatabase | undefined;
  readonly mirror: ReturnType<typeof createMirror>;
  /** This tab's name as the owner of the work. */
  readonly name: string;
  /** The owner that the database must name before this tab's first save. */
  readonly owner: string | undefined;
  readonly start: StartOfSaving;
  readonly after: Clock['after'];
  /** Called with what is not stored as usual; null: everything is. */
  readonly report: (problem: StorageProblem | null) => void;
  /** Called with the name of a film that was put away and is stored nowhere, '' where it has none; null: there is no such film any more. */
  readonly onUnkeptFilm: ((name: string | null) => void) | undefined;
  /** Whether the browser says that this tab has the work, though another one that slept has written its name into it. */
  readonly mayReclaim: (() => Promise<boolean>) | undefined;
  /** Another tab has the work; nothing was overwritten. */
  readonly onOvertaken: () => void;
}

/** The work from its loading until this tab loses it. */
export function createSaving({ storage, mirror, name, start, after, report, ...options }: SavingOptions) {
  let { database } = options;
  let { revision, aside, taken } = start;
  let takenBefore = start.taken;
  let late: LateDatabase | undefined;
  let isOver = false;
  let latest = start.work;
  /** What the database has. */
  let stored = start.stored;
  let owner = options.owner;
  /** The save under way. */
  let inFlight: Work | undefined;
  /** What local storage has of work that the database lacks. */
  let ahead: Work | undefined;
  /** The revisions of what local storage has of work that the database may lack. */
  let aheadAt = 0;
  let unsavedAt = 0;
  let failed: Work | undefined;
  let writing: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;
  let cancelRetry: (() => void) | undefined;
  /** See formatAhead(). */
  let formattedPhrases: Work['phrases'] | undefined;
  let hasUnsaved = getText(storage, UNSAVED_KEY) !== null;
  /** A flush waits for the state of then, or a later one. */
  let isWanted = false;
  let isSlow = false;
  let flushedPast = start.work.past;
  const knownBefore = [start.facts, readFacts(storage)];

  // What was loaded without a database is where it was.
  const isWaiting = () =>
    latest !== (stored?.work ?? (!database ? (ahead ?? start.work) : late ? start.work : undefined));
  const headFacts = (at: number): HeadFacts => ({ owner: name, revision: at, taken });

  /** With the undo steps below that a late database had. */
  const whole = (work: Work): Work => (late ? { ...work, past: [...late.below, ...work.past] } : work);

  function save(state: Work): void {
    if (isOver) return;
    if (state.phrases !== formattedPhrases) void formatAhead(state);
    formattedPhrases = state.phrases;
    latest = state;
    failed = undefined;
    // A step holds what its command threw away.
    if (state.past !== flushedPast) void flush();
    else cancelTimer ??= after(SAVE_AFTER_MS, () => void flush());
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = undefined;
    if (isOver || !isWaiting()) return writing ?? Promise.resolve();
    flushedPast = latest.past;
    isWanted = true;
    if (!database || isSlow) standIn();
    if (database) writing ??= writeWanted(database).finally(() => (writing = undefined));
    return writing ?? Promise.resolve();
  }

  async function writeWanted(to: WorksDatabase): Promise<void> {
    while (isWanted && !isOver && isWaiting() && latest !== failed) {
      isWanted = false;
      await write(to, latest);
    }
  }

  async function write(to: WorksDatabase, state: Work): Promise<void> {
    inFlight = state;
    const committing = commit(to, state);
    isSlow = (await withTimeout(SLOW_MS, committing, 'slow')) === 'slow';
    if (isSlow && !isOver) standIn();
    const outcome = await committing;
    isSlow = false;
    inFlight = undefined;
    if (isOver) return;
    if (outcome === 'other-tab') options.onOvertaken();
    if (outcome === 'failed') {
      failed = latest;
      standIn();
    }
  }

  /** One transaction: this tab still has the work, the records that differ, and the revision. */
  async function commit(
    to: WorksDatabase,
    state: Work,
    isReclaiming = false,
  ): Promise<'stored' | 'failed' | 'other-tab'> {
    const before = stored;
    const at = ++revision;
    const kept = aside;
    try {
      const isStored = await to.run('readwrite', WORK_STORES, async (records) => {
        const head = headOf(await records.get('works', HEAD));
        const isMine = head?.owner === owner || (isReclaiming && head?.revision === before?.revision);
        if (head && !isMine) return false;
        for (const [store, key, value] of kept) await records.put('works', `broken:${store}:${key}:${at}`, value);
        // Somebody may have emptied the database.
        await putWork(records, whole(state), head && before && whole(before.work), headFacts(at));
        return true;
      });
      if (!isStored) {
        const isTrueHolder = !isReclaiming && (await options.mayReclaim?.()) === true;
        return isTrueHolder && !isOver ? commit(to, state, true) : 'other-tab';
      }
      if (!isOver) onStored(state, at);
      return 'stored';
    } catch {
      return 'failed';
    }
  }

  function onStored(state: Work, at: number): void {
    stored = { work: state, revision: at };
    owner = name;
    aside = [];
    cancelRetry?.();
    // What was left there while this commit was under way is newer than it.
    if (hasUnsaved && storage && unsavedAt < at) hasUnsaved = !writeAll(storage, [[UNSAVED_KEY, null]]).ok;
    if (aheadAt < at || ahead === state) {
      ahead = undefined;
      copy();
    }
    options.onUnkeptFilm?.(null);
  }

  const isFailure = (written: ReturnType<typeof mirror.write>): written is StorageFailure =>
    written !== 'written' && written !== 'large';

  function retry(): void {
    failed = undefined;
    void flush();
  }

  /** Local storage gets what the database does not take. */
  function standIn(): void {
    cancelRetry?.();
    if (database) cancelRetry = after(RETRY_MS, retry);
    const known = filmsOf(stored ? stored.work : { past: start.kept, future: [] });
    const unkept = filmsOf(latest).filter((film) => !known.includes(film));
    const film = unkept.find(isInNoFile);
    options.onUnkeptFilm?.(film ? filmName(film) : null);
    if (latest !== ahead) writeAhead(unkept.length > 0);
  }

  function writeAhead(hasUnkept: boolean): void {
    // A tab that slept must not write over the work of the tab that has it now.
    if (isOthers()) return options.onOvertaken();
    const base = stored
      ? { owner: owner ?? '', revision: stored.revision }
      : (start.ahead ?? { owner: '', revision: 0 });
    const putsAway = hasUnkept || (!stored && start.putsAway);
    const written = mirror.write(latest, { owner: name, revision: ++revision, ahead: base, putsAway });
    ahead = isFailure(written) ? undefined : latest;
    aheadAt = ahead ? revision : 0;
    // Once the database has newer work, a crash of the browser may bring this back into local storage.
    taken = [...takenBefore, { owner: name, revision: revision + 1, stamp: '' }].slice(-MOST_TAKEN);
    report(isFailure(written) ? { kind: written, keptIn: 'memory' } : null);
  }

  /** Work of the tab before that the database lacks, later than what was loaded: it must not be overwritten. */
  const hasArrived = (facts: MirrorFacts | undefined): boolean =>
    database !== undefined && !!facts?.ahead && facts.owner !== name && facts.stamp !== start.facts?.stamp;

  /** Whether another tab has written into local storage since the work was loaded. */
  const isOthers = (): boolean => {
    if (!database) {
      const { kind, revision: found } = readLocal(storage);
      return kind === 'own' && found > revision;
    }
    const facts = readFacts(storage);
    if (!facts || facts.owner === name) return false;
    return hasArrived(facts) || ![owner, ...knownBefore.map((before) => before?.owner)].includes(facts.owner);
  };

  /** For a page that may be going: it cannot wait for a database. */
  function leave(): Promise<void> {
    if (!isOver && database && !isOthers()) {
      if (isWaiting() && latest !== ahead && !writeUnsaved()) standIn();
      if (!isWaiting() && !mirror.isIntact()) copy();
    }
    return flush();
  }

  /** False: there is no room, or nothing that it could follow. */
  function writeUnsaved(): boolean {
    if (!storage || !stored || owner === undefined) return false;
    const at = ++revision;
    // Whether the save under way is stored or not, these records come out as this work.
    const bases = [...(inFlight ? [inFlight] : []), stored.work];
    const records = new Map(
      bases
        .flatMap((base) => recordsOf(whole(latest), whole(base), headFacts(at)))
        .map((put) => [`${put[0]} ${put[1]}`, put]),
    );
    // The head of the owner that the save under way may have made this tab's.
    const unsaved: Unsaved = { owner, after: stored.revision, revision: at, records: [...records.values()] };
    const isWritten = writeAll(storage, [[UNSAVED_KEY, JSON.stringify(unsaved)]]).ok;
    if (isWritten) [hasUnsaved, unsavedAt] = [true, at];
    return isWritten;
  }

  /** The copy in local storage may be another owner's, or older. Later, since the page is being drawn. */
  function copy(): void {
    if (isOver || !stored) return;
    if (hasArrived(readFacts(storage))) return options.onOvertaken();
    const written = mirror.write(stored.work, { owner: name, revision: stored.revision, ahead: null, putsAway: false });
    report(isFailure(written) ? { kind: written, keptIn: 'indexed-db' } : null);
  }

  if (start.isClosed) report({ kind: 'unavailable', keptIn: database ? 'indexed-db' : 'memory' });
  // Local storage may have what the database has refused since.
  if (stored) after(COPY_AFTER_MS, () => isWaiting() || copy());
  else if (database) void flush();

  return {
    save,
    flush,
    leave,
    /** The database answers after all: what was changed since is stored there, too. */
    join(to: WorksDatabase, found: LateDatabase): void {
      if (isOver) return;
      [database, late, owner, aside, takenBefore] = [to, found, found.owner, found.aside, found.taken];
      revision = Math.max(revision, found.revision);
      taken = [...takenBefore, ...taken].slice(-MOST_TAKEN);
      if (isWaiting()) void flush();
    },
    async handOver(): Promise<boolean> {
      await withTimeout(HAND_OVER_PATIENCE_MS, flush(), undefined);
      return isOver || !isWaiting() || latest === ahead;
    },
    end(): void {
      isOver = true;
      cancelTimer?.();
      cancelRetry?.();
      options.onUnkeptFilm?.(null);
    },
  };
}

/** Within a transaction: the records that differ from those of `base`, or all of them. */
async function putWork(records: Records, work: Work, base: Work | undefined, facts: HeadFacts): Promise<void> {
  // One after the other: copying all of a long film's records would be one long task.
  for (const put of recordsOf(work, base, facts)) await records.put(...put);
  const counts = recordCounts(work);
  for (const store of ['lines', 'past'] as const)
    if (!base || counts[store] < recordCounts(base)[store]) await records.clear(store, counts[store]);
}

const filmsOf = (work: Pick<Work, 'past' | 'future'>): readonly WorkFacts[] =>
  withoutFuture(work).past.flatMap(({ film }) => (film ? [film.facts] : []));

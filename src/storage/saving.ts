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
  lastPuts,
  MOST_TAKEN,
  type Place,
  type Put,
  putsSchema,
  recordCounts,
  recordsOf,
  type Taken,
} from './film-records.ts';
import { type Commit, type createMirror, type MirrorFacts, readFacts, readLocal } from './mirror.ts';
import { getText, type StorageFailure, type StorageProblem, type TextStorage, writeAll } from './stored-value.ts';

/** Together with the time of a commit, a change is stored within 250 ms (S3.8). */
const SAVE_AFTER_MS = 200;
/** A database that takes longer may never answer, so local storage gets the work in the meantime. */
const SLOW_MS = 2_500;
const RETRY_MS = 10_000;
const COPY_AFTER_MS = 500;
/** How long handOver() waits for a slow database. tabs/one-tab.ts waits longer. */
export const HAND_OVER_PATIENCE_MS = 8_000;

/** The key for changes that a closing page wrote when it could not wait for the database: the records that the last commit lacks. */
const UNSAVED_KEY = 'unsaved';
export interface Unsaved {
  /** The owner and the revision of the commit on which these records are based. A commit that was under way may have been stored since. */
  readonly owner: string;
  readonly after: number;
  /** The revision of the work with these records. */
  readonly revision: number;
  readonly records: readonly Put[];
}
const unsavedSchema = v.object({
  owner: v.string(),
  after: countSchema,
  revision: countSchema,
  records: putsSchema,
});

export function readUnsaved(storage: TextStorage | null): Unsaved | undefined {
  const parsed = v.safeParse(unsavedSchema, parseJson(getText(storage, UNSAVED_KEY) ?? ''));
  return parsed.success ? parsed.output : undefined;
}

export const fits = ({ owner, after, revision }: Unsaved, stored: Commit): boolean =>
  owner === stored.owner && after <= stored.revision && stored.revision < revision;

export interface StartOfSaving {
  readonly work: Work;
  /** The work in the database; undefined: no commit can be based on it. */
  readonly stored: { readonly work: Work; readonly revision: number } | undefined;
  readonly revision: number;
  /** The undo steps that the database has. */
  readonly storedPast: Work['past'];
  /** The commit that the database has, as far as it is known, if no commit can be based on it. */
  readonly ahead: Commit | null;
  readonly putsAway: boolean;
  readonly taken: readonly Taken[];
  /** Damaged records, which are stored under other keys. */
  readonly aside: readonly Put[];
  /** Local storage cannot be read. */
  readonly isClosed: boolean;
  /** The facts of the copy in local storage. */
  readonly facts: MirrorFacts | undefined;
}

/** A database that answers after the work has begun without it. */
export interface LateDatabase extends Pick<StartOfSaving, 'revision' | 'taken' | 'aside'> {
  /** The owner that the database must name, so that this tab may save. */
  readonly owner: string | undefined;
  /** The undo steps of the database. They are stored below those of this visit, and offered in the next one. */
  readonly below: Work['past'];
}

export interface SavingOptions {
  readonly storage: TextStorage | null;
  /** undefined: the database does not answer, or not yet. */
  readonly database: WorksDatabase | undefined;
  readonly mirror: ReturnType<typeof createMirror>;
  /** This tab's name as the owner of the work. */
  readonly name: string;
  /** The owner that the database must name at this tab's first save. */
  readonly owner: string | undefined;
  readonly start: StartOfSaving;
  readonly after: Clock['after'];
  /** Called with what is not stored as usual; null: everything is stored as usual. */
  readonly report: (problem: StorageProblem | null) => void;
  /**
   * Called with the name of a film that was set aside for Undo and is stored nowhere ('': it has no name); null: there is no such film any more.
   */
  readonly onUnkeptFilm: ((name: string | null) => void) | undefined;
  /** Which tab has the work according to the browser. A tab that slept may not know that it lost the work. */
  readonly holder: (() => Promise<'this-tab' | 'another' | 'unknown'>) | undefined;
  /** Called if another tab has the work. Nothing was overwritten. */
  readonly onOvertaken: () => void;
}

/** Saves the work of this tab, from the time when the tab loaded it until another tab has it. */
export function createSaving({ storage, mirror, name, start, after, report, ...options }: SavingOptions) {
  let { database } = options;
  let { revision, aside, taken } = start;
  let takenBefore = start.taken;
  let late: LateDatabase | undefined;
  let isOver = false;
  let latest = start.work;
  let stored = start.stored;
  let owner = options.owner;
  let inFlight: Work | undefined;
  /** Work that is in local storage and that the database lacks. */
  let ahead: Work | undefined;
  /** The revision of the texts in local storage that the database may not have. */
  let aheadAt = 0;
  let unsavedAt = 0;
  let failed: Work | undefined;
  let writing: Promise<void> | undefined;
  let standingIn: Promise<void> | undefined;
  let copying: Promise<void> | undefined;
  /** The film in local storage. */
  let copiedPhrases = start.stored?.work.phrases;
  let cancelTimer: (() => void) | undefined;
  let cancelRetry: (() => void) | undefined;
  /** See formatAhead(). */
  let formattedPhrases: Work['phrases'] | undefined;
  let hasUnsaved = getText(storage, UNSAVED_KEY) !== null;
  /** True while a flush waits for a save of the state at its call. */
  let isWanted = false;
  let isSlow = false;
  let flushedPast = start.work.past;
  const knownBefore = [start.facts, readFacts(storage)];

  // Work that was loaded without a database is still stored in local storage.
  const isWaiting = () =>
    latest !== (stored?.work ?? (!database ? (ahead ?? start.work) : late ? start.work : undefined));
  const headFacts = (at: number): HeadFacts => ({ owner: name, revision: at, taken });

  /** Adds the undo steps of a late database below those of the work. */
  const whole = (work: Work): Work => (late ? { ...work, past: [...late.below, ...work.past] } : work);

  function save(state: Work): void {
    if (isOver) return;
    if (state.phrases !== formattedPhrases) void formatAhead(state);
    formattedPhrases = state.phrases;
    latest = state;
    failed = undefined;
    // An undo step contains what its command removed, so it is stored at once.
    if (state.past !== flushedPast) void flush();
    else cancelTimer ??= after(SAVE_AFTER_MS, () => void flush());
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = undefined;
    if (isOver || !isWaiting()) return ended();
    flushedPast = latest.past;
    isWanted = true;
    if (!database || isSlow) standingIn = standInIfHeld();
    if (database) writing ??= writeWanted(database).finally(() => (writing = undefined));
    return ended();
  }

  async function ended(): Promise<void> {
    await Promise.all([writing, standingIn]);
    await copying;
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
    if (isSlow) await standInIfHeld();
    const outcome = await committing;
    isSlow = false;
    inFlight = undefined;
    if (isOver) return;
    if (outcome === 'other-tab') options.onOvertaken();
    if (outcome === 'failed') {
      failed = latest;
      await standInIfHeld();
    }
  }

  /** Writes in one transaction: checks that this tab still has the work, then writes the changed records and the revision. */
  async function commit(
    to: WorksDatabase,
    state: Work,
    isReclaiming = false,
  ): Promise<'stored' | 'failed' | 'other-tab'> {
    const before = stored;
    const at = ++revision;
    const setAside = aside;
    try {
      const isStored = await to.run('readwrite', WORK_STORES, async (records) => {
        const head = headOf(await records.get('works', HEAD));
        const isMine = head?.owner === owner || (isReclaiming && head?.revision === before?.revision);
        if (head && !isMine) return false;
        for (const [store, key, value] of setAside) await records.put('works', `broken:${store}:${key}:${at}`, value);
        // Somebody may have emptied the database.
        await putWork(records, whole(state), head && before && whole(before.work), headFacts(at));
        return true;
      });
      if (!isStored) {
        const isTrueHolder = !isReclaiming && (await options.holder?.()) === 'this-tab';
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
    // Changes that were written during this commit are newer than the commit.
    if (hasUnsaved && storage && unsavedAt < at) hasUnsaved = !writeAll(storage, [[UNSAVED_KEY, null]]).ok;
    if (aheadAt < at || ahead === state) {
      ahead = undefined;
      copySoon();
    }
    options.onUnkeptFilm?.(null);
  }

  const isFailure = (written: ReturnType<typeof mirror.write>): written is StorageFailure =>
    written !== 'written' && written !== 'large';

  function retry(): void {
    failed = undefined;
    void flush();
  }

  /** False: another tab has the work. A tab that slept may see local storage as it was before, so it asks the browser before it writes there. */
  async function isHeld(): Promise<boolean> {
    const isLost = (await options.holder?.()) === 'another';
    if (isLost && !isOver) options.onOvertaken();
    return !isLost && !isOver;
  }

  async function standInIfHeld(): Promise<void> {
    if ((await isHeld()) && isWaiting()) standIn();
  }

  /** Writes to local storage what the database does not take. */
  function standIn(): void {
    cancelRetry?.();
    if (database) cancelRetry = after(RETRY_MS, retry);
    const known = filmsOf(stored ? stored.work : { past: start.storedPast, future: [] });
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
    // When the database has newer work, a crash of the browser may bring this text back into local storage.
    taken = [...takenBefore, { owner: name, revision: revision + 1, stamp: '' }].slice(-MOST_TAKEN);
    report(isFailure(written) ? { kind: written, keptIn: 'memory' } : null);
  }

  /** True if the tab before has written later work to local storage, which the database lacks and which must not be overwritten. */
  const hasArrived = (facts: MirrorFacts | undefined): boolean =>
    database !== undefined && !!facts?.ahead && facts.owner !== name && facts.stamp !== start.facts?.stamp;

  const isOthers = (): boolean => {
    if (!database) {
      const { kind, revision: found } = readLocal(storage);
      return kind === 'own' && found > revision;
    }
    const facts = readFacts(storage);
    if (!facts || facts.owner === name) return false;
    return hasArrived(facts) || ![owner, ...knownBefore.map((before) => before?.owner)].includes(facts.owner);
  };

  /** False: another tab has the work, as far as this tab can know without waiting. */
  const isOwn = (): boolean => !isOver && !isOthers();
  const hasWork = (): boolean => isOwn() && database !== undefined;

  /** For a page that may be closing: does not wait for a database. */
  function leave(): Promise<void> {
    const isMine = isOwn();
    const isDue = isMine && isWaiting() && latest !== ahead;
    const isAdded = isDue && writeUnsaved();
    if (isDue && !isAdded) standIn();
    // Without a database, the next page adds the unsaved changes to the copy of this page's work.
    const lacksBase = isAdded && readFacts(storage)?.owner !== name;
    if (isMine && !ahead && (copying || lacksBase || !mirror.isIntact())) copy();
    return flush();
  }

  /** False: there is no room, or no commit on which the changes could be based. */
  function writeUnsaved(): boolean {
    if (!storage || !stored || owner === undefined) return false;
    const at = ++revision;
    // With these records the database has this work, whether the save under way succeeds or not.
    const bases = [...(inFlight ? [inFlight] : []), stored.work];
    const records = lastPuts(bases.flatMap((base) => recordsOf(whole(latest), whole(base), headFacts(at))));
    // `owner` is the owner of the last commit. The save under way may make this tab the owner.
    const unsaved: Unsaved = { owner, after: stored.revision, revision: at, records };
    const isWritten = writeAll(storage, [[UNSAVED_KEY, JSON.stringify(unsaved)]]).ok;
    if (isWritten) [hasUnsaved, unsavedAt] = [true, at];
    return isWritten;
  }

  /** Copies the work to local storage, where the copy may be older or another owner's. */
  function copy(): void {
    const facts = stored && factsToCopy(stored.revision);
    if (stored && facts) reportCopy(mirror.write(stored.work, facts));
  }

  function copySoon(): void {
    copying ??= copyStored().finally(() => (copying = undefined));
  }

  async function copyStored(): Promise<void> {
    for (let before: Work | undefined; stored && stored.work !== before; ) {
      // Work that has been written meanwhile because the database does not take it must stay.
      if (!(await isHeld()) || ahead) return;
      before = stored.work;
      const facts = factsToCopy(stored.revision);
      if (!facts) return;
      // Until local storage has only what the database has, an interrupted write would look like work that the database lacks.
      if (before.phrases === copiedPhrases || readFacts(storage)?.ahead) reportCopy(mirror.write(before, facts));
      // A film that has just been opened is copied in tasks, because the page is still being drawn. Between two tasks, the tab may sleep.
      else reportCopy(await mirror.writeInTasks(before, facts, async () => (await isHeld()) && hasWork()));
      copiedPhrases = before.phrases;
    }
  }

  /** undefined: another tab has the work. */
  function factsToCopy(at: number) {
    if (isOver) return undefined;
    if (!hasArrived(readFacts(storage))) return { owner: name, revision: at, ahead: null, putsAway: false };
    options.onOvertaken();
    return undefined;
  }

  /** undefined: another write has taken the place of this one. */
  function reportCopy(written: ReturnType<typeof mirror.write> | undefined): void {
    if (written) report(isFailure(written) ? { kind: written, keptIn: 'indexed-db' } : null);
  }

  if (start.isClosed) report({ kind: 'unavailable', keptIn: database ? 'indexed-db' : 'memory' });
  // Local storage may have received later work that the database refused.
  if (stored) after(COPY_AFTER_MS, () => isWaiting() || copySoon());
  else if (database) void flush();

  return {
    save,
    flush,
    leave,
    isOwn,
    /** The changes of this visit that the database lacks, with the undo steps of this visit; undefined: there are none. */
    unstored: (): Work | undefined =>
      latest !== start.work && isWaiting()
        ? { ...latest, past: latest.past.filter((step) => !start.work.past.includes(step)) }
        : undefined,
    /** The database for the films of a series that are not open; undefined: there is no database, or another tab has the work. */
    place: (): Place | undefined =>
      isOver || !database ? undefined : { database, isOurs: (head) => !head || head.owner === owner },
    /** Called if the database answers late: stores the changes since the start there too. */
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

/** Writes, within a transaction, the records that differ from those of `base`, or all records. */
async function putWork(records: Records, work: Work, base: Work | undefined, facts: HeadFacts): Promise<void> {
  // One after another: copying all records of a long film at once would block the page.
  for (const put of recordsOf(work, base, facts)) await records.put(...put);
  const counts = recordCounts(work);
  for (const store of ['lines', 'past'] as const)
    if (!base || counts[store] < recordCounts(base)[store]) await records.clear(store, counts[store]);
}

const filmsOf = (work: Pick<Work, 'past' | 'future'>): readonly WorkFacts[] =>
  withoutFuture(work).past.flatMap(({ film }) => (film ? [film.facts] : []));

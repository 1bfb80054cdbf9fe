import { type Clock, createTimerClock, withTimeout } from '../clock/clock.ts';
import type { Work } from '../film/film.ts';
import { pastWithWork, withStepsBelow } from '../film/steps.ts';
import { newId } from '../lib/text.ts';
import { chooseLate, chooseWork, type FoundWork } from './choose-work.ts';
import { type Records, WORK_STORES, type WorksDatabase } from './database.ts';
import type { StoredTexts } from './film-codec.ts';
import { HEAD, headOf, isStored, rawAfter, readRecords, textsOf, type WorkHead } from './film-records.ts';
import { createMirror, isOfNewerVersion, type LocalWork, readLocal } from './mirror.ts';
import { deleteVersion1, type ReadOld, readOldDatabase, readVersion1, type Version1 } from './read-version-1.ts';
import { createSaving, fits, HAND_OVER_PATIENCE_MS, readUnsaved, type SavingOptions, type Unsaved } from './saving.ts';
import { createSeriesRecords } from './series-records.ts';
import { TEXTS } from './settings-copy.ts';
import {
  onceEach,
  quarantine,
  SCHEMA_VERSION,
  SERIES_VERSION,
  type StorageProblem,
  type TextStorage,
} from './stored-value.ts';

/** The time limit for a database to answer. Some browsers never open it, and report no error. */
const PATIENCE_MS = 2_000;
/** The time limit if the work is known to be only in the database, or if the tab that had it may still be writing. */
const LONG_PATIENCE_MS = 8_000;
/** Without a database: another tab's writes to local storage arrive up to 0.2 s late. */
const ARRIVAL_MS = 300;

export interface FilmStoreOptions extends Partial<Pick<SavingOptions, 'holder' | 'onUnkeptFilm'>> {
  /** null: the browser has no local storage, or access to it throws. */
  readonly storage: TextStorage | null;
  readonly database?: WorksDatabase | undefined;
  /** Receives the copy of the settings; undefined: there is no copy, or no database. */
  readonly restoreTexts?: (
    record: unknown,
    how: { readonly stolen: boolean; readonly isEmptied: boolean },
  ) => Promise<void>;
  /** Missing: reads the browser's databases. */
  readonly readOld?: ReadOld;
  /** Called at each change of what is not stored as usual; null: everything is stored as usual again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
  /** Calls `callback` once after `delayMs`; the returned function cancels the call. Missing: timers that browsers slow down in hidden pages. */
  readonly after?: Clock['after'];
  /** Called when another tab has saved since. Resolves with true if the tabs know which of them has the run; otherwise the problem is reported. */
  readonly onOvertaken?: () => Promise<boolean>;
}

export interface StoredWork extends StoredTexts {
  /** The schema version of the page that stored the work; null: not stored. */
  readonly version: string | null;
}

/**
 * Stores the work in the page's database. Local storage has a copy under the specified keys (mirror.ts), which is used if there is no database. The
 * tab that loads the work writes its name into it, so that a later save by another tab is refused.
 */
export function createFilmStore(options: FilmStoreOptions) {
  const { storage, database, onProblem, onOvertaken, after = createTimerClock().after } = options;
  const report = onceEach(onProblem);
  /** The work that this tab has and may write; undefined: it has none. */
  let saving: ReturnType<typeof createSaving> | undefined;
  /** A new object after each loss of the work, so that a loading that began earlier has no effect. */
  let loadGeneration = {};

  /** This tab's changes, while it loads the work that another tab has stored. They become an undo step. */
  let unstored: Work | undefined;

  /** See SeriesRecords.hold. `newest`: the last state of the next film. */
  let held: { readonly left: string; newest: Work | undefined; readonly ended: Promise<void> } | undefined;

  function drop(): object {
    saving?.end();
    saving = undefined;
    held = undefined;
    dropFilms();
    loadGeneration = {};
    return loadGeneration;
  }

  async function handleOvertaken(): Promise<void> {
    unstored = saving?.unstored();
    drop();
    if (onOvertaken === undefined || !(await onOvertaken())) report({ kind: 'other-tab' });
    unstored = undefined;
  }

  /**
   * Takes the work for this tab and reads it, in one transaction. `isLate`: the tab has continued without this work or lost it, so it is only read.
   */
  async function claim(from: WorksDatabase, name: string, local: LocalWork, isLate: () => boolean): Promise<FoundWork> {
    const unsaved = readUnsaved(storage);
    const look = async () => withUnsaved(await from.run('readonly', WORK_STORES, readFound), unsaved);
    if (isOfNewerVersion(local)) return look();
    const take = from.run('readwrite', WORK_STORES, async (records): Promise<FoundWork> => {
      const head = headOf(await records.get('works', HEAD));
      if (!head || head.version > SERIES_VERSION) return readFound(records);
      const { owner, revision } = head;
      if (!isLate()) await writeName(records, name, head, unsaved);
      const found = { ...(await readFound(records)), before: { owner, revision }, isClaimed: true };
      // This tab has meanwhile stored work of its own on top of the former owner's, so throw: the transaction then changes nothing.
      if (isLate()) throw new Error('The database answers too late.');
      return found;
    });
    // A database that takes no more writes can still be read.
    return take.catch(look);
  }

  /** `late`: called if the database answers after the time limit. */
  async function claimInTime(name: string, local: LocalWork, stolen: boolean) {
    if (!database) return {};
    const { kind, facts, isUnfinished } = local;
    const isElsewhere = facts && (kind === 'none' || (isUnfinished && facts.ahead === null));
    const loading = loadGeneration;
    let isLate = false;
    const late = claim(database, name, local, () => isLate || loading !== loadGeneration);
    const found = await withTimeout(stolen || isElsewhere ? LONG_PATIENCE_MS : PATIENCE_MS, late, undefined);
    isLate = !found;
    return found ? { found } : { late };
  }

  /** The database answers while this tab works without it. */
  async function join(to: NonNullable<typeof saving>, local: LocalWork, found: FoundWork, begun: Work): Promise<void> {
    if (!database || isHeadNewer(found)) return;
    // The next visit reads the work of version 1.
    if ((await readOld(local, found, database)) !== undefined || to !== saving) return;
    to.join(database, chooseLate(local, found, begun));
  }

  async function readOld(
    local: LocalWork,
    found: FoundWork,
    to: WorksDatabase,
  ): Promise<Version1 | undefined | 'unreadable'> {
    if (isStored(found.raw)) void deleteVersion1().catch(() => {});
    if (isStored(found.raw)) return undefined;
    const from = { storage, database: to, readOld: options.readOld ?? readOldDatabase };
    return readVersion1(local, from).catch(() => 'unreadable');
  }

  /** Chooses the work from what was read, and makes it this tab's. */
  function begin(name: string, local: LocalWork, found: FoundWork | undefined, old: Version1 | undefined): Work {
    const { work, broken, ...start } = chooseWork(local, found, old, readUnsaved(storage));
    if (isOfNewerVersion(local) || isHeadNewer(found)) {
      report({ kind: 'newer-version' });
      return work;
    }
    if (storage) for (const key of broken) quarantine(storage, key, local.read(key) ?? '');
    saving = createSaving({
      storage,
      database: found && database,
      mirror: createMirror(storage),
      name,
      // This tab's name if it claimed the work; otherwise the owner that the database must still name.
      owner: found?.isClaimed ? name : found?.before.owner,
      after,
      report,
      onOvertaken: () => void handleOvertaken(),
      holder: options.holder,
      onUnkeptFilm: options.onUnkeptFilm,
      start: { ...start, work, isClosed: local.kind === 'closed', facts: local.facts },
    });
    // An undo step of another film of the list would put its text into this film.
    if (unstored?.id !== work.id) return work;
    const withOwn = { ...work, past: withStepsBelow(work.past, pastWithWork(unstored, 'open-next')) };
    saving.save(withOwn);
    return withOwn;
  }

  const {
    flush: flushFilms,
    drop: dropFilms,
    leave: leaveFilms,
    ...films
  } = createSeriesRecords({ place: () => saving?.place(), after, storage, storeOpen: flush });

  function save(state: Work): void {
    if (held) held.newest = state;
    else saving?.save(state);
  }

  /** Writes pending changes now. Resolves when the work is stored, if that is possible. */
  async function flush(): Promise<void> {
    await saving?.flush();
    await held?.ended;
    await saving?.flush();
  }

  function hold(left: string): (isKept: boolean) => void {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const holding: typeof held = { left, newest: undefined, ended };
    held = holding;
    return (isKept) => {
      const { newest } = holding;
      if (held === holding) {
        held = undefined;
        // The database has no other copy of a film that was left and is not stored, so this film stays the open one.
        if (newest && (isKept || newest.id === left)) save(newest);
        else if (newest) void films.save([newest]);
      }
      end();
    };
  }

  return {
    /**
     * Reads the newest stored state as far as it is usable; never rejects. Call it before the first save, and again after another tab has saved.
     * `stolen`: the tab before may still be writing.
     */
    async load(stolen = false): Promise<Work> {
      const loading = drop();
      const name = newId();
      let local = readLocal(storage);
      const { found, late } = await claimInTime(name, local, stolen);
      // If the database refused this tab, it also refused the tab before, so wait for that tab's copy in local storage.
      const isRefused = found !== undefined && !found.isClaimed && isStored(found.raw);
      if ((!found || isRefused) && local.kind !== 'closed') {
        await new Promise<void>((resolve) => void after(ARRIVAL_MS, resolve));
        local = readLocal(storage);
      }
      const version1 = found && database && (await readOld(local, found, database));
      // After the first save in this visit, nobody reads the work of version 1 any more. So if it is unreadable, this visit uses no database.
      const [there, old] = version1 === 'unreadable' ? [] : [found, version1];
      await options.restoreTexts?.(there?.texts ?? old?.settings, { stolen, isEmptied: local.kind === 'emptied' });
      if (loading !== loadGeneration) return chooseWork(local, there, old, readUnsaved(storage)).work;
      const work = begin(there !== undefined ? name : newId(), local, there, old);
      const begun = saving;
      if (begun) void late?.then((answer) => join(begun, local, answer, work)).catch(() => {});
      return work;
    },
    /** Reads what is stored without taking it: for a page that does not have the work, or is too old to read it. */
    async readStored(): Promise<StoredWork> {
      const local = readLocal(storage);
      if (local.kind === 'own' || local.kind === 'foreign' || !database) return local;
      const raw = await withTimeout(LONG_PATIENCE_MS, database.run('readonly', WORK_STORES, readRecords), undefined);
      if (!raw || !isStored(raw)) return local;
      return {
        read: textsOf(raw),
        incompleteWrite: false,
        version: String(headOf(raw.head)?.version ?? SCHEMA_VERSION),
      };
    },
    /** The films of a series that are not open. */
    films: {
      ...films,
      hold,
      save(changed: readonly Work[]) {
        // For the database the film that is left is still the open one.
        for (const film of changed) if (film.id === held?.left) saving?.save(film);
        return films.save(changed);
      },
    },
    /** Stores the newest state within 250 ms. Ignored in a tab that does not have the work. */
    save,
    flush,
    /** Like flush(), for a page that may be closing and cannot wait for a database. */
    async leave(): Promise<void> {
      // The database has the former film as the open one.
      if (held?.newest) void films.save([held.newest]);
      if (saving?.isOwn()) leaveFilms();
      void flushFilms();
      await saving?.leave();
    },
    /** Like flush(), but waits for a slow database, before another tab continues from the stored work. False: not stored. */
    async handOver(): Promise<boolean> {
      await withTimeout(HAND_OVER_PATIENCE_MS, held?.ended ?? Promise.resolve(), undefined);
      const others = withTimeout(HAND_OVER_PATIENCE_MS, flushFilms(), false);
      const [isStored, areStored] = await Promise.all([saving?.handOver() ?? true, others]);
      return isStored && areStored;
    },
    /** Another tab has the work: discards pending changes, and saves nothing until `load`. */
    discardUnwritten(): void {
      drop();
      report(null);
    },
  };
}

const isHeadNewer = (found: FoundWork | undefined): boolean => (headOf(found?.raw.head)?.version ?? 0) > SERIES_VERSION;

async function readFound(records: Records): Promise<FoundWork> {
  const raw = await readRecords(records);
  const head = headOf(raw.head);
  const before = { owner: head?.owner, revision: head?.revision ?? 0 };
  return { raw, before, isClaimed: false, texts: await records.get('works', TEXTS) };
}

/** Adds the changes that the page before could not store when it closed. They cannot be stored now either. */
function withUnsaved(found: FoundWork, unsaved: Unsaved | undefined): FoundWork {
  const head = headOf(found.raw.head);
  return unsaved && head && fits(unsaved, head) ? { ...found, raw: rawAfter(found.raw, unsaved.records) } : found;
}

/** Writes this tab's name into the work, with the changes that the page before could not store when it closed. */
async function writeName(records: Records, name: string, head: WorkHead, unsaved: Unsaved | undefined): Promise<void> {
  const puts = unsaved && fits(unsaved, head) ? unsaved.records : [];
  for (const put of puts) await records.put(...put);
  const now = headOf(await records.get('works', HEAD)) ?? head;
  await records.put('works', HEAD, { ...now, owner: name });
}

export type FilmStore = ReturnType<typeof createFilmStore>;

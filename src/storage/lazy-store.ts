import { withTimeout } from '../clock/clock.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { NO_ORDERS, type SeriesRecords } from '../film/stored-series.ts';
import { loadOnce } from '../lib/memo.ts';
import type { FilmStore, FilmStoreOptions } from './film-store.ts';
import { formatPlain, writeAll } from './stored-value.ts';

/** The key of the original (specification, section 3). */
const SOURCE_KEY = 'uploadedFile';
/** The time limit for the browser to list its databases. */
const PATIENCE_MS = 800;

interface LazyStoreOptions extends Pick<FilmStoreOptions, 'storage' | 'onProblem' | 'onOvertaken'> {
  /** Loads the code of the store and creates the store. It may be called again after a rejection. */
  readonly makeStore: () => Promise<FilmStore>;
  /** True if this browser has stored nothing at all, so that nothing needs to be read. */
  readonly isFirstVisit: () => Promise<boolean>;
  /** Resolves when a person begins to use the page. On a first visit the code is loaded then, or at a first change before it. */
  readonly touched: () => Promise<unknown>;
}

/**
 * The store of the work, whose code is loaded later. The first visit of a browser opens the page without it: the code is loaded when a person begins to use the
 * page, and changes wait in memory until then. Any later visit loads the code before it opens the page.
 */
export function createLazyStore({
  storage,
  makeStore,
  isFirstVisit,
  touched,
  onProblem,
  onOvertaken,
}: LazyStoreOptions): FilmStore {
  const makeOnce = loadOnce(makeStore);
  /** undefined: this tab does not have the work, or the code of the store is not loaded. */
  let store: FilmStore | undefined;
  /** The newest state of a first visit; undefined: the store has it. */
  let waiting: Work | undefined;
  let arriving: Promise<void> | undefined;
  /** The original that rescue() has stored. */
  let rescued = '';
  /** A new object after each loss of the work. */
  let loadGeneration = {};

  async function load(stolen = false): Promise<Work> {
    discardUnwritten();
    const loading = loadGeneration;
    const isFirst = !stolen && (await withTimeout(PATIENCE_MS, isFirstVisit(), false));
    const made = isFirst ? undefined : await makeOnce();
    // Another tab may have got the work in the meantime.
    if (loading !== loadGeneration) return EMPTY_WORK;
    if (made) {
      store = made;
      return made.load(stolen);
    }
    waiting = EMPTY_WORK;
    void touched().then(arrived);
    return EMPTY_WORK;
  }

  /** Never rejects. */
  function arrive(): Promise<void> {
    arriving ??= settle()
      .catch(() => waiting && rescue(waiting))
      .finally(() => (arriving = undefined));
    return arriving;
  }

  async function settle(): Promise<void> {
    const made = await makeOnce();
    if (!waiting) return;
    const found = await made.load();
    // If this tab has lost the work and got it back meanwhile, the store is loading it again.
    if (!waiting) return store ? undefined : made.discardUnwritten();
    const newest = waiting;
    waiting = undefined;
    // Without locks, another tab may have stored its work in the meantime.
    if (!['', rescued].includes(found.sourceText) || found.phrases.length > 0) {
      made.discardUnwritten();
      if (!(await onOvertaken?.())) onProblem({ kind: 'other-tab' });
      return;
    }
    store = made;
    onProblem(null);
    if (newest !== EMPTY_WORK) store.save(newest);
  }

  /** Stores the original under its specified key without the code of the store, so that the next visit finds it. */
  function rescue({ sourceText, batches }: Work): void {
    const isWritten = storage !== null && writeAll(storage, [[SOURCE_KEY, formatPlain(sourceText)]]).ok;
    if (isWritten) rescued = sourceText;
    if (!isWritten || batches.length > 0) onProblem({ kind: 'unavailable', keptIn: 'memory' });
  }

  function discardUnwritten(): void {
    loadGeneration = {};
    waiting = undefined;
    store?.discardUnwritten();
    store = undefined;
  }

  async function arrived(): Promise<FilmStore | undefined> {
    if (waiting) await arrive();
    return store;
  }

  async function there(): Promise<SeriesRecords> {
    const arrivedStore = await arrived();
    if (!arrivedStore) throw new Error('Nothing is stored in this tab.');
    return arrivedStore.films;
  }

  return {
    load,
    readStored: async () => (await makeOnce()).readStored(),
    save(state) {
      if (!waiting) return store?.save(state);
      waiting = state;
      void arrive();
    },
    flush: async () => (await arrived())?.flush(),
    async leave() {
      // Nothing is to be stored of an untouched first visit.
      if (waiting === EMPTY_WORK) return;
      if (waiting) rescue(waiting);
      return (store ?? (await arrived()))?.leave();
    },
    async handOver() {
      const there = await arrived();
      return there ? there.handOver() : waiting === undefined;
    },
    films: {
      read: async (film) => (await there()).read(film),
      clean: async (needed) => (await arrived())?.films.clean(needed),
      film: async (id) => (await there()).film(id),
      readAhead: async (ids) => (await there()).readAhead(ids),
      hold: (left) => store?.films.hold(left) ?? (() => {}),
      // Without an await if the store is loaded, so that these writes stay in order with those of the open film.
      // A tab that has lost the work stores nothing; replies may still come to it.
      write: async (...what) => (store ?? (await arrived()))?.films.write(...what) ?? false,
      save: async (films) => (store ?? (await arrived()))?.films.save(films) ?? false,
      order: (...what) => store?.films.order(...what),
      ordered: async () => (await arrived())?.films.ordered() ?? NO_ORDERS,
      noter(id) {
        const note = store?.films.noter(id);
        return async (saved) => note?.(saved) ?? false;
      },
      folders: async () => (await there()).folders(),
    },
    discardUnwritten,
  };
}

import { withTimeout } from '../clock/clock.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { loadOnce } from '../lib/memo.ts';
import type { FilmStore, FilmStoreOptions } from './film-store.ts';
import { formatPlain, writeAll } from './stored-value.ts';

/** Specification, section 3. */
const SOURCE_KEY = 'uploadedFile';
/** Limit for the browser to say which databases there are. */
const PATIENCE_MS = 800;

interface LazyStoreOptions extends Pick<FilmStoreOptions, 'storage' | 'onProblem' | 'onOvertaken'> {
  /** Loads the code of the store and makes it; may be called again after a rejection. */
  readonly makeStore: () => Promise<FilmStore>;
  /** Whether this browser has stored nothing at all: then nothing needs to be read. */
  readonly isFirstVisit: () => Promise<boolean>;
}

/**
 * The store of the work, whose code is loaded later. The first visit of a browser opens the page without it: what a person changes until
 * the code is there waits in memory. Any later visit loads the code before it opens the page.
 */
export function createLazyStore({
  storage,
  makeStore,
  isFirstVisit,
  onProblem,
  onOvertaken,
}: LazyStoreOptions): FilmStore {
  const makeOnce = loadOnce(makeStore);
  /** undefined: this tab does not have the work, or the code of the store is not there. */
  let store: FilmStore | undefined;
  /** Of a first visit: the newest state. undefined: the store has it. */
  let waiting: Work | undefined;
  let arriving: Promise<void> | undefined;
  /** What rescue() has stored. */
  let rescued = '';
  /** Another object after each loss of the work. */
  let loadGeneration = {};

  async function load(stolen = false): Promise<Work> {
    discardUnwritten();
    const loading = loadGeneration;
    const isFirst = !stolen && (await withTimeout(PATIENCE_MS, isFirstVisit(), false));
    const made = isFirst ? undefined : await makeOnce();
    // Another tab may have got the work meanwhile.
    if (loading !== loadGeneration) return EMPTY_WORK;
    if (made) {
      store = made;
      return made.load(stolen);
    }
    waiting = EMPTY_WORK;
    void arrive();
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
    if (!waiting) return made.discardUnwritten();
    const newest = waiting;
    waiting = undefined;
    // Without locks another tab may have stored its work in the meantime.
    if (!['', rescued].includes(found.sourceText) || found.phrases.length > 0) {
      made.discardUnwritten();
      if (!(await onOvertaken?.())) onProblem({ kind: 'other-tab' });
      return;
    }
    store = made;
    onProblem(null);
    if (newest !== EMPTY_WORK) store.save(newest);
  }

  /** Without the code of the store: the next visit finds the original under its specified key. */
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
      if (waiting && waiting !== EMPTY_WORK) rescue(waiting);
      return (store ?? (await arrived()))?.leave();
    },
    async handOver() {
      const there = await arrived();
      return there ? there.handOver() : waiting === undefined;
    },
    discardUnwritten,
  };
}

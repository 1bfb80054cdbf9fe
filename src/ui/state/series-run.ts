import { hasBatches } from '../../engine/run-state.ts';
import { waitingForResume } from '../../film/at-rest.ts';
import { canStop, canTranslate, type Work } from '../../film/film.ts';
import { costOfFilm, isFilmBegun, isFilmWhole, withBatchesAgain } from '../../film/films.ts';
import type { OtherNotes } from '../../film/other-notes.ts';
import { sessionReducer } from '../../film/reducer.ts';
import { type FilmRow, skippedIn, toTranslate, withReached } from '../../film/series.ts';
import type { PressedSince, TranslateOptions } from '../../film/session.ts';
import type { OrderedFilm } from '../../film/stored-series.ts';
import { startProblem } from '../../settings/settings.ts';
import type { SeriesDesk } from './series-desk.ts';
import type { SeriesList } from './series-list.ts';
import { createOrders, dueAgain, type Order } from './series-orders.ts';

const ANSWERS_NOT_STORED =
  'The page stopped the translation, because the browser could not store the last replies. They are only in this tab: do not close it. If the disk is full, delete files on this computer. Then Resume goes on with the films that are not finished.';

const STORE_AGAIN_MS = 10_000;

/**
 * The run over all films of a series. It brings films into memory to be translated, stores the answers of films that are not open, and removes done films from
 * memory. `withOptions`: gives a film the options of the series, if nobody has begun it.
 */
export function createSeriesRun(its: SeriesList, withOptions: (film: Work) => Work) {
  const { session, settings, records, set, rowsNow, getState, write, list, inTurn, inMemory, stored } = its;
  const film = session.store.getState;
  const orders = createOrders(its);

  /** The films without batches that can be sent. */
  function unbegun(): readonly FilmRow[] {
    const rows = rowsNow();
    return toTranslate(rows, skippedIn(rows, settings.store.getState().prompt));
  }

  function stillDue(films: readonly OrderedFilm[]): readonly OrderedFilm[] {
    const rows = unbegun();
    return films.filter(({ id, again }) => (again ? getState().rows : rows).some((row) => row.id === id));
  }

  /** Translate has begun a run over all films, and the run continues. */
  let isRunOfAll = false;
  /** How many commands still bring films into the run. `sent`: the end of all commands so far. */
  let sending = 0;
  let sent: Promise<unknown> = Promise.resolve();

  /**
   * Sends films one after another. A film that a person opens meanwhile is the next one. `earlier`: the films that are stored as still to be sent until
   * `filmsOf` names them.
   */
  function send(
    filmsOf: (pressed: PressedSince) => Promise<readonly OrderedFilm[]>,
    earlier: Order['left'] = new Set(),
  ): Promise<void> {
    let left: Order['left'] | undefined;
    async function order(pressed: PressedSince): Promise<Order['left']> {
      const films = await filmsOf(pressed);
      // Both in one step, so that a page that is closed forgets no film.
      orders.end(earlier);
      return orders.follow({ left: new Set(films), isStopped: pressed.isStopped });
    }
    async function nextOf(films: Order['left'], pressed: PressedSince): Promise<Work | undefined> {
      const [first] = films;
      const next = [...films].find(({ id }) => id === film().id) ?? first;
      if (!next) return undefined;
      const coming = await inTurn(() => (next.again ? queued(its, next, pressed) : begun(next.id, pressed)));
      films.delete(next);
      orders.show();
      return coming;
    }
    sending++;
    const done = session
      .sendOthers(async (pressed) => {
        left ??= await order(pressed);
        while (left.size > 0 && !pressed.isStopped()) {
          const coming = await nextOf(left, pressed);
          // If another tab gets the work now, that tab sends those that are left.
          if (coming) return coming;
        }
        left.clear();
        return undefined;
      })
      .catch((error: unknown) => {
        left?.clear();
        orders.end(earlier);
        throw error;
      })
      .finally(() => {
        sending--;
        orders.show();
        endRun();
      });
    // If a command fails, the next one still runs.
    sent = Promise.allSettled([sent, done]);
    return session.analysis.orTell(() => done);
  }

  const works = () => [film(), ...session.others.getState().values()];
  function endRun(): void {
    if (isRunOfAll && sending === 0 && !works().some(isFilmBegun)) isRunOfAll = false;
  }

  /** Films whose newest answers are not stored yet. */
  const unstored = new Map<string, Work>();
  session.store.subscribe(() => {
    endRun();
    orders.showWaiting();
  });
  session.others.subscribe((now, before) => {
    endRun();
    orders.show();
    const { rows, removed } = getState();
    const hasRecord = (id: string) => removed?.id === id || rows.some((row) => row.id === id);
    for (const [id, work] of now) {
      const was = before.get(id);
      // A film that comes into memory is stored as it is.
      const isChanged = work !== was && was !== undefined && isFilmWhole(was);
      if (isChanged && isFilmWhole(work) && hasRecord(id)) unstored.set(id, work);
    }
    for (const id of unstored.keys()) if (!now.has(id)) unstored.delete(id);
    if (unstored.size > 0) void store();
  });

  function storeChanged(work: Work): void {
    unstored.set(work.id, work);
    void store();
  }

  let retry: ReturnType<typeof setTimeout> | undefined;
  /** `changed`: those of the films that were not given to `save` before. It keeps what it could not write. */
  async function store(films = [...unstored], changed = films): Promise<void> {
    clearTimeout(retry);
    if (!(await records.save(changed.map(([, work]) => work)))) return keptHere();
    for (const [id, work] of films) if (unstored.get(id) === work) unstored.delete(id);
    if (unstored.size === 0 && getState().isUnstored) set({ isUnstored: false, message: '' });
    if (endedFilms().length > 0) await inTurn(rest);
  }

  /** No storage space, or another tab has the work: the answers stay in this tab, and the run stops so that nothing more is paid for. */
  function keptHere(): void {
    session.stop();
    // The last answers of a run may have failed: then nothing else tries again.
    clearTimeout(retry);
    retry = setTimeout(() => void store(undefined, []), STORE_AGAIN_MS);
    if (!getState().isUnstored) set({ isUnstored: true, message: ANSWERS_NOT_STORED });
  }

  /** The films in memory that have nothing more to send. */
  const endedFilms = () =>
    [...session.others.getState().values()].filter((work) => isFilmWhole(work) && !isFilmBegun(work));

  /** Stores the films that have ended, as far as they are not stored yet, and removes them from memory. */
  async function rest(): Promise<void> {
    const ended = endedFilms();
    const { rows } = getState();
    const toStore = ended.filter(({ id }) => unstored.has(id) && rows.some((row) => row.id === id));
    if (ended.length === 0 || !(await write(list(rows), toStore))) return;
    for (const work of ended) {
      if (session.others.getState().get(work.id) !== work) continue;
      unstored.delete(work.id);
      await session.putToRest(work.id);
    }
  }

  async function cannotBeRead(id: string): Promise<undefined> {
    await write(list(getState().rows.map((row) => (row.id === id ? { ...row, isBroken: true } : row))));
  }

  /** Begins a film. The open film begins as with Translate; for another one see `begunOf`. */
  async function begun(id: string, pressed: PressedSince): Promise<Work | undefined> {
    if (pressed.isStopped() || !getState().rows.some((row) => row.id === id)) return undefined;
    if (id !== film().id) return begunOf(id, pressed);
    if (!canTranslate(film())) return undefined;
    await session.translate();
    return undefined;
  }

  /** A stored film, with new batches; undefined: it cannot be read, and its row says so, or it is in the run already. */
  async function begunOf(id: string, pressed: PressedSince): Promise<Work | undefined> {
    const kept = await stored(id);
    // Translate was pressed twice, or the page closed before it stored the row of a film that had begun.
    if (kept && hasBatches(kept))
      return inMemory(id) ? undefined : keptToSend(its, { ...kept, id, paused: null }, pressed);
    const found = kept && withOptions(kept);
    const read = found && (await session.analysis.askOf(found, 'read', undefined));
    if (!found || !read?.ok) return cannotBeRead(id);
    if (pressed.isStopped()) return undefined;
    const { phrases, notes: notices } = read.value;
    const parsed = { type: 'source-parsed', phrases, notices, firstOnly: false } as const;
    return keptToSend(its, sessionReducer({ ...found, id }, parsed), pressed);
  }

  /** Before the open film begins, it stores which films are to be sent. */
  async function beginOpen(rows: readonly FilmRow[], order: Order): Promise<void> {
    if (startProblem(settings.store.getState()) === undefined) for (const one of notBegun(rows)) order.left.add(one);
    orders.follow(order);
    await session.translate();
  }

  /** Why neither these films nor those that were begun are sent; undefined: they are. */
  function whyNothing(films: readonly FilmRow[]): string | undefined {
    const problem = startProblem(settings.store.getState());
    if (problem !== undefined || films.length > 0 || works().some(isFilmBegun)) return problem;
    return nothingLeftWords(rowsNow().find(({ id }) => id === film().id));
  }

  /** Begins the film that is open by now, and returns those to be sent after it. A page that is loaded again sends all, because they are in `earlier` first. */
  async function begin(isStopped: () => boolean, earlier: Order['left']): Promise<readonly FilmRow[]> {
    if (isStopped()) return [];
    // The original may have been repaired a moment ago.
    await session.analysis.orNothing(session.analysis.look);
    if (isStopped()) return [];
    const here = film();
    const rows = unbegun();
    if (canTranslate(here) && rows.some(({ id }) => id === here.id)) {
      await beginOpen(rows, { left: earlier, isStopped });
      if (!hasBatches(film())) return [];
    }
    if (isStopped()) return [];
    const others = rows.filter(({ id }) => id !== here.id);
    const message = whyNothing(others);
    if (message !== undefined) {
      set({ message });
      return [];
    }
    isRunOfAll = true;
    session.resume();
    return others;
  }

  /** Yields the costs of the films first, and then the films whose translation was begun. */
  async function* begunBefore(costs: readonly Work[]): AsyncGenerator<Work, undefined> {
    yield* costs.filter(({ spent }) => spent.length > 0);
    const { rows, removed } = getState();
    const others = [...rows, ...(removed ? [removed] : [])].filter((row) => row.id !== film().id && isUnfinished(row));
    for (const { id } of others) {
      const kept = await stored(id);
      if (!kept) continue;
      const found = { ...kept, id };
      // The stored list may be older than the film.
      set({ rows: withReached(getState().rows, found) });
      const isListed = id !== removed?.id;
      yield isListed && isFilmBegun(found) ? found : costOfFilm(found);
    }
    return undefined;
  }

  /** A film that was begun before the page was loaded does what was pressed last. After Resume a failure of that time stays: this page may have seen it. */
  function asPressed(work: Work): Work {
    const newest = orders.newest();
    if (!isFilmWhole(work) || newest === null || (newest === 'resume' && work.paused?.reason !== 'person')) return work;
    const resumed = { type: 'run-resumed', byPerson: true } as const;
    const changed = newest === 'stop' ? waitingForResume(work) : sessionReducer(work, resumed);
    storeChanged(changed);
    return changed;
  }

  /** Translates all films that can be sent, once their files are read. A press of Stop meanwhile, or another list, ends it. */
  function translate(areRead: Promise<unknown>, options?: TranslateOptions): Promise<void> {
    const [before, earlier] = [sent, new Set<OrderedFilm>()];
    return send(async ({ isStopped }) => {
      const isWanted = await orders.areWaitedFor(areRead, { left: earlier, isStopped });
      await before;
      if (!isWanted) return [];
      // If only one of several files could be read, there is no list.
      const isAlone = film().id === '';
      if (isAlone && !isStopped()) await session.translate(options);
      return isAlone ? [] : notBegun(await inTurn(() => begin(isStopped, earlier)));
    }, earlier);
  }

  return {
    translate,
    /** Sends an added film after all others, if their run continues. Returns a sentence for the page. */
    queue(id: string): string {
      if (!isRunOfAll || !works().some(canStop)) return '';
      const row = unbegun().find((one) => one.id === id);
      if (!row) return '';
      const before = sent;
      void send(async () => {
        await before;
        return notBegun([row]);
      });
      return 'Added films are translated after the others.';
    },
    ...createSendAgain(its, async (films) => send(async () => films)),
    stopWaiting: orders.stopWaiting,
    rest,
    /** Stores a film that has changed and is not open. Tries again if there is no room. */
    store: storeChanged,
    /** Makes Resume continue a film that was begun and is not in memory. */
    async hold(id: string): Promise<void> {
      const kept = await stored(id);
      const found = kept && isFilmBegun(kept) ? [waitingForResume({ ...kept, id })] : [];
      await session.sendOthers(async () => found.shift());
    },
    /**
     * After the page was loaded: counts the costs of the films and continues those that were begun. `listed` resolves with the costs once the list is read;
     * undefined: it cannot be read.
     */
    async goOn(listed: Promise<readonly Work[] | undefined>): Promise<void> {
      let coming: ReturnType<typeof begunBefore> | undefined;
      let areRead = false;
      async function begin(costs: readonly Work[], pressed: PressedSince): Promise<typeof coming> {
        const { films, areAll } = await orders.found(pressed.isStopped);
        const due = new Set(stillDue(films));
        const afterOthers = async ({ isStopped }: PressedSince) => {
          orders.follow({ left: due, isStopped });
          await reading;
          return stillDue([...due]);
        };
        if (due.size > 0) void send(afterOthers, due);
        if (areAll) void translate(Promise.resolve());
        orders.show();
        return begunBefore(costs);
      }
      const reading = session
        .sendOthers(async (pressed) => {
          orders.read(pressed);
          const costs = await listed;
          coming ??= costs && (await begin(costs, pressed));
          const next = await coming?.next();
          areRead = next?.done === true;
          return next?.value && asPressed(next.value);
        }, true)
        .then(async () => {
          if (!areRead) return;
          orders.read(undefined);
          // From here on, the costs of all films are known.
          await session.nameFilm(film().id);
        });
      await reading;
    },
  };
}

function nothingLeftWords(open: FilmRow | undefined): string {
  const skipped = 'This film is skipped. “Translate it all the same” in the list adds it.';
  const ofOpen = open?.isBroken ? 'Repair this file first.' : skipped;
  return `Nothing was sent, because no film is left to translate.${open?.batches === 0 ? ` ${ofOpen}` : ''}`;
}

const notBegun = (rows: readonly FilmRow[]): readonly OrderedFilm[] => rows.map(({ id }) => ({ id, again: null }));

/**
 * Stores a film before it is sent. undefined: the browser could not store it, so it must not be sent. If a person presses Stop meanwhile, a page that is closed
 * then stores the film as paused, and if Resume follows, as it was.
 */
async function keptToSend(its: SeriesList, work: Work, { newest }: PressedSince): Promise<Work | undefined> {
  const { session, records, getState, write, list } = its;
  let isPaused = false;
  const endWatching = session.others.subscribe((others) => {
    const coming = others.get(work.id);
    if (coming && hasBatches(coming)) {
      endWatching();
      if (isPaused) void records.save([coming]);
      return;
    }
    if (isPaused === (newest() === 'stop')) return;
    isPaused = !isPaused;
    void records.save([isPaused ? sessionReducer(work, { type: 'run-paused', pause: { reason: 'person' } }) : work]);
  });
  const isKept = await write(list(withReached(getState().rows, work)), [work]);
  if (!isKept) endWatching();
  return isKept ? work : undefined;
}

const isUnfinished = ({ batches, ok }: FilmRow): boolean => ok < batches;

/** Queues batches of a film again. Returns the film if it is not in memory and so must be brought into the run. */
async function queued(its: SeriesList, { id, again }: OrderedFilm, pressed: PressedSince): Promise<Work | undefined> {
  const { session, getState, known, stored, write, list } = its;
  const film = session.store.getState;
  if (pressed.isStopped() || !again || !getState().rows.some((row) => row.id === id)) return undefined;
  const isKnown = known(id) !== undefined;
  const found = known(id) ?? (await stored(id));
  const which = found ? await dueAgain({ ...found, id, notes: film().notes }, again, getState().abouts) : [];
  // Sends also in a run that was stopped before this command, but nothing after a press of Stop.
  if (!found || pressed.isStopped()) return undefined;
  if (!isKnown && which.length > 0) return keptToSend(its, withBatchesAgain({ ...found, id }, film(), which), pressed);
  // The page that was closed had queued them, and not written the list.
  if (!isKnown) return isFilmBegun(found) ? keptToSend(its, { ...found, id }, pressed) : undefined;
  // Another file may have replaced the film.
  if (which.length === 0 || known(id)?.phrases !== found.phrases) return undefined;
  session.translateAgain(id === film().id ? which : { film: id, which });
  // The list may say that the film is done: then nobody would read it after a reload.
  if (id !== film().id) await write(list(getState().rows));
  return undefined;
}

/** Sends batches again over the whole series: first those of the open film, then those of the other films in the order of the list. */
function createSendAgain(
  { settings, getState, set, tell, known }: SeriesList,
  send: (films: readonly OrderedFilm[]) => Promise<void>,
) {
  function mayStart(): boolean {
    const problem = startProblem(settings.store.getState());
    if (problem !== undefined || !getState().isUnknown) tell(problem ?? '');
    return problem === undefined;
  }

  return {
    async retryFailed(): Promise<void> {
      if (!mayStart()) return;
      const films = getState().rows.filter(({ id, failed }) => failed > 0 || known(id));
      await send(films.map(({ id }) => ({ id, again: 'failed' })));
    },
    /** Sends only what the person saw. */
    async translateOthersAgain(films: readonly OtherNotes[]): Promise<void> {
      if (!mayStart()) return;
      const { rows, otherNotes } = getState();
      const meant = new Map(films.map((one) => [one.film, one.batches]));
      set({ otherNotes: otherNotes.filter((one) => !meant.has(one.film)) });
      await send(rows.flatMap(({ id }) => (meant.has(id) ? { id, again: meant.get(id) ?? [] } : [])));
    },
  } satisfies Partial<SeriesDesk>;
}

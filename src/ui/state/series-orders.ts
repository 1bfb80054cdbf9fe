import { failedBatches } from '../../engine/run-state.ts';
import { canStop, isInSeries, type Work } from '../../film/film.ts';
import { countOtherNotes } from '../../film/other-notes.ts';
import type { PressedSince, WhichAgain } from '../../film/session.ts';
import { NO_ORDERS, type OrderedFilm, type Orders } from '../../film/stored-series.ts';
import { haveSameValues } from '../../lib/memo.ts';
import type { SeriesList } from './series-list.ts';

/** The films that a command still has to send. */
export interface Order {
  readonly left: Set<OrderedFilm>;
  /** True if a person has stopped all films since. */
  readonly isStopped: () => boolean;
}

/** What is still to be sent, and what was pressed last: shows it, and stores it, so that the next page does what this one could not. */
export function createOrders({ session, records, set }: SeriesList) {
  /** The films that are still to be sent, for each command. A press of Stop clears them. */
  const orders = new Set<Order>();
  /** The presses of Translate whose films are not known yet. A press of Stop removes them. */
  const waiting = new Set<Order>();
  /** What is pressed while films that were begun before are read; undefined: all are read. */
  let unread: PressedSince | undefined;
  /** What the storage has. Missing: the page has not read it yet. */
  let stored: Partial<Orders> = NO_ORDERS;

  const newest = () => (unread ? (unread.newest() ?? stored.newest ?? null) : null);

  function end(left: Order['left']): void {
    left.clear();
    for (const order of waiting) if (order.left === left) waiting.delete(order);
  }

  /** Returns true if a press of Stop has cleared an order. */
  function clearStopped(): boolean {
    const isDue = (order: Order) => order.left.size > 0 || waiting.has(order);
    const stopped = [...orders, ...waiting].filter((order) => order.isStopped() && isDue(order));
    for (const { left } of stopped) end(left);
    for (const order of orders) if (order.left.size === 0) orders.delete(order);
    return stopped.length > 0;
  }

  function show(): void {
    // Another tab may have the work, and sends what is left.
    if (session.analysis.isOver()) return;
    const isStop = clearStopped() || (newest() === 'stop' && stored.newest !== 'stop');
    const left = [...orders].flatMap((order) => [...order.left]);
    const before = stored.films ?? NO_ORDERS.films;
    const films = left.length === before.length && haveSameValues(left, before) ? before : left;
    const isRunning = films.length > 0 || [...session.others.getState().values()].some(canStop);
    set({ isRunning, isWaiting: waiting.size > 0, ordered: films });
    store({ films, newest: newest(), areAll: waiting.size > 0 && isInSeries(session.store.getState()) }, isStop);
  }

  function store({ films, newest, areAll }: Orders, isStop: boolean): void {
    const { films: before } = stored;
    // What the page has not read yet stays as it is stored.
    const pressed = { ...((areAll || stored.areAll) && { areAll }), ...(newest && { newest }) };
    const now: Partial<Orders> = before || isStop ? { films, newest, areAll } : pressed;
    if (haveSameValues(now, stored)) return;
    const areRead = !newest && stored.newest;
    stored = now;
    records.order(now, !isStop && Boolean(areRead || before?.some((one) => !films.includes(one))));
  }

  return {
    show,
    newest,
    /** Returns what the page before has left. `isStopped`: a person has stopped all films since: then nothing is left. */
    async found(isStopped: () => boolean): Promise<Orders> {
      const found = await records.ordered().catch(() => undefined);
      if (isStopped() || !found) return NO_ORDERS;
      stored = found;
      return found;
    },
    showWaiting(): void {
      if (waiting.size > 0) show();
    },
    /** Returns the films of the order, which the caller removes once they are begun. */
    follow(order: Order): Order['left'] {
      orders.add(order);
      show();
      return order.left;
    },
    /** Nothing of this order is left, or another one takes its place. */
    end,
    /** `pressed`: what is pressed while the films of a list that has come are read; undefined: all are read. */
    read(pressed: PressedSince | undefined): void {
      if (pressed && pressed !== unread) stored = {};
      unread = pressed;
      show();
    },
    /** Translate waits for files, and then until its films are known (`end`). Returns false if a person has stopped it or taken it back meanwhile. */
    async areWaitedFor(areRead: Promise<unknown>, order: Order): Promise<boolean> {
      waiting.add(order);
      show();
      await areRead;
      return waiting.has(order);
    },
    /** Takes Translate back if it waits until files are read. */
    stopWaiting(): void {
      waiting.clear();
      show();
    },
  };
}

const isForever = () => false;

/** What of a film is still to be sent again: meanwhile a person may have changed a note, or a batch may have been translated. */
export async function dueAgain(film: Work, again: WhichAgain, abouts: readonly string[]): Promise<WhichAgain> {
  if (again === 'failed') return failedBatches(film).length > 0 ? again : [];
  const { batches } = await countOtherNotes(film, abouts, isForever);
  return batches.filter((index) => again.includes(index));
}

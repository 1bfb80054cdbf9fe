import { failedBatches } from '../../engine/run-state.ts';
import { canStop, type Work } from '../../film/film.ts';
import { countOtherNotes } from '../../film/other-notes.ts';
import type { WhichAgain } from '../../film/session.ts';
import { NO_ORDERS, type OrderedFilm, type Orders } from '../../film/stored-series.ts';
import { haveSameValues } from '../../lib/memo.ts';
import type { SeriesList } from './series-list.ts';

/** The films that a command still has to send. */
export interface Order {
  readonly left: Set<OrderedFilm>;
  /** True if a person has stopped all films since. */
  readonly isStopped: () => boolean;
}

/** What is still to be sent: shows it, and stores it, so that the next page sends what this one could not, and nothing after Stop. */
export function createOrders({ session, records, set }: SeriesList) {
  /** The films that are still to be sent, for each command. A press of Stop clears them. */
  const orders = new Set<Order>();
  /** The presses of Translate that wait until files are read. Each one tells whether a person has stopped all films since. */
  const waiting = new Set<() => boolean>();
  /** Returns true if films that were begun before the page was loaded, and are not read yet, wait for Resume. */
  let areUnreadStopped = () => false;
  /** What the storage was given last. */
  let stored = NO_ORDERS;

  /** Returns true if a press of Stop has cleared an order. */
  function clearStopped(): boolean {
    const stopped = [...orders].filter((order) => order.isStopped() && order.left.size > 0);
    for (const { left } of stopped) left.clear();
    for (const order of orders) if (order.left.size === 0) orders.delete(order);
    return stopped.length > 0;
  }

  function show(): void {
    // Another tab may have the work, and sends what is left.
    if (session.analysis.isOver()) return;
    const { films: before, areStopped: wereStopped } = stored;
    const areStopped = areUnreadStopped();
    const isStop = clearStopped() || (areStopped && !wereStopped);
    const left = [...orders].flatMap((order) => [...order.left]);
    const films = left.length === before.length && haveSameValues(left, before) ? before : left;
    const isRunning = films.length > 0 || [...session.others.getState().values()].some(canStop);
    const isWaiting = [...waiting].some((isStopped) => !isStopped());
    set({ isRunning, isWaiting, ordered: films });
    if (films === before && areStopped === wereStopped) return;
    stored = { films, areStopped };
    const areMore = films !== before && before.every((one) => left.includes(one));
    records.order(stored, !isStop && !areMore);
  }

  return {
    show,
    /** Returns what the page before has left. `isStopped`: a person has stopped all films since: then nothing is left. */
    async found(isStopped: () => boolean): Promise<Orders> {
      const found = await records.ordered().catch(() => NO_ORDERS);
      if (isStopped()) return NO_ORDERS;
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
    /** `areStopped`: true if the films that are not read yet wait for Resume. */
    areRead(areStopped: () => boolean): void {
      areUnreadStopped = areStopped;
      show();
    },
    /** Returns false if a person has taken Translate back meanwhile. */
    async areWaitedFor(areRead: Promise<unknown>, isStopped: () => boolean): Promise<boolean> {
      const press = () => isStopped();
      waiting.add(press);
      show();
      await areRead;
      const isWanted = waiting.delete(press);
      show();
      return isWanted;
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

import { canStop } from '../../film/film.ts';
import type { OrderedFilm } from '../../film/stored-series.ts';
import type { SeriesList } from './series-list.ts';

/** The films that a command still has to send. */
export interface Order {
  readonly left: Set<OrderedFilm>;
  /** True if a person has stopped all films since. */
  isStopped: () => boolean;
}

/** What is still to be sent: shows it, and stores it, so that the next page sends what this one could not, and nothing after Stop. */
export function createOrders({ session, records, getState, set }: SeriesList) {
  /** The films that are still to be sent, for each command. A press of Stop clears them. */
  const orders = new Set<Order>();
  /** The presses of Translate that wait until files are read. Each one tells whether a person has stopped all films since. */
  const waiting = new Set<() => boolean>();
  /** Present until all films are read that were begun before the page was loaded. */
  let goingOn: Order | undefined;
  /** As it is stored. */
  let areStopped = false;
  /** A person has pressed Stop on this page before all films were read. Resume may have followed. */
  let wereStopped = false;

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
    const wasStopped = areStopped;
    areStopped = goingOn?.isStopped() ?? false;
    wereStopped ||= areStopped;
    const isStop = clearStopped() || (areStopped && !wasStopped);
    const left = [...orders].flatMap((order) => [...order.left]);
    const { ordered: before } = getState();
    const isSame = left.length === before.length;
    const ordered = isSame ? before : left;
    const isRunning = ordered.length > 0 || [...session.others.getState().values()].some(canStop);
    const isWaiting = [...waiting].some((isStopped) => !isStopped());
    set({ isRunning, isWaiting, ordered });
    if (isSame && areStopped === wasStopped) return;
    records.order({ films: ordered, areStopped }, !isStop && left.length <= before.length);
  }

  return {
    show,
    wereStopped: () => wereStopped,
    showWaiting(): void {
      if (waiting.size > 0) show();
    },
    /** Returns the films of the order, which the caller removes once they are begun. */
    follow(order: Order): Order['left'] {
      orders.add(order);
      show();
      return order.left;
    },
    /** `order` undefined: all films are read. */
    goOn(order: Order | undefined): void {
      goingOn = order;
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

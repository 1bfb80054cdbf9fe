/** One batch on its way: what can be aborted, and whose late answers are dropped once it is no longer the batch's flight. */
export interface Flight {
  readonly index: number;
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  abort(): void;
}

export interface Flights {
  readonly size: number;
  has(index: number): boolean;
  begin(index: number, startedAt: number): Flight;
  /** Ends the flight; false when it had been abandoned, so that its answer must be dropped. */
  land(flight: Flight): boolean;
  /** Aborts and forgets: what the flight still answers is dropped. Gives back the batch indexes. */
  abandon(which?: (flight: Flight) => boolean): readonly number[];
}

export function createFlights(): Flights {
  const flights = new Map<number, Flight>();
  return {
    get size() {
      return flights.size;
    },
    has: (index) => flights.has(index),
    begin(index, startedAt) {
      const controller = new AbortController();
      const flight = { index, startedAt, signal: controller.signal, abort: () => controller.abort() };
      flights.set(index, flight);
      return flight;
    },
    land: (flight) => flights.get(flight.index) === flight && flights.delete(flight.index),
    abandon(which = () => true) {
      const abandoned = [...flights.values()].filter(which);
      for (const flight of abandoned) {
        flights.delete(flight.index);
        flight.abort();
      }
      return abandoned.map(({ index }) => index);
    },
  };
}

import type { Job } from './job.ts';

/** One call of a job on its way: what can be aborted, and whose late answers are dropped once it is no longer the job's flight. */
export interface Flight {
  readonly job: Job;
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  abort(): void;
}

export interface Flights {
  readonly size: number;
  has(job: Job): boolean;
  begin(job: Job, startedAt: number): Flight;
  /** Ends the flight; false when it had been abandoned, so that its answer must be dropped. */
  land(flight: Flight): boolean;
  /** Aborts and forgets: what the flight still answers is dropped. Gives back the jobs. */
  abandon(which?: (flight: Flight) => boolean): readonly Job[];
}

export function createFlights(): Flights {
  const flights = new Map<string, Flight>();
  return {
    get size() {
      return flights.size;
    },
    has: ({ id }) => flights.has(id),
    begin(job, startedAt) {
      const controller = new AbortController();
      const flight = { job, startedAt, signal: controller.signal, abort: () => controller.abort() };
      flights.set(job.id, flight);
      return flight;
    },
    land: (flight) => flights.get(flight.job.id) === flight && flights.delete(flight.job.id),
    abandon(which = () => true) {
      const abandoned = [...flights.values()].filter(which);
      for (const flight of abandoned) {
        flights.delete(flight.job.id);
        flight.abort();
      }
      return abandoned.map(({ job }) => job);
    },
  };
}

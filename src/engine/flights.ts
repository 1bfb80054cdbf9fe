import type { Job } from './jobs/job.ts';

/** One call of a job in flight. Its answer is dropped if the flight was abandoned meanwhile. */
export interface Flight {
  readonly job: Job;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  abort(): void;
}

export interface Flights {
  readonly size: number;
  /** Whether the flight has neither landed nor been abandoned. */
  has(flight: Flight): boolean;
  begin(job: Job, startedAt: number): Flight;
  /** Ends the flight. False: it had been abandoned, so that its answer must be dropped. */
  land(flight: Flight): boolean;
  /** Aborts the flights that `which` selects (default: all) and returns their jobs. Their late answers are dropped. */
  abandon(which?: (flight: Flight) => boolean): readonly Job[];
}

export function createFlights(): Flights {
  const flights = new Map<string, Flight>();
  const has = (flight: Flight) => flights.get(flight.job.id) === flight;
  return {
    get size() {
      return flights.size;
    },
    has,
    begin(job, startedAt) {
      const controller = new AbortController();
      const flight = { job, startedAt, signal: controller.signal, abort: () => controller.abort() };
      flights.set(job.id, flight);
      return flight;
    },
    land: (flight) => has(flight) && flights.delete(flight.job.id),
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

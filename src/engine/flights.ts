import type { Job } from './jobs/job.ts';

/** One call of a job in flight. Its answer is dropped if the flight was abandoned meanwhile. */
export interface Flight {
  readonly job: Job;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  /** Raised: what was sent is waited for, and nothing more is sent. */
  readonly stopping: AbortSignal;
  /** Its request is about to be sent. False: it must not be. */
  mayLeave(): boolean;
  abort(): void;
  stop(): void;
}

export interface Flights {
  readonly size: number;
  /** Whether the flight has neither landed nor been abandoned. */
  has(flight: Flight): boolean;
  begin(job: Job, startedAt: number): Flight;
  /** Ends the flight. False: it had been abandoned, so that its answer must be dropped. */
  land(flight: Flight): boolean;
  /** Nothing more leaves. The flights that have not left are aborted, and their jobs returned. */
  stop(): readonly Job[];
  /** Aborts the flights that `which` selects (default: all) and returns their jobs. Their late answers are dropped. */
  abandon(which?: (flight: Flight) => boolean): readonly Job[];
}

export function createFlights(): Flights {
  const flights = new Map<string, Flight>();
  const has = (flight: Flight) => flights.get(flight.job.id) === flight;
  const left = new Set<Flight>();
  const abandon: Flights['abandon'] = (which = () => true) => {
    const abandoned = [...flights.values()].filter(which);
    for (const flight of abandoned) {
      flights.delete(flight.job.id);
      left.delete(flight);
      flight.abort();
    }
    return abandoned.map(({ job }) => job);
  };
  return {
    get size() {
      return flights.size;
    },
    has,
    begin(job, startedAt) {
      const [aborting, stopping] = [new AbortController(), new AbortController()];
      const flight: Flight = {
        ...{ job, startedAt, signal: aborting.signal, stopping: stopping.signal },
        mayLeave() {
          if (aborting.signal.aborted || stopping.signal.aborted) return false;
          left.add(flight);
          return true;
        },
        abort: () => aborting.abort(),
        stop: () => stopping.abort(),
      };
      flights.set(job.id, flight);
      return flight;
    },
    land(flight) {
      left.delete(flight);
      return has(flight) && flights.delete(flight.job.id);
    },
    stop() {
      for (const flight of flights.values()) flight.stop();
      return abandon((flight) => !left.has(flight));
    },
    abandon,
  };
}

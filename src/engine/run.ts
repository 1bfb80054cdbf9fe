import type { Clock } from '../clock/clock.ts';
import { createBatchJobs } from './batch-jobs.ts';
import type { Connectivity } from './connectivity.ts';
import { createFlights, type Flight } from './flights.ts';
import { createGate, type Gate, requestEndOf, type Ticket } from './gate.ts';
import { batchJob, type Call, type Job, type SentOutcome } from './job.ts';
import type { PaceMemory } from './pace/known-pace.ts';
import { isPaceNews } from './pace-news.ts';
import { mayBeTheModel } from './retry/failure-policy.ts';
import { createRetryTimer } from './retry/retry-timer.ts';
import type { RunEvent } from './run-events.ts';
import { nextBatch, nextTry, plannedRetries, wasInOutage } from './run-selectors.ts';
import type { RunState } from './run-state.ts';
import type { SendRequest } from './send-request.ts';
import { createSleepGuard } from './sleep-guard.ts';

export interface RunOptions {
  readonly getState: () => RunState;
  /** Calls back after each change of the state; the function given back ends that. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly dispatch: (event: RunEvent) => void;
  readonly sendRequest: SendRequest;
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /** Requests in flight at most; Infinity: automatic. */
  readonly maxAtOnce: () => number;
  /** After a batch's result was stored. */
  readonly onBatchFinished: () => void;
  /** Missing: each film finds its pace anew. */
  readonly paceMemory?: PaceMemory | undefined;
}

/** Walks jobs along the line, call by call, in the order of the state's queue and at the gate's pace. */
export interface Run {
  /** Starts what may start now. Offline nothing is spent and nothing fails: the run waits, and goes on by itself. */
  pump(): void;
  /** The person says that the run may go on: earlier failures count no more; an outage or being offline is tried at once. */
  goOn(): void;
  /** Before the first batch of another text: nothing known of limits or failures holds any more. */
  reset(): void;
  /** Aborts one job in flight, or all, without starting it again; what it still answers is dropped. Gives those that were. */
  abandon(jobId?: string): readonly Job[];
  dispose(): void;
}

export function createRun(options: RunOptions): Run {
  const { getState, dispatch, clock, connectivity } = options;
  const flights = createFlights();
  /** The person says that the browser is wrong about being offline; until the browser says something else. */
  let overrulesOffline = false;
  const isOnline = () => overrulesOffline || connectivity.isOnline();
  /** A model that may not be fit, or a provider that may be down, gets one batch at a time until one is translated. */
  let cautious = wasInOutage(getState());
  /** The one call that tries whether an outage is over. */
  let tryFlight: Flight | undefined;

  const batches = createBatchJobs({
    ...options,
    isOnline,
    onTranslated: () => {
      cautious = false;
    },
  });
  const kinds = { batch: batches };
  const sleepGuard = createSleepGuard({ clock, flights, onAbandoned: giveBack });
  const gate: Gate = createGate({
    clock,
    maxAtOnce: () => (cautious ? 1 : options.maxAtOnce()),
    hasNext: () => nextJob() !== undefined,
    startNext,
    recallPace: () => options.paceMemory?.recall(),
    onPace: (pace) => {
      if (isPaceNews(getState().pace, pace, clock.now())) dispatch({ type: 'pace-changed', pace });
    },
  });
  const retries = createRetryTimer({ ...options, onDue: pump });

  /** What a person asked for comes first. In an outage whose time has come: one batch, to try whether it is over. */
  function nextJob(): Job | undefined {
    if (!isOnline()) return undefined;
    const isTrying = tryFlight !== undefined && flights.has(tryFlight.job);
    const index = nextBatch(getState()) ?? (isTrying ? undefined : nextTry(getState(), clock.now()));
    return index === undefined ? undefined : batchJob(getState().phrases, index);
  }

  function startNext(ticket: Ticket): void {
    const job = nextJob();
    if (!job) throw new Error('The gate started a job, but none stands ready.');
    const kind = kinds[job.kind];
    const call = kind.nextCall(job);
    if (!call) {
      // Stored before its end was.
      gate.leave(ticket, 'cancelled');
      return kind.end(job);
    }
    const flight = flights.begin(job, clock.now());
    if (getState().paused?.reason === 'outage' && nextBatch(getState()) === undefined) tryFlight = flight;
    kind.started(job, flight.startedAt);
    void makeCall(flight, call, ticket);
  }

  async function makeCall(flight: Flight, call: Call, ticket: Ticket): Promise<void> {
    const { phrases } = getState();
    const { job, startedAt } = flight;
    const kind = kinds[job.kind];
    sleepGuard.watch();
    let land: () => void;
    try {
      const outcome = await send(flight, call, ticket);
      if (outcome.usage && getState().phrases === phrases) kind.tokensUsed(job, outcome.usage);
      land = () => kind.settle({ job, call, startedAt }, outcome);
    } catch (error) {
      land = () => kind.settleThrown(job, error);
    }
    const isAbandoned = !flights.land(flight);
    sleepGuard.landed(flight);
    if (!isAbandoned) land();
    if (flights.size === 0 && nextJob() === undefined) options.paceMemory?.keep(gate.found());
    gate.pump();
  }

  /** One call; the gate is told how it ended, whatever happens. */
  async function send({ signal }: Flight, call: Call, ticket: Ticket): Promise<SentOutcome> {
    let outcome: SentOutcome | undefined;
    try {
      outcome = await options.sendRequest(call, { signal });
      return outcome;
    } finally {
      gate.leave(ticket, signal.aborted ? 'cancelled' : requestEndOf(outcome));
    }
  }

  function pump(): void {
    const { paused } = getState();
    if (isOnline()) {
      if (paused?.reason === 'offline') dispatch({ type: 'run-resumed', byPerson: false });
      gate.pump();
    } else if (flights.size > 0 || nextBatch(getState()) !== undefined || paused?.reason === 'outage') {
      batches.pauseOffline();
    }
  }

  /** In an outage: its next try is due. */
  function tryNow(): boolean {
    const { paused } = getState();
    if (paused?.reason !== 'outage') return false;
    dispatch({ type: 'run-paused', pause: { ...paused, nextTryAt: clock.now() } });
    return true;
  }

  function giveBack(jobs: readonly Job[]): void {
    for (const job of jobs) kinds[job.kind].giveBack(job);
    gate.pump();
  }

  function abandon(jobId?: string): readonly Job[] {
    const jobs = flights.abandon(({ job }) => jobId === undefined || job.id === jobId);
    for (const job of jobs) kinds[job.kind].giveBack(job);
    return jobs;
  }

  const unsubscribe = connectivity.subscribe(() => {
    overrulesOffline = false;
    tryNow();
    pump();
  });

  return {
    pump,
    goOn() {
      const { paused } = getState();
      overrulesOffline = paused?.reason === 'offline' && !connectivity.isOnline();
      // One call tells whether it is over, where all at once would fail again.
      if (tryNow()) return pump();
      batches.forget();
      cautious = paused?.reason === 'failure' && mayBeTheModel(paused.kind);
      dispatch({ type: 'run-resumed', byPerson: true });
      dispatch({ type: 'retries-due', indexes: plannedRetries(getState()) });
      pump();
    },
    reset() {
      gate.reset();
      batches.reset();
      cautious = wasInOutage(getState());
    },
    abandon,
    dispose() {
      unsubscribe();
      retries.dispose();
      sleepGuard.dispose();
      flights.abandon();
      gate.dispose();
    },
  };
}

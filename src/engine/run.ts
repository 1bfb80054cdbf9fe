import type { Permit, TranslateOutcome } from '../providers/provider.ts';
import { createBatchJobs } from './batch-job.ts';
import { type Charge, createBudget } from './budget.ts';
import { createGate, type OnCallEnd, type RequestEnd } from './gate.ts';
import {
  type AskKind,
  batchJob,
  type Call,
  type Job,
  type JobKind,
  type RunOptions,
  readJob,
  type Sending,
  type SentOutcome,
  suggestJob,
} from './job.ts';
import { type Money, mayLeave } from './permit.ts';
import { createReadJobs } from './reading-job.ts';
import { type CallInFlight, createCallsInFlight, createSleepGuard } from './requests.ts';
import { createRetryTimer } from './retry.ts';
import { createRoom } from './room.ts';
import { createRunHealth } from './run-health.ts';
import {
  isAnyWaiting,
  isReadingNext,
  nextBatch,
  nextSuggestionRequest,
  nextTry,
  type Pace,
  type RunState,
} from './run-state.ts';
import { createSuggestJobs } from './suggestion-job.ts';

/** Sends the jobs' calls in the order of the state's queue, at the gate's pace. */
export interface Run {
  /** Starts what may start now. Offline the run waits, without a failure or cost, and goes on by itself. */
  pump(): void;
  /** The person resumes: earlier failures no longer count; an outage, or being offline, is tried at once. */
  goOn(): void;
  /** To be called before the first batch of another text: forgets limits and failures. */
  reset(): void;
  /** Nothing more of what is under way, or of one job, is sent: what has been sent is waited for, what has not goes back to the queue. */
  stop(jobId?: string): void;
  /** For good: nothing more is sent. Resolves when what has been sent is answered. */
  finish(): Promise<void>;
  /** Aborts one job, or all, without starting it again; late answers are dropped. Returns the aborted jobs. */
  abort(jobId?: string): readonly Job[];
  dispose(): void;
}

export type CreateRun = (options: RunOptions) => Run;

export function createRun(options: RunOptions): Run {
  const { getState, dispatch, clock, connectivity } = options;
  const callsInFlight = createCallsInFlight();
  /** True after the person has resumed although the browser says offline; until the browser reports a change. */
  let overrulesOffline = false;
  const isOnline = () => overrulesOffline || connectivity.isOnline();
  const isOpen = () => isOnline() && !onFinished;
  /** Called when nothing is under way any more; undefined: the run is not finishing. */
  let onFinished: (() => void) | undefined;
  /** The call that tries whether an outage is over. */
  let tryingCall: CallInFlight | undefined;

  const health = createRunHealth({
    ...options,
    onRefusedTooLong() {
      gate.reset();
      gate.pump();
    },
  });
  const room = createRoom(options);
  const kinds: { readonly batch: JobKind; readonly suggest: AskKind; readonly read: AskKind } = {
    batch: createBatchJobs({ ...options, isOnline, health, room }),
    suggest: createSuggestJobs({ ...options, isOnline, health, room }),
    read: createReadJobs({ ...options, isOnline, health }),
  };
  const { readPricing } = options;
  const budget = readPricing && createBudget({ ...options, readPricing });
  const maxAtOnce = () => (health.isCautious ? 1 : options.maxAtOnce());
  const sleepGuard = createSleepGuard(clock, callsInFlight, giveBack);
  const gate = createGate({
    clock,
    isHalfPrice: () => options.isHalfPrice?.() === true,
    maxAtOnce,
    hasNext: isNextReady,
    startNext,
    recallPace: () => options.paceMemory?.recall(),
    onPace: (found) => {
      const { refusal } = health;
      const endpoint = readPricing?.().model.endpoint;
      const pace = { ...found, endpoint, ...(refusal !== undefined && { refusal }) };
      if (isPaceNews(getState().pace, pace, clock.now())) dispatch({ type: 'pace-changed', pace });
    },
  });
  const endRetries = createRetryTimer({ ...options, onDue: pump });

  /** Single lines that a person waits for come first, then what else was asked for by hand. In an outage whose time has come: one batch, to try whether it is over. */
  function nextJob(): Job | undefined {
    const ask = nextSuggestionRequest(getState());
    if (ask) return suggestJob(ask);
    const { reading } = getState();
    if (reading && isReadingNext(getState())) return readJob(reading);
    const isTrying = tryingCall !== undefined && callsInFlight.has(tryingCall);
    const index = nextBatch(getState()) ?? (isTrying ? undefined : nextTry(getState(), clock.now()));
    return index === undefined ? undefined : batchJob(getState().phrases, index);
  }

  /** The next batch that starts is to try whether an outage is over. */
  const isTryNext = () => getState().paused?.reason === 'outage' && nextBatch(getState()) === undefined;

  const placesNow = () => ({ underWay: callsInFlight.leased, atOnce: maxAtOnce() });
  /** `call`: a request of it is about to leave; missing: the job is to start. */
  const verdictOn = (job: Job, money: Money | undefined, call?: CallInFlight, sending?: Sending) =>
    mayLeave({
      job,
      money,
      state: getState(),
      isOpen: isOpen(),
      tariff: job.kind === 'read' ? options.tariff?.(sending?.model) : undefined,
      isWithdrawn: call?.isWithdrawn() === true || sending?.isAsComposed() === false,
      isTry: call ? call === tryingCall : isTryNext(),
      pace: call && { ...placesNow(), isRefused: gate.isRefusedSince(call.startedAt) },
    });

  /** Whether a job stands ready. Those that must not be asked for end, or the run is paused. */
  function isNextReady(): boolean {
    for (let job = nextJob(); job; job = nextJob()) {
      const call = kinds[job.kind].nextCall(job);
      const verdict = verdictOn(job, call && budget?.moneyFor(call));
      if (typeof verdict === 'string') return verdict === 'go';
      if ('pause' in verdict) dispatch({ type: 'run-paused', pause: verdict.pause });
      if ('pause' in verdict || job.kind === 'batch') return false;
      kinds[job.kind].refused(job, verdict.end);
    }
    return false;
  }

  function startNext(onEnd: OnCallEnd): void {
    const job = nextJob();
    if (!job) throw new Error('The gate started a job, but none stands ready.');
    // Back to the queue first, as with any other retry: what a person has confirmed of it since is not asked for.
    if (job.kind === 'batch' && getState().batches[job.index]?.state !== 'waiting')
      dispatch({ type: 'retries-due', indexes: [job.index] });
    const kind = kinds[job.kind];
    const call = kind.nextCall(job);
    if (!call) {
      // The page was closed after the batch's last answer was stored, and before its end was.
      onEnd('cancelled');
      return kind.end(job);
    }
    const inFlight = callsInFlight.add(job, clock.now());
    if (job.kind === 'batch' && isTryNext()) tryingCall = inFlight;
    kind.started(job, inFlight.startedAt);
    void makeCall(inFlight, call, onEnd);
  }

  /** Another film aborts all calls, a reading before it has phrases among them; a call that was stopped alone still is of the same ones. */
  const isOfFilm = (call: CallInFlight, phrases: RunState['phrases']): boolean =>
    callsInFlight.has(call) || (call.job.kind !== 'read' && getState().phrases === phrases);

  function permitOf(call: CallInFlight, sending: Sending, charge: Charge | undefined): Permit {
    const { model } = sending;
    const ask = () => {
      call.isDenied = verdictOn(call.job, charge?.moneyTo(model), call, sending) !== 'go';
      if (call.isDenied) return null;
      charge?.leftTo(model);
      options.paceMemory?.sentTo(model);
      return call.lease();
    };
    return Object.assign(ask, { withdrawn: call.withdrawing.signal });
  }

  async function makeCall(inFlight: CallInFlight, call: Call, onEnd: OnCallEnd): Promise<void> {
    const { phrases } = getState();
    const { job, startedAt } = inFlight;
    const { signal } = inFlight.aborting;
    const kind = kinds[job.kind];
    sleepGuard.watch();
    const charge = budget?.begin(call, signal, () => inFlight.isLeased);
    let outcome: SentOutcome | undefined;
    let thrown: unknown;
    try {
      outcome = await options.sendRequest(call, {
        signal,
        permitFor: (sending) => permitOf(inFlight, sending, charge),
      });
    } catch (error) {
      thrown = error;
    }
    onEnd(signal.aborted ? 'cancelled' : requestEndOf(outcome));
    const counts = isOfFilm(inFlight, phrases);
    if (outcome?.usage && counts) kind.tokensUsed(job, outcome.usage);
    charge?.settle(outcome, counts);
    const isAborted = !callsInFlight.finish(inFlight);
    sleepGuard.finished(inFlight);
    if (!isAborted) {
      if (outcome) kind.settle({ job, call, startedAt }, health.ended(asMeant(outcome, inFlight), startedAt));
      else kind.settleThrown(job, thrown);
    }
    keepPace();
    if (callsInFlight.size === 0) onFinished?.();
    gate.pump();
  }

  /** For the next film, which may well be asked for at the standard price. */
  function keepPace(): void {
    const isOver = callsInFlight.size === 0 && (!isOpen() || nextJob() === undefined);
    if (isOver && options.isHalfPrice?.() !== true) options.paceMemory?.keep(gate.found());
  }

  function pump(): void {
    const { paused } = getState();
    // What was found out about the one model's or account's limit is not true of the other.
    if (options.paceMemory?.isOfAnother()) {
      gate.reset();
      health.forgetRefusals();
    }
    if (isOnline()) {
      if (paused?.reason === 'offline') dispatch({ type: 'run-resumed', byPerson: false });
      gate.pump();
    } else if (callsInFlight.size > 0 || isAnyWaiting(getState()) || paused?.reason === 'outage') {
      health.pauseOffline();
    }
  }

  /** Makes an outage's next try due now. False: there is no outage. */
  function tryNow(): boolean {
    const { paused } = getState();
    if (paused?.reason !== 'outage') return false;
    dispatch({ type: 'run-paused', pause: { ...paused, nextTryAt: clock.now() } });
    return true;
  }

  function giveBack(jobs: readonly Job[]): void {
    returned(jobs);
    gate.pump();
  }

  function returned(jobs: readonly Job[]): readonly Job[] {
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
      // One call tells whether the outage is over; sending everything could fail everything again.
      if (tryNow()) return pump();
      // Whoever resumes asks now, and does not wait on.
      const isRefused = health.isRefused || (paused?.reason === 'failure' && paused.kind === 'refused-for-long');
      if (isRefused) gate.reset();
      health.forget(paused);
      dispatch({ type: 'run-resumed', byPerson: true });
      pump();
    },
    reset() {
      gate.reset();
      health.reset();
    },
    stop: (jobId) => void returned(callsInFlight.stop(isJob(jobId))),
    finish: () =>
      new Promise((resolve) => {
        onFinished = resolve;
        returned(callsInFlight.stop());
        if (callsInFlight.size === 0) resolve();
      }),
    abort: (jobId) => returned(callsInFlight.abort(isJob(jobId))),
    dispose() {
      unsubscribe();
      endRetries();
      health.dispose();
      sleepGuard.dispose();
      callsInFlight.abort();
      gate.dispose();
    },
  };
}

/** That a call's retry was not let go tells nothing of its job, which is given back. */
function asMeant(outcome: SentOutcome, { isDenied }: CallInFlight): SentOutcome {
  if (outcome.ok || !isDenied) return outcome;
  return { ...outcome, failure: { ...outcome.failure, kind: 'cancelled' } };
}

/** undefined: any. */
const isJob =
  (jobId: string | undefined) =>
  ({ job }: CallInFlight): boolean =>
    jobId === undefined || job.id === jobId;

/** The page is not drawn again for smaller changes of the next start. */
const PACE_STEP_MS = 500;

/** Whether `pace` differs visibly from the pace that is shown. `now`: ms since 1970. */
const isPaceNews = (shown: Pace | null, pace: Pace, now: number): boolean =>
  shown === null
    ? pace.limit.kind !== 'none' || pace.nextAt - now > PACE_STEP_MS
    : Math.abs(pace.nextAt - shown.nextAt) > PACE_STEP_MS ||
      JSON.stringify([pace.limit, pace.endpoint, pace.refusal]) !==
        JSON.stringify([shown.limit, shown.endpoint, shown.refusal]);

/** `outcome` undefined: the call threw. */
function requestEndOf(outcome: TranslateOutcome | undefined): RequestEnd {
  if (!outcome) return 'cancelled';
  if (outcome.ok) return 'finished';
  const { kind, retryAfterMs } = outcome.failure;
  if (kind === 'rate-limit') return { refusedForMs: retryAfterMs };
  return kind === 'cancelled' ? 'cancelled' : 'finished';
}

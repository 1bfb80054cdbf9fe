import { memoizeByObject } from '../lib/memo.ts';
import type { Spending } from '../prices/price.ts';
import type { Permit } from '../providers/provider.ts';
import { batchJobs } from './batch-job.ts';
import { type Charge, createBudget } from './budget.ts';
import { createGate, isPaceNews, type OnCallEnd } from './gate.ts';
import {
  type Call,
  type CallEnd,
  countedAt,
  type DispatcherOptions,
  type FilmOfRun,
  type Job,
  type Run,
  type Sending,
} from './job.ts';
import { readJobs, suggestJobs } from './other-jobs.ts';
import { type Money, mayLeave } from './permit.ts';
import { asMeant, createFlight, createSleepGuard, type Flight, requestEndOf } from './requests.ts';
import { createRetryTimer, holdsForOthers, isHeldAlike } from './retry.ts';
import { createRoom } from './room.ts';
import { createRunHealth, createSeenEnds, type JobKind } from './run-health.ts';
import { isAnyWaiting, isLeftToRun, isOver, nextBatch, type RunEvent, type RunState } from './run-state.ts';

export type CreateRun = (film: FilmOfRun) => Run;

interface Entry {
  readonly film: FilmOfRun;
  /** The film with the smallest number goes first. */
  readonly place: number;
  readonly health: ReturnType<ReturnType<typeof createRunHealth>>;
  readonly healthOf: ReturnType<typeof createRunHealth>;
  readonly endRetries: () => void;
  /** The call that tests whether an outage is over. */
  trying?: CallInFlight;
  /** Called when the film has no more calls in flight. Missing: the run is not finishing. */
  onFinished?: () => void;
}

interface CallInFlight extends Flight {
  readonly entry: Entry;
  readonly job: Job;
}

/** Order of priority: first the single lines that a person waits for, then the reading of the film, then batches. */
const KINDS: readonly JobKind[] = [suggestJobs, readJobs, batchJobs];
const KIND_OF: { readonly [Kind in Job['kind']]: JobKind } = { suggest: suggestJobs, read: readJobs, batch: batchJobs };

interface Ready {
  readonly entry: Entry;
  readonly job: Job;
  /** undefined: the job needs no further call. */
  readonly call: Call | undefined;
}

/** Sends the requests of all films, with one pace and one limit of money. The first film that has a job goes first. */
export function createDispatcher(options: DispatcherOptions) {
  const { clock, connectivity, readPricing } = options;
  let entries: readonly Entry[] = [];
  const calls = new Set<CallInFlight>();
  const seenByAll = options.isOneRun ? createSeenEnds() : undefined;
  /** True after the person resumed although the browser reports offline, until the browser reports a change. */
  let overrulesOffline = false;
  const isOnline = () => overrulesOffline || connectivity.isOnline();
  const isOpen = ({ onFinished }: Entry) => isOnline() && !onFinished;
  const room = createRoom(options);
  let spentByGone: readonly Spending[] = [];
  const spent = () => [...spentByGone, ...entries.flatMap(({ film }) => film.getState().spent)];
  const isAllCounted = () => entries.every(({ film }) => film.isAllCounted());
  const budget = readPricing && createBudget({ clock, readPricing, spent, isAllCounted });
  const isFilmOver = ({ film }: Entry) => isOver(film.getState());
  const isCautious = (entry: Entry) => entry.health.isCautious && !isFilmOver(entry);
  const maxAtOnce = () => (entries.some(isCautious) ? 1 : options.maxAtOnce());
  const sleepGuard = createSleepGuard(clock, calls, (isOld) => {
    returned(abort(isOld));
    gate.pump();
  });
  const gate = createGate({
    clock,
    isHalfPrice: () => options.isHalfPrice?.() === true,
    maxAtOnce,
    nextReady,
    start,
    recallPace: () => options.paceMemory?.recall(),
    onPace(found) {
      // A film that sends nothing more shows no pace, and the page would be drawn again for it.
      for (const { film, health } of entries.filter((entry) => !isFilmOver(entry))) {
        const endpoint = readPricing?.(film).model.endpoint;
        const pace = { ...found, endpoint, ...(health.refusal !== undefined && { refusal: health.refusal }) };
        if (isPaceNews(film.getState().pace, pace, clock.now())) film.dispatch({ type: 'pace-changed', pace });
      }
    },
  });

  function dispatchAll(entry: Entry, events: readonly RunEvent[]): void {
    for (const event of events) {
      if (!isReportedBefore(entry, event)) entry.film.dispatch(event);
      tellOthers(entry, event);
      if (event.type === 'batch-finished') entry.film.onBatchFinished();
    }
  }

  function tellOthers(entry: Entry, event: RunEvent): void {
    if (event.type === 'run-paused' && holdsForOthers(event.pause, options.isOneRun)) pauseOthers(entry, event);
    if (event.type === 'run-resumed' && options.isOneRun) resumeOthers(entry, event);
  }

  function pauseOthers(entry: Entry, event: Extract<RunEvent, { type: 'run-paused' }>): void {
    for (const { film, health } of entries.filter((each) => each !== entry)) {
      const { paused } = film.getState();
      const isPaused = paused !== null && !(options.isOneRun && paused.reason === 'outage');
      if (isPaused || !isLeftToRun(film.getState())) continue;
      const batches = options.isOneRun ? health.rejectedAlike() : [];
      if (batches.length > 0) film.dispatch({ type: 'second-chances-planned', batches });
      film.dispatch(event);
    }
  }

  /** Continues the other films when one of them gets an answer that ends an outage. */
  function resumeOthers({ film: answered }: Entry, event: RunEvent): void {
    for (const { film } of entries)
      if (film !== answered && film.getState().paused?.reason === 'outage') film.dispatch(event);
  }

  /** The events that were reported for a text. It must not keep the text in memory: a run outlives the lines of its film. */
  const reportedFor = memoizeByObject((_: RunState['phrases']) => new Set<string>());
  /** True if the page has already told the person about this reply form or room for this film. */
  function isReportedBefore({ film }: Entry, event: RunEvent): boolean {
    if (event.type !== 'reply-form-lowered' && event.type !== 'room-found') return false;
    const events = reportedFor(film.getState().phrases);
    return events.size === events.add(JSON.stringify(event)).size;
  }

  const around = (entry: Entry) => ({
    health: entry.healthOf,
    room,
    isOnline: isOnline(),
    areOthersUnfinished:
      options.isOneRun && entries.some((each) => each !== entry && isLeftToRun(each.film.getState())),
    now: clock.now(),
  });

  /** True if the next batch to start will test whether an outage is over. */
  const isTryNext = ({ film }: Entry) =>
    film.getState().paused?.reason === 'outage' && nextBatch(film.getState()) === undefined;

  const isTried = (entry: Entry): boolean =>
    entries.some(({ trying }) => trying && calls.has(trying) && (options.isOneRun || trying.entry === entry));

  function nextJob(entry: Entry): Job | undefined {
    const state = entry.film.getState();
    // A person reads the first film, and the others once they are whole.
    const order = entry === entries[0] ? options.order : 'longest-first';
    for (const { next } of KINDS) {
      const job = next(state, clock.now(), order);
      if (job?.kind === 'batch' && isTryNext(entry) && isTried(entry)) return undefined;
      if (job) return job;
    }
    return undefined;
  }

  const placesNow = () => ({
    underWay: [...calls].filter(({ isLeased }) => isLeased).length,
    atOnce: maxAtOnce(),
  });
  /** `call`: one of its requests is about to leave. Missing: the job is about to start. */
  const verdictOn = (
    { entry, job }: Pick<Ready, 'entry' | 'job'>,
    money: Money | undefined,
    call?: CallInFlight,
    sending?: Sending,
  ) =>
    mayLeave({
      job,
      money,
      state: entry.film.getState(),
      isOpen: isOpen(entry),
      tariff: job.kind === 'read' ? options.tariff?.(sending?.model) : undefined,
      isWithdrawn: call?.isWithdrawn() === true || sending?.isAsComposed() === false,
      isTry: call ? call === entry.trying : isTryNext(entry),
      pace: call && { ...placesNow(), isRefused: gate.isRefusedSince(call.startedAt) },
    });

  function nextReady(): Ready | undefined {
    for (const entry of entries) {
      const ready = nextOf(entry);
      if (ready) return ready;
    }
    return undefined;
  }

  /** The film's next job, if it may start. A job that must not be sent ends here, or pauses the run. */
  function nextOf(entry: Entry): Ready | undefined {
    for (let job = nextJob(entry); job; job = nextJob(entry)) {
      const call = KIND_OF[job.kind].call(entry.film.getState(), job, room);
      const verdict = verdictOn({ entry, job }, call && budget?.moneyFor(entry.film, call));
      if (verdict === 'go') return { entry, job, call };
      if (verdict === 'wait') return undefined;
      if ('pause' in verdict) return void dispatchAll(entry, [{ type: 'run-paused', pause: verdict.pause }]);
      dispatchAll(entry, KIND_OF[job.kind].refused(job, verdict.end));
    }
    return undefined;
  }

  function start({ entry, job, call: composed }: Ready, onEnd: OnCallEnd): void {
    const { getState, dispatch } = entry.film;
    const kind = KIND_OF[job.kind];
    const isTry = job.kind === 'batch' && isTryNext(entry);
    let call = composed;
    // The batch returns to the queue first, as before any retry. So lines that a person confirmed meanwhile are not requested again.
    if (job.kind === 'batch' && getState().batches[job.index]?.state !== 'waiting') {
      dispatch({ type: 'retries-due', indexes: [job.index] });
      call = kind.call(getState(), job, room);
    }
    if (!call) {
      onEnd('cancelled');
      return dispatchAll(entry, kind.complete(getState(), job, around(entry)));
    }
    const inFlight: CallInFlight = Object.assign(createFlight(clock.now()), { entry, job });
    calls.add(inFlight);
    if (isTry) entry.trying = inFlight;
    if (job.kind === 'batch' && room.found) dispatchAll(entry, [{ type: 'room-found', ...room.found }]);
    dispatch(kind.started(job, inFlight.startedAt));
    void makeCall(inFlight, call, onEnd);
  }

  function permitOf(call: CallInFlight, sending: Sending, charge: Charge | undefined): Permit {
    const { model } = sending;
    const ask = () => {
      call.isDenied = verdictOn(call, charge?.moneyTo(model), call, sending) !== 'go';
      if (call.isDenied) return null;
      charge?.leftTo(model);
      options.paceMemory?.sentTo(model);
      return call.lease();
    };
    return Object.assign(ask, { withdrawn: call.withdrawing.signal });
  }

  async function makeCall(inFlight: CallInFlight, call: Call, onEnd: OnCallEnd): Promise<void> {
    const { entry, job } = inFlight;
    const { film } = entry;
    const { phrases } = film.getState();
    const { signal } = inFlight.aborting;
    sleepGuard.watch();
    const charge = budget?.begin(film, call, inFlight);
    const end = await endOf(inFlight, call, charge);
    const outcome = 'thrown' in end ? undefined : end;
    onEnd(signal.aborted ? 'cancelled' : requestEndOf(outcome));
    // If another film was opened, this call no longer counts for the present one: opening aborts all calls, even a reading that has no phrases yet. A call that was
    // aborted alone still counts for its film.
    const counts = calls.has(inFlight) || (job.kind !== 'read' && film.getState().phrases === phrases);
    if (outcome?.usage && counts)
      film.dispatch({ type: 'tokens-used', index: countedAt(film.getState(), job), usage: outcome.usage });
    charge?.settle(outcome, counts);
    const isAborted = !calls.delete(inFlight);
    sleepGuard.finished(inFlight);
    if (!isAborted) settle(inFlight, call, end);
    keepPace();
    if (callsOf(entry).length === 0) entry.onFinished?.();
    gate.pump();
  }

  async function endOf(inFlight: CallInFlight, call: Call, charge: Charge | undefined): Promise<CallEnd> {
    try {
      const permitFor = (sending: Sending) => permitOf(inFlight, sending, charge);
      return await options.sendRequest(call, {
        film: inFlight.entry.film,
        signal: inFlight.aborting.signal,
        permitFor,
      });
    } catch (thrown) {
      return { thrown };
    }
  }

  function settle(inFlight: CallInFlight, call: Call, end: CallEnd): void {
    const { entry, job, startedAt } = inFlight;
    if ('thrown' in end) options.onBug(end.thrown);
    const meant = 'thrown' in end ? end : entry.health.ended(asMeant(end, inFlight), startedAt);
    dispatchAll(entry, KIND_OF[job.kind].settle(entry.film.getState(), { job, call, startedAt }, meant, around(entry)));
  }

  const callsOf = (entry: Entry) => [...calls].filter((call) => call.entry === entry);

  /** Stores what was learned about the standard price: the next film may use that price. */
  function keepPace(): void {
    const isOver = calls.size === 0 && entries.every((entry) => !isOpen(entry) || nextJob(entry) === undefined);
    if (isOver && options.isHalfPrice?.() !== true) options.paceMemory?.keep(gate.found());
  }

  function pump(entry: Entry): void {
    const { film, health } = entry;
    const { paused } = film.getState();
    // A limit of one model or account does not hold for another.
    if (options.paceMemory?.isOfAnother()) {
      gate.reset();
      for (const each of entries) each.health.forgetRefusals();
    }
    if (isOnline()) {
      if (paused?.reason === 'offline') film.dispatch({ type: 'run-resumed', byPerson: false });
      gate.pump();
    } else if (callsOf(entry).length > 0 || isAnyWaiting(film.getState()) || paused?.reason === 'outage') {
      health.pauseOffline();
    }
  }

  /** Makes the next try of an outage due now. Returns false if there is no outage. */
  function tryNow({ film }: Entry): boolean {
    const { paused } = film.getState();
    if (paused?.reason !== 'outage') return false;
    film.dispatch({ type: 'run-paused', pause: { ...paused, nextTryAt: clock.now() } });
    return true;
  }

  /** Aborts the calls that `which` selects. Their late answers are dropped. */
  function abort(which: (call: CallInFlight) => boolean): readonly CallInFlight[] {
    const aborted = [...calls].filter(which);
    for (const call of aborted) {
      calls.delete(call);
      call.aborting.abort();
    }
    return aborted;
  }

  function returned(aborted: readonly CallInFlight[]): readonly Job[] {
    for (const { entry, job } of aborted) dispatchAll(entry, KIND_OF[job.kind].gaveBack(entry.film.getState(), job));
    return aborted.map(({ job }) => job);
  }

  function stop(which: (call: CallInFlight) => boolean): void {
    for (const call of [...calls].filter(which)) call.withdrawing.abort();
    returned(abort((call) => which(call) && !call.isSent));
  }

  let unsubscribe: (() => void) | undefined;
  const watchConnectivity = () =>
    connectivity.subscribe(() => {
      overrulesOffline = false;
      for (const entry of entries) {
        tryNow(entry);
        pump(entry);
      }
    });

  /** `place`: before all films with a greater one, even if they were added earlier. */
  function add(film: FilmOfRun, place = 0): Run {
    const healthOf = createRunHealth({
      ...film,
      clock,
      seen: seenByAll ?? createSeenEnds(),
      onRefusedTooLong() {
        gate.reset();
        gate.pump();
      },
    });
    const health = healthOf(film);
    const endRetries = createRetryTimer({ ...film, clock, onDue: () => pump(entry) });
    const entry: Entry = { film, place, health, healthOf, endRetries };
    const after = entries.findIndex((each) => each.place > place);
    entries = entries.toSpliced(after < 0 ? entries.length : after, 0, entry);
    unsubscribe ??= watchConnectivity();
    const isOfJob = (jobId: string | undefined) => (call: CallInFlight) =>
      call.entry === entry && (jobId === undefined || call.job.id === jobId);
    return {
      pump: () => pump(entry),
      goOn() {
        const { paused } = film.getState();
        overrulesOffline = paused?.reason === 'offline' && !connectivity.isOnline();
        // One call shows whether the outage is over. If all batches were sent, all could fail again.
        if (tryNow(entry)) return pump(entry);
        // A person who resumes wants an answer now, so the pace does not delay this call.
        const isRefused = health.isRefused || (paused?.reason === 'failure' && paused.kind === 'refused-for-long');
        if (isRefused) gate.reset();
        const isResumed = (each: Entry) => each === entry || isHeldAlike(paused, each.film.getState().paused);
        for (const each of entries.filter(isResumed)) {
          each.health.forget(each.film.getState().paused);
          each.film.dispatch({ type: 'run-resumed', byPerson: true });
        }
        pump(entry);
      },
      goFirst() {
        entries = [entry, ...entries.filter((each) => each !== entry)];
      },
      reset() {
        // If another film is still running, what its run learned about the limit holds for this one, too.
        const isAlone = entries.every((each) => each === entry || isFilmOver(each));
        if (isAlone) gate.reset();
        if (isAlone || !options.isOneRun) health.reset();
      },
      stop: (jobId) => stop(isOfJob(jobId)),
      finish: () =>
        new Promise((resolve) => {
          entry.onFinished = resolve;
          stop(isOfJob(undefined));
          if (callsOf(entry).length === 0) resolve();
        }),
      abort: (jobId) => returned(abort(isOfJob(jobId))),
      dispose() {
        endRetries();
        health.dispose();
        abort(isOfJob(undefined));
        if (!entries.includes(entry)) return;
        entries = entries.filter((each) => each !== entry);
        // Calls that were in flight count as paid.
        spentByGone = [...spentByGone, ...film.getState().spent.map(({ unreportedEnded: _, ...one }) => one)];
        if (entries.length > 0) return gate.pump();
        unsubscribe?.();
        unsubscribe = undefined;
        sleepGuard.dispose();
        gate.dispose();
      },
    };
  }

  return {
    add,
    /** The usage of all films, including closed ones. */
    spent,
  };
}

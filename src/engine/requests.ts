import { type Clock, watchSleep } from '../clock/clock.ts';
import type { EndpointId, Model, Provider, ProviderFailure, TranslateOutcome } from '../providers/provider.ts';
import { addressOf, EMPTY_PROMPT, missingKey } from '../settings/model-choice.ts';
import type { SettingsState } from '../settings/settings.ts';
import { composeRequest } from '../translation/request.ts';
import type { Job, SendRequest } from './job.ts';

/** One call of a job in flight. Its answer is dropped if the call was aborted meanwhile. */
export interface CallInFlight {
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

export interface CallsInFlight {
  readonly size: number;
  /** Whether the call has neither finished nor been aborted. */
  has(inFlight: CallInFlight): boolean;
  add(job: Job, startedAt: number): CallInFlight;
  /** Ends the call. False: it had been aborted, so that its answer must be dropped. */
  finish(inFlight: CallInFlight): boolean;
  /** Nothing more leaves. The calls that have not left are aborted, and their jobs returned. */
  stop(): readonly Job[];
  /** Aborts the calls that `which` selects (default: all) and returns their jobs. Their late answers are dropped. */
  abort(which?: (inFlight: CallInFlight) => boolean): readonly Job[];
}

export function createCallsInFlight(): CallsInFlight {
  const callsInFlight = new Map<string, CallInFlight>();
  const has = (inFlight: CallInFlight) => callsInFlight.get(inFlight.job.id) === inFlight;
  const left = new Set<CallInFlight>();
  const abort: CallsInFlight['abort'] = (which = () => true) => {
    const aborted = [...callsInFlight.values()].filter(which);
    for (const inFlight of aborted) {
      callsInFlight.delete(inFlight.job.id);
      left.delete(inFlight);
      inFlight.abort();
    }
    return aborted.map(({ job }) => job);
  };
  return {
    get size() {
      return callsInFlight.size;
    },
    has,
    add(job, startedAt) {
      const [aborting, stopping] = [new AbortController(), new AbortController()];
      const inFlight: CallInFlight = {
        ...{ job, startedAt, signal: aborting.signal, stopping: stopping.signal },
        mayLeave() {
          if (aborting.signal.aborted || stopping.signal.aborted) return false;
          left.add(inFlight);
          return true;
        },
        abort: () => aborting.abort(),
        stop: () => stopping.abort(),
      };
      callsInFlight.set(job.id, inFlight);
      return inFlight;
    },
    finish(inFlight) {
      left.delete(inFlight);
      return has(inFlight) && callsInFlight.delete(inFlight.job.id);
    },
    stop() {
      for (const inFlight of callsInFlight.values()) inFlight.stop();
      return abort((inFlight) => !left.has(inFlight));
    },
    abort,
  };
}

export interface SleepGuard {
  /** A request was sent: from now on a sleep is noticed. */
  watch(): void;
  /** A request has ended. */
  finished(inFlight: CallInFlight): void;
  dispose(): void;
}

export interface SleepGuardOptions {
  readonly clock: Clock;
  readonly callsInFlight: Pick<CallsInFlight, 'size' | 'abort'>;
  /** Called with the jobs whose requests were aborted after a sleep; they must be sent again. */
  readonly onAborted: (jobs: readonly Job[]) => void;
}

/** Waited after a sleep, and again after each answer: a busy page needs time to work through hundreds of paid answers. */
const WAKE_GRACE_MS = 3_000;

/** Waited where the time of day may only have been set forward: then the answers under way come, and aborting them would pay them twice. */
const UNCERTAIN_GRACE_MS = 60_000;

/** Aborts requests that were in flight while the computer slept: they may never be answered. */
export function createSleepGuard({ clock, callsInFlight, onAborted }: SleepGuardOptions): SleepGuard {
  /** In ms since 1970, while requests from before a sleep are waited for. */
  let wokeAt = Number.NEGATIVE_INFINITY;
  let graceMs = WAKE_GRACE_MS;
  let cancelGrace = () => {};
  let unwatch: (() => void) | undefined;

  function awaitOldAnswers(): void {
    cancelGrace();
    cancelGrace = clock.after(graceMs, () => {
      const aborted = callsInFlight.abort(({ startedAt }) => startedAt < wokeAt);
      wokeAt = Number.NEGATIVE_INFINITY;
      onAborted(aborted);
    });
  }

  function stopWatching(): void {
    unwatch?.();
    unwatch = undefined;
  }

  return {
    watch() {
      unwatch ??= watchSleep(clock, ({ isCertain }) => {
        wokeAt = clock.now();
        graceMs = isCertain ? WAKE_GRACE_MS : UNCERTAIN_GRACE_MS;
        awaitOldAnswers();
      });
    },
    finished({ startedAt }) {
      if (startedAt < wokeAt) awaitOldAnswers();
      if (callsInFlight.size === 0) stopWatching();
    },
    dispose() {
      stopWatching();
      cancelGrace();
    },
  };
}

export interface SendRequestDependencies {
  readonly readSettings: () => Pick<SettingsState, 'prompt' | 'model' | 'keys' | 'calls'>;
  /** A live list that is on its way may still change the model: a call waits for it, and fails with it. */
  readonly whenModelSettled: (options: { readonly signal: AbortSignal }) => Promise<ProviderFailure | undefined>;
  /** Called with each request's model. */
  readonly onSend?: ((model: Model) => void) | undefined;
  readonly loadProvider: (id: EndpointId) => Promise<Provider>;
}

/** Rejects only when the provider's chunk cannot be loaded. */
export function createSendRequest({
  readSettings,
  whenModelSettled,
  onSend,
  loadProvider,
}: SendRequestDependencies): SendRequest {
  return async (call, { signal, stopping, mayLeave }) => {
    const modelFailure = await whenModelSettled({ signal });
    if (modelFailure) return unsent(modelFailure);
    const { prompt, model, keys, calls } = readSettings();
    const keyProblem = missingKey({ model, keys });
    if (keyProblem !== undefined) return unsent({ kind: 'missing-key', message: keyProblem });
    if (prompt.trim() === '') return unsent({ kind: 'no-prompt', message: EMPTY_PROMPT });
    const provider = await loadProvider(model.endpoint);
    if (mayLeave?.(model) === false) return unsent({ kind: 'cancelled', message: 'The limit was reached meanwhile.' });
    onSend?.(model);
    const { endpoint } = model;
    const { thinking, halfPrice } = calls;
    const request = { model, key: keys[endpoint], thinking, halfPrice, ...composeRequest({ prompt, ...call }) };
    const outcome = await provider.translate(request, { signal, stopping, address: addressOf({ calls }, endpoint) });
    return { ...outcome, madeWith: { prompt, model } };
  };
}

export const unsent = (failure: ProviderFailure): TranslateOutcome => ({
  ok: false,
  failure,
  text: '',
  usage: undefined,
});

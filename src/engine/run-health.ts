import { afterAwake, type Clock } from '../clock/clock.ts';
import { effectOf } from '../providers/failure-kinds.ts';
import type { ProviderFailure } from '../providers/provider.ts';
import type { BatchResult } from '../translation/batch.ts';
import type { Call, CallEnd, EndedCall, FilmAccess, Job, Refusal, SentOutcome } from './job.ts';
import { mayBeTheModel } from './retry.ts';
import type { Room } from './room.ts';
import { runReducer } from './run-reducer.ts';
import {
  isAnyWaiting,
  isAsked,
  isLeftToRun,
  type Pause,
  type PauseKind,
  type RunEvent,
  type RunState,
  wasInOutage,
} from './run-state.ts';

/** Three batches that fail in a row are rarely three accidents. */
const STREAK = 3;

/** Equal for rejections with the same reason. Without the message, which quotes ids and the reply. */
export const rejectionKey = ({ kind, status, code, param }: ProviderFailure): string =>
  [kind, status, code, param].join(' ');

/** The key of replies without anything usable, complete or cut off. */
export const UNUSABLE_REPLY = 'unusable reply';

/** So many refusals for pace with no answer between them, or a longer wait than this, and the provider's own words are shown. */
const MANY_REFUSALS = 3;
const LONG_WAIT_MS = 600_000;
/**
 * An hour, and some seconds for a limit that is counted by the hour. After so long with nothing but refusals one more is asked for at once; a
 * refusal of it is a failure that waits for the person.
 */
const LONGEST_REFUSED_MS = 3_610_000;

interface HealthOptions extends FilmAccess {
  readonly clock: Clock;
  /** One call is to be sent now, whatever the pace. */
  readonly onRefusedTooLong: () => void;
}

/** The provider has worked on the request, or at least looked at it. */
const isAnswer = (outcome: SentOutcome): boolean =>
  outcome.ok || outcome.text !== '' || effectOf(outcome.failure.kind) === 'fail-batch';

/** The health of the run of one film, whose events go where they are wanted. */
export type RunHealth = ReturnType<typeof createRunHealth>;

/**
 * What the ends of calls show of provider and model, and what that means for the run: whether the provider answers, and whether every
 * batch would fail alike. The jobs of each kind tell it; it pauses the run, and ends an outage.
 */
export function createRunHealth({ clock, onRefusedTooLong, ...film }: HealthOptions) {
  let isCautious = wasInOutage(film.getState());
  /** Time in ms since 1970 of the first failure that no newer call's answer has disproved. */
  let downSince: number | undefined;
  const failedJobs = new Set<string>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let rejections = { key: '', batches: new Map<number, BatchResult | undefined>() };
  let toldOfCutOffs = false;
  /** Since the last answer; `at`: when the last refusal came, in ms since 1970. What was refused in one burst counts once. */
  let refused = { count: 0, at: Number.NEGATIVE_INFINITY, words: '', isLong: false, tooLong: false };
  const NOT_REFUSED = refused;
  let endWait = () => {};

  function noteRefusal({ message, retryAfterMs = 0 }: ProviderFailure, startedAt: number): void {
    const isNew = startedAt >= refused.at;
    refused = {
      ...refused,
      ...(isNew && { count: refused.count + 1, at: clock.now() }),
      words: message,
      isLong: refused.isLong || retryAfterMs > LONG_WAIT_MS,
    };
  }

  /** The same health, whose events go to `access`. */
  function over(access: FilmAccess) {
    const { getState, dispatch } = access;

    function forgetRefusals(): void {
      endWait();
      if (refused.tooLong) isCautious = false;
      refused = NOT_REFUSED;
      const { pace } = getState();
      if (pace?.refusal === undefined) return;
      const { refusal: _, ...rest } = pace;
      dispatch({ type: 'pace-changed', pace: rest });
    }

    function refusedTooLong(): void {
      const { paused } = getState();
      // Where nothing waits to be sent, nothing was refused in that time.
      const mayAsk = paused?.reason !== 'offline' && isAnyWaiting(getState());
      if (!mayAsk) return forgetRefusals();
      refused = { ...refused, tooLong: true };
      isCautious = true;
      onRefusedTooLong();
    }

    function isUp(): void {
      downSince = undefined;
      failedJobs.clear();
    }

    function forget(): void {
      isUp();
      forgetRefusals();
      rejections = { key: '', batches: new Map() };
    }

    function pause(kind: PauseKind, message: string): void {
      const { paused, batches } = getState();
      const waitsForPerson = paused?.reason === 'person' || paused?.reason === 'failure';
      // A batch that was asked for by hand runs while the run is paused: it is to be held up as well, and the reason told.
      if (waitsForPerson && !batches.some(isAsked)) return;
      dispatch({ type: 'run-paused', pause: { reason: 'failure', kind, message } });
    }

    return {
      refusedTooLong,
      /** One batch at a time, until one is translated: the model may be unfit, or the provider down. */
      get isCautious() {
        return isCautious;
      },
      /**
       * The provider answered a call that was begun then (ms since 1970), be it with a refusal. A call from before the failures does not
       * tell that the provider is up again; any other ends an outage, and all that failed by it goes on.
       */
      replied(startedAt: number) {
        answeredAt = Math.max(answeredAt, startedAt);
        if (downSince !== undefined && startedAt < downSince) return;
        isUp();
        if (getState().paused?.reason === 'outage') dispatch({ type: 'run-resumed', byPerson: false });
      },
      /** The words of a provider that may refuse for pace for long; undefined: it does not, or not yet. */
      get refusal(): string | undefined {
        return refused.isLong || refused.count >= MANY_REFUSALS ? refused.words : undefined;
      },
      /** Whether any call was refused for pace since the last answer. */
      get isRefused() {
        return refused.count > 0;
      },
      forgetRefusals,
      /** Of a call that was begun then (ms since 1970): its outcome, but that a refusal for pace after an hour of nothing else is no longer one. */
      ended(outcome: SentOutcome, startedAt: number): SentOutcome {
        if (outcome.ok || outcome.failure.kind !== 'rate-limit' || outcome.text !== '') {
          if (isAnswer(outcome)) forgetRefusals();
          return outcome;
        }
        if (refused.tooLong) return { ...outcome, failure: { ...outcome.failure, kind: 'refused-for-long' } };
        if (refused.count === 0) endWait = afterAwake(clock, LONGEST_REFUSED_MS, () => over(film).refusedTooLong());
        noteRefusal(outcome.failure, startedAt);
        return outcome;
      },
      /** Network or server failed a job, after the transport's own retries. Returns whether so many failed in a row that it is an outage. */
      unanswered({ id }: Job): boolean {
        downSince ??= clock.now();
        failedJobs.add(id);
        return failedJobs.size >= STREAK;
      },
      /** Whether a call has been answered since `at` (ms since 1970): then a failing batch fails for a reason of its own. */
      answeredSince: (at: number): boolean => answeredAt >= at,
      /** A call brought a translation: earlier rejections were the batches' own fault. */
      translated() {
        isCautious = false;
        rejections = { key: '', batches: new Map() };
      },
      /** The provider rejected the batch, or its reply holds nothing usable. `key`: see `rejectionKey`. */
      rejected(index: number, key: string) {
        if (rejections.key !== key) rejections = { key, batches: new Map() };
        rejections.batches.set(index, undefined);
      },
      /** A rejected batch has ended with this result. */
      failedWith(index: number, result: BatchResult) {
        if (rejections.batches.has(index)) rejections.batches.set(index, result);
      },
      /** Whether so many batches were rejected for this reason in a row that every batch would be. */
      isCommon: (key: string): boolean => rejections.key === key && rejections.batches.size >= STREAK,
      /** The batches that were rejected for the same reason and have ended, with their results. */
      rejectedAlike: () =>
        [...rejections.batches].flatMap(([index, result]) => (result === undefined ? [] : [{ index, result }])),
      pause,
      /** A job that is no batch has failed as every batch would that is still to be sent. */
      failsAll(kind: PauseKind, message: string) {
        if (getState().paused === null && isLeftToRun(getState())) pause(kind, message);
      },
      /** A reply was cut off with too little room for the answer. Where it brought something, the person is told once a film. */
      cutOff(message: string, broughtSomething: boolean) {
        if (broughtSomething && toldOfCutOffs) return;
        toldOfCutOffs = true;
        pause('no-room', message);
      },
      pauseOffline() {
        const { paused } = getState();
        if (paused === null || paused.reason === 'outage')
          dispatch({ type: 'run-paused', pause: { reason: 'offline' } });
      },
      /** The person ends this pause: earlier failures no longer count. */
      forget(paused: Pause | null) {
        forget();
        isCautious = paused?.reason === 'failure' && mayBeTheModel(paused.kind);
      },
      dispose: () => endWait(),
      /** Another film begins. */
      reset() {
        forget();
        isCautious = wasInOutage(getState());
        toldOfCutOffs = false;
      },
    };
  }

  return over;
}

/** What a settled job reads beside the state of its film. */
export interface Around {
  readonly health: RunHealth;
  readonly room: Room;
  readonly isOnline: boolean;
  /** In ms since 1970. */
  readonly now: number;
}

/** What the jobs of one kind ask for, and which events follow. Pure, but for what `health` and `room` learn. */
export interface JobKind<J extends Job = Job> {
  /** The job that is due; undefined: none is. */
  next(state: RunState, now: number): J | undefined;
  /** What the job asks for next; undefined: nothing is missing. */
  call(state: RunState, job: J, room: Room): Call | undefined;
  started(job: J, at: number): RunEvent;
  /** The call has ended, and was not aborted. */
  settle(state: RunState, ended: EndedCall<J>, end: CallEnd, around: Around): readonly RunEvent[];
  /** The state holds all that was asked for: the page was closed after the last answer was stored, and before the job ended. */
  complete(state: RunState, job: J, around: Around): readonly RunEvent[];
  /** Its request must not leave. */
  refused(job: J, refusal: Refusal): readonly RunEvent[];
  /** Its call was aborted or not let go: the job is to be started again. */
  gaveBack(state: RunState, job: J): readonly RunEvent[];
}

/** The events that `decide` dispatches, each of which it sees in the state at once. */
export function eventsOf(state: RunState, decide: (film: FilmAccess) => void): readonly RunEvent[] {
  const events: RunEvent[] = [];
  let now = state;
  decide({
    getState: () => now,
    dispatch(event) {
      events.push(event);
      now = runReducer(now, event);
    },
  });
  return events;
}

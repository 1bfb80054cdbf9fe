import { afterAwake, type Clock } from '../clock/clock.ts';
import { effectOf } from '../providers/failure-kinds.ts';
import type { ProviderFailure } from '../providers/provider.ts';
import type { BatchResult } from '../translation/batch.ts';
import type { Call, CallEnd, EndedCall, FilmAccess, Job, Refusal, SentOutcome } from './job.ts';
import { mayBeTheModel } from './retry.ts';
import type { Room } from './room.ts';
import { runReducer } from './run-reducer.ts';
import {
  type BatchOrder,
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

/** A text that is equal for all rejections with the same reason. It leaves out the message, which quotes ids and the reply. */
export const rejectionKey = ({ kind, status, code, param }: ProviderFailure): string =>
  [kind, status, code, param].join(' ');

/** The key for replies without any usable text, complete or cut off. */
export const UNUSABLE_REPLY = 'unusable reply';

/** The page shows the provider's own words after this many refusals for pace in a row, or after a longer wait than LONG_WAIT_MS. */
const MANY_REFUSALS = 3;
const LONG_WAIT_MS = 600_000;
/**
 * One hour, and some seconds for limits that are counted by the hour. If the provider only refuses for so long, the run sends one more request at once. If that
 * is refused, the run pauses until the person resumes.
 */
const LONGEST_REFUSED_MS = 3_610_000;

interface HealthOptions extends FilmAccess {
  readonly clock: Clock;
  /** Asks for one call now, whatever the pace is. */
  readonly onRefusedTooLong: () => void;
  readonly seen: SeenEnds;
}

/** Refusals for pace since the last answer. A burst of refusals counts once. `at`: time of the last refusal, in ms since 1970. */
const NOT_REFUSED = { count: 0, at: Number.NEGATIVE_INFINITY, words: '', isLong: false, tooLong: false };

/** What the ends of calls have shown so far. Films that are one run share it. */
export const createSeenEnds = () => ({
  isCautious: false,
  /** Time of the first failure that no later answer has disproved, in ms since 1970. */
  downSince: undefined as number | undefined,
  /** The jobs that failed, by film and id. */
  failedJobs: new Set<string>(),
  answeredAt: Number.NEGATIVE_INFINITY,
  rejections: { key: '', batches: new Map<string, RejectedBatch>() },
  refused: NOT_REFUSED,
  endWait: () => {},
  films: 0,
});
type SeenEnds = ReturnType<typeof createSeenEnds>;

interface RejectedBatch {
  readonly film: number;
  readonly index: number;
  /** The result with which the batch ended; undefined: it has not ended. */
  readonly result: BatchResult | undefined;
}

/** True if the provider has worked on the request, or has at least read it. */
const isAnswer = (outcome: SentOutcome): boolean =>
  outcome.ok || outcome.text !== '' || effectOf(outcome.failure.kind) === 'fail-batch';

/** What the run of one film knows about the health of its provider. */
type RunHealth = ReturnType<typeof createRunHealth>;

/**
 * Learns from the ends of calls whether the provider answers, and whether every batch would fail for the same reason. The jobs report to it. It pauses the run
 * and ends an outage.
 */
export function createRunHealth({ clock, onRefusedTooLong, seen, ...film }: HealthOptions) {
  const ownFilm = ++seen.films;
  const ownId = (id: string | number) => `${ownFilm} ${id}`;
  seen.isCautious ||= wasInOutage(film.getState());
  let toldOfCutOffs = false;

  function noteRefusal({ message, retryAfterMs = 0 }: ProviderFailure, startedAt: number): void {
    const isNew = startedAt >= seen.refused.at;
    seen.refused = {
      ...seen.refused,
      ...(isNew && { count: seen.refused.count + 1, at: clock.now() }),
      words: message,
      isLong: seen.refused.isLong || retryAfterMs > LONG_WAIT_MS,
    };
  }

  /** The same health, with its events sent to `access`. */
  function over(access: FilmAccess) {
    const { getState, dispatch } = access;

    function forgetRefusals(): void {
      seen.endWait();
      if (seen.refused.tooLong) seen.isCautious = false;
      seen.refused = NOT_REFUSED;
      const { pace } = getState();
      if (pace?.refusal === undefined) return;
      const { refusal: _, ...rest } = pace;
      dispatch({ type: 'pace-changed', pace: rest });
    }

    function refusedTooLong(): void {
      const { paused } = getState();
      // If no request waited in that hour, the provider has not refused for the whole hour.
      const mayAsk = paused?.reason !== 'offline' && isAnyWaiting(getState());
      if (!mayAsk) return forgetRefusals();
      seen.refused = { ...seen.refused, tooLong: true };
      seen.isCautious = true;
      onRefusedTooLong();
    }

    function isUp(): void {
      seen.downSince = undefined;
      seen.failedJobs.clear();
    }

    function forget(): void {
      isUp();
      forgetRefusals();
      seen.rejections = { key: '', batches: new Map() };
    }

    function pause(kind: PauseKind, message: string): void {
      const { paused, batches } = getState();
      const waitsForPerson = paused?.reason === 'person' || paused?.reason === 'failure';
      // A batch that the person requested runs in a paused run. It must stop as well, and the page must show why.
      if (waitsForPerson && !batches.some(isAsked)) return;
      dispatch({ type: 'run-paused', pause: { reason: 'failure', kind, message } });
    }

    return {
      refusedTooLong,
      /** True while the run sends only one batch at a time, until one is translated: the model may be unfit, or the provider down. */
      get isCautious() {
        return seen.isCautious;
      },
      /**
       * The provider answered a call that started at `startedAt` (ms since 1970), perhaps with a refusal. If the call started before the failures, it does not
       * show that the provider is up again. Any other answer ends an outage and continues all work that it interrupted.
       */
      replied(startedAt: number) {
        seen.answeredAt = Math.max(seen.answeredAt, startedAt);
        if (seen.downSince !== undefined && startedAt < seen.downSince) return;
        isUp();
        if (getState().paused?.reason === 'outage') dispatch({ type: 'run-resumed', byPerson: false });
      },
      /** The words of a provider that may refuse for a long time. undefined: it does not, or not yet. */
      get refusal(): string | undefined {
        return seen.refused.isLong || seen.refused.count >= MANY_REFUSALS ? seen.refused.words : undefined;
      },
      /** True if a call was refused for pace since the last answer. */
      get isRefused() {
        return seen.refused.count > 0;
      },
      forgetRefusals,
      /** The outcome of a call that started at `startedAt` (ms since 1970). After an hour of refusals alone, the next refusal for pace becomes a failure. */
      ended(outcome: SentOutcome, startedAt: number): SentOutcome {
        if (outcome.ok || outcome.failure.kind !== 'rate-limit' || outcome.text !== '') {
          if (isAnswer(outcome)) forgetRefusals();
          return outcome;
        }
        if (seen.refused.tooLong) return { ...outcome, failure: { ...outcome.failure, kind: 'refused-for-long' } };
        if (seen.refused.count === 0)
          seen.endWait = afterAwake(clock, LONGEST_REFUSED_MS, () => over(film).refusedTooLong());
        noteRefusal(outcome.failure, startedAt);
        return outcome;
      },
      /**
       * Records that network or server failed a job, after the transport's own retries. Returns true if so many jobs failed in a row that this is an outage.
       */
      unanswered({ id }: Job): boolean {
        seen.downSince ??= clock.now();
        seen.failedJobs.add(ownId(id));
        return seen.failedJobs.size >= STREAK;
      },
      /** True if a call has been answered since `at` (ms since 1970). Then a failing batch has a cause of its own. */
      answeredSince: (at: number): boolean => seen.answeredAt >= at,
      /** Records that a call brought a translation. Earlier rejections then count as faults of single batches. */
      translated() {
        seen.isCautious = false;
        seen.rejections = { key: '', batches: new Map() };
      },
      /** Records that the provider rejected the batch, or that the reply has no usable text. `key`: see `rejectionKey`. */
      rejected(index: number, key: string) {
        if (seen.rejections.key !== key) seen.rejections = { key, batches: new Map() };
        seen.rejections.batches.set(ownId(index), { film: ownFilm, index, result: undefined });
      },
      /** Records the result with which a rejected batch ended. */
      failedWith(index: number, result: BatchResult) {
        const id = ownId(index);
        if (seen.rejections.batches.has(id)) seen.rejections.batches.set(id, { film: ownFilm, index, result });
      },
      /** True if so many batches in a row were rejected for this reason that every other batch would be rejected, too. */
      isCommon: (key: string): boolean => seen.rejections.key === key && seen.rejections.batches.size >= STREAK,
      /** The ended batches of this film that were rejected for the same reason, with their results. */
      rejectedAlike: () =>
        [...seen.rejections.batches.values()].flatMap(({ film, index, result }) =>
          film === ownFilm && result !== undefined ? [{ index, result }] : [],
        ),
      pause,
      /** A suggestion or a reading failed in a way in which every waiting batch would fail, too. */
      failsAll(kind: PauseKind, message: string) {
        if (getState().paused === null && isLeftToRun(getState())) pause(kind, message);
      },
      /** Handles a reply that was cut off with too little room for the answer. If it brought some texts, the page tells the person once per film. */
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
      /** The person ends this pause. Earlier failures no longer count. */
      forget(paused: Pause | null) {
        forget();
        seen.isCautious = paused?.reason === 'failure' && mayBeTheModel(paused.kind);
      },
      dispose: () => seen.endWait(),
      reset() {
        forget();
        seen.isCautious = wasInOutage(getState());
        toldOfCutOffs = false;
      },
    };
  }

  return over;
}

/** What a job reads at the end of a call, besides the state of its film. */
export interface Around {
  readonly health: RunHealth;
  readonly room: Room;
  readonly isOnline: boolean;
  /** True if other films of the same run have unfinished batches. */
  readonly areOthersUnfinished: boolean;
  /** The present time, in ms since 1970. */
  readonly now: number;
}

/** What jobs of one kind request, and which events follow. Pure, except for what `health` and `room` learn. */
export interface JobKind<J extends Job = Job> {
  /** The job that is due. undefined: no job is due. */
  next(state: RunState, now: number, order: BatchOrder): J | undefined;
  /** The job's next call. undefined: the job is complete. */
  call(state: RunState, job: J, room: Room): Call | undefined;
  started(job: J, at: number): RunEvent;
  /** The call has ended, and was not aborted. */
  settle(state: RunState, ended: EndedCall<J>, end: CallEnd, around: Around): readonly RunEvent[];
  /** The state holds all answers of the job already: the page was closed after it stored the last answer, before the job ended. */
  complete(state: RunState, job: J, around: Around): readonly RunEvent[];
  /** The job's request must not leave. */
  refused(job: J, refusal: Refusal): readonly RunEvent[];
  /** The job's call was aborted, or not allowed to leave. The job will start again. */
  gaveBack(state: RunState, job: J): readonly RunEvent[];
}

/** The events that `decide` dispatches. `decide` sees each event in the state at once. */
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

import type { Call, CallEnd, EndedCall, FilmAccess, Job, Refusal } from './job.ts';
import type { Room } from './room.ts';
import type { RunHealth } from './run-health.ts';
import { runReducer } from './run-reducer.ts';
import type { RunEvent, RunState } from './run-state.ts';

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

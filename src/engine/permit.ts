import type { Job, Refusal } from './job.ts';
import { isAsked, type Pause, type RunState } from './run-state.ts';

/** All that decides whether a request may leave, as it is now. */
export interface Leaving {
  readonly job: Job;
  readonly state: Pick<RunState, 'paused' | 'batches' | 'reading'>;
  /** The browser is online, and the page does not end. */
  readonly isOpen: boolean;
  /** The call was stopped or aborted, or was composed with another prompt, model, key or tariff than now. Never true of a job that is to start. */
  readonly isWithdrawn: boolean;
  /** It tries whether an outage is over. */
  readonly isTry: boolean;
  /** undefined: the job is to start, and the scheduler paces it. */
  readonly pace: CallPace | undefined;
  /** Of a reading: the tariff of the model that the request goes to; undefined: no prices are shown. */
  readonly tariff: string | undefined;
  /** undefined: there is no limit in dollars, or the request costs nothing. */
  readonly money: Money | undefined;
}

interface CallPace {
  /** Requests whose answers are awaited. */
  readonly underWay: number;
  readonly atOnce: number;
  /** The provider has refused another request for pace since the call started. */
  readonly isRefused: boolean;
}

export interface Money {
  /** Why the request, together with all calls under way, could pass the limit; undefined: it stays within. */
  readonly excess: string | undefined;
  readonly isAnyUnderWay: boolean;
  /** Nobody knows yet what the request takes: it is the first of its model, or a live list may still change the model. */
  readonly goesAlone: boolean;
}

const OTHER_TARIFF = 'Another model, or another price, was chosen meanwhile. Go on tells what the rest takes.';

/**
 * Whether a request may leave. The run asks before it starts a job, and again in the task in which the request is sent. `wait`: what is under
 * way, the person or the network decides; a call that has started is given back.
 */
export function mayLeave(leaving: Leaving): 'go' | 'wait' | { readonly end: Refusal } | { readonly pause: Pause } {
  const { job, state, isOpen, isWithdrawn, isTry, pace } = leaving;
  if (isWithdrawn || !isOpen) return 'wait';
  if (job.kind === 'read' && isAnotherTariff(leaving)) return { end: { message: OTHER_TARIFF } };
  if (job.kind === 'batch' && state.paused && !isTry && !isAsked(state.batches[job.index])) return 'wait';
  if (pace && (pace.isRefused || pace.underWay >= pace.atOnce)) return 'wait';
  return withinLimit(leaving);
}

/** The person was shown what the reading takes of a model, at a tariff. */
function isAnotherTariff({ state, tariff }: Leaving): boolean {
  const { told } = state.reading ?? {};
  return told !== undefined && tariff !== undefined && told !== tariff;
}

function withinLimit({ job, money }: Leaving): ReturnType<typeof mayLeave> {
  if (!money) return 'go';
  const { excess, isAnyUnderWay, goesAlone } = money;
  if (excess === undefined && !goesAlone) return 'go';
  if (isAnyUnderWay) return 'wait';
  if (excess === undefined) return 'go';
  return job.kind === 'batch'
    ? { pause: { reason: 'failure', kind: 'limit', message: excess } }
    : { end: { kind: 'limit', message: excess } };
}

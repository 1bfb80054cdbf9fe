import type { Job, Refusal } from './job.ts';
import { isAsked, type Pause, type RunState } from './run-state.ts';

/** The facts that decide whether a request may leave now. */
export interface Leaving {
  readonly job: Job;
  readonly state: Pick<RunState, 'paused' | 'batches' | 'reading'>;
  /** The browser is online, and the page is not closing. */
  readonly isOpen: boolean;
  /** The call was stopped or aborted, or prompt, model, key or tariff have changed since it was composed. Always false for a job that is about to start. */
  readonly isWithdrawn: boolean;
  /** The request tests whether an outage is over. */
  readonly isTry: boolean;
  /** undefined: the job is about to start, and the scheduler paces it. */
  readonly pace: CallPace | undefined;
  /** In a reading: the tariff of the model that receives the request. undefined: the page shows no prices. */
  readonly tariff: string | undefined;
  /** undefined: there is no limit in dollars, or the request costs nothing. */
  readonly money: Money | undefined;
}

interface CallPace {
  /** Number of requests that wait for an answer. */
  readonly underWay: number;
  readonly atOnce: number;
  /** The provider has refused another request for pace since the call started. */
  readonly isRefused: boolean;
}

export interface Money {
  /** Why the request, together with all calls under way, could pass the limit; undefined: it stays within. */
  readonly excess: string | undefined;
  readonly isAnyUnderWay: boolean;
  /** Nobody knows yet what the request costs: it is the first to its model, or a model list that is loading may still change the model. */
  readonly goesAlone: boolean;
}

const OTHER_TARIFF = 'The model or its price has changed. “Resume reading” shows what the rest of the reading costs.';

/**
 * Decides whether a request may leave. The run asks before it starts a job, and again in the task that sends the request. `wait`: the request must wait for
 * other calls, the person or the network; a call that has started returns to the queue.
 */
export function mayLeave(leaving: Leaving): 'go' | 'wait' | { readonly end: Refusal } | { readonly pause: Pause } {
  const { job, state, isOpen, isWithdrawn, isTry, pace } = leaving;
  if (isWithdrawn || !isOpen) return 'wait';
  if (job.kind === 'read' && isAnotherTariff(leaving)) return { end: { message: OTHER_TARIFF } };
  if (job.kind === 'batch' && state.paused && !isTry && !isAsked(state.batches[job.index])) return 'wait';
  if (pace && (pace.isRefused || pace.underWay >= pace.atOnce)) return 'wait';
  return withinLimit(leaving);
}

/** True if the page showed the price of the reading for another model or tariff. */
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

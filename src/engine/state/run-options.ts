import type { Clock } from '../../clock/clock.ts';
import type { Money } from '../budget.ts';
import type { Connectivity } from '../connectivity.ts';
import type { PaceMemory } from '../pace/known-pace.ts';
import type { SendRequest } from '../send-request.ts';
import type { RunEvent } from './run-events.ts';
import type { RunState } from './run-state.ts';

/** What a run works with; made by the session. */
export interface RunOptions {
  readonly getState: () => RunState;
  /** Calls `onChange` after each change of the state; the returned function unsubscribes. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly dispatch: (event: RunEvent) => void;
  readonly sendRequest: SendRequest;
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /** The person's limit of requests in flight; Infinity: automatic. */
  readonly maxAtOnce: () => number;
  /** Whether calls ask for half price now, which has a pace of its own; missing: none does. */
  readonly isHalfPrice?: (() => boolean) | undefined;
  /** Called after a batch's result was stored. */
  readonly onBatchFinished: () => void;
  /** Missing: each film finds its pace anew. */
  readonly paceMemory?: PaceMemory | undefined;
  /** Missing: nothing is written down of what calls cost, and there is no limit. */
  readonly readMoney?: (() => Money) | undefined;
}

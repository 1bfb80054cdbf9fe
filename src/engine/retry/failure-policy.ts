import { assertNever } from '../../lib/assert-never.ts';
import type { FailureKind } from '../../providers/provider.ts';
import type { PauseKind } from '../state/run-state.ts';

/** What a batch's failure means for the run. */
export type FailureEffect =
  /** Every other batch would fail in the same way: pause the run, and give the batch back to the queue. */
  | 'pause-run'
  /** Network or provider may be down: retry the batch; several failures in a row are an outage. */
  | 'transient'
  /** Only this batch fails. */
  | 'fail-batch';

/** Pauses that another model may end. The same model may fail every batch again, so the run goes on with one at a time. */
export const mayBeTheModel = (kind: PauseKind): boolean =>
  kind === 'no-room' ||
  kind === 'differences' ||
  (kind !== 'chunk' && kind !== 'limit' && effectOf(kind) === 'fail-batch');

/** Decides by the kind alone, never by message text (docs/specification.md, section 8). */
export function effectOf(kind: FailureKind): FailureEffect {
  switch (kind) {
    case 'missing-key':
    case 'no-prompt':
    case 'bad-key':
    case 'not-permitted':
    case 'no-browser-access':
    case 'website-blocked':
    case 'region':
    case 'local-blocked':
    case 'no-half-price':
    case 'model-not-found':
    case 'quota':
      return 'pause-run';
    case 'connection':
    case 'not-running':
    case 'timeout':
    case 'server':
    case 'conflict':
      return 'transient';
    // Never reached: a refusal for pace goes back to the queue.
    case 'rate-limit':
    case 'cancelled':
    case 'bad-request':
    case 'unprocessable':
    case 'cut-off':
    case 'refused':
    case 'malformed':
      return 'fail-batch';
    default:
      return assertNever(kind);
  }
}

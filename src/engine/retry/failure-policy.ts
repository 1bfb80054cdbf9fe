import { assertNever } from '../../lib/assert-never.ts';
import type { FailureKind } from '../../providers/provider.ts';
import type { PauseKind } from '../run-state.ts';

/** What a failed batch means for the run. */
export type FailureEffect =
  /** Every other batch would fail in the same way: the run pauses, the batch is not started again. */
  | 'pause-run'
  /** The provider or the network may be in trouble: one more try; many in a row pause the run. */
  | 'transient'
  /** This batch's own affair. */
  | 'fail-batch';

/** A pause that another model may end: the same model may fail all batches once more. */
export const mayBeTheModel = (kind: PauseKind): boolean =>
  kind === 'no-room' || kind === 'differences' || (kind !== 'chunk' && effectOf(kind) === 'fail-batch');

/** Decides by kind alone; nobody reads a message (issue "bad key pauses the run", docs/specification.md, section 8). */
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
    // A refusal for pace never gets here: it goes back to the queue.
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

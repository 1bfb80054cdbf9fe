import { canShowBatch } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';

/** Index of the nearest finished batch before (-1) or after (1) the given one; undefined: none. */
export function neighbourBatch(state: SessionState, from: number, step: -1 | 1): number | undefined {
  for (let index = from + step; index >= 0 && index < state.results.length; index += step) {
    if (canShowBatch(state, index)) return index;
  }
  return undefined;
}

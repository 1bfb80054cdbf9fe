import { isFailed } from '../../translation/batch.ts';
import type { SessionState } from '../session-state.ts';
import { keptTexts } from './lines.ts';

/** How many lines of a batch "Translate again" and "Retry" leave as they are, since a person has confirmed them. */
export const confirmedCount = (state: SessionState, index: number): number =>
  Object.keys(keptTexts(state, index)).length;

/** Whether a failed batch has a confirmed line. */
export const hasConfirmedInFailed = (state: SessionState): boolean =>
  state.results.some((slot, index) => isFailed(slot) && confirmedCount(state, index) > 0);

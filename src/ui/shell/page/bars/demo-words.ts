import { hasBatches, isPending } from '../../../../engine/run-state.ts';
import { emptiedLines } from '../../../../session/lines/emptied-lines.ts';
import { allOk, nextFailed } from '../../../../session/session-selectors.ts';
import type { SessionState } from '../../../../session/session-state.ts';
import { emptiedWords } from '../../../words/undo-words.ts';

/** What to try next in the demo at this state of the run, in one or two sentences. */
export function demoWords(state: SessionState): string {
  if (!hasBatches(state)) return 'Press Translate.';
  const emptied = emptiedLines(state);
  if (emptied.length > 0) return emptiedWords(emptied);
  const failed = nextFailed(state, -1);
  if (failed !== undefined) return `Batch ${failed + 1} failed, as some do: open it to see why, and press Retry.`;
  if (allOk(state)) return `${correctedWords(state)}Download saves the result.`;
  if (state.paused) return 'Paused: press Resume.';
  return isPending(state) ? 'The batches are on their way: one that is done can be opened at once.' : '';
}

function correctedWords({ details }: SessionState): string {
  const corrected = details.findIndex(({ correction }) => correction !== undefined);
  if (corrected < 0) return '';
  return `Batch ${corrected + 1} came back with gaps and was corrected by itself: open it to see what was wrong. `;
}

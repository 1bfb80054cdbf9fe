import { hasBatches, isPending, progress } from '../../../engine/run-selectors.ts';
import { allOk } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';

const NAME = 'Subtitle translator';

/** The document's title; tells how far the run is to a person who looks at another tab. */
export function pageTitle(state: SessionState, hidden: boolean): string {
  if (!hidden || !hasBatches(state)) return NAME;
  const { ok, failed, total } = progress(state);
  if (allOk(state)) return `Done · ${NAME}`;
  if (state.paused) return `Paused · ${NAME}`;
  if (!isPending(state)) return `${failed} failed · ${NAME}`;
  return `${Math.floor((ok / total) * 100)} % · ${NAME}`;
}

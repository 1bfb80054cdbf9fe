import { hasBatches, isPending, progress } from '../../../engine/run-state.ts';
import { allOk, filmName } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';

const NAME = 'Subtitle translator';

/** The document's title: the film, and how far the run is, for those who look at another tab meanwhile. */
export function pageTitle(state: SessionState, hidden: boolean): string {
  const name = [filmName(state), NAME].filter(Boolean).join(' · ');
  if (!hidden || !hasBatches(state)) return name;
  const { ok, failed, total } = progress(state);
  if (allOk(state)) return `Done · ${name}`;
  if (state.paused) return `Paused · ${name}`;
  if (!isPending(state)) return `${failed} failed · ${name}`;
  return `${Math.floor((ok / total) * 100)} % · ${name}`;
}

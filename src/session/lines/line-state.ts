import { batchStatus } from '../../engine/run-state.ts';
import type { Line } from '../../review/line.ts';
import { isBlank } from '../../subtitles/lines.ts';
import type { LineMarks, SessionState } from '../session-state.ts';

/** A line's state, as the attribute `data-state` says it. `failed`: the line has no usable text, and its batch has failed. */
export type LineState = 'waiting' | 'loading' | 'failed' | 'flagged' | 'confirmed' | 'edited' | 'new';

/** A line's state; the last parameter takes the line's marks as marksOf gives them. */
export function lineState(
  { results }: Pick<SessionState, 'results'>,
  line: Line,
  batchIndex: number,
  { flagged, confirmed, before }: LineMarks,
): LineState {
  const status = batchStatus(results[batchIndex]);
  if (status === 'waiting' || status === 'loading') return status;
  if (status === 'failed' && (line.translation === undefined || isBlank(line.translation))) return 'failed';
  if (line.translation === undefined) return 'failed';
  if (flagged) return 'flagged';
  if (confirmed) return 'confirmed';
  return before === undefined ? 'new' : 'edited';
}

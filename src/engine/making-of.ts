import { modelKey } from '../providers/provider.ts';
import type { RunEvent } from './state/run-events.ts';
import type { MadeWith, RunState } from './state/run-state.ts';

/**
 * What is to be noted of an answer: nothing, as long as prompt and model are those of the first answer. Answers from before
 * anything was noted keep the first place.
 */
export function makingOf(
  { details, results, makings: noted }: RunState,
  index: number,
  madeWith: MadeWith | undefined,
): readonly RunEvent[] {
  if (!madeWith) return [];
  const isUnnoted = noted.length === 0 && results.some((slot) => slot != null);
  const makings = isUnnoted ? [null] : noted;
  const known = makings.findIndex((each) => each !== null && isSame(each, madeWith));
  const making = known < 0 ? makings.length : known;
  if (known >= 0 && making === (details[index]?.making ?? 0)) return [];
  return [{ type: 'batch-made', index, making, makings: known < 0 ? [...makings, madeWith] : makings }];
}

const isSame = (one: MadeWith, other: MadeWith): boolean =>
  one.prompt === other.prompt && modelKey(one.model) === modelKey(other.model);

/** What a finished batch was made with; undefined: that was not noted. */
export const madeWith = ({ results, details, makings }: RunState, index: number): MadeWith | undefined =>
  (results[index] && makings[details[index]?.making ?? 0]) || undefined;

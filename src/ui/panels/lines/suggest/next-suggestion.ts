import type { Session } from '../../../../session/session.ts';
import { focusWhenShown } from '../../../kit/focus.ts';
import { type LinesViewStore, lineKey, SHOW_ALL } from '../lines-view.ts';
import { suggestedLines } from './failure-words.ts';

/** Where the keyboard goes in a line's suggestions: the first command. */
export const firstButtonId = (number: number): string => `suggestion-${number}`;

/**
 * Brings the next line with suggestions into sight, in the order of the film and round its end, whatever the view shows. False: no line but
 * this one has any.
 */
export function goToNextSuggestion({ store }: Session, view: LinesViewStore, number: number): boolean {
  const others = suggestedLines(store.getState().suggestions).filter((other) => other !== number);
  const next = others.find((other) => other > number) ?? others[0];
  if (next === undefined) return false;
  const { active: held, shown } = view.getState();
  view.setState({ held, active: lineKey(next), ...(shown?.has(next) === false && SHOW_ALL), reveal: {} });
  focusWhenShown(firstButtonId(next));
  return true;
}

import { focusWhenShown } from '../../../kit/focus-when-shown.ts';
import { EDITOR_ID, type LinesViewStore, lineKey } from '../lines-view.ts';

/** Of the first button of a line's suggestions. */
export const firstButtonId = (number: number): string => `suggestion-${number}`;

/** After a suggestion was dealt with: on to the next one, in the order of the film and round its end; else back to the line. */
export function goToNextSuggestion(store: LinesViewStore, numbers: readonly number[], from: number): void {
  if (store.getState().open === from) return focusWhenShown(EDITOR_ID);
  const next = numbers.find((number) => number > from) ?? numbers.find((number) => number !== from);
  if (next === undefined) return focusWhenShown(lineKey(from));
  store.setState(({ active: held }) => ({ held, active: lineKey(next), reveal: { key: lineKey(next) } }));
  focusWhenShown(firstButtonId(next));
}

import { EDITOR_ID, type LinesViewStore, lineKey } from '../lines-view.ts';

export const groupId = (number: number): string => `suggestion-${number}`;

/** Frames until a row that has just come into the document is measured and shown. */
const MOST_FRAMES = 60;

/** After a suggestion was dealt with: on to the next one, in the order of the film and round its end; else back to the line. */
export function goToNextSuggestion(store: LinesViewStore, numbers: readonly number[], from: number): void {
  const { open } = store.getState();
  if (open === from) return focus(() => document.getElementById(EDITOR_ID));
  const next = numbers.find((number) => number > from) ?? numbers.find((number) => number !== from);
  if (next === undefined) return focus(() => document.getElementById(lineKey(from)));
  store.setState(({ active: held }) => ({ held, active: lineKey(next), reveal: { key: lineKey(next) } }));
  focus(() => document.getElementById(groupId(next))?.querySelector('button') ?? null);
}

function focus(find: () => HTMLElement | null, framesLeft = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const element = find();
    element?.focus({ preventScroll: true });
    if ((!element || document.activeElement !== element) && framesLeft > 0) focus(find, framesLeft - 1);
  });
}

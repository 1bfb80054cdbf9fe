import { useSyncExternalStore } from 'react';

/** A phone: the panels stand one below the other, and fold; lines are cards. As the style sheets ask it. */
const NARROW = '(width < 45rem)';
/** No room for all columns and tools at once. */
const MEDIUM = '(width < 64rem)';
/** Windows in which the commands of the panels would be out of sight: the next step is in a bar at the bottom. */
const SMALL = `${NARROW}, (height < 39rem), ${MEDIUM} and (height < 54rem)`;

export const useNarrow = createUseMedia(NARROW);
export const useMedium = createUseMedia(MEDIUM);
export const useSmall = createUseMedia(SMALL);

/** A hook that says whether the query holds, with one subscription for as long as its component stands. */
function createUseMedia(query: string): () => boolean {
  const subscribe = (onChange: () => void) => {
    const list = window.matchMedia(query);
    list.addEventListener('change', onChange);
    return () => list.removeEventListener('change', onChange);
  };
  return () => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

import { useSyncExternalStore } from 'react';

/** As in the style sheets: narrower, and there is no room for two texts beside each other. */
const NARROW = '(width < 45rem)';

const query = (): MediaQueryList | undefined => window.matchMedia?.(NARROW);

function subscribe(onChange: () => void): () => void {
  const list = query();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
}

/** The lines are cards, and one is edited in a sheet of its own. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false);

import { useSyncExternalStore } from 'react';

/** A phone: the panels stand one below the other, and fold. */
const NARROW = '(width < 45rem)';
/** Windows in which the commands of the panels would be out of sight: the next step is in a bar at the bottom. */
const SMALL = `${NARROW}, (height < 39rem), (width < 64rem) and (height < 54rem)`;

export const useNarrow = (): boolean => useMedia(NARROW);
export const useSmall = (): boolean => useMedia(SMALL);

const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );

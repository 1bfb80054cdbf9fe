import { useCallback, useSyncExternalStore } from 'react';

/** The page is narrower than this, as the style sheets ask it: 45 rem for cards, 64 rem for fewer columns. */
export function useNarrowerThan(rem: 45 | 64): boolean {
  const query = `(width < ${rem}rem)`;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener('change', onChange);
      return () => list?.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
}

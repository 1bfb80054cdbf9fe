import { useSyncExternalStore } from 'react';
import { useServices } from './services.tsx';

const dontSubscribe = () => () => {};

/** Milliseconds since 1970, updated each second while `active`. */
export function useNow(active: boolean): number {
  const { ticker } = useServices();
  return useSyncExternalStore(active ? ticker.subscribe : dontSubscribe, ticker.now);
}

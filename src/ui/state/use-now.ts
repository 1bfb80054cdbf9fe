import { useServices } from './services.tsx';
import { useToldInTurn } from './use-followed.ts';

const dontSubscribe = () => () => {};

/** Milliseconds since the epoch, anew each second while `active`. */
export function useNow(active: boolean): number {
  const { ticker } = useServices();
  return useToldInTurn(active ? ticker.subscribe : dontSubscribe, ticker.now);
}

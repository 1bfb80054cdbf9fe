import { planAsks } from '../../../../session/suggest/plan-asks.ts';
import type { WishKind } from '../../../../translation/suggest/wish.ts';
import { useServices } from '../../../state/services.tsx';
import { useLineJudge } from '../use-judged.ts';
import { wishFor } from './wishes.ts';

/** Asks the model for other translations of lines as they are now; `told`: in the person's words. */
export function useAsk() {
  const { session } = useServices();
  const judge = useLineJudge();
  return (numbers: readonly number[], kind: WishKind, told?: string): void => {
    const state = session.store.getState();
    session.ask(planAsks(state, numbers, wishFor(state, judge.getSnapshot(), numbers, kind, told)));
  };
}

import type { Tokens } from '../../../../prices/price.ts';
import { planAsks } from '../../../../session/suggest/plan-asks.ts';
import type { WishKind } from '../../../../translation/suggestions.ts';
import { useServices } from '../../../state/services.tsx';
import { useHalfPrice, useModelToAsk, usePriceOf } from '../../../state/use-prices.ts';
import { askWords } from '../../../words/quantities.ts';
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

/** What asking takes: "about 1,200 tokens, $0.01–0.02"; without dollars where nobody knows the price. */
export function useAskWords(): (tokens: Tokens) => string {
  const model = useModelToAsk();
  const priceNow = usePriceOf();
  const isHalfPrice = useHalfPrice();
  return (tokens) => askWords({ tokens, price: model && priceNow(model), isHalfPrice });
}

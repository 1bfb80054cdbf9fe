import { useId } from 'react';
import { stoppingAnswers } from '../../engine/run-state.ts';
import { endedOf, moneyWords, sumOf } from '../../prices/price.ts';
import { Button } from '../kit/button.tsx';
import { focusAtOnce } from '../kit/focus.ts';
import { BATCHES_HEADING_ID } from './next-step.ts';
import { useServices, useSession } from './services.tsx';
import { useHalfPrice, usePriceOf } from './use-prices.ts';
import { useAllSpent, useStoppingElsewhere } from './use-series.ts';

/** Discards the pending answers of a stopping run, of all films, and says what that may cost. */
export function StopNow({ className }: { className?: string | undefined }) {
  const { session } = useServices();
  const answers = useSession(stoppingAnswers) + useStoppingElsewhere();
  const cost = useCostUnderWay();
  const id = useId();
  if (answers === 0) return null;
  return (
    <>
      {' '}
      <Button
        aria-describedby={id}
        onClick={() => {
          session.stop({ now: true });
          focusAtOnce(BATCHES_HEADING_ID);
        }}
      >
        Stop now
      </Button>{' '}
      <span id={id} className={className}>
        {stopNowWords(cost)}
      </span>
    </>
  );
}

/** The words beside the button, which describe it. `cost`: in US dollars; 0: nothing is charged; undefined: unknown. */
function stopNowWords(cost: number | undefined): string {
  if (cost === 0) return 'You lose the replies. Resume asks for them again.';
  const money = cost === undefined ? '' : ` (about ${moneyWords(cost)})`;
  return `You lose the replies, and still pay for them${money}. Resume asks for them again, and you pay again.`;
}

/** The likely cost in US dollars of the pending answers; undefined: unknown. */
function useCostUnderWay(): number | undefined {
  const spent = useAllSpent();
  const priceNow = usePriceOf();
  const isHalf = useHalfPrice();
  const [all, ended] = [sumOf(spent, priceNow), sumOf(endedOf(spent), priceNow)];
  if (spent.length === 0 || all.isPartial) return undefined;
  return (all.cost - ended.cost) / (isHalf ? 2 : 1);
}

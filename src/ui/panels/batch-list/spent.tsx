import { sumOfTokens } from '../../../prices/estimate.ts';
import { moneyWords } from '../../../prices/money-words.ts';
import { costOf } from '../../../prices/price.ts';
import { endedOf, measuredScale, scaled, sumOf } from '../../../prices/spending.ts';
import { totalUsage } from '../../../session/session-selectors.ts';
import { isOk } from '../../../translation/batch.ts';
import { useSession } from '../../state/use-film.ts';
import { useBatchTokens, useHalfPrice, useModelToAsk, usePriceOf } from '../../state/use-prices.ts';
import { priceSourceWords } from '../../words/quantities.ts';
import styles from './batch-list.module.css';

const FORMAT = new Intl.NumberFormat('en');

/** The run's tokens so far, by the provider's count. */
export function TokenSum() {
  const { input, output, reasoning, atHalfPrice = 0 } = totalUsage({ details: useSession((state) => state.details) });
  if (input + output === 0) return null;
  return (
    <p className={`${styles.fine} ${styles.tokens}`}>
      <span className={styles.phrase}>
        Tokens: {FORMAT.format(input)} in · {FORMAT.format(output)} out
      </span>{' '}
      {reasoning > 0 && <span className={styles.phrase}>(of it {FORMAT.format(reasoning)} thinking)</span>}{' '}
      {atHalfPrice > 0 && <span className={styles.phrase}>({FORMAT.format(atHalfPrice)} at half price)</span>}
    </p>
  );
}

/** What the film has cost so far, and what it is going to cost by what its calls have taken. */
export function Spent() {
  const spent = endedOf(useSession((state) => state.spent));
  const results = useSession((state) => state.results);
  const batches = useBatchTokens();
  const model = useModelToAsk();
  const priceNow = usePriceOf();
  const { cost, guessed, isPartial } = sumOf(spent, priceNow);
  const price = model && priceNow(model);
  const isHalf = useHalfPrice();
  if (spent.length === 0 || (isPartial && cost === 0)) return null;

  const left = batches?.filter((_, index) => !isOk(results[index])) ?? [];
  const inFull = price && costOf(scaled(sumOfTokens(left), measuredScale(spent, model)), price.price);
  const ahead = inFull && (isHalf ? inFull / 2 : inFull);
  const isRunning = left.length > 0 && ahead !== undefined && batches?.length === results.length;
  return (
    <p className={`${styles.fine} ${styles.tokens}`}>
      <span className={styles.phrase}>
        Spent: {isPartial ? 'at least ' : ''}
        {moneyWords(cost)}
        {isRunning ? ` of ${price?.atHour ? 'at most' : 'about'} ${moneyWords(cost + ahead)}` : ''}
      </span>{' '}
      {guessed > 0 && <span className={styles.phrase}>({moneyWords(guessed)} of it estimated: not reported)</span>}{' '}
      <span className={styles.phrase}>({priceSourceWords(price)})</span>
    </p>
  );
}

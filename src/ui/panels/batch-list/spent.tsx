import { useMemo } from 'react';
import { sumOfTokens } from '../../../prices/estimate.ts';
import { moneyWords } from '../../../prices/money-words.ts';
import { costOf } from '../../../prices/price.ts';
import { measuredScale, scaled, sumOf } from '../../../prices/spending.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { isOk } from '../../../translation/batch.ts';
import { useBatchTokens, usePriceOf } from '../../state/use-prices.ts';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import { priceSourceWords } from '../../words/estimate-words.ts';
import styles from './batch-list.module.css';

const spentOf = ({ spent }: SessionState) => spent;
const resultsOf = ({ results }: SessionState) => results;

/** What the film has cost so far, and what it is going to cost by what its calls have taken. */
export function Spent() {
  const spent = useSession(spentOf);
  const results = useSession(resultsOf);
  const batches = useBatchTokens();
  const model = useSettings((state) => state.model);
  const priceNow = usePriceOf();
  const { cost, guessed, isPartial } = useMemo(() => sumOf(spent, (paid) => priceNow(paid)?.price), [spent, priceNow]);
  const price = priceNow(model);
  if (spent.length === 0 || (isPartial && cost === 0)) return null;

  const left = batches?.filter((_, index) => !isOk(results[index])) ?? [];
  const ahead = price && costOf(scaled(sumOfTokens(left), measuredScale(spent, model)), price.price);
  const isRunning = left.length > 0 && ahead !== undefined && batches?.length === results.length;
  return (
    <p className={`${styles.fine} ${styles.tokens}`}>
      <span className={styles.phrase}>
        Spent: {isPartial ? 'at least ' : ''}
        {moneyWords(cost)}
        {isRunning ? ` of about ${moneyWords(cost + ahead)}` : ''}
      </span>{' '}
      {guessed > 0 && <span className={styles.phrase}>({moneyWords(guessed)} of it estimated: not reported)</span>}{' '}
      <span className={styles.phrase}>({priceSourceWords(price)})</span>
    </p>
  );
}

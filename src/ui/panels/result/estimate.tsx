import { Fragment } from 'react';
import { sumOfTokens } from '../../../prices/estimate.ts';
import { useBatchTokens, useHalfPrice, useModelToAsk, usePriceOf } from '../../state/use-prices.ts';
import { estimateWords } from '../../words/estimate-words.ts';
import styles from './result-panel.module.css';

/** Before a run: what it will take, and what that costs. */
export function Estimate() {
  const batches = useBatchTokens();
  const model = useModelToAsk();
  const priceOf = usePriceOf();
  const price = model && priceOf(model);
  const isHalfPrice = useHalfPrice();
  if (!batches) return null;
  const [tokens, ...others] = estimateWords({
    tokens: sumOfTokens(batches),
    requests: batches.length,
    price,
    isHalfPrice,
  });
  return (
    <p id="estimate" className={styles.hint}>
      {tokens}
      {others.map((part) => (
        <Fragment key={part}>
          {' '}
          <span className={styles.part}>· {part}</span>
        </Fragment>
      ))}
    </p>
  );
}

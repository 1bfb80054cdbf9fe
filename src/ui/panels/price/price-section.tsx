import { useState } from 'react';
import { useStore } from 'zustand';
import { moneyWords } from '../../../prices/money-words.ts';
import { priceKey } from '../../../prices/priced-model.ts';
import { Button } from '../../kit/button.tsx';
import fields from '../../kit/fields/field.module.css';
import { focusSoon } from '../../kit/focus-soon.ts';
import { usePriceBook, usePriceOf } from '../../state/use-prices.ts';
import { useSettings } from '../../state/use-settings.ts';
import { priceSourceWords } from '../../words/estimate-words.ts';
import { OwnPrice } from './own-price.tsx';
import styles from './price.module.css';
import { SumField } from './sum-field.tsx';

const PRICE_IN_ID = 'price-in';

/** The model's price, or a place to enter it, and the sum at which the run stops. */
export function PriceSection() {
  const model = useSettings((state) => state.model);
  const known = usePriceOf()(model);
  const [asked, setAsked] = useState('');
  const key = priceKey(model);
  const own = known === undefined || known.from === 'person' || asked === key;
  // Once shown, the fields stay: who empties one is about to type.
  if (own && asked !== key) setAsked(key);

  function askForOwn() {
    setAsked(key);
    focusSoon(PRICE_IN_ID);
  }

  return (
    <section aria-labelledby="price-heading" className={styles.section}>
      <h3 id="price-heading" tabIndex={-1} className={styles.heading}>
        Price
      </h3>
      {own ? (
        <OwnPrice key={key} model={model} inputId={PRICE_IN_ID} />
      ) : (
        <p className={styles.known}>
          <span>
            {moneyWords(known.price.input)} in, {moneyWords(known.price.output)} out for a million tokens ·{' '}
            {priceSourceWords(known)}
          </span>
          <Button look="plain" onClick={askForOwn}>
            Enter another price
          </Button>
        </p>
      )}
      <StopAt isPriced={known !== undefined} />
    </section>
  );
}

function StopAt({ isPriced }: { isPriced: boolean }) {
  const book = usePriceBook();
  const stopAt = useStore(book, (state) => state.stopAt);
  return (
    <div className={styles.row}>
      <SumField
        id="stop-at"
        label="Stop at"
        value={stopAt}
        placeholder="No limit"
        describedBy="stop-at-help"
        onChange={(sum) => book.setState({ stopAt: sum })}
      />
      <p id="stop-at-help" className={fields.fine}>
        {stopAt !== null && !isPriced
          ? 'Holds once the price of the model is entered; until then nothing is sent.'
          : 'US dollars for a film. The run pauses before they are passed.'}
      </p>
    </div>
  );
}

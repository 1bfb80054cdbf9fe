import { useState } from 'react';
import { useStore } from 'zustand';
import { moneyWords } from '../../../prices/money-words.ts';
import { priceKey } from '../../../prices/priced-model.ts';
import type { Model } from '../../../providers/provider.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { Button } from '../../kit/button.tsx';
import fields from '../../kit/fields/field.module.css';
import { focusSoon } from '../../kit/focus-soon.ts';
import { useServices } from '../../state/services.tsx';
import { useChosenModel, usePriceBook, usePriceOf } from '../../state/use-prices.ts';
import { useSession } from '../../state/use-session.ts';
import { priceSourceWords } from '../../words/estimate-words.ts';
import { OwnPrice } from './own-price.tsx';
import styles from './price.module.css';
import { SumField } from './sum-field.tsx';

const PRICE_IN_ID = 'price-in';

/** The price of the model that is chosen above it, or a place to enter it, and the sum at which the run stops. */
export function PriceSection() {
  const model = useChosenModel();
  const priceOf = usePriceOf();
  const isPriced = model === undefined || priceOf(model) !== undefined;
  return (
    <section aria-labelledby="price-heading" className={styles.section}>
      <h3 id="price-heading" tabIndex={-1} className={styles.heading}>
        Price
      </h3>
      {model && <PriceOf model={model} />}
      <StopAt isPriced={isPriced} />
      <Unpriced />
    </section>
  );
}

function PriceOf({ model }: { model: Model }) {
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

  return own ? (
    <OwnPrice key={key} model={model} inputId={PRICE_IN_ID} />
  ) : (
    <p className={styles.known}>
      <span>
        {moneyWords(known.price.input)} in, {moneyWords(known.price.output)} out for a million tokens ·{' '}
        {priceSourceWords(known)}
      </span>
      <Button variant="plain" onClick={askForOwn}>
        Enter another price
      </Button>
    </p>
  );
}

/** What the limit cannot count. */
function Unpriced() {
  const priceNow = usePriceOf();
  const spent = useSession((state) => state.spent);
  const isLimited = useStore(usePriceBook(), ({ stopAt }) => stopAt !== null);
  const unpriced = spent.find(({ price, model }) => price === null && !priceNow(model));
  if (!isLimited || !unpriced) return null;
  return (
    <p className={fields.fine}>
      What {unpriced.model.id} has taken of this film is not counted: its price is not known. Choose it at Model to
      enter its price.
    </p>
  );
}

const isPausedByLimit = ({ paused }: SessionState): boolean => paused?.reason === 'failure' && paused.kind === 'limit';

function StopAt({ isPriced }: { isPriced: boolean }) {
  const book = usePriceBook();
  const stopAt = useStore(book, (state) => state.stopAt);
  const { session } = useServices();

  /** Enter with a higher sum resumes a run that the limit has paused; leaving the field does not. */
  function change(sum: number | null, isEntered: boolean) {
    const isMore = (sum ?? Number.POSITIVE_INFINITY) > (stopAt ?? Number.POSITIVE_INFINITY);
    book.setState({ stopAt: sum });
    if (isEntered && isMore && isPausedByLimit(session.store.getState())) session.resume();
  }

  return (
    <div className={styles.row}>
      <SumField
        id="stop-at"
        label="Stop at"
        value={stopAt}
        placeholder="No limit"
        describedBy="stop-at-help"
        onChange={change}
      />
      <p id="stop-at-help" className={fields.fine}>
        {stopAt !== null && !isPriced
          ? 'Holds once the price of the model is entered; until then nothing is sent.'
          : 'US dollars for a film. The run pauses before they are passed.'}
      </p>
    </div>
  );
}

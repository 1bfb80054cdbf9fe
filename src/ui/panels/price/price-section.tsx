import { useDeferredValue, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { estimateBatches, sumOfTokens } from '../../../prices/estimate.ts';
import { moneyWords, rangeWords } from '../../../prices/money-words.ts';
import { costOf } from '../../../prices/price.ts';
import { priceKey } from '../../../prices/priced-model.ts';
import type { Model } from '../../../providers/provider.ts';
import { successorsOf } from '../../../providers/suggested-models.ts';
import { canTranslate } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { isOnThisComputer } from '../../../settings/model-choice.ts';
import { Button } from '../../kit/button.tsx';
import fields from '../../kit/fields/field.module.css';
import { focusSoon } from '../../kit/focus.ts';
import { useServices } from '../../state/services.tsx';
import { useSession, useSettings } from '../../state/use-film.ts';
import { useChosenModel, useFilmCost, useFilmCounts, usePriceBook, usePriceOf } from '../../state/use-prices.ts';
import { priceSourceWords, tooLowWords } from '../../words/quantities.ts';
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
      {model && <CheaperModel model={model} />}
      <StopAt isPriced={isPriced} />
      <Unpriced />
    </section>
  );
}

function PriceOf({ model }: { model: Model }) {
  const known = usePriceOf()(model);
  const [asked, setAsked] = useState('');
  const key = priceKey(model);
  const isFree = useSettings((settings) => isOnThisComputer(settings, model.endpoint));
  const own = known === undefined || known.from === 'person' || asked === key;
  // Once shown, the fields stay: who empties one is about to type.
  if (own && asked !== key) setAsked(key);

  function askForOwn() {
    setAsked(key);
    focusSoon(PRICE_IN_ID);
  }

  if (own) return <OwnPrice key={key} model={model} inputId={PRICE_IN_ID} isUnknown={known === undefined} />;
  if (isFree) return <p className={styles.known}>Runs on this computer: no price.</p>;
  return (
    <p className={styles.known}>
      <span>
        {known.atHour && 'at most '}
        {moneyWords(known.price.input)} in, {moneyWords(known.price.output)} out for a million tokens
        {known.atHour &&
          `, now ${moneyWords(known.atHour.input)} in, ${moneyWords(known.atHour.output)} out: it depends on the hour`}{' '}
        · {priceSourceWords(known)}
      </span>
      <Button variant="plain" onClick={askForOwn}>
        Enter another price
      </Button>
    </p>
  );
}

/** A suggested model of the same provider that is newer and costs less, before a run. */
function CheaperModel({ model }: { model: Model }) {
  const { settings } = useServices();
  const list = useSettings(({ models }) => models[model.endpoint]);
  const offered = useMemo(() => (list.state === 'live' ? successorsOf(model, list.models) : []), [list, model]);
  const film = useFilmCounts();
  const priceNow = usePriceOf();
  const isBefore = useSession(canTranslate);
  const prompt = useDeferredValue(useSettings((state) => state.prompt));
  if (!film || !isBefore || offered.length === 0) return null;
  const costWith = (other: Model) => {
    const known = priceNow(other);
    return known && costOf(sumOfTokens(estimateBatches(film, { prompt, model: other })), known.price);
  };
  const cost = costWith(model);
  const cheaper = offered.find((other) => cost !== undefined && (costWith(other) ?? cost) < cost);
  if (!cheaper) return null;
  return (
    <p className={styles.known}>
      <span>
        {cheaper.id} is newer and would take {aboutWords(costWith(cheaper) ?? 0)}
      </span>
      <Button variant="plain" onClick={() => settings.pickModel(cheaper)}>
        Use it
      </Button>
    </p>
  );
}

/** "about $0.10". */
function aboutWords(cost: number): string {
  const words = rangeWords(cost, cost);
  return words.startsWith('$') ? `about ${words}` : words;
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
  const cost = useFilmCost();
  const warning = useSession(canTranslate) ? tooLowWords(stopAt, cost) : '';

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
        describedBy="stop-at-help stop-at-too-low"
        onChange={change}
      />
      <p id="stop-at-too-low" role="status" className={styles.warning}>
        {warning}
      </p>
      <p id="stop-at-help" className={fields.fine}>
        {stopAt !== null && !isPriced
          ? 'Holds once the price of the model is entered; until then nothing is sent.'
          : 'US dollars for a film. The run pauses before they are passed.'}
      </p>
    </div>
  );
}

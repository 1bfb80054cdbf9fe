import { Fragment } from 'react';
import { useStore } from 'zustand';
import { sumOfTokens } from '../../../prices/estimate.ts';
import { lacksKey } from '../../../settings/keys.ts';
import { isOnThisComputer, modelChoice } from '../../../settings/model-choice.ts';
import type { SettingsState } from '../../../settings/settings.ts';
import { Button } from '../../kit/button.tsx';
import { focusSoon, whenDrawn } from '../../kit/focus.ts';
import { KEY_FIELD_ID, MODEL_TRIGGER } from '../../kit/panel-ids.ts';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-film.ts';
import {
  useBatchTokens,
  useFilmCost,
  useHalfPrice,
  useModelToAsk,
  usePriceBook,
  usePriceOf,
} from '../../state/use-prices.ts';
import { estimateWords, tooLowWords } from '../../words/quantities.ts';
import styles from './result-panel.module.css';

/** Before a run: what it will take, and what that costs. */
export function Estimate() {
  const batches = useBatchTokens();
  const model = useModelToAsk();
  const priceOf = usePriceOf();
  const price = model && priceOf(model);
  const isHalfPrice = useHalfPrice();
  const stopAt = useStore(usePriceBook(), (book) => book.stopAt);
  const cost = useFilmCost();
  const isFree = useSettings((settings) => model !== undefined && isOnThisComputer(settings, model.endpoint));
  if (!batches) return null;
  const [tokens, ...others] = estimateWords({
    tokens: sumOfTokens(batches),
    requests: batches.length,
    price: isFree ? undefined : price,
    isHalfPrice,
  });
  const warning = tooLowWords(stopAt, cost);
  return (
    <>
      {warning && (
        <p id="limit-too-low" className={styles.warning}>
          {warning}
        </p>
      )}
      <p id="estimate" className={styles.hint}>
        {tokens}
        {others.map((part) => (
          <Fragment key={part}>
            {' '}
            <span className={styles.part}>· {part}</span>
          </Fragment>
        ))}
      </p>
    </>
  );
}

/** "Choose a model of Ollama, or go back to OpenAI", both as buttons: till then Translate sends nothing. */
export function ChooseModel() {
  const { settings } = useServices();
  const facts = useSettings((state) => state);
  const choice = modelChoice(facts);
  if (!choice) return null;
  return (
    <span>
      {': '}
      <Button variant="plain" className={styles.inSentence} onClick={() => goToModels(facts)}>
        {choice.choose}
      </Button>
      {choice.goBack && (
        <>
          , or{' '}
          <Button
            variant="plain"
            className={styles.inSentence}
            onClick={() => settings.showProvider(settings.store.getState().model.endpoint)}
          >
            {choice.goBack}
          </Button>
        </>
      )}
    </span>
  );
}

/** To what the models of the tab in front wait for: its key, or a choice in the list. */
function goToModels(settings: SettingsState): void {
  if (lacksKey(settings, settings.shownProvider)) focusSoon(KEY_FIELD_ID);
  else whenDrawn(MODEL_TRIGGER, (trigger) => trigger.click());
}

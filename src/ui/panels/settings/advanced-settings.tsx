import { useEffect, useRef } from 'react';
import { hasHalfPrice } from '../../../providers/models.ts';
import type { Thinking } from '../../../providers/provider.ts';
import fields from '../../kit/field.module.css';
import { Select } from '../../kit/fields.tsx';
import { runPart } from '../../state/parts.ts';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-film.ts';
import styles from './advanced-settings.module.css';

const MOST_AT_ONCE = 64;

const FilmOptionsFields = runPart.component((part) => part.FilmOptionsFields);

/** What few people set. Comes into sight when it is first drawn, which is after the opening that asked for it. */
export function AdvancedFields() {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => void content.current?.closest('details')?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={content} className={styles.content}>
      <Concurrency />
      <ThinkingField />
      <HalfPriceField />
      <KeepKeys />
      <FilmOptionsFields />
    </div>
  );
}

function Concurrency() {
  const { settings } = useServices();
  const concurrency = useSettings((state) => state.concurrency);

  function change(text: string) {
    const requests = Number.parseInt(text, 10);
    settings.setConcurrency(requests >= 1 ? Math.min(requests, MOST_AT_ONCE) : 'automatic');
  }

  return (
    <div className={styles.row}>
      <label htmlFor="concurrency" className={fields.label}>
        Concurrency
      </label>
      <input
        id="concurrency"
        className={`${fields.input} ${styles.numberInput}`}
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_AT_ONCE}
        placeholder="Automatic"
        value={concurrency === 'automatic' ? '' : concurrency}
        aria-describedby="concurrency-help"
        onChange={(event) => change(event.currentTarget.value)}
      />
      <p id="concurrency-help" className={fields.fine}>
        Requests at the same time (1-{MOST_AT_ONCE}). Leave empty for automatic.
      </p>
    </div>
  );
}

const THINKING_WORDS: Readonly<Record<Thinking, string>> = {
  least: 'least',
  default: 'as the provider sets it',
  more: 'more',
};

/** How much the model is to think before it answers. Models that do not think are asked in the same way whatever is chosen. */
function ThinkingField() {
  const { settings } = useServices();
  const thinking = useSettings(({ calls }) => calls.thinking);
  return (
    <div className={styles.row}>
      <label htmlFor="thinking" className={fields.label}>
        Thinking
      </label>
      <Select
        id="thinking"
        className={fields.input}
        value={thinking}
        options={Object.entries(THINKING_WORDS)}
        aria-describedby="thinking-help"
        onChoose={(chosen) => settings.setCalls({ thinking: chosen as Thinking })}
      />
      <p id="thinking-help" className={fields.fine}>
        What a model thinks before it answers is paid for, takes time, and hardly makes translations better.
      </p>
    </div>
  );
}

function HalfPriceField() {
  const { settings } = useServices();
  const halfPrice = useSettings(({ calls }) => calls.halfPrice);
  const model = useSettings((state) => state.model);
  const help = hasHalfPrice(model)
    ? 'Answers may take minutes. If there is no room at half price, you are asked before more is paid.'
    : `${model.id} has no half price: it is billed as usual.`;
  return (
    <div className={styles.row}>
      <label className={styles.checkbox}>
        <input
          type="checkbox"
          className={styles.checkboxInput}
          checked={halfPrice}
          aria-describedby="half-price-help"
          onChange={({ currentTarget: { checked } }) => settings.setCalls({ halfPrice: checked })}
        />
        Half price, slower
      </label>
      <p id="half-price-help" className={fields.fine}>
        {help}
      </p>
    </div>
  );
}

function KeepKeys() {
  const { settings } = useServices();
  const keepKeys = useSettings((state) => state.keepKeys);
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        className={styles.checkboxInput}
        checked={keepKeys === 'session'}
        onChange={(event) => settings.setKeepKeys(event.currentTarget.checked ? 'session' : 'stored')}
      />
      Keep keys only for this session
    </label>
  );
}

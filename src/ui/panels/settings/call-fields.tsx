import { hasHalfPrice } from '../../../providers/half-price.ts';
import type { Thinking } from '../../../providers/provider.ts';
import fields from '../../kit/fields/field.module.css';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-settings.ts';
import styles from './advanced-settings.module.css';

const WORDS: Readonly<Record<Thinking, string>> = {
  least: 'least',
  default: 'as the provider sets it',
  more: 'more',
};

/** What a call is to be like beyond the specification: how much is thought, and whether it may come late for half the price. */
export function CallFields() {
  return (
    <>
      <ThinkingField />
      <HalfPriceField />
    </>
  );
}

/** How much the model is to think before it answers. Models that do not think are asked in the same way whatever is chosen. */
function ThinkingField() {
  const { settings } = useServices();
  const thinking = useSettings(({ calls }) => calls.thinking);
  return (
    <div className={styles.row}>
      <label htmlFor="thinking" className={fields.label}>
        Thinking
      </label>
      <select
        id="thinking"
        className={fields.input}
        value={thinking}
        aria-describedby="thinking-help"
        onChange={({ currentTarget: { value } }) => settings.setCalls({ thinking: value as Thinking })}
      >
        {Object.entries(WORDS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
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

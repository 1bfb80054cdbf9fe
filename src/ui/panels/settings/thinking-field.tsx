import type { Thinking } from '../../../providers/provider.ts';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-settings.ts';
import styles from './advanced-settings.module.css';
import fields from './fields.module.css';

const WORDS: Readonly<Record<Thinking, string>> = {
  least: 'least',
  default: 'as the provider sets it',
  more: 'more',
};

/** How much the model is to think before it answers. Models that do not think are asked in the same way whatever is chosen. */
export function ThinkingField() {
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
        onChange={({ currentTarget: { value } }) => settings.setThinking(value as Thinking)}
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

import type { ReactNode } from 'react';
import styles from './radio-group.module.css';

interface RadioGroupProps<Value extends string> {
  /** Of the group, for assistive technology. */
  readonly name: string;
  readonly values: readonly Value[];
  readonly chosen: Value;
  readonly wordsOf: (value: Value) => ReactNode;
  readonly onChoose: (value: Value) => void;
  /** The chosen one is pressed once more. */
  readonly onChooseAgain?: (value: Value) => void;
  /** In one frame: a switch between few. */
  readonly framed?: boolean;
}

/** One of several, all in sight. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { name, values, chosen, wordsOf, onChoose, onChooseAgain, framed } = props;
  return (
    <div role="radiogroup" aria-label={name} className={styles.group} data-framed={framed}>
      {values.map((value) => (
        <label key={value} className={styles.option} data-checked={value === chosen || undefined}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            onClick={() => value === chosen && onChooseAgain?.(value)}
          />
          {wordsOf(value)}
        </label>
      ))}
    </div>
  );
}

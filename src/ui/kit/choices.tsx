import type { ComponentProps, ReactNode } from 'react';
import styles from './check-box.module.css';
import radioGroupStyles from './radio-group.module.css';

interface CheckBoxProps extends Pick<ComponentProps<'input'>, 'tabIndex' | 'disabled' | 'aria-describedby'> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

export function CheckBox({ onChange, children, ...input }: CheckBoxProps) {
  return (
    <label className={styles.label}>
      <input type="checkbox" {...input} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  readonly options: Iterable<readonly [value: string, words: ReactNode]>;
  readonly onChoose: (value: string) => void;
}

export function Select({ options, onChoose, ...select }: SelectProps) {
  return (
    <select {...select} onChange={({ target }) => onChoose(target.value)}>
      {Array.from(options, ([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

interface RadioGroupProps<Value extends string> {
  /** The group's accessible name. */
  readonly name: string;
  readonly values: readonly Value[];
  readonly chosen: Value;
  readonly wordsOf: (value: Value) => ReactNode;
  readonly onChoose: (value: Value) => void;
  /** Called when the chosen option is pressed again. */
  readonly onChooseAgain?: (value: Value) => void;
  /** Draws a frame around the options, for a switch between few. */
  readonly framed?: boolean;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { name, values, chosen, wordsOf, onChoose, onChooseAgain, framed } = props;
  return (
    <div role="radiogroup" aria-label={name} className={radioGroupStyles.group} data-framed={framed}>
      {values.map((value) => (
        <label key={value} className={radioGroupStyles.option} data-checked={value === chosen || undefined}>
          <input
            type="radio"
            name={name}
            className={radioGroupStyles.radio}
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

import type { ComponentProps, ReactNode } from 'react';
import styles from './check-box.module.css';

interface CheckBoxProps extends Pick<ComponentProps<'input'>, 'tabIndex' | 'disabled'> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** A small choice in a row of commands. */
export function CheckBox({ onChange, children, ...input }: CheckBoxProps) {
  return (
    <label className={styles.label}>
      <input type="checkbox" {...input} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
